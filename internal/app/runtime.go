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
		return m.paths.RecordRuntime(node.Path)
	}
	known, knownErr := m.paths.Runtime()
	if knownErr != nil || known == "" || (body.Node{Path: known}).Check() != nil {
		return err
	}
	return nil
}
