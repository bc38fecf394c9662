package cdpclient

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
)

func TestAnAlarmGoesOffOnceAtTheEarliestTimeItWasSetTo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var rang []time.Duration
		a := &alarm{action: func() { rang = append(rang, time.Since(began)) }}
		a.in(3 * time.Second)
		a.in(2 * time.Second)
		a.in(5 * time.Second)
		time.Sleep(10 * time.Second)
		synctest.Wait()
		require.Equal(t, []time.Duration{2 * time.Second}, rang)
		a.in(time.Second)
		time.Sleep(10 * time.Second)
		synctest.Wait()
		require.Equal(t, []time.Duration{2 * time.Second, 11 * time.Second}, rang)
		a.stop()
	})
}

func TestAStoppedAlarmHasEndedAndNeverGoesOffAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var begun, ended atomic.Int64
		let := make(chan struct{})
		a := &alarm{action: func() { begun.Add(1); <-let; ended.Add(1) }}
		a.in(time.Second)
		time.Sleep(time.Second)
		synctest.Wait()
		stopped := make(chan int64)
		go func() { a.stop(); stopped <- ended.Load() }()
		synctest.Wait()
		require.EqualValues(t, 1, begun.Load())
		require.EqualValues(t, 0, ended.Load(), "the action is under way, and stop waits for it")
		close(let)
		require.EqualValues(t, 1, <-stopped)
		a.in(time.Second)
		time.Sleep(time.Minute)
		synctest.Wait()
		require.EqualValues(t, 1, begun.Load())
	})
}
