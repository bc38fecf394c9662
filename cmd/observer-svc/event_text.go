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
		return "event: " + downloadText(e.Download)
	case *observerv1.PageEvent_AuthChallenge:
		return fmt.Sprintf("event: %s asked for a password: %s", e.AuthChallenge.GetOrigin(), authNames[e.AuthChallenge.GetAnswer()])
	case *observerv1.PageEvent_Crashed:
		return "event: the page crashed"
	case *observerv1.PageEvent_Closed:
		return "event: the tab was closed"
	}
	return "event: something this version does not know"
}

// downloadText says in a line how far a download is.
func downloadText(d *observerv1.Download) string {
	s := fmt.Sprintf("download %s of %q: %s, %d bytes", d.GetDownloadId(), d.GetSuggestedFilename(), downloadNames[d.GetState()], d.GetReceivedBytes())
	if why := denialNames[d.GetDenial()]; why != "" {
		s += " (" + why + ")"
	}
	return s
}

var authNames = map[observerv1.AuthAnswer]string{
	observerv1.AuthAnswer_AUTH_ANSWER_UNSPECIFIED: "unknown",
	observerv1.AuthAnswer_AUTH_ANSWER_REFUSED:     "refused",
	observerv1.AuthAnswer_AUTH_ANSWER_SENT:        "sent",
	observerv1.AuthAnswer_AUTH_ANSWER_REJECTED:    "not taken",
}

var denialNames = map[observerv1.DownloadDenial]string{
	observerv1.DownloadDenial_DOWNLOAD_DENIAL_POLICY:         "the session denies downloads",
	observerv1.DownloadDenial_DOWNLOAD_DENIAL_FILE_TOO_LARGE: "the file is too large",
	observerv1.DownloadDenial_DOWNLOAD_DENIAL_SESSION_FULL:   "the session keeps too much already",
	observerv1.DownloadDenial_DOWNLOAD_DENIAL_TOO_MANY:       "the session keeps too many already",
}

var downloadNames = map[observerv1.DownloadState]string{
	observerv1.DownloadState_DOWNLOAD_STATE_UNSPECIFIED: "unknown",
	observerv1.DownloadState_DOWNLOAD_STATE_IN_PROGRESS: "under way",
	observerv1.DownloadState_DOWNLOAD_STATE_COMPLETED:   "complete",
	observerv1.DownloadState_DOWNLOAD_STATE_CANCELLED:   "cancelled",
	observerv1.DownloadState_DOWNLOAD_STATE_DENIED:      "refused",
}
