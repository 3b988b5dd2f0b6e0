package remote_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"sinew/internal/gittest"
	"sinew/resolve/remote"
)

// fetches makes a child of this test fetch v1.0.0 of radhi/home.
const fetches = "REMOTE_TEST_FETCHES"

func TestMain(m *testing.M) {
	if os.Getenv(fetches) != "" {
		client := remote.New(remote.Options{})
		r, err := client.Open(context.Background(), home)
		if err == nil {
			_, _, err = r.Tree(context.Background(), "v1.0.0")
		}
		kB, _ := gittest.PeakMemory()
		fmt.Printf("%d %v\n", kB, err)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestAHostilePackIsRefusedInOneLineWithLittleMemory(t *testing.T) {
	if _, ok := gittest.PeakMemory(); !ok {
		t.Skip("needs /proc/self/status")
	}
	w := newWorld(t)
	_, commit := simple(t)
	var copies []byte
	for range 26 {
		copies = append(copies, 0xf0, 0xff, 0xff, 0xff)
	}
	for why, pack := range map[string][]byte{
		"an object of 419430400 bytes is over 16777216": gittest.Pack(gittest.Entry{Type: gittest.Blob, Zeros: 400 << 20}),
		"an object of 435159040 bytes is over 16777216": gittest.Pack(
			gittest.Entry{Type: gittest.Blob, Content: []byte("base")},
			gittest.Entry{Type: gittest.OffsetDelta, Base: 1, Content: gittest.Delta(4, 415<<20, copies...)}),
		"the pack is over 33554432 bytes": make([]byte, 40<<20),
	} {
		w.lie(&gittest.Fake{Refs: v1(commit), Pack: pack})
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(w.home.Environ(), fetches+"=1")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		var kB int
		said := strings.TrimSuffix(string(out), "\n")
		if _, err := fmt.Sscan(said, &kB); err != nil || !strings.HasSuffix(said, " "+why) || strings.Contains(said, "\n") {
			t.Errorf("got %q, want %s", said, why)
		}
		if kB <= 0 || kB > 128<<10 && !gittest.Race {
			t.Errorf("%s: took %d kB", why, kB)
		}
		t.Log(said)
	}
}
