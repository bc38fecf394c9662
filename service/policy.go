package service

import (
	"strconv"

	"github.com/mafredri/cdp/protocol/browser"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// permissionTypes are what a permission stands for in the DevTools protocol.
var permissionTypes = map[observerv1.Permission][]cdpclient.Permission{
	observerv1.Permission_PERMISSION_GEOLOCATION:        {browser.PermissionTypeGeolocation},
	observerv1.Permission_PERMISSION_NOTIFICATIONS:      {browser.PermissionTypeNotifications},
	observerv1.Permission_PERMISSION_CLIPBOARD_READ:     {browser.PermissionTypeClipboardReadWrite, browser.PermissionTypeClipboardSanitizedWrite},
	observerv1.Permission_PERMISSION_CLIPBOARD_WRITE:    {browser.PermissionTypeClipboardSanitizedWrite},
	observerv1.Permission_PERMISSION_CAMERA:             {browser.PermissionTypeVideoCapture},
	observerv1.Permission_PERMISSION_MICROPHONE:         {browser.PermissionTypeAudioCapture},
	observerv1.Permission_PERMISSION_MIDI:               {browser.PermissionTypeMidi, browser.PermissionTypeMidiSysex},
	observerv1.Permission_PERMISSION_STORAGE_ACCESS:     {browser.PermissionTypeStorageAccess, browser.PermissionTypeTopLevelStorageAccess},
	observerv1.Permission_PERMISSION_PERSISTENT_STORAGE: {browser.PermissionTypeDurableStorage},
	observerv1.Permission_PERMISSION_IDLE_DETECTION:     {browser.PermissionTypeIdleDetection},
	observerv1.Permission_PERMISSION_LOCAL_FONTS:        {browser.PermissionTypeLocalFonts},
	observerv1.Permission_PERMISSION_WINDOW_MANAGEMENT:  {browser.PermissionTypeWindowManagement},
	observerv1.Permission_PERMISSION_SCREEN_WAKE_LOCK:   {browser.PermissionTypeWakeLockScreen},
	observerv1.Permission_PERMISSION_SENSORS:            {browser.PermissionTypeSensors},
	observerv1.Permission_PERMISSION_BACKGROUND_SYNC:    {browser.PermissionTypeBackgroundSync, browser.PermissionTypePeriodicBackgroundSync},
	observerv1.Permission_PERMISSION_PAYMENT_HANDLER:    {browser.PermissionTypePaymentHandler},
}

func permissions(asked []observerv1.Permission) (granted []cdpclient.Permission) {
	for _, p := range asked {
		granted = append(granted, permissionTypes[p]...)
	}
	return granted
}

func geolocation(g *observerv1.Geolocation) *cdpclient.Geolocation {
	if g == nil {
		return nil
	}
	return &cdpclient.Geolocation{Latitude: g.GetLatitude(), Longitude: g.GetLongitude(), Accuracy: g.GetAccuracy()}
}

// downloads returns where a session keeps downloads, nil when it denies them.
func (s *Server) downloads(p observerv1.DownloadPolicy) *cdpclient.DownloadOptions {
	if p != observerv1.DownloadPolicy_DOWNLOAD_POLICY_ALLOW {
		return nil
	}
	return &s.cfg.Downloads
}

// mayDownload refuses sessions that allow downloads where nobody could read the files.
func (s *Server) mayDownload(p observerv1.DownloadPolicy) error {
	if p == observerv1.DownloadPolicy_DOWNLOAD_POLICY_ALLOW && s.cfg.Endpoint != "" && s.cfg.Downloads.Folder == "" {
		return fault.New(fault.NotPermitted,
			"the server uses a browser that may be on another machine, and knows no folder for downloads that both can use").
			With("field", "options.download_policy")
	}
	return nil
}

// credentialsOf reads the credentials of a session, and leaves in the settings, which callers get to
// see, only their origins.
func credentialsOf(o *observerv1.SessionOptions) ([]cdpclient.Credential, error) {
	var all []cdpclient.Credential
	known := map[string]bool{}
	for i, c := range o.GetHttpCredentials() {
		origin, err := cdpclient.ParseOrigin(c.GetOrigin())
		field := "options.http_credentials[" + strconv.Itoa(i) + "].origin"
		switch {
		case err != nil:
			return nil, invalid(field, "give scheme, host and port, such as https://example.org")
		case known[origin]:
			return nil, invalid(field, "the origin has a credential already")
		}
		known[origin] = true
		all = append(all, cdpclient.Credential{Origin: origin, Username: c.GetUsername(), Password: c.GetPassword()})
		c.Origin, c.Username, c.Password = origin, "", ""
	}
	return all, nil
}

func authMessage(q cdpclient.AuthChallenge) *observerv1.AuthChallenge {
	m := &observerv1.AuthChallenge{Origin: clip(q.Origin, clipURL), Realm: clip(q.Realm, clipText), Proxy: q.Proxy}
	switch q.Answer {
	case cdpclient.AuthRefused:
		m.Answer = observerv1.AuthAnswer_AUTH_ANSWER_REFUSED
	case cdpclient.AuthSent:
		m.Answer = observerv1.AuthAnswer_AUTH_ANSWER_SENT
	case cdpclient.AuthRejected:
		m.Answer = observerv1.AuthAnswer_AUTH_ANSWER_REJECTED
	}
	return m
}
