package body

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/evanw/esbuild/pkg/api"

	"sinew/pkg/diag"
	"sinew/pkg/text"
)

// A Node is the runtime of JavaScript bodies: its real path, as it says itself,
// and its version, `24.3.0`. Ask for it once and record it: asking starts it.
type Node struct {
	Path    string `json:"path"`
	Version string `json:"version"`
}

// oldest is the first major version that can hold a body at all.
const oldest = 20

// nodePatience bounds how long a runtime may take to say what it is.
const nodePatience = 20 * time.Second

// FindNode is the first executable `node` on search (a PATH), asked what it is.
// A diag.Problems says that there is none, or that it is too old; a
// *diag.Failure that it could not be asked.
func FindNode(ctx context.Context, search string) (Node, error) {
	path, err := locate("node", search)
	if err != nil {
		return Node{}, diag.One("", fmt.Sprintf("node is not on PATH; a .mts reflex needs Node %d or newer", oldest), diag.Of(diag.FixSync))
	}
	return AskNode(ctx, path)
}

// AskNode starts the runtime at path and asks it for its real path and its
// version. Its errors are FindNode's.
func AskNode(ctx context.Context, path string) (Node, error) {
	ctx, cancel := context.WithTimeout(ctx, nodePatience)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "-p", "JSON.stringify({ path: process.execPath, version: process.versions.node })")
	cmd.Env = []string{"HOME=/nonexistent"}
	cmd.WaitDelay = time.Second
	out := newCapped(64 << 10)
	cmd.Stdout = out
	if err := cmd.Run(); err != nil {
		return Node{}, startingNode(path, err)
	}
	var node Node
	if err := json.Unmarshal(bytes.TrimSpace(out.kept.Bytes()), &node); err != nil || !strings.HasPrefix(node.Path, "/") {
		return Node{}, startingNode(path, errors.New("it does not answer as node does"))
	}
	version, ok := node.parts()
	if !ok || version[0] < oldest {
		return Node{}, diag.One("", fmt.Sprintf("%s is Node %s; a .mts reflex needs Node %d or newer", text.Escape(path), text.Escape(node.Version), oldest), diag.Of(diag.FixSync))
	}
	return node, nil
}

// startingNode is a recorded runtime that does not start.
func startingNode(path string, err error) *diag.Failure {
	if errors.Is(err, fs.ErrNotExist) {
		err = errors.New("it is gone")
	}
	return &diag.Failure{What: "starting " + text.Escape(path), Why: err, Fix: diag.Of(diag.FixSync)}
}

// Check reports a runtime that is no longer where it was recorded.
func (n Node) Check() error {
	if _, err := os.Stat(n.Path); err != nil {
		return startingNode(n.Path, err)
	}
	return nil
}

// stripsTypes is whether this Node loads a module with types by itself.
func (n Node) stripsTypes() bool {
	return n.atLeast(24, 0) || n.major() == 23 && n.atLeast(23, 6) || n.major() == 22 && n.atLeast(22, 18)
}

// HoldsNetwork is whether this Node's permission model closes the network.
func (n Node) HoldsNetwork() bool { return n.atLeast(25, 0) }

// ownFlags are the flags before the permission model's, and permission is the
// name this Node has for that one.
func (n Node) ownFlags() (flags []string, permission string) {
	permission = "--permission"
	if !n.atLeast(22, 13) || n.major() == 23 && !n.atLeast(23, 5) {
		permission = "--experimental-permission"
	}
	return []string{n.quiet("ExperimentalWarning")}, permission
}

// quiet is the flag that turns one warning off, or all of them for a Node that
// cannot choose.
func (n Node) quiet(warning string) string {
	if !n.atLeast(20, 11) || n.major() == 21 && !n.atLeast(21, 3) {
		return "--no-warnings"
	}
	return "--disable-warning=" + warning
}

// engines is this Node as the library that strips types names it, and Node 20,
// the oldest that takes `with` in an import, for one without a version.
func (n Node) engines() []api.Engine {
	version := "20.10"
	if v, ok := n.parts(); ok && n.atLeast(20, 10) {
		version = fmt.Sprintf("%d.%d", v[0], v[1])
	}
	return []api.Engine{{Name: api.EngineNode, Version: version}}
}

func (n Node) major() int {
	version, _ := n.parts()
	return version[0]
}

func (n Node) atLeast(major, minor int) bool {
	version, ok := n.parts()
	return ok && (version[0] > major || version[0] == major && version[1] >= minor)
}

// parts are the major and minor version.
func (n Node) parts() (version [2]int, ok bool) {
	major, rest, _ := strings.Cut(n.Version, ".")
	minor, _, _ := strings.Cut(rest, ".")
	for i, part := range []string{major, minor} {
		number, err := strconv.Atoi(part)
		if err != nil || number < 0 {
			return [2]int{}, false
		}
		version[i] = number
	}
	return version, true
}
