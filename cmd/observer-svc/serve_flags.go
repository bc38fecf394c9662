package main

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/service"
)

// browserFlags say which browser to use. The server and the embedded server of a client command share them.
type browserFlags struct {
	Chromium     string        `group:"browser" help:"The Chromium binary; looked for on PATH and in the usual places when empty." placeholder:"PATH"`
	ChromiumArgs []string      `group:"browser" help:"More command line flags for Chromium." placeholder:"FLAG" sep:"none" name:"chromium-arg"`
	NoSandbox    bool          `group:"browser" help:"Turn Chromium's own sandbox off even where it works."`
	Headful      bool          `group:"browser" help:"Show the browser's windows; needs a display."`
	StartTimeout time.Duration `group:"browser" help:"How long the browser may take to start or to be reached." default:"30s"`
	Attach       string        `group:"browser" help:"Use the browser at this DevTools endpoint, ws://… or http://HOST:PORT, instead of starting one." placeholder:"URL"`
}

func (f browserFlags) apply(cfg *service.Config, log *slog.Logger) error {
	if f.Attach != "" && (f.Chromium != "" || f.Headful || f.NoSandbox || len(f.ChromiumArgs) > 0) {
		return fmt.Errorf("--attach uses a browser that runs already; it cannot stand with flags for starting one")
	}
	cfg.Endpoint = f.Attach
	cfg.Attach = cdpclient.AttachOptions{ConnectTimeout: f.StartTimeout, Logger: log}
	cfg.Launch = cdpclient.LaunchOptions{
		Path: f.Chromium, Args: f.ChromiumArgs, NoSandbox: f.NoSandbox, Headful: f.Headful,
		StartTimeout: f.StartTimeout, Logger: log,
	}
	return nil
}

// policyFlags say what callers may do.
type policyFlags struct {
	AllowEvaluate  bool     `group:"policy" help:"Allow evaluate steps, which run scripts of the caller in pages."`
	DownloadFolder string   `group:"policy" help:"Keep the downloads of sessions that allow them in folders of their own below this one. With --attach the browser must know it under the same name; without it such sessions are refused there." placeholder:"FOLDER"`
	UploadFolder   string   `group:"policy" help:"Allow upload steps to take files below this folder." placeholder:"FOLDER"`
	AllowFile      bool     `group:"policy" help:"Allow file: addresses. Pages can then read the files of this machine."`
	DenyPrivate    bool     `group:"policy" help:"Refuse loopback and private addresses too. Link-local and cloud metadata addresses are always refused."`
	AllowHosts     []string `group:"policy" help:"The only http and https hosts that pages may be loaded from, with all hosts below them." placeholder:"HOST" name:"allow-host"`
	DenyHosts      []string `group:"policy" help:"Hosts that no page may be loaded from, with all hosts below them." placeholder:"HOST" name:"deny-host"`
}

func (f policyFlags) apply(cfg *service.Config) error {
	cfg.Act.Evaluate = f.AllowEvaluate
	var err error
	if cfg.Downloads.Folder, err = folder("download folder", f.DownloadFolder); err != nil {
		return err
	}
	cfg.Act.UploadFolder, err = folder("upload folder", f.UploadFolder)
	cfg.URLs = service.URLPolicy{AllowFile: f.AllowFile, DenyPrivate: f.DenyPrivate, AllowHosts: f.AllowHosts, DenyHosts: f.DenyHosts}
	return err
}

// folder returns the absolute path of a folder, empty when none is given.
func folder(what, name string) (string, error) {
	if name == "" {
		return "", nil
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return "", fmt.Errorf("%s: %w", what, err)
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return "", fmt.Errorf("%s: %s is not a folder", what, path)
	}
	return path, nil
}

// limitFlags bound what callers can hold.
type limitFlags struct {
	MaxSessions      int           `group:"limits" help:"How many sessions the server holds." default:"100"`
	MaxTabs          int           `group:"limits" help:"How many tabs a session holds." default:"50"`
	MaxWatchers      int           `group:"limits" help:"How many watches the server runs." default:"10000"`
	MaxRequestBytes  int           `group:"limits" help:"The size of the largest request." default:"4194304"`
	MaxHeapBytes     uint64        `group:"limits" help:"How large the heap may be before no more sessions, tabs and watches are taken; 0 means any size." default:"0"`
	MaxDownloadBytes uint64        `group:"limits" help:"The size of the largest file that a session may download." default:"104857600"`
	MaxDownloadTotal uint64        `group:"limits" help:"How many bytes the downloads of a session may have together." default:"536870912"`
	MaxDownloads     int           `group:"limits" help:"How many downloads a session may keep." default:"100"`
	IdleTimeout      time.Duration `group:"limits" help:"How long a session may go unused unless it says otherwise." default:"30m"`
	MaxIdleTimeout   time.Duration `group:"limits" help:"The longest idle timeout a session may ask for." default:"24h"`
	WatchInterval    time.Duration `group:"limits" help:"The shortest time between two deltas of a watch unless the caller asks for another; changes in between are merged." default:"125ms"`
	CallsPerSecond   float64       `group:"limits" help:"How many calls a caller may begin in a second, and as many at once; a caller is who was authenticated, or else an address. 0 means any number." default:"0"`
}

func (f limitFlags) apply(cfg *service.Config) error {
	for name, n := range map[string]int{
		"max-sessions": f.MaxSessions, "max-tabs": f.MaxTabs, "max-watchers": f.MaxWatchers, "max-request-bytes": f.MaxRequestBytes,
		"max-downloads": f.MaxDownloads,
	} {
		if n < 1 {
			return fmt.Errorf("--%s must be at least 1", name)
		}
	}
	if f.IdleTimeout <= 0 || f.MaxIdleTimeout < f.IdleTimeout {
		return fmt.Errorf("--idle-timeout must be more than 0 and at most --max-idle-timeout")
	}
	if f.CallsPerSecond > 0 {
		cfg.RateLimit = newCallRate(f.CallsPerSecond)
	}
	if f.MaxDownloadBytes < 1 || f.MaxDownloadTotal < 1 {
		return fmt.Errorf("--max-download-bytes and --max-download-total must be at least 1")
	}
	cfg.Downloads.MaxFile, cfg.Downloads.MaxTotal, cfg.Downloads.MaxCount = f.MaxDownloadBytes, f.MaxDownloadTotal, f.MaxDownloads
	cfg.Watch.Interval = f.WatchInterval
	cfg.MaxRequestBytes = f.MaxRequestBytes
	cfg.Limits = service.Limits{
		Sessions: f.MaxSessions, Tabs: f.MaxTabs, Watchers: f.MaxWatchers,
		Idle: f.IdleTimeout, MaxIdle: f.MaxIdleTimeout,
	}
	if f.MaxHeapBytes > 0 {
		cfg.Limits.HeapBytes = f.MaxHeapBytes + spareHeap // which is in the heap, too
	}
	return nil
}
