package cdpclient

import (
	"context"
	"time"

	"github.com/mafredri/cdp/protocol/page"

	"github.com/observer-svc/observer-svc/fault"
)

// DialogType is the kind of a JavaScript dialog.
type DialogType uint8

// The kinds of dialogs.
const (
	Alert DialogType = iota + 1
	Confirm
	Prompt
	BeforeUnload
)

// String returns the name of the kind as JavaScript has it.
func (d DialogType) String() string {
	switch d {
	case Confirm:
		return "confirm"
	case Prompt:
		return "prompt"
	case BeforeUnload:
		return "beforeunload"
	default:
		return "alert"
	}
}

// Dialog is a JavaScript dialog. Message and Default are page text.
type Dialog struct {
	Type    DialogType
	Message string
	Default string // the default text of a prompt
	// Closed says that it was answered, Accepted how, ByPolicy that nobody was asked.
	Closed, Accepted, ByPolicy bool
}

// dialogText is how many bytes of a dialog's message are kept.
const dialogText = 10_000

// openDialog is the dialog of a tab; a page has at most one.
type openDialog struct {
	dialog  Dialog
	session *session // that told of it; nil when there is none
}

// asks reports whether there is a dialog that waits for the caller.
func (o openDialog) asks() bool { return o.session != nil && !o.dialog.ByPolicy }

// Dialog returns the dialog that waits for AnswerDialog, if one does. A dialog that a policy
// answers is never returned; it appears only among the events.
func (t *Tab) Dialog() (Dialog, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.dialog.dialog, t.dialog.asks()
}

// owedWithin is how long whoever answers a dialog waits for the input it held up: what the page does with
// that may take any time.
const owedWithin = time.Second

// AnswerDialog answers the open dialog and returns once the browser has closed it and, within a second, the page
// has got the input that the dialog held up, unless that opens another one. It fails with fault.InvalidRequest
// when no dialog is open.
func (t *Tab) AnswerDialog(ctx context.Context, accept bool, text string) error {
	t.mu.Lock()
	open := t.dialog
	t.mu.Unlock()
	if !open.asks() {
		return fault.New(fault.InvalidRequest, "No dialog is open in this tab.")
	}
	if err := answerDialog(ctx, open, accept, text); err != nil {
		return t.explain(ctx, err, "answering a dialog")
	}
	if err := t.wait(ctx, func() (bool, error) { return t.dialog != open, t.cause }); err != nil {
		return t.explain(ctx, err, "answering a dialog")
	}
	bounded, cancel := context.WithTimeout(ctx, owedWithin)
	defer cancel()
	_ = t.wait(bounded, func() (bool, error) { return t.owed == 0 || t.dialog.asks(), t.cause }) // it is answered in any case
	return nil
}

func answerDialog(ctx context.Context, d openDialog, accept bool, text string) error {
	args := page.NewHandleJavaScriptDialogArgs(accept)
	if d.dialog.Type == Prompt && accept {
		args.SetPromptText(text)
	}
	return page.NewClient(d.session.conn).HandleJavaScriptDialog(ctx, args)
}

// Leave says that the caller is about to make the page leave: until done is called, a
// beforeunload dialog is accepted under every policy.
func (t *Tab) Leave() (done func()) {
	t.mu.Lock()
	t.nav.leaving++
	t.mu.Unlock()
	return func() {
		t.mu.Lock()
		t.nav.leaving--
		t.mu.Unlock()
	}
}

// dialogOpening is what matters of Page.javascriptDialogOpening.
type dialogOpening struct {
	Message string `json:"message"`
	Type    string `json:"type"`
	Default string `json:"defaultPrompt"`
}

// dialogOpening takes a new dialog and, by the policy, answers it.
func (t *Tab) dialogOpening(s *session, e *dialogOpening) {
	var open openDialog
	var interrupt func(error)
	t.update(func() {
		interrupt = t.pending()
		if t.dialog.session != nil { // told by a second session
			return
		}
		d := Dialog{
			Type:    dialogType(e.Type),
			Message: t.context.excerpt(e.Message, dialogText),
			Default: t.context.excerpt(e.Default, dialogText),
		}
		d.ByPolicy = t.decides(d.Type)
		open = openDialog{d, s}
		t.dialog = open
		t.note(Event{Kind: EventDialogOpened, Dialog: d})
	})
	t.ring()
	switch {
	case open.session == nil:
	case open.dialog.ByPolicy:
		accept := open.dialog.Type == BeforeUnload || t.context.options.Dialogs == AcceptDialogs
		t.browser.run(func() { t.answerByPolicy(open, accept) })
	default:
		interrupt(dialogInTheWay(open.dialog))
	}
}

// decides reports whether the policy answers a dialog; the lock is held. A page that asks whether
// to leave is answered yes: who made it ask wants to leave. Only a caller that wants to be asked,
// and did not make it ask itself, is.
func (t *Tab) decides(kind DialogType) bool {
	return t.context.options.Dialogs != AskDialogs || (kind == BeforeUnload && t.nav.leaving > 0)
}

func (t *Tab) answerByPolicy(open openDialog, accept bool) {
	err := answerDialog(t.life, open, accept, t.context.options.PromptText)
	if err != nil && t.life.Err() == nil {
		// The page closed it, or another client of the browser did.
		t.log.Debug("answering a dialog", "cause", err)
	}
}

func (t *Tab) dialogClosed(e *page.JavascriptDialogClosedReply) {
	t.update(func() {
		if t.dialog.session == nil {
			return
		}
		d := t.dialog.dialog
		d.Closed, d.Accepted = true, e.Result
		t.dialog = openDialog{}
		t.note(Event{Kind: EventDialogClosed, Dialog: d})
	})
	t.ring()
}

func dialogType(name string) DialogType {
	for _, d := range []DialogType{Confirm, Prompt, BeforeUnload} {
		if d.String() == name {
			return d
		}
	}
	return Alert
}

func dialogInTheWay(d Dialog) *fault.Error {
	return fault.New(fault.DialogOpen, "The page shows a dialog (%s) that waits for an answer. Answer it first.", d.Type).
		With("dialog", d.Type.String())
}
