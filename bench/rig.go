package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	pb "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// rig is everything a scenario needs: a Chromium with an open DevTools port, the service as a
// process of its own attached to it, a gRPC connection, and the server of the pages.
type rig struct {
	rounds   int
	spans    spans
	version  string
	devtools string // http://127.0.0.1:port of Chromium
	site     string
	address  string // of the service
	metrics  string // where the service serves its metrics
	service  *exec.Cmd
	conn     *grpc.ClientConn
	sessions pb.SessionServiceClient
	tabs     pb.TabServiceClient
	observer pb.ObserverServiceClient
	session  string
	closers  []func()
}

func newRig(ctx context.Context, of setup, rounds int, spans spans) (_ *rig, err error) {
	r := &rig{rounds: rounds, spans: spans}
	defer func() {
		if err != nil {
			r.close()
		}
	}()
	srv, site, err := pages()
	if err != nil {
		return nil, err
	}
	r.site, r.closers = site, append(r.closers, func() { _ = srv.Close() })
	if err := r.startChromium(ctx, of.chromium); err != nil {
		return nil, err
	}
	if err := r.startService(of); err != nil {
		return nil, err
	}
	if r.conn, err = r.connect(); err != nil {
		return nil, err
	}
	r.sessions, r.tabs, r.observer = pb.NewSessionServiceClient(r.conn), pb.NewTabServiceClient(r.conn), pb.NewObserverServiceClient(r.conn)
	s, err := r.sessions.CreateSession(ctx, &pb.CreateSessionRequest{Label: "bench"}, grpc.WaitForReady(true))
	if err != nil {
		return nil, err
	}
	r.session, r.version = s.GetSession().GetSessionId(), s.GetSession().GetBrowserVersion()
	return r, nil
}

// close ends everything that was started, the last first.
func (r *rig) close() {
	for i := len(r.closers) - 1; i >= 0; i-- {
		r.closers[i]()
	}
	r.closers = nil
}

// startChromium starts a browser with a DevTools port of its own choice.
func (r *rig) startChromium(ctx context.Context, path string) error {
	if path == "" {
		path = "/usr/lib/chromium/chromium-headless-shell"
	}
	dir, err := os.MkdirTemp("", "observer-bench-")
	if err != nil {
		return err
	}
	args := []string{
		"--headless=new", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--disable-background-timer-throttling",
		"--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows", "--disable-dev-shm-usage",
		"--remote-debugging-port=0", "--user-data-dir=" + dir, "about:blank",
	}
	if os.Geteuid() == 0 {
		args = append(args, "--no-sandbox")
	}
	cmd := exec.Command(path, args...) //nolint:gosec,noctx // the caller chose the browser; close ends it
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		return err
	}
	r.closers = append(r.closers, func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		_ = cmd.Wait()
		_ = os.RemoveAll(dir)
	})
	port, err := devtoolsPort(ctx, filepath.Join(dir, "DevToolsActivePort"))
	r.devtools = "http://127.0.0.1:" + port
	return err
}

// devtoolsPort waits until Chromium has written the file that names its port.
func devtoolsPort(ctx context.Context, file string) (string, error) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for {
		if b, err := os.ReadFile(file); err == nil { //nolint:gosec // the file of the profile made above
			if port, _, ok := strings.Cut(string(b), "\n"); ok {
				return port, nil
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return "", fmt.Errorf("chromium did not open its port: %w", ctx.Err())
		}
	}
}

var listening = regexp.MustCompile(`msg=(serving|"serving metrics") address=(127\.0\.0\.1:\d+)`)

// startService starts the service attached to the browser and learns its addresses, which it logs.
func (r *rig) startService(of setup) error {
	flags := append([]string{"serve", "--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0", "--attach", r.devtools}, of.more...)
	cmd := exec.Command(of.binary, flags...) //nolint:gosec,noctx // close ends it
	stderr, err := cmd.StderrPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	r.service = cmd
	r.closers = append(r.closers, func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	})
	lines := bufio.NewScanner(stderr)
	for lines.Scan() {
		switch m := listening.FindStringSubmatch(lines.Text()); {
		case m == nil:
		case m[1] == "serving":
			r.address = m[2]
		default:
			r.metrics = "http://" + m[2] + "/metrics"
		}
		if r.address != "" && r.metrics != "" {
			go func() {
				for lines.Scan() { // drained so that the service never blocks on its log
				}
			}()
			return nil
		}
	}
	return fmt.Errorf("%s ended before it listened", of.binary)
}

// connect makes a connection to the service, which lasts as long as the rig.
func (r *rig) connect(opts ...grpc.DialOption) (*grpc.ClientConn, error) {
	conn, err := grpc.NewClient(r.address, append(opts, grpc.WithTransportCredentials(insecure.NewCredentials()))...)
	if err != nil {
		return nil, err
	}
	r.closers = append(r.closers, func() { _ = conn.Close() })
	return conn, nil
}

// cpu returns the processor time the service has used, user and system.
func (r *rig) cpu() (time.Duration, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", r.service.Process.Pid))
	if err != nil {
		return 0, err
	}
	f := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))
	var user, system int64
	if _, err := fmt.Sscan(f[11]+" "+f[12], &user, &system); err != nil {
		return 0, err
	}
	return time.Duration(user+system) * 10 * time.Millisecond, nil // USER_HZ is 100
}

// open opens a page in a tab of the session.
func (r *rig) open(ctx context.Context, path string) (string, error) {
	t, err := r.tabs.OpenTab(ctx, &pb.OpenTabRequest{SessionId: r.session, Url: r.site + path})
	return t.GetTab().GetTabId(), err
}

func (r *rig) shut(ctx context.Context, tab string) error {
	_, err := r.tabs.CloseTab(ctx, &pb.CloseTabRequest{SessionId: r.session, TabId: tab})
	return err
}

// observe reads a tab to the end of the answer and returns its text, its size and the time to the first message.
func (r *rig) observe(ctx context.Context, tab string) (text string, first, total time.Duration, err error) {
	start := time.Now()
	stream, err := r.observer.Observe(ctx, &pb.ObserveRequest{SessionId: r.session, TabId: tab})
	if err != nil {
		return "", 0, 0, err
	}
	var b strings.Builder
	for {
		m, err := stream.Recv()
		if err != nil {
			return "", 0, 0, fmt.Errorf("observe: %w", err)
		}
		if first == 0 {
			first = time.Since(start)
		}
		b.WriteString(m.GetChunk().GetText())
		if m.GetEnd() != nil {
			return b.String(), first, time.Since(start), nil
		}
	}
}

// openBeside opens a page in a tab of the service, and a DevTools connection of the bench's own to it.
func (r *rig) openBeside(ctx context.Context, path string) (tab string, w *raw, err error) {
	if tab, err = r.open(ctx, path); err != nil {
		return "", nil, err
	}
	w, err = dialRaw(ctx, r.devtools, r.site+path)
	return tab, w, err
}

// rawTab opens a page in a tab of the bench's own, for the floors. done ends the connection to it.
func (r *rig) rawTab(ctx context.Context, path string) (w *raw, done func(), err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, r.devtools+"/json/new?about:blank%23"+fmt.Sprint(time.Now().UnixNano()), nil)
	if err != nil {
		return nil, nil, err
	}
	blank := strings.ReplaceAll(req.URL.RawQuery, "%23", "#")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, nil, err
	}
	_ = resp.Body.Close()
	w, err = dialRaw(ctx, r.devtools, blank)
	if err != nil {
		return nil, nil, err
	}
	if err := w.load(ctx, r.site+path); err != nil {
		return nil, nil, err
	}
	return w, w.close, nil
}
