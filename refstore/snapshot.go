package refstore

import (
	"strconv"
	"strings"

	"github.com/observer-svc/observer-svc/fault"
)

// SnapshotID names a revision of this store for callers: epoch, tab and revision with dots between.
func (s *Store) SnapshotID(number uint64) string {
	return s.epoch + "." + s.tab + "." + strconv.FormatUint(number, 10)
}

// ParseSnapshotID takes a snapshot id apart. It accepts exactly what SnapshotID makes and fails with
// INVALID_REQUEST for anything else.
func ParseSnapshotID(id string) (epoch, tab string, revision uint64, err error) {
	first, last := strings.IndexByte(id, '.'), strings.LastIndexByte(id, '.')
	if first <= 0 || last <= first+1 {
		return "", "", 0, malformed(id)
	}
	number := id[last+1:]
	revision, err = strconv.ParseUint(number, 10, 64)
	if err != nil || revision == 0 || strconv.FormatUint(revision, 10) != number {
		return "", "", 0, malformed(id)
	}
	return id[:first], id[first+1 : last], revision, nil
}

func malformed(id string) error {
	return fault.New(fault.InvalidRequest, "%q is not a snapshot id; use one that a response holds", id).
		With("field", "snapshot_id")
}
