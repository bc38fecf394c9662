package main

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func TestAStepIsReadAsItIsWritten(t *testing.T) {
	for _, c := range []struct{ step, want string }{
		{`click e5`, `click{ref:"e5"}`},
		{`click @e5 double right`, `click{ref:"@e5" count:2 button:MOUSE_BUTTON_RIGHT}`},
		{`hover ref=e5`, `hover{ref:"ref=e5"}`},
		{`focus e1`, `focus{ref:"e1"}`},
		{`check e1`, `check{ref:"e1" checked:true}`},
		{`uncheck e1`, `check{ref:"e1"}`},
		{`fill e3 "a \"b\" c"`, `fill{ref:"e3" text:"a \"b\" c"}`},
		{`fill e3 ""`, `fill{ref:"e3"}`},
		{`fill e3 Ann submit`, `fill{ref:"e3" text:"Ann" submit:true}`},
		{`fill e3 "submit"`, `fill{ref:"e3" text:"submit"}`},
		{`type "e3"`, `type{text:"e3"}`},
		{`type e3 "x"`, `type{ref:"e3" text:"x"}`},
		{`press Control+a`, `press{key:"Control+a"}`},
		{`press e3 Enter`, `press{ref:"e3" key:"Enter"}`},
		{`select e4 "Gold plus" Silver e9`, `select{ref:"e4" options{text:"Gold plus"} options{text:"Silver"} options{ref:"e9"}}`},
		{`scroll e4`, `scroll{ref:"e4"}`},
		{`scroll -400`, `scroll{delta_y:-400}`},
		{`scroll e4 until "Terms of use"`, `scroll{ref:"e4" until_text:"Terms of use"}`},
		{`scroll until Terms`, `scroll{until_text:"Terms"}`},
		{`click e5 hold`, `click{ref:"e5" keep_pressed:true}`},
		{`release`, `release{}`},
		{`release e6`, `release{ref:"e6"}`},
		{`clear e3`, `clear{ref:"e3"}`},
		{`fill-many e3 "Ann" e4 on e5 off e6 "on"`, `fill_many{fields{ref:"e3" text:"Ann"} fields{ref:"e4" checked:true} fields{ref:"e5" checked:false} fields{ref:"e6" text:"on"}}`},
		{`compose e3 "日本" "に" "にほん"`, `compose{ref:"e3" text:"日本" stages:"に" stages:"にほん"}`},
		{`compose 漢`, `compose{text:"漢"}`},
		{`stop`, `stop{}`},
		{`emulate 390x844 3x mobile touch dark still`, `emulate{width:390 height:844 device_scale_factor:3 mobile:true touch:true color_scheme:COLOR_SCHEME_DARK reduced_motion:true}`},
		{`emulate desktop mouse light motion`, `emulate{mobile:false touch:false color_scheme:COLOR_SCHEME_LIGHT reduced_motion:false}`},
		{`wait network 500ms`, `wait{any_of{network_quiet{nanos:500000000}}}`},
		{`wait text Done or gone Loading or e5 enabled`, `wait{any_of{text:"Done"} any_of{text_gone:"Loading"} any_of{ref{ref:"e5" state:REF_STATE_ENABLED}}}`},
		{`wait text "or"`, `wait{any_of{text:"or"}}`},
		{`drag e1 e2`, `drag{ref:"e1" to_ref:"e2"}`},
		{`upload e1 a.txt "b c.txt"`, `upload{ref:"e1" paths:"a.txt" paths:"b c.txt"}`},
		{`navigate https://example.org/`, `navigate{url:"https://example.org/"}`},
		{`back`, `history{move:HISTORY_MOVE_BACK}`},
		{`reload`, `history{move:HISTORY_MOVE_RELOAD}`},
		{`wait text "Thank you"`, `wait{any_of{text:"Thank you"}}`},
		{`wait gone Loading`, `wait{any_of{text_gone:"Loading"}}`},
		{`wait url /done`, `wait{any_of{url_contains:"/done"}}`},
		{`wait load`, `wait{any_of{load:WAIT_UNTIL_LOAD}}`},
		{`wait e5 enabled`, `wait{any_of{ref{ref:"e5" state:REF_STATE_ENABLED}}}`},
		{`wait quiet 500ms`, `wait{any_of{quiet{nanos:500000000}}}`},
		{`wait time 2s`, `wait{any_of{time{seconds:2}}}`},
		{`evaluate "1 + 1"`, `evaluate{expression:"1 + 1"}`},
	} {
		want := &observerv1.Step{}
		require.NoError(t, prototext.Unmarshal([]byte(c.want), want), c.want)
		got, err := parseStep(c.step)
		require.NoError(t, err, c.step)
		assert.True(t, proto.Equal(want, got), "%s gives %v", c.step, got)
	}
}

func TestAStepThatIsNotUnderstoodSaysWhy(t *testing.T) {
	for step, why := range map[string]string{
		``:                     "empty",
		`jump e5`:              `"jump" is none of back, check, clear, click`,
		`"click" e5`:           "is none of",
		`click`:                "a ref such as e5 is missing",
		`click "e5"`:           "a ref such as e5 is missing",
		`click e5 twice`:       "is none of double",
		`hover e5 e6`:          "one word too many",
		`fill e5`:              "the text is missing",
		`fill e5 "a`:           "not closed",
		`fill e5 "a"b`:         "white space is missing",
		`press`:                "the key is missing",
		`scroll e5 down`:       "not a number of pixels",
		`drag e1`:              "a ref such as e5 is missing",
		`wait`:                 "what to wait for is missing",
		`wait until Christmas`: "is none of text, gone",
		`wait e5 there`:        "is none of visible",
		`wait quiet soon`:      "not a duration",
		`wait load or`:         "what to wait for is missing",
		`fill-many`:            "a ref such as e5 is missing",
		`fill-many e1`:         "what e1 shall hold is missing",
		`emulate`:              "what to emulate is missing",
		`emulate 300`:          "is none of WIDTHxHEIGHT",
		`compose e1`:           "the text is missing",
		`stop now`:             "one word too many",
	} {
		_, err := parseStep(step)
		assert.ErrorContains(t, err, why, step)
	}
}

func FuzzAQuotedTextComesBackAsItWas(f *testing.F) {
	f.Add("plain")
	f.Add("two words \"and\" a \\ \n \x00 \u202e é")
	f.Fuzz(func(t *testing.T, text string) {
		step, err := parseStep("fill e1 " + strconv.Quote(text))
		require.NoError(t, err)
		require.Equal(t, text, step.GetFill().GetText())
	})
}

func FuzzNoStepMakesTheParserPanic(f *testing.F) {
	for _, s := range []string{`click e5`, `fill e3 "x`, `wait time 1s`, `"`, `select e1 "a" "b"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		step, err := parseStep(s)
		if err == nil {
			require.NotNil(t, step.GetAction())
		}
	})
}
