package main

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"google.golang.org/protobuf/types/known/durationpb"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func waitStep(args []word) (*observerv1.Step, error) {
	wait := &observerv1.Wait{}
	for {
		end := slices.Index(args, word{text: "or"})
		one := args
		if end >= 0 {
			one = args[:end]
		}
		condition, err := waitCondition(one)
		if err != nil {
			return nil, err
		}
		wait.AnyOf = append(wait.AnyOf, condition)
		if end < 0 {
			return &observerv1.Step{Action: &observerv1.Step_Wait{Wait: wait}}, nil
		}
		args = args[end+1:]
	}
}

func waitCondition(args []word) (*observerv1.WaitCondition, error) {
	if len(args) == 0 {
		return nil, errors.New("what to wait for is missing")
	}
	if isRef(args[0]) {
		return waitForRef(args)
	}
	what, rest := args[0].text, args[1:]
	if what == "load" {
		load := &observerv1.WaitCondition_Load{Load: observerv1.WaitUntil_WAIT_UNTIL_LOAD}
		return &observerv1.WaitCondition{Condition: load}, none(rest)
	}
	value, err := one(rest, "what comes after wait "+what)
	if err != nil {
		return nil, err
	}
	switch what {
	case "text":
		return &observerv1.WaitCondition{Condition: &observerv1.WaitCondition_Text{Text: value}}, nil
	case "gone":
		return &observerv1.WaitCondition{Condition: &observerv1.WaitCondition_TextGone{TextGone: value}}, nil
	case "url":
		return &observerv1.WaitCondition{Condition: &observerv1.WaitCondition_UrlContains{UrlContains: value}}, nil
	case "quiet", "network", "time":
		return waitForTime(what, value)
	}
	return nil, fmt.Errorf("%q is none of text, gone, url, load, quiet, network, time or a ref", what)
}

func waitForTime(what, value string) (*observerv1.WaitCondition, error) {
	d, err := time.ParseDuration(value)
	if err != nil || d < 0 {
		return nil, fmt.Errorf("%q is not a duration such as 500ms", value)
	}
	switch what {
	case "quiet":
		return &observerv1.WaitCondition{Condition: &observerv1.WaitCondition_Quiet{Quiet: durationpb.New(d)}}, nil
	case "network":
		return &observerv1.WaitCondition{Condition: &observerv1.WaitCondition_NetworkQuiet{NetworkQuiet: durationpb.New(d)}}, nil
	}
	return &observerv1.WaitCondition{Condition: &observerv1.WaitCondition_Time{Time: durationpb.New(d)}}, nil
}

var refStates = map[string]observerv1.RefState{
	"visible": observerv1.RefState_REF_STATE_VISIBLE,
	"gone":    observerv1.RefState_REF_STATE_GONE,
	"enabled": observerv1.RefState_REF_STATE_ENABLED,
}

func waitForRef(args []word) (*observerv1.WaitCondition, error) {
	name, err := one(args[1:], "visible, gone or enabled")
	if err != nil {
		return nil, err
	}
	state, ok := refStates[name]
	if !ok {
		return nil, fmt.Errorf("%q is none of visible, gone, enabled", name)
	}
	condition := &observerv1.RefCondition{Ref: args[0].text, State: state}
	return &observerv1.WaitCondition{Condition: &observerv1.WaitCondition_Ref{Ref: condition}}, nil
}
