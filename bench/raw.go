package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/mafredri/cdp/protocol/accessibility"
	"github.com/mafredri/cdp/protocol/input"
	"github.com/mafredri/cdp/protocol/page"
	"github.com/mafredri/cdp/protocol/runtime"
	"github.com/mafredri/cdp/rpcc"
)

// raw is a DevTools connection of the bench's own to one page, for the floors.
type raw struct {
	conn *rpcc.Conn
	rt   runtimeDomain
	ax   axDomain
}

type (
	runtimeDomain interface {
		Evaluate(context.Context, *runtime.EvaluateArgs) (*runtime.EvaluateReply, error)
	}
	axDomain interface {
		Enable(context.Context) error
	}
)

// dialRaw connects to the page target that shows url.
func dialRaw(ctx context.Context, devtools, url string) (*raw, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, devtools+"/json/list", nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var targets []struct {
		Type, URL string
		Socket    string `json:"webSocketDebuggerUrl"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&targets); err != nil {
		return nil, err
	}
	for _, t := range targets {
		if t.Type == "page" && t.URL == url {
			conn, err := rpcc.DialContext(ctx, t.Socket, rpcc.WithWriteBufferSize(1<<20))
			if err != nil {
				return nil, err
			}
			r := &raw{conn: conn, rt: runtime.NewClient(conn), ax: accessibility.NewClient(conn)}
			return r, r.ax.Enable(ctx)
		}
	}
	return nil, fmt.Errorf("no page shows %s", url)
}

func (r *raw) close() { _ = r.conn.Close() }

// eval evaluates an expression in the page and decodes its JSON value; out may be nil.
func (r *raw) eval(ctx context.Context, expression string, out any) error {
	reply, err := r.rt.Evaluate(ctx, runtime.NewEvaluateArgs(expression).SetReturnByValue(true).SetAwaitPromise(true).SetIncludeCommandLineAPI(true))
	if err != nil {
		return err
	}
	if reply.ExceptionDetails != nil {
		return fmt.Errorf("evaluate %.60q: %s", expression, reply.ExceptionDetails.Error())
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(reply.Result.Value, out)
}

// roundTrip times one evaluate of a constant.
func (r *raw) roundTrip(ctx context.Context) (time.Duration, error) {
	return timed(func() error { return r.eval(ctx, "1", nil) })
}

// draw waits until the page was drawn.
func (r *raw) draw(ctx context.Context) error {
	return r.eval(ctx, "new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r(1))))", nil)
}

// axTree times Accessibility.getFullAXTree up to the arrival of the bytes: the answer is not decoded.
func (r *raw) axTree(ctx context.Context) (time.Duration, error) {
	return timed(func() error {
		var discard discardJSON
		return rpcc.Invoke(ctx, "Accessibility.getFullAXTree", nil, &discard, r.conn)
	})
}

// discardJSON takes any answer without decoding it.
type discardJSON struct{}

// UnmarshalJSON does nothing.
func (*discardJSON) UnmarshalJSON([]byte) error { return nil }

// floor measures what Blink itself needs for a mutation before any answer can be right: layout and
// the first getAccessibleRole after it, in the page, without any round trip.
func (r *raw) floor(ctx context.Context, kind string) (time.Duration, error) {
	var ms float64
	err := r.eval(ctx, fmt.Sprintf(`(() => {
		const el = document.getElementById(probe(%[1]q));
		document.body.offsetHeight; getAccessibleRole(el);
		mutations[%[1]q]();
		const t = performance.now();
		document.body.offsetHeight; getAccessibleRole(el.lastElementChild ?? el);
		return performance.now() - t;
	})()`, kind), &ms)
	return time.Duration(ms * float64(time.Millisecond)), err
}

// load navigates the raw page and waits for its load event.
func (r *raw) load(ctx context.Context, url string) error {
	p := page.NewClient(r.conn)
	if err := p.Enable(ctx); err != nil {
		return err
	}
	loaded, err := p.LoadEventFired(ctx)
	if err != nil {
		return err
	}
	defer loaded.Close()
	if _, err := p.Navigate(ctx, page.NewNavigateArgs(url)); err != nil {
		return err
	}
	_, err = loaded.Recv()
	return err
}

// mouseClick moves, presses and releases at a point of the viewport.
func (r *raw) mouseClick(ctx context.Context, x, y float64) error {
	in := input.NewClient(r.conn)
	for _, kind := range []string{"mouseMoved", "mousePressed", "mouseReleased"} {
		args := input.NewDispatchMouseEventArgs(kind, x, y)
		if kind != "mouseMoved" {
			args.SetButton(input.MouseButtonLeft).SetClickCount(1)
		}
		if err := in.DispatchMouseEvent(ctx, args); err != nil {
			return err
		}
	}
	return nil
}
