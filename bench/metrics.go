package main

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// memory is what the service holds at a moment, in bytes.
type memory struct {
	goroutines float64
	resident   float64 // what the machine gives the process
	stacks     float64
	goal       float64 // at which the next collection begins: the live heap twice, and the stacks
	cycles     float64 // collections so far
	history    float64 // what all tabs remember, as the service estimates it
}

// held reads the metrics of the service.
func (r *rig) held(ctx context.Context) (memory, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, r.metrics, nil)
	if err != nil {
		return memory{}, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return memory{}, err
	}
	defer resp.Body.Close()
	found := map[string]float64{}
	lines := bufio.NewScanner(resp.Body)
	for lines.Scan() {
		name, value := sample(lines.Text())
		if v, err := strconv.ParseFloat(value, 64); err == nil {
			found[name] = v
		}
	}
	m := memory{
		goroutines: found["go_goroutines"], resident: found["process_resident_memory_bytes"],
		stacks: found["go_memstats_stack_inuse_bytes"], goal: found["go_memstats_next_gc_bytes"],
		cycles: found["go_gc_duration_seconds_count"], history: found["observer_history_size_bytes"],
	}
	if m.goroutines == 0 || m.goal == 0 {
		return m, fmt.Errorf("%s does not show the memory of the process", r.metrics)
	}
	return m, lines.Err()
}

// sample takes a line of the Prometheus text format apart: the name without labels, and the value.
func sample(line string) (name, value string) {
	if i := strings.LastIndexByte(line, ' '); i > 0 {
		name, value = line[:i], line[i+1:]
	}
	name, _, _ = strings.Cut(name, "{")
	return name, value
}

// live is the live heap and the stacks after the last collection. Constant roots beside them cancel
// out in a difference.
func (m memory) live() float64 { return (m.goal + m.stacks) / 2 }

// settled reads the metrics after the garbage of what went before is collected: it keeps the
// service busy until two collections have passed.
func (r *rig) settled(ctx context.Context, tab string) (memory, error) {
	first, err := r.held(ctx)
	if err != nil {
		return first, err
	}
	for {
		for range 50 {
			if _, _, _, err := r.observe(ctx, tab); err != nil {
				return first, err
			}
		}
		now, err := r.held(ctx)
		if err != nil || now.cycles >= first.cycles+3 {
			return now, err
		}
	}
}

// slope is the growth of a series in a minute, by least squares.
func slope(times []time.Duration, values []float64) float64 {
	var n, sx, sy, sxx, sxy float64
	for i, t := range times {
		x, y := t.Minutes(), values[i]
		n, sx, sy, sxx, sxy = n+1, sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	if d := n*sxx - sx*sx; d != 0 {
		return (n*sxy - sx*sy) / d
	}
	return 0
}
