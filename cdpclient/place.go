package cdpclient

// matrix maps points of a plane by a projective transformation, row by row.
type matrix [9]float64

var identity = matrix{1, 0, 0, 0, 1, 0, 0, 0, 1}

func (m matrix) apply(p Point) Point {
	w := m[6]*p.X + m[7]*p.Y + m[8]
	return Point{(m[0]*p.X + m[1]*p.Y + m[2]) / w, (m[3]*p.X + m[4]*p.Y + m[5]) / w}
}

// after returns the map that applies n first and m then.
func (m matrix) after(n matrix) (r matrix) {
	for i := range 3 {
		for j := range 3 {
			r[3*i+j] = m[3*i]*n[j] + m[3*i+1]*n[3+j] + m[3*i+2]*n[6+j]
		}
	}
	return r
}

// inverse returns the map back, and false when there is none.
func (m matrix) inverse() (matrix, bool) {
	a := matrix{
		m[4]*m[8] - m[5]*m[7], m[2]*m[7] - m[1]*m[8], m[1]*m[5] - m[2]*m[4],
		m[5]*m[6] - m[3]*m[8], m[0]*m[8] - m[2]*m[6], m[2]*m[3] - m[0]*m[5],
		m[3]*m[7] - m[4]*m[6], m[1]*m[6] - m[0]*m[7], m[0]*m[4] - m[1]*m[3],
	}
	det := m[0]*a[0] + m[1]*a[3] + m[2]*a[6]
	if det == 0 {
		return identity, false
	}
	for i := range a {
		a[i] /= det
	}
	return a, true
}

// ontoQuad returns the map of the rectangle from (0,0) to (width,height) onto a quad, given by its
// corners clockwise from the upper left one: what a CSS transform, perspective included, makes of
// a box. It returns false for a box or a quad without area.
func ontoQuad(width, height float64, quad []float64) (matrix, bool) {
	if width <= 0 || height <= 0 || len(quad) != 8 {
		return identity, false
	}
	x0, y0, x1, y1 := quad[0], quad[1], quad[2], quad[3]
	x2, y2, x3, y3 := quad[4], quad[5], quad[6], quad[7]
	dx1, dy1, dx2, dy2 := x1-x2, y1-y2, x3-x2, y3-y2
	sx, sy := x0-x1+x2-x3, y0-y1+y2-y3
	det := dx1*dy2 - dx2*dy1
	if det == 0 {
		return identity, false
	}
	g, h := (sx*dy2-dx2*sy)/det, (dx1*sy-sx*dy1)/det
	unit := matrix{x1 - x0 + g*x1, x3 - x0 + h*x3, x0, y1 - y0 + g*y1, y3 - y0 + h*y3, y0, g, h, 1}
	return unit.after(matrix{1 / width, 0, 0, 0, 1 / height, 0, 0, 0, 1}), true
}
