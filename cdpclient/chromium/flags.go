package chromium

import (
	"os"
	"strings"
)

// flags returns the command line. Everything a browser does on its own account is off: updates,
// sync, crash reports, safe browsing pings, field trials. Timers of pages in the background are
// not slowed down, since no page of ours is ever in the foreground of anything.
func flags(o Options, profile string) []string {
	args := []string{
		"--remote-debugging-pipe",
		"--user-data-dir=" + profile,
		"--no-startup-window",
		"--no-first-run",
		"--no-default-browser-check",
		"--no-service-autorun",
		"--no-pings",
		"--disable-background-networking",
		"--disable-background-timer-throttling",
		"--disable-backgrounding-occluded-windows",
		"--disable-breakpad",
		"--disable-client-side-phishing-detection",
		"--disable-component-extensions-with-background-pages",
		"--disable-component-update",
		"--disable-default-apps",
		"--disable-dev-shm-usage",
		"--disable-domain-reliability",
		"--disable-extensions",
		"--disable-field-trial-config",
		"--disable-gpu",
		"--disable-hang-monitor",
		"--disable-infobars",
		"--disable-ipc-flooding-protection",
		"--disable-popup-blocking",
		"--disable-prompt-on-repost",
		"--disable-quic",
		"--disable-renderer-backgrounding",
		"--disable-search-engine-choice-screen",
		"--disable-sync",
		"--disable-features=" + strings.Join([]string{
			"BackForwardCache", // going back loads anew, as in the headless shell
			"DialMediaRouteProvider", "GlobalMediaControls", "HttpsUpgrades", "MediaRouter",
			"OptimizationHints", "Prerender2", "ThirdPartyStoragePartitioning", "Translate",
		}, ","),
		"--force-color-profile=srgb",
		"--hide-scrollbars",
		"--metrics-recording-only",
		"--mute-audio",
		"--password-store=basic",
		"--site-per-process", // the default of Chromium, not of its headless shell
		"--use-mock-keychain",
	}
	if !o.Headful {
		args = append(args, "--headless=new")
	}
	if withoutSandbox(o) {
		args = append(args, "--no-sandbox")
	}
	return append(args, o.Args...)
}

// withoutSandbox says whether Chromium runs without its sandbox: it ends at once as root with it.
func withoutSandbox(o Options) bool { return o.NoSandbox || os.Geteuid() == 0 }
