package act

import (
	"context"
	_ "embed"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/observer-svc/observer-svc/cdpclient"
	"github.com/observer-svc/observer-svc/fault"
	observerv1 "github.com/observer-svc/observer-svc/gen/observer/v1"
)

// fileInputJS says whether an element is a file input or the label of one, and how many files it
// holds.
//
//go:embed js/fileinput.js
var fileInputJS string

// chooserWait is how long a click may take to open a file chooser.
const chooserWait = 3 * time.Second

// fileInput is what fileInputJS says.
type fileInput struct {
	Key      uint64 `json:"key"` // 0 when it is none
	Multiple bool   `json:"multiple"`
	Disabled bool   `json:"disabled"`
	Files    int    `json:"files"`
}

// upload does an upload step.
func (s *step) upload(ctx context.Context, u *observerv1.Upload) error {
	paths, err := allowedFiles(s.env.Policy.UploadFolder, u.GetPaths())
	if err != nil {
		return err
	}
	el, _, err := s.element(ctx, u.GetRef())
	if err != nil {
		return err
	}
	var is fileInput
	if err := el.Call(ctx, &is, fileInputJS); err != nil {
		return err
	}
	if is.Key == 0 {
		return s.uploadByChooser(ctx, el, paths)
	}
	if is.Disabled {
		_, err := s.ready(ctx, el.With(treeKey(is.Key)), cdpclient.Want{Enabled: true})
		return err
	}
	if !is.Multiple && len(paths) > 1 {
		return s.oneFile()
	}
	return s.uploadTo(ctx, el.With(treeKey(is.Key)), paths)
}

func (s *step) oneFile() error {
	return fault.New(fault.NotActionable, "%s takes only one file", describe(s.result.GetTarget())).With("check", "multiple")
}

// uploadTo gives files to a file input and checks that it holds them.
func (s *step) uploadTo(ctx context.Context, input *cdpclient.Element, paths []string) error {
	s.sent = true
	if err := input.SetFiles(ctx, paths); err != nil {
		return s.unseen(err)
	}
	var after fileInput
	err := input.Call(ctx, &after, fileInputJS)
	switch {
	case fault.Is(err, fault.StaleRef):
		return nil // taken away with its files
	case err != nil:
		return s.unseen(err)
	case after.Files != len(paths) && after.Files != 0:
		return outcomeOf(observerv1.Outcome_OUTCOME_PARTIAL, fault.New(fault.ValueNotRetained,
			"%d files were given, but the page kept %d", len(paths), after.Files))
	}
	return nil
}

// uploadByChooser clicks an element that opens a file chooser, and answers that.
func (s *step) uploadByChooser(ctx context.Context, el *cdpclient.Element, paths []string) error {
	waiting, cancel := context.WithTimeoutCause(ctx, chooserWait, fault.New(fault.NotActionable,
		"%s was clicked, but opened no file chooser", describe(s.result.GetTarget())))
	defer cancel()
	chooser, err := s.tab().Choosing(waiting, func(ctx context.Context) error {
		return s.clickElement(ctx, el, clicking{count: 1})
	})
	if err != nil {
		return err
	}
	if !chooser.Multiple() && len(paths) > 1 {
		return s.oneFile()
	}
	return s.answered(chooser.Give(ctx, paths))
}

// allowedFiles returns the real paths of files below the folder. A path that leads out of it, by
// ".." or by a symbolic link, is refused like one that does not exist.
func allowedFiles(folder string, names []string) ([]string, error) {
	root, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return nil, fault.New(fault.NotPermitted, "the server's folder for uploads cannot be read").Because(err)
	}
	paths := make([]string, 0, len(names))
	for _, name := range names {
		path, err := allowedFile(root, folder, name)
		if err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	return paths, nil
}

func allowedFile(root, folder, name string) (string, error) {
	refused := fault.New(fault.NotPermitted, "%q is no file in the server's folder for uploads", name).With("path", name)
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(root, path)
	} else if inside, ok := below(folder, path); ok {
		path = filepath.Join(root, inside)
	}
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", refused.Because(err)
	}
	if _, ok := below(root, path); !ok {
		return "", refused
	}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return "", refused
	}
	return path, nil
}

// below returns the path from a folder to something in it.
func below(folder, path string) (string, bool) {
	rel, err := filepath.Rel(folder, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return rel, true
}
