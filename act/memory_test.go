package act

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

func named(id string) *observerv1.ActRequest {
	return &observerv1.ActRequest{RequestId: id, Steps: []*observerv1.Step{clickStep("e1")}}
}

func result(step uint32) *observerv1.ActResponse {
	return &observerv1.ActResponse{Event: &observerv1.ActResponse_Result{Result: &observerv1.StepResult{Step: step}}}
}

func TestARequestThatComesWhileItIsUnderWayJoinsIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := NewMemory()
		goOn := make(chan struct{})
		failed := fault.New(fault.Covered, "in the way")
		runs := 0
		run := func(emit func(*observerv1.ActResponse) error) error {
			runs++
			_ = emit(result(0))
			<-goOn
			_ = emit(result(1))
			return failed
		}
		var wg sync.WaitGroup
		got := make([][]uint32, 3)
		for i := range got {
			wg.Go(func() {
				err := m.do(t.Context(), named("a"), func(r *observerv1.ActResponse) error {
					got[i] = append(got[i], r.GetResult().GetStep())
					return nil
				}, run)
				if err != error(failed) {
					t.Errorf("error %v", err)
				}
			})
			synctest.Wait()
		}
		require.Equal(t, []uint32{0}, got[2], "a joiner sees at once what was sent")
		close(goOn)
		wg.Wait()
		require.Equal(t, 1, runs)
		for _, g := range got {
			require.Equal(t, []uint32{0, 1}, g)
		}
	})
}

func TestAJoinerThatGivesUpDoesNotEndTheRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := NewMemory()
		goOn := make(chan struct{})
		var wg sync.WaitGroup
		wg.Go(func() {
			err := m.do(t.Context(), named("a"), discard, func(func(*observerv1.ActResponse) error) error { <-goOn; return nil })
			if err != nil {
				t.Errorf("error %v", err)
			}
		})
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		wg.Go(func() {
			if err := m.do(ctx, named("a"), discard, nil); !fault.Is(err, fault.Cancelled) {
				t.Errorf("error %v", err)
			}
		})
		synctest.Wait()
		cancel()
		synctest.Wait()
		close(goOn)
		wg.Wait()
	})
}

func TestTheLongestUnusedAnswersAreForgotten(t *testing.T) {
	m := NewMemory()
	runs := map[string]int{}
	do := func(id string) {
		require.NoError(t, m.do(t.Context(), named(id), discard, func(func(*observerv1.ActResponse) error) error {
			runs[id]++
			return nil
		}))
	}
	for i := range memoryAnswers {
		do(fmt.Sprint(i))
	}
	do("0")
	do("one more")
	do("0")
	do("1")
	require.Equal(t, 1, runs["0"], "it was used lately")
	require.Equal(t, 2, runs["1"], "it was not, and is run anew")
}

func discard(*observerv1.ActResponse) error { return nil }

func TestARequestWhoseCallerWentAwayIsAnsweredWithHowFarItCame(t *testing.T) {
	m := NewMemory()
	gone := errors.New("the stream is closed")
	err := m.do(t.Context(), named("a"), func(*observerv1.ActResponse) error { return gone }, func(emit func(*observerv1.ActResponse) error) error {
		return emit(result(7))
	})
	require.ErrorIs(t, err, gone)
	var got []uint32
	err = m.do(t.Context(), named("a"), func(r *observerv1.ActResponse) error {
		got = append(got, r.GetResult().GetStep())
		return nil
	}, nil)
	require.True(t, fault.Is(err, fault.Cancelled))
	require.Equal(t, []uint32{7}, got)
}
