// Package scratch makes folders for files that live as long as their owner: profiles of browsers,
// downloads of sessions. A folder is removed by its owner, or, when that was killed, by the next one
// that makes a folder beside it.
package scratch
