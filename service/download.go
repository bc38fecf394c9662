package service

import (
	"github.com/observer-svc/observer-svc/cdpclient"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// download describes a download to callers.
func (s *session) download(d cdpclient.Download) *observerv1.Download {
	m := &observerv1.Download{
		DownloadId: d.ID, SuggestedFilename: clip(d.SuggestedFilename, clipText), Url: clip(d.URL, clipURL),
		ReceivedBytes: d.Received, TotalBytes: d.Total,
		State: downloadState(d.State), Denial: downloadDenial(d.Denial),
	}
	if d.Tab != nil {
		m.TabId = s.name(d.Tab.TargetID())
	}
	return m
}

func downloadState(s cdpclient.DownloadState) observerv1.DownloadState {
	switch s {
	case cdpclient.DownloadInProgress:
		return observerv1.DownloadState_DOWNLOAD_STATE_IN_PROGRESS
	case cdpclient.DownloadCompleted:
		return observerv1.DownloadState_DOWNLOAD_STATE_COMPLETED
	case cdpclient.DownloadCancelled:
		return observerv1.DownloadState_DOWNLOAD_STATE_CANCELLED
	case cdpclient.DownloadDenied:
		return observerv1.DownloadState_DOWNLOAD_STATE_DENIED
	default:
		return observerv1.DownloadState_DOWNLOAD_STATE_UNSPECIFIED
	}
}

func downloadDenial(d cdpclient.Denial) observerv1.DownloadDenial {
	switch d {
	case cdpclient.DeniedByPolicy:
		return observerv1.DownloadDenial_DOWNLOAD_DENIAL_POLICY
	case cdpclient.DeniedTooLarge:
		return observerv1.DownloadDenial_DOWNLOAD_DENIAL_FILE_TOO_LARGE
	case cdpclient.DeniedFull:
		return observerv1.DownloadDenial_DOWNLOAD_DENIAL_SESSION_FULL
	case cdpclient.DeniedTooMany:
		return observerv1.DownloadDenial_DOWNLOAD_DENIAL_TOO_MANY
	default:
		return observerv1.DownloadDenial_DOWNLOAD_DENIAL_UNSPECIFIED
	}
}
