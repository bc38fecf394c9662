package cdpclient

import (
	"context"
	"encoding/base64"
	"errors"
	"net/url"
	"strings"

	"github.com/mafredri/cdp/protocol/fetch"
	"github.com/mafredri/cdp/protocol/network"
	"golang.org/x/net/idna"
)

// Credential answers the servers and proxies of one origin that ask for a user name and a password.
// It is sent to no other origin and never logged.
type Credential struct {
	Origin             string // as ParseOrigin returns it
	Username, Password string
}

// String leaves out what is secret.
func (c Credential) String() string { return "credential for " + c.Origin }

// GoString keeps the password out of %#v.
func (c Credential) GoString() string { return c.String() }

// hidden returns the forms in which a page may come to show the credential.
func (c Credential) hidden() []string {
	return []string{c.Password, base64.StdEncoding.EncodeToString([]byte(c.Username + ":" + c.Password))}
}

// AuthAnswer says what became of a question for a user name and a password.
type AuthAnswer uint8

// The answers.
const (
	AuthRefused  AuthAnswer = iota + 1 // there is no credential for the origin
	AuthSent                           // the credential was sent
	AuthRejected                       // the server did not take it; it was not sent again
)

// AuthChallenge is a question for a user name and a password (RFC 9110, section 11).
type AuthChallenge struct {
	Origin string
	Realm  string // page text
	Proxy  bool   // a proxy asked
	Answer AuthAnswer
}

// ParseOrigin reads the origin of an http or https address: scheme, host and port as browsers write
// them, without the port that is the default of the scheme. It fails when the address holds more
// than an origin.
func ParseOrigin(address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", errors.New("it is no address")
	}
	if u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return "", errors.New("it holds more than scheme, host and port")
	}
	origin := originOf(u)
	if origin == "" {
		return "", errors.New("it is no http or https origin")
	}
	return origin, nil
}

// originOf returns the origin of an address, empty for schemes without HTTP authentication.
func originOf(u *url.URL) string {
	scheme, host, port := strings.ToLower(u.Scheme), strings.ToLower(u.Hostname()), u.Port()
	if host == "" || scheme != "http" && scheme != "https" || strings.ContainsAny(host, `*?\`) {
		return ""
	}
	if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		host = ascii // as browsers write names in other scripts; addresses are no names
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port == "" || scheme == "http" && port == "80" || scheme == "https" && port == "443" {
		return scheme + "://" + host
	}
	return scheme + "://" + host + ":" + port
}

// addressOrigin is originOf for an address as the browser tells it.
func addressOrigin(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return originOf(u)
}

// held returns which requests the browser holds: those for documents, which the policy of addresses
// is asked about, and all to origins that have a credential. Without credentials a page's other
// requests are left alone; they cost nothing more.
func (o ContextOptions) held() *fetch.EnableArgs {
	args := documentsOnly().SetHandleAuthRequests(true)
	for _, c := range o.Credentials {
		pattern := c.Origin + "/*"
		args.Patterns = append(args.Patterns, fetch.RequestPattern{URLPattern: &pattern, RequestStage: fetch.RequestStageRequest})
	}
	return args
}

// authRequired is what matters of Fetch.authRequired.
type authRequired struct {
	RequestID string `json:"requestId"`
	Request   struct {
		URL string `json:"url"`
	} `json:"request"`
	AuthChallenge struct {
		Source string `json:"source"`
		Origin string `json:"origin"`
		Realm  string `json:"realm"`
	} `json:"authChallenge"`
}

// authAsked answers a question for a user name and a password, which the browser holds a request for.
func (t *Tab) authAsked(s *session, e *authRequired) {
	q := AuthChallenge{
		Origin: addressOrigin(e.AuthChallenge.Origin), Proxy: e.AuthChallenge.Source == "Proxy",
		Realm: t.context.excerpt(e.AuthChallenge.Realm, consoleText),
	}
	credential, ok := t.context.options.credential(q.Origin)
	if !q.Proxy && addressOrigin(e.Request.URL) != q.Origin {
		ok = false
	}
	t.update(func() {
		switch {
		case !ok:
			q.Answer = AuthRefused
		case !t.asked.first(s.id + " " + e.RequestID):
			q.Answer = AuthRejected
		default:
			q.Answer = AuthSent
		}
		t.note(Event{Kind: EventAuth, Auth: q})
	})
	t.ring()
	// The page gets the answer of the server. By default the browser would ask a person.
	answer := fetch.AuthChallengeResponse{Response: "CancelAuth"}
	if q.Answer == AuthSent {
		answer = fetch.AuthChallengeResponse{Response: "ProvideCredentials", Username: &credential.Username, Password: &credential.Password}
	}
	t.browser.run(func() {
		ctx, cancel := context.WithTimeout(t.life, documentWithin)
		defer cancel()
		err := fetch.NewClient(s.conn).ContinueWithAuth(ctx, fetch.NewContinueWithAuthArgs(fetch.RequestID(e.RequestID), answer))
		if err != nil && ctx.Err() == nil {
			t.log.Debug("answering a question for a password failed", "answer", q.Answer) // the frame is gone
		}
	})
}

func (o ContextOptions) credential(origin string) (Credential, bool) {
	for _, c := range o.Credentials {
		if origin != "" && c.Origin == origin {
			return c, true
		}
	}
	return Credential{}, false
}

// askedKept is how many requests are remembered that were answered with a credential.
const askedKept = 4096

// asked are the last requests that were answered with a credential. It has no lock of its own.
type asked struct {
	order []string
	known map[string]struct{}
}

// first reports whether a request was not answered before, and notes that it is now.
func (a *asked) first(request string) bool {
	if _, again := a.known[request]; again {
		return false
	}
	if a.known == nil {
		a.known = map[string]struct{}{}
	}
	if len(a.order) == askedKept {
		delete(a.known, a.order[0])
		a.order = a.order[1:]
	}
	a.known[request] = struct{}{}
	a.order = append(a.order, request)
	return true
}

// documentsOnly leaves every request of the page alone but those for documents.
func documentsOnly() *fetch.EnableArgs {
	kind := network.ResourceTypeDocument
	return fetch.NewEnableArgs().SetPatterns([]fetch.RequestPattern{{ResourceType: &kind, RequestStage: fetch.RequestStageRequest}})
}
