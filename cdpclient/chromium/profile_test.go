package chromium

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAFolderOfADeadOwnerIsRemovedAndOneInUseIsNot(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	used, err := newProfile()
	require.NoError(t, err)
	abandoned := filepath.Join(os.TempDir(), profilePrefix+"abandoned")
	write(t, filepath.Join(abandoned, lockName), "")
	unfinished := filepath.Join(os.TempDir(), profilePrefix+"unfinished") // another process is just making it
	require.NoError(t, os.Mkdir(unfinished, 0o700))

	another, err := newProfile()
	require.NoError(t, err)
	require.DirExists(t, used.path)
	require.DirExists(t, unfinished)
	require.NoDirExists(t, abandoned)

	require.NoError(t, used.remove())
	require.NoError(t, another.remove())
	require.NoDirExists(t, used.path)
}
