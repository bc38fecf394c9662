package service

import (
	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// dialog returns the dialog that waits for an answer, or nil.
func (t *tab) dialog() *observerv1.Dialog {
	d, open := t.page.Dialog()
	if !open {
		return nil
	}
	return dialogMessage(d)
}

func dialogMessage(d cdpclient.Dialog) *observerv1.Dialog {
	m := &observerv1.Dialog{
		Type: dialogType(d.Type), Message: clip(d.Message, clipText), DefaultPrompt: clip(d.Default, clipText), ByPolicy: d.ByPolicy,
	}
	if d.Closed {
		m.Accepted = &d.Accepted
	}
	return m
}

func dialogType(t cdpclient.DialogType) observerv1.DialogType {
	switch t {
	case cdpclient.Alert:
		return observerv1.DialogType_DIALOG_TYPE_ALERT
	case cdpclient.Confirm:
		return observerv1.DialogType_DIALOG_TYPE_CONFIRM
	case cdpclient.Prompt:
		return observerv1.DialogType_DIALOG_TYPE_PROMPT
	case cdpclient.BeforeUnload:
		return observerv1.DialogType_DIALOG_TYPE_BEFOREUNLOAD
	default:
		return observerv1.DialogType_DIALOG_TYPE_UNSPECIFIED
	}
}

// pageEvent converts an event of a tab, or returns nil for what is not reported to watchers.
func (s *session) pageEvent(e cdpclient.Event) *observerv1.PageEvent {
	switch e.Kind {
	case cdpclient.EventNavigated:
		return &observerv1.PageEvent{Event: &observerv1.PageEvent_Navigated{Navigated: &observerv1.Navigated{
			Url: clip(e.URL, clipURL), Generation: e.Generation, SameDocument: e.SameDocument,
		}}}
	case cdpclient.EventDialogOpened:
		return &observerv1.PageEvent{Event: &observerv1.PageEvent_DialogOpened{DialogOpened: dialogMessage(e.Dialog)}}
	case cdpclient.EventDialogClosed:
		return &observerv1.PageEvent{Event: &observerv1.PageEvent_DialogClosed{DialogClosed: dialogMessage(e.Dialog)}}
	case cdpclient.EventPopup:
		popup := &observerv1.Popup{Url: clip(e.URL, clipURL)}
		if e.Popup != nil {
			popup.TabId, popup.Refused = s.name(e.Popup.TargetID()), e.Popup.Refused()
		}
		return &observerv1.PageEvent{Event: &observerv1.PageEvent_Popup{Popup: popup}}
	case cdpclient.EventDownload:
		return &observerv1.PageEvent{Event: &observerv1.PageEvent_Download{Download: s.download(e.Download)}}
	case cdpclient.EventAuth:
		return &observerv1.PageEvent{Event: &observerv1.PageEvent_AuthChallenge{AuthChallenge: authMessage(e.Auth)}}
	case cdpclient.EventCrashed:
		return &observerv1.PageEvent{Event: &observerv1.PageEvent_Crashed{Crashed: &observerv1.Crashed{}}}
	case cdpclient.EventClosed:
		return &observerv1.PageEvent{Event: &observerv1.PageEvent_Closed{Closed: &observerv1.Closed{}}}
	default:
		return nil
	}
}
