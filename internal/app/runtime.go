package app

import (
	"context"
	"os"
	"slices"

	"sinew/exec/body"
)

// findRuntime looks for node and records it, where one of the reflexes runs a
// file. With none found, one recorded earlier will do; the error says that
// there is neither (behaviour.md 11.2).
func (m *Machine) findRuntime(ctx context.Context, all []Installed) error {
	runsFile := func(i Installed) bool { return i.Manifest != nil && i.Manifest.Run.File != "" }
	if !slices.ContainsFunc(all, runsFile) {
		return nil
	}
	node, err := body.FindNode(ctx, os.Getenv("PATH"))
	if err == nil {
		m.paths.KeepRuntimeVersion(node.Path, node.Version)
		return m.paths.RecordRuntime(node.Path)
	}
	known, knownErr := m.paths.Runtime()
	if knownErr != nil || known == "" || (body.Node{Path: known}).Check() != nil {
		return err
	}
	return nil
}

// node is the recorded runtime with its version, the zero Node when none is
// recorded. It is asked what it is once for each binary.
func (m *Machine) node(ctx context.Context) (body.Node, error) {
	path, err := m.paths.Runtime()
	if err != nil || path == "" {
		return body.Node{}, err
	}
	if version := m.paths.RuntimeVersion(path); version != "" {
		return body.Node{Path: path, Version: version}, nil
	}
	node, err := body.AskNode(ctx, path)
	if err == nil {
		m.paths.KeepRuntimeVersion(path, node.Version)
	}
	return node, err
}
