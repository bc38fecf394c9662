package cdpclient

import (
	"log/slog"
	"time"
)

// LaunchOptions say how to start a browser of our own. The zero value starts the headless
// Chromium found on this machine.
type LaunchOptions struct {
	// Path is the browser's binary; when empty it is looked for on PATH and in the usual places.
	Path string
	// Headful shows windows; it needs a display.
	Headful bool
	// NoSandbox turns the browser's own sandbox off even where it could be used. Without it the
	// sandbox is off only when the service runs as root, where Chromium refuses to start otherwise.
	NoSandbox bool
	// Args are more command line flags.
	Args []string
	// StartTimeout is how long the browser may take to answer; 30 s when 0.
	StartTimeout time.Duration
	// Logger gets what happens to the browser; nothing is logged when nil.
	Logger *slog.Logger
}

// AttachOptions say how to use a browser that somebody else runs.
type AttachOptions struct {
	// ConnectTimeout is how long the endpoint may take to answer; 10 s when 0.
	ConnectTimeout time.Duration
	// Logger gets what happens to the connection; nothing is logged when nil.
	Logger *slog.Logger
}

// DialogPolicy says what happens with a JavaScript dialog. Every dialog is reported as an event.
type DialogPolicy uint8

// The dialog policies.
const (
	// DismissDialogs answers with cancel; alerts are closed.
	DismissDialogs DialogPolicy = iota
	// AcceptDialogs answers with OK, prompts with ContextOptions.PromptText.
	AcceptDialogs
	// AskDialogs leaves a dialog open until Tab.AnswerDialog.
	AskDialogs
)

// ContextOptions are fixed for the life of a context.
type ContextOptions struct {
	// Width and Height are the size of the page in CSS pixels; 1280 by 720 when 0.
	Width, Height int
	// Scale is the number of device pixels per CSS pixel; 1 when 0. Scripts in iframes of other
	// sites see 1 in any case, since Chromium emulates it for the main page only.
	Scale float64
	// Locale is a BCP 47 tag, Timezone an IANA name; the browser's own when empty.
	Locale, Timezone string
	// OnTab is called for each popup, in a goroutine of its own, before the popup's first script
	// runs; the popup waits until OnTab returns, so calls to its page are not answered before, but
	// it can be closed. OnTab must return when the tab is done, because Browser.Close waits for
	// it. Tabs made with NewTab are not announced.
	OnTab func(*Tab)
	// Dialogs is what happens with JavaScript dialogs, PromptText the answer to accepted prompts.
	Dialogs    DialogPolicy
	PromptText string
	// AllowURL refuses addresses: it is asked for every document a tab or frame is about to load,
	// redirects and popups included, and must be quick and safe for concurrent use. Nil allows all.
	AllowURL func(url string) error
	// Downloads says where files of pages are kept; they are refused when nil.
	Downloads *DownloadOptions
	// Permissions is what pages may do that their user is usually asked for. Everything else is
	// refused at once.
	Permissions []Permission
	// Geolocation is where pages are told to be; that it is not known when nil.
	Geolocation *Geolocation
	// Credentials answer servers that ask for a user name and a password. Every other question is
	// refused, and the page gets the answer of the server.
	Credentials []Credential
	// LoadCap is how long a navigation waits for the load event before it counts as done; 15 s
	// when 0.
	LoadCap time.Duration
	// Logger gets what happens to the tabs; that of the browser when nil.
	Logger *slog.Logger
}

const defaultLoadCap = 15 * time.Second

func (o ContextOptions) withDefaults(log *slog.Logger) ContextOptions {
	if o.Width == 0 || o.Height == 0 {
		o.Width, o.Height = 1280, 720
	}
	if o.Scale == 0 {
		o.Scale = 1
	}
	if o.Logger == nil {
		o.Logger = log
	}
	o.LoadCap = orDefault(o.LoadCap, defaultLoadCap)
	return o
}
