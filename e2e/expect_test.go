package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// The types mirror cases/expect.yaml; its header says what each field means.

type expectations struct {
	Version     int                 `yaml:"version"`
	Chromium    string              `yaml:"chromium"`
	RoleAliases map[string][]string `yaml:"role_aliases"`
	Pages       []page              `yaml:"pages"`
}

type page struct {
	File    string `yaml:"file"`
	Theme   string `yaml:"theme"`
	Issue   string `yaml:"issue"`
	Note    string `yaml:"note"`
	Dialogs map[string]string
	// SettleMS is the pause after load before the first Observe.
	SettleMS     int       `yaml:"settle_ms"`
	ScaleFactors []float64 `yaml:"device_scale_factors"`
	Steps        []step    `yaml:"steps"`
	After        after     `yaml:"after"`

	Contains       []target       `yaml:"contains"`
	Absent         []target       `yaml:"absent"`
	AbsentLine     []string       `yaml:"absent_line"`
	Ref            []target       `yaml:"ref"`
	NoRef          []target       `yaml:"no_ref"`
	Extra          []string       `yaml:"extra"`
	Marks          []mark         `yaml:"marks"`
	MaxRefs        int            `yaml:"max_refs"`
	MaxBytes       int            `yaml:"max_bytes"`
	MaxMS          int            `yaml:"max_ms"`
	MaxOccurrences map[string]int `yaml:"max_occurrences"`
	JoinedText     []string       `yaml:"joined_text"`
	NotJoinedText  []string       `yaml:"not_joined_text"`
	ValidUTF8      bool           `yaml:"valid_utf8"`
}

// target describes a line. A nil Name matches any name.
type target struct {
	Role       string         `yaml:"role"`
	Name       *string        `yaml:"name"`
	NamePrefix string         `yaml:"name_prefix"`
	Text       string         `yaml:"text"`
	CSS        string         `yaml:"css"`
	Source     string         `yaml:"source"`
	Nth        int            `yaml:"nth"`
	Count      int            `yaml:"count"`
	States     map[string]any `yaml:"states"`
}

func (t target) String() string {
	s := t.Role
	switch {
	case t.Text != "":
		s = "text " + quote(t.Text)
	case t.Name != nil:
		s += " " + quote(*t.Name)
	case t.NamePrefix != "":
		s += " " + quote(t.NamePrefix+"…")
	}
	if t.CSS != "" {
		s += " (" + t.CSS + ")"
	}
	if len(t.States) > 0 {
		s += fmt.Sprint(" ", t.States)
	}
	return s
}

func quote(s string) string { return `"` + strings.ReplaceAll(s, "\n", `\n`) + `"` }

type mark struct {
	target `yaml:",inline"`
	Mark   string `yaml:"mark"`
}

type step struct {
	Do     string     `yaml:"do"`
	Target *target    `yaml:"target"`
	To     *target    `yaml:"to"`
	Value  any        `yaml:"value"`
	UseRef string     `yaml:"use_ref"`
	Expect stepExpect `yaml:"expect"`
	Then   []target   `yaml:"then"`
	Note   string     `yaml:"note"`
}

type stepExpect struct {
	Status        string   `yaml:"status"`
	Reason        string   `yaml:"reason"`
	Mentions      string   `yaml:"mentions"`
	HitBlockedBy  string   `yaml:"hit_blocked_by"`
	Reports       []string `yaml:"reports"`
	ValueIs       *string  `yaml:"value_is"`
	MaxMS         int      `yaml:"max_ms"`
	MaxDiffEvents int      `yaml:"max_diff_events"`
	MaxDiffBytes  int      `yaml:"max_diff_bytes"`
	Note          string   `yaml:"note"`
}

type after struct {
	Contains        []target   `yaml:"contains"`
	Absent          []target   `yaml:"absent"`
	URLContains     string     `yaml:"url_contains"`
	NewPageContains []target   `yaml:"new_page_contains"`
	SameRef         []identity `yaml:"same_ref"`
	DifferentRef    []identity `yaml:"different_ref"`
	StaleRef        []target   `yaml:"stale_ref"`
	NewDocument     bool       `yaml:"new_document"`
	DiffSeen        []target   `yaml:"diff_seen"`
	Note            string     `yaml:"note"`
}

// identity names an element before and after the steps: one target where its name stays the same.
type identity struct {
	target `yaml:",inline"`
	Before *target `yaml:"before"`
	After  *target `yaml:"after"`
}

func (i identity) pair() (before, after target) {
	if i.Before != nil && i.After != nil {
		return *i.Before, *i.After
	}
	return i.target, i.target
}

// readYAML reads a file and refuses fields that the suite does not know.
func readYAML(t *testing.T, name string, into any) {
	t.Helper()
	f, err := os.Open(name)
	require.NoError(t, err)
	defer f.Close()
	d := yaml.NewDecoder(f)
	d.KnownFields(true)
	require.NoError(t, d.Decode(into), name)
}
