package main

import (
	"fmt"

	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// eventText says in a line what else happened to a tab.
func eventText(e *observerv1.PageEvent) string {
	switch e := e.GetEvent().(type) {
	case *observerv1.PageEvent_Navigated:
		if e.Navigated.GetSameDocument() {
			return fmt.Sprintf("event: the address is now %q", e.Navigated.GetUrl())
		}
		return fmt.Sprintf("event: a new document from %q", e.Navigated.GetUrl())
	case *observerv1.PageEvent_DialogOpened:
		return fmt.Sprintf("event: a dialog was opened: %q", e.DialogOpened.GetMessage())
	case *observerv1.PageEvent_DialogClosed:
		return fmt.Sprintf("event: the dialog %q was closed, accepted: %t", e.DialogClosed.GetMessage(), e.DialogClosed.GetAccepted())
	case *observerv1.PageEvent_Popup:
		return fmt.Sprintf("event: the page opened the tab %s with %q", e.Popup.GetTabId(), e.Popup.GetUrl())
	case *observerv1.PageEvent_Download:
		return fmt.Sprintf("event: download of %q: %s", e.Download.GetSuggestedFilename(), downloadNames[e.Download.GetState()])
	case *observerv1.PageEvent_Crashed:
		return "event: the page crashed"
	case *observerv1.PageEvent_Closed:
		return "event: the tab was closed"
	}
	return "event: something this version does not know"
}

var downloadNames = map[observerv1.DownloadState]string{
	observerv1.DownloadState_DOWNLOAD_STATE_UNSPECIFIED: "unknown",
	observerv1.DownloadState_DOWNLOAD_STATE_IN_PROGRESS: "under way",
	observerv1.DownloadState_DOWNLOAD_STATE_COMPLETED:   "complete",
	observerv1.DownloadState_DOWNLOAD_STATE_CANCELLED:   "cancelled",
}
