package cdpclient

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/observer-svc/observer-svc/fault"
)

// versionLimit is how much of /json/version is read; it is a few hundred bytes.
const versionLimit = 64 << 10

// webSocketURL returns the address of the browser's own WebSocket. For an http endpoint the
// browser is asked for it at /json/version; the host is kept as given, because a browser behind a
// proxy or in a container does not know the name others reach it by.
func webSocketURL(ctx context.Context, endpoint string) (string, error) {
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" {
		return "", badEndpoint(endpoint)
	}
	switch u.Scheme {
	case "ws", "wss":
		if strings.Trim(u.Path, "/") != "" {
			return endpoint, nil
		}
		u.Scheme = strings.Replace(u.Scheme, "ws", "http", 1)
	case "http", "https":
	default:
		return "", badEndpoint(endpoint)
	}
	ws, err := askVersion(ctx, u.JoinPath("json", "version").String())
	if err != nil {
		return "", unreachable(endpoint, err)
	}
	told, err := url.Parse(ws)
	if err != nil || told.Path == "" {
		return "", unreachable(endpoint, fmt.Errorf("it named the WebSocket %q", ws))
	}
	told.Host, told.Scheme = u.Host, strings.Replace(u.Scheme, "http", "ws", 1)
	return told.String(), nil
}

func askVersion(ctx context.Context, at string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return "", err
	}
	// A connection of its own: nothing stays open behind the caller's back.
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close() //nolint:errcheck // only read
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("%s answered %s", at, resp.Status)
	}
	var v struct {
		URL string `json:"webSocketDebuggerUrl"`
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, versionLimit)).Decode(&v); err != nil {
		return "", fmt.Errorf("%s: %w", at, err)
	}
	return v.URL, nil
}

func badEndpoint(endpoint string) error {
	return fault.New(fault.BrowserUnavailable,
		"The endpoint %q is not an address of a browser. Give ws://host:port/devtools/browser/… or http://host:port.",
		endpoint).With("endpoint", endpoint)
}
