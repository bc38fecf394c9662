package main

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func empty(ref string) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Clear{Clear: &observerv1.Clear{Ref: ref}}}
}

// fillManyStep reads refs with what each shall hold: on or off for what is switched, or a text.
func fillManyStep(args []word) (*observerv1.Step, error) {
	many := &observerv1.FillMany{}
	for len(args) > 0 || len(many.Fields) == 0 {
		ref, rest, err := takeRef(args)
		if err != nil {
			return nil, err
		}
		if len(rest) == 0 {
			return nil, fmt.Errorf("what %s shall hold is missing", ref)
		}
		field := &observerv1.FieldValue{Ref: ref, Value: &observerv1.FieldValue_Text{Text: rest[0].text}}
		if w := rest[0]; !w.quoted && (w.text == "on" || w.text == "off") {
			field.Value = &observerv1.FieldValue_Checked{Checked: w.text == "on"}
		}
		many.Fields, args = append(many.Fields, field), rest[1:]
	}
	return &observerv1.Step{Action: &observerv1.Step_FillMany{FillMany: many}}, nil
}

func composeStep(args []word) (*observerv1.Step, error) {
	ref, rest := takeOptionalRef(args)
	if len(rest) == 0 {
		return nil, errors.New("the text is missing")
	}
	compose := &observerv1.Compose{Ref: ref, Text: rest[0].text}
	for _, w := range rest[1:] {
		compose.Stages = append(compose.Stages, w.text)
	}
	return &observerv1.Step{Action: &observerv1.Step_Compose{Compose: compose}}, nil
}

func releaseStep(args []word) (*observerv1.Step, error) {
	ref, rest := takeOptionalRef(args)
	return &observerv1.Step{Action: &observerv1.Step_Release{Release: &observerv1.Release{Ref: ref}}}, none(rest)
}

func stopStep(args []word) (*observerv1.Step, error) {
	return &observerv1.Step{Action: &observerv1.Step_Stop{Stop: &observerv1.Stop{}}}, none(args)
}

// sizePattern matches a size such as 390x844.
var sizePattern = regexp.MustCompile(`^([0-9]{1,5})x([0-9]{1,5})$`)

// emulateWords are the words of an emulate step that are no numbers.
var emulateWords = map[string]func(*observerv1.Emulate){
	"mobile":  func(e *observerv1.Emulate) { e.Mobile = proto.Bool(true) },
	"desktop": func(e *observerv1.Emulate) { e.Mobile = proto.Bool(false) },
	"touch":   func(e *observerv1.Emulate) { e.Touch = proto.Bool(true) },
	"mouse":   func(e *observerv1.Emulate) { e.Touch = proto.Bool(false) },
	"dark":    func(e *observerv1.Emulate) { e.ColorScheme = observerv1.ColorScheme_COLOR_SCHEME_DARK },
	"light":   func(e *observerv1.Emulate) { e.ColorScheme = observerv1.ColorScheme_COLOR_SCHEME_LIGHT },
	"still":   func(e *observerv1.Emulate) { e.ReducedMotion = proto.Bool(true) },
	"motion":  func(e *observerv1.Emulate) { e.ReducedMotion = proto.Bool(false) },
}

func emulateStep(args []word) (*observerv1.Step, error) {
	if len(args) == 0 {
		return nil, errors.New("what to emulate is missing")
	}
	e := &observerv1.Emulate{}
	for _, w := range args {
		if err := emulateWord(e, w.text); err != nil {
			return nil, err
		}
	}
	return &observerv1.Step{Action: &observerv1.Step_Emulate{Emulate: e}}, nil
}

func emulateWord(e *observerv1.Emulate, w string) error {
	if set, ok := emulateWords[w]; ok {
		set(e)
		return nil
	}
	if m := sizePattern.FindStringSubmatch(w); m != nil {
		width, _ := strconv.ParseUint(m[1], 10, 32) // five digits always fit
		height, _ := strconv.ParseUint(m[2], 10, 32)
		e.Width, e.Height = proto.Uint32(uint32(width)), proto.Uint32(uint32(height))
		return nil
	}
	if number, ok := strings.CutSuffix(w, "x"); ok {
		if scale, err := strconv.ParseFloat(number, 64); err == nil {
			e.DeviceScaleFactor = &scale
			return nil
		}
	}
	return fmt.Errorf("%q is none of WIDTHxHEIGHT, SCALEx, mobile, desktop, touch, mouse, dark, light, motion, still", w)
}
