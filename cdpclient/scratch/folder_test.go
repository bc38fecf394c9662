package scratch

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

const prefix = "scratch-test-"

func TestAFolderOfADeadOwnerIsRemovedAndOneInUseIsNot(t *testing.T) {
	for name, parent := range map[string]string{"temporary": "", "given": t.TempDir()} {
		t.Run(name, func(t *testing.T) {
			at := parent
			if at == "" {
				at = t.TempDir()
				t.Setenv("TMPDIR", at)
			}
			used, err := New(parent, prefix)
			require.NoError(t, err)
			require.Equal(t, at, filepath.Dir(used.Path()))
			info, err := os.Stat(used.Path())
			require.NoError(t, err)
			require.Equal(t, os.FileMode(0o700), info.Mode().Perm())
			abandoned, unfinished := filepath.Join(at, prefix+"abandoned"), filepath.Join(at, prefix+"unfinished")
			stranger := filepath.Join(at, "other-abandoned")
			for _, dir := range []string{abandoned, unfinished, stranger} {
				require.NoError(t, os.Mkdir(dir, 0o700))
			}
			for _, dir := range []string{abandoned, stranger} {
				require.NoError(t, os.WriteFile(filepath.Join(dir, LockName), nil, 0o600))
			}

			another, err := New(parent, prefix)
			require.NoError(t, err)
			require.DirExists(t, used.Path())
			require.DirExists(t, unfinished, "another process is just making it")
			require.DirExists(t, stranger)
			require.NoDirExists(t, abandoned)

			require.NoError(t, used.Remove())
			require.NoError(t, another.Remove())
			require.NoDirExists(t, used.Path())
		})
	}
}
