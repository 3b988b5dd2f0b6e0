package store_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"sinew/pkg/tree"
	"sinew/store"
)

// keepEnv makes the test binary a child that keeps trees in the store of that
// directory until it is killed, and damages entries so that there is always
// something to keep.
const keepEnv = "STORE_TEST_KEEP"

func TestMain(m *testing.M) {
	if dir := os.Getenv(keepEnv); dir != "" {
		keepForEver(dir)
	}
	os.Exit(m.Run())
}

func keepForEver(dir string) {
	trees := crashTrees()
	s := store.Open(dir)
	for {
		one := trees[rand.IntN(len(trees))]
		fmt.Println("keeping")
		if _, err := s.KeepAll(context.Background(), []tree.Tree{one, trees[0]}); err != nil {
			fmt.Println("failed:", err)
			os.Exit(1)
		}
		fmt.Println("kept")
		_ = os.WriteFile(filepath.Join(dir, one.H1().Hex(), "file7"), []byte("damaged"), 0o644)
	}
}

func crashTrees() []tree.Tree {
	var trees []tree.Tree
	for i := range 3 {
		var files []tree.File
		for j := range 12 {
			files = append(files, tree.File{Path: fmt.Sprintf("file%d", j), Bytes: []byte(strings.Repeat(fmt.Sprint(i, j), 500))})
		}
		trees = append(trees, newTree(files...))
	}
	return trees
}

func TestKeepersKilledAnywhereLeaveEntriesAbsentOrWhole(t *testing.T) {
	_, dir := open(t)
	for range 12 {
		var group sync.WaitGroup
		for range 3 {
			group.Go(func() {
				if err := keepAndKill(dir, 1+rand.IntN(6)); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
	}
	// Whole, but for the damage the children did themselves, which is a miss.
	s := store.Open(dir)
	for _, one := range crashTrees() {
		got, err := s.Get(one.H1())
		if err != nil && !errors.Is(err, store.ErrMiss) || err == nil && got.Tree.H1() != one.H1() {
			t.Errorf("after the kills: %v", err)
		}
		checkWhole(t, filepath.Join(dir, one.H1().Hex()))
	}
	_, err := s.KeepAll(t.Context(), append(crashTrees(), reflex("last")))
	must(t, err)
	wantNames(t, dir, ".lock", crashTrees()[0].H1().Hex(), crashTrees()[1].H1().Hex(), crashTrees()[2].H1().Hex(), reflex("last").H1().Hex())
}

// keepAndKill kills a child while it keeps for the n-th time.
func keepAndKill(dir string, n int) error {
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), keepEnv+"="+dir)
	out, err := child.StdoutPipe()
	if err != nil {
		return err
	}
	if err := child.Start(); err != nil {
		return err
	}
	var failed error
	for lines := bufio.NewScanner(out); n > 0 && lines.Scan(); {
		switch line := lines.Text(); {
		case line == "keeping":
			n--
		case strings.HasPrefix(line, "failed"):
			failed = errors.New(line)
		}
	}
	for range rand.IntN(1 << 16) { // somewhere inside
		_ = rand.Uint64()
	}
	_ = child.Process.Kill()
	_ = child.Wait()
	return failed
}

// checkWhole wants every file of the entry, if there is one, to be whole.
func checkWhole(t *testing.T, entry string) {
	t.Helper()
	files, err := os.ReadDir(entry)
	if errors.Is(err, os.ErrNotExist) {
		return
	}
	must(t, err)
	if len(files) != 12 {
		t.Errorf("%s holds %d files of 12", entry, len(files))
	}
	for _, f := range files {
		info, err := f.Info()
		must(t, err)
		if f.Name() != "file7" && info.Size() == 0 {
			t.Errorf("%s/%s is empty", entry, f.Name())
		}
	}
}

func TestTwentyKeepersAndAReaderAgree(t *testing.T) {
	_, dir := open(t)
	trees := crashTrees()
	var keepers sync.WaitGroup
	for i := range 20 {
		keepers.Go(func() {
			s := store.Open(dir)
			if _, err := s.KeepAll(t.Context(), []tree.Tree{trees[i%3], reflex(fmt.Sprint(i)), trees[(i+1)%3]}); err != nil {
				t.Error(err)
			}
			if _, err := s.Get(trees[i%3].H1()); err != nil {
				t.Error(err)
			}
		})
	}
	done := make(chan struct{})
	go func() { keepers.Wait(); close(done) }()
	s := store.Open(dir)
	for reading := true; reading; {
		select {
		case <-done:
			reading = false
		default:
		}
		checkWhole(t, filepath.Join(dir, trees[0].H1().Hex()))
		if _, err := s.Get(trees[0].H1()); err != nil && !strings.Contains(err.Error(), "no such file") {
			t.Fatalf("an entry was there and not whole: %v", err)
		}
	}
	for i := range 20 {
		if _, err := s.Get(reflex(fmt.Sprint(i)).H1()); err != nil {
			t.Error(err)
		}
	}
}
