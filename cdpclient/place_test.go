package cdpclient

import (
	"math"
	"testing"
)

func TestAPointOfAFrameIsMappedThroughTheTransformOfItsElement(t *testing.T) {
	for name, c := range map[string]struct {
		width, height float64
		quad          []float64
		in, want      Point
	}{
		"moved":       {100, 50, []float64{10, 20, 110, 20, 110, 70, 10, 70}, Point{30, 40}, Point{40, 60}},
		"half size":   {600, 400, []float64{10, 10, 310, 10, 310, 210, 10, 210}, Point{300, 200}, Point{160, 110}},
		"turned":      {100, 100, []float64{100, 0, 100, 100, 0, 100, 0, 0}, Point{25, 75}, Point{25, 25}},
		"perspective": {1, 1, []float64{0, 0, 4, 1, 4, 3, 0, 4}, Point{0, 1}, Point{0, 4}},
	} {
		t.Run(name, func(t *testing.T) {
			m, ok := ontoQuad(c.width, c.height, c.quad)
			if !ok {
				t.Fatal("no map")
			}
			if got := m.apply(c.in); !near(got, c.want) {
				t.Errorf("%v is mapped to %v, not %v", c.in, got, c.want)
			}
			back, ok := m.inverse()
			if got := back.apply(c.want); !ok || !near(got, c.in) {
				t.Errorf("%v is mapped back to %v, not %v", c.want, got, c.in)
			}
		})
	}
}

func TestAFrameWithoutAreaHasNoMap(t *testing.T) {
	for _, c := range []struct {
		width, height float64
		quad          []float64
	}{{0, 10, make([]float64, 8)}, {10, 10, make([]float64, 8)}, {10, 10, nil}} {
		if m, ok := ontoQuad(c.width, c.height, c.quad); ok {
			t.Errorf("ontoQuad(%v) = %v", c, m)
		}
	}
}

func TestMapsAreAppliedFromTheInnermostOutwards(t *testing.T) {
	inner, _ := ontoQuad(100, 100, []float64{0, 0, 50, 0, 50, 50, 0, 50})
	outer, _ := ontoQuad(50, 50, []float64{10, 10, 60, 10, 60, 60, 10, 60})
	if got := outer.after(inner).apply(Point{100, 100}); !near(got, Point{60, 60}) {
		t.Errorf("mapped to %v", got)
	}
}

func near(a, b Point) bool { return math.Abs(a.X-b.X) < 1e-9 && math.Abs(a.Y-b.Y) < 1e-9 }
