package cdpclient

import "context"

// DialogType is the kind of a JavaScript dialog.
type DialogType uint8

// The kinds of dialogs.
const (
	Alert DialogType = iota + 1
	Confirm
	Prompt
	BeforeUnload
)

// Dialog is a JavaScript dialog. Message and Default are page text.
type Dialog struct {
	Type    DialogType
	Message string
	Default string // the default text of a prompt
	// Closed says that it was answered, Accepted how, ByPolicy that nobody was asked.
	Closed, Accepted, ByPolicy bool
}

// Dialog returns the dialog that waits for AnswerDialog, if one does. A dialog that a policy
// answers is never returned; it appears only among the events.
func (t *Tab) Dialog() (Dialog, bool) { return Dialog{}, false }

// AnswerDialog answers the open dialog and returns once the browser has closed it. It fails with
// fault.InvalidRequest when no dialog is open.
func (t *Tab) AnswerDialog(ctx context.Context, accept bool, text string) error {
	return errNotImplemented
}
