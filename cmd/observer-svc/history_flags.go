package main

import (
	"fmt"
	"time"

	"github.com/observer-svc/observer-svc/service"
)

// historyFlags bound what tabs remember, for resuming watches, diffs since a snapshot, and reading on.
type historyFlags struct {
	HistoryTime       time.Duration `group:"limits" help:"How long a tab remembers a state at least after the next one replaced it. Three heartbeats (15s each) and a reconnect (15s) must fit." default:"90s"`
	HistoryMaxTime    time.Duration `group:"limits" help:"How long a tab remembers a state at most while it changes." default:"10m"`
	HistoryBytes      int           `group:"limits" help:"How many bytes a tab remembers beyond what it shows, estimated. The least time goes before that, up to four times as many." default:"8388608"`
	HistoryTotalBytes int           `group:"limits" help:"How many bytes all tabs remember together; those that remember most give way first. The least time goes before that, up to four times as many." default:"134217728"`
}

func (f historyFlags) apply(cfg *service.Config) error {
	switch {
	case service.LongestHeartbeat(f.HistoryTime) < heartbeat:
		return fmt.Errorf("--history-time must have room for three heartbeats of %s and a reconnect", heartbeat)
	case f.HistoryMaxTime < f.HistoryTime:
		return fmt.Errorf("--history-max-time must be at least --history-time")
	case f.HistoryBytes < 1 || f.HistoryTotalBytes < 1:
		return fmt.Errorf("--history-bytes and --history-total-bytes must be at least 1")
	}
	cfg.History.MinHistory, cfg.History.MaxHistory, cfg.History.MaxBytes = f.HistoryTime, f.HistoryMaxTime, f.HistoryBytes
	cfg.HistoryBytes = f.HistoryTotalBytes
	cfg.Watch.Heartbeat = heartbeat
	return nil
}

// heartbeat is how often a watch that does not say otherwise gets progress.
const heartbeat = 15 * time.Second
