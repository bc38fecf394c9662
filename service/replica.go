package service

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/observer-svc/observer-svc/fault"
)

// Sessions live in one process. Where several stand behind a proxy, each has a name, and the id of a
// session ends with the name of the replica that owns it: "s" and random digits, a dot, the name. A
// replica that gets a call for another's session says so, and does not claim that there is none.

var replicaName = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)

// checkReplica refuses names that are no DNS label.
func checkReplica(name string) error {
	if name != "" && !replicaName.MatchString(name) {
		return fmt.Errorf("the name of the replica, %q, is not of the form of a DNS label: up to 63 of a-z, 0-9 and -", name)
	}
	return nil
}

// newSessionID returns a new id that names a replica, if that has a name.
func newSessionID(replica string) string {
	id := "s" + randomID()
	if replica != "" {
		id += "." + replica
	}
	return id
}

// unknown says why there is no session with an id: it is another replica's, or nobody's.
func (s *sessions) unknown(id string) error {
	if _, owner, named := strings.Cut(id, "."); named && owner != s.replica && replicaName.MatchString(owner) {
		return fault.New(fault.WrongReplica, "the session %q belongs to replica %s; send its calls there", id, owner).
			With("session_id", id).With("replica", owner)
	}
	return fault.New(fault.SessionNotFound, "there is no session %q; create one", id).With("session_id", id)
}
