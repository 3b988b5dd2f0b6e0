package testuser_test

import (
	"os"
	"path/filepath"
	"testing"

	"sinew/internal/testuser"
)

func TestAReadOnlyDirectoryStopsTheUser(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(dir, 0o755) })
	testuser.Run(t, dir, func() {
		if _, err := os.ReadDir(dir); err != nil {
			t.Error("the directory cannot be read:", err)
		}
		err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600)
		if !os.IsPermission(err) {
			t.Error("writing a file:", err)
		}
	})
}
