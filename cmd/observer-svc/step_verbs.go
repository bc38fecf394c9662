package main

import (
	"errors"
	"fmt"
	"strconv"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func refVerb(build func(ref string) *observerv1.Step) verb {
	return func(args []word) (*observerv1.Step, error) {
		ref, rest, err := takeRef(args)
		if err != nil {
			return nil, err
		}
		return build(ref), none(rest)
	}
}

func hover(ref string) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Hover{Hover: &observerv1.Hover{Ref: ref}}}
}

func focus(ref string) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Focus{Focus: &observerv1.Focus{Ref: ref}}}
}

func check(ref string, on bool) *observerv1.Step {
	return &observerv1.Step{Action: &observerv1.Step_Check{Check: &observerv1.Check{Ref: ref, Checked: on}}}
}

func clickStep(args []word) (*observerv1.Step, error) {
	ref, rest, err := takeRef(args)
	if err != nil {
		return nil, err
	}
	click := &observerv1.Click{Ref: ref}
	for _, w := range rest {
		switch w.text {
		case "double":
			click.Count = 2
		case "right":
			click.Button = observerv1.MouseButton_MOUSE_BUTTON_RIGHT
		case "middle":
			click.Button = observerv1.MouseButton_MOUSE_BUTTON_MIDDLE
		case "hold":
			click.KeepPressed = true
		default:
			return nil, fmt.Errorf("%q is none of double, right, middle, hold", w.text)
		}
	}
	return &observerv1.Step{Action: &observerv1.Step_Click{Click: click}}, nil
}

func fillStep(args []word) (*observerv1.Step, error) {
	ref, rest, err := takeRef(args)
	if err != nil {
		return nil, err
	}
	if len(rest) == 0 {
		return nil, errors.New(`the text is missing; "" clears the field`)
	}
	fill := &observerv1.Fill{Ref: ref, Text: rest[0].text}
	if rest = rest[1:]; len(rest) > 0 && rest[0] == (word{text: "submit"}) {
		fill.Submit, rest = true, rest[1:]
	}
	return &observerv1.Step{Action: &observerv1.Step_Fill{Fill: fill}}, none(rest)
}

func typeStep(args []word) (*observerv1.Step, error) {
	ref, rest := takeOptionalRef(args)
	text, err := one(rest, "the text")
	return &observerv1.Step{Action: &observerv1.Step_Type{Type: &observerv1.TypeText{Ref: ref, Text: text}}}, err
}

func pressStep(args []word) (*observerv1.Step, error) {
	ref, rest := takeOptionalRef(args)
	key, err := one(rest, "the key")
	return &observerv1.Step{Action: &observerv1.Step_Press{Press: &observerv1.Press{Ref: ref, Key: key}}}, err
}

func selectStep(args []word) (*observerv1.Step, error) {
	ref, rest, err := takeRef(args)
	if err != nil {
		return nil, err
	}
	sel := &observerv1.Select{Ref: ref}
	for _, w := range rest {
		if isRef(w) {
			sel.Options = append(sel.Options, &observerv1.OptionMatch{By: &observerv1.OptionMatch_Ref{Ref: w.text}})
			continue
		}
		sel.Options = append(sel.Options, &observerv1.OptionMatch{By: &observerv1.OptionMatch_Text{Text: w.text}})
	}
	return &observerv1.Step{Action: &observerv1.Step_Select{Select: sel}}, nil
}

func scrollStep(args []word) (*observerv1.Step, error) {
	ref, rest := takeOptionalRef(args)
	scroll := &observerv1.ScrollTo{Ref: ref}
	if len(rest) > 0 && rest[0] == (word{text: "until"}) {
		text, err := one(rest[1:], "the text")
		scroll.UntilText = text
		return &observerv1.Step{Action: &observerv1.Step_Scroll{Scroll: scroll}}, err
	}
	if len(rest) > 0 {
		pixels, err := strconv.ParseFloat(rest[0].text, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not a number of pixels", rest[0].text)
		}
		scroll.DeltaY, rest = pixels, rest[1:]
	}
	return &observerv1.Step{Action: &observerv1.Step_Scroll{Scroll: scroll}}, none(rest)
}

func dragStep(args []word) (*observerv1.Step, error) {
	from, rest, err := takeRef(args)
	if err != nil {
		return nil, err
	}
	to, rest, err := takeRef(rest)
	if err != nil {
		return nil, err
	}
	return &observerv1.Step{Action: &observerv1.Step_Drag{Drag: &observerv1.Drag{Ref: from, ToRef: to}}}, none(rest)
}

func uploadStep(args []word) (*observerv1.Step, error) {
	ref, rest, err := takeRef(args)
	if err != nil {
		return nil, err
	}
	if len(rest) == 0 {
		return nil, errors.New("a path is missing")
	}
	upload := &observerv1.Upload{Ref: ref}
	for _, w := range rest {
		upload.Paths = append(upload.Paths, w.text)
	}
	return &observerv1.Step{Action: &observerv1.Step_Upload{Upload: upload}}, nil
}

func navigateStep(args []word) (*observerv1.Step, error) {
	url, err := one(args, "the address")
	return &observerv1.Step{Action: &observerv1.Step_Navigate{Navigate: &observerv1.Navigate{Url: url}}}, err
}

func historyVerb(move observerv1.HistoryMove) verb {
	return func(args []word) (*observerv1.Step, error) {
		step := &observerv1.Step{Action: &observerv1.Step_History{History: &observerv1.History{Move: move}}}
		return step, none(args)
	}
}

func evaluateStep(args []word) (*observerv1.Step, error) {
	expression, err := one(args, "the expression")
	return &observerv1.Step{Action: &observerv1.Step_Evaluate{Evaluate: &observerv1.Evaluate{Expression: expression}}}, err
}
