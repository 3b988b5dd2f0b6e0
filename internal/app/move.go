package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sinew/contractdiff"
	"sinew/lockfile"
	"sinew/pkg/diag"
	"sinew/pkg/manifest"
	"sinew/pkg/project"
	"sinew/pkg/ref"
	"sinew/pkg/tree"
	"sinew/resolve"
	"sinew/resolve/remote"
)

// move fetches the tree of a choice, keeps it, and works out what it means.
func (u *updating) move(ctx context.Context, e project.Entry, locked lockfile.Entry, choice resolve.Choice) error {
	before, err := u.m.store.Get(locked.H1)
	if err != nil && !u.takes(e.Name) {
		u.hold(e.Name, "is not in the store", diag.Of(diag.FixSync))
		return nil
	}
	got, err := u.from.tree(ctx, locked.Reference, choice)
	if why := refusedTree(err); why != nil {
		u.hold(e.Name, why.Error(), diag.Show(e.Name))
		return nil
	}
	if err != nil {
		return err
	}
	files := got.files.Reflex(locked.Reference.Dir)
	text, ok := files.Get(manifestName)
	if !ok {
		message := fmt.Sprintf("no reflex.toml at %s %s", locked.Reference, choice.Version)
		u.hold(e.Name, message, diag.OfReflex(diag.FixRemove, e.Name))
		return nil
	}
	after := locked
	after.Name, after.Tag, after.Commit, after.H1 = e.Name, choice.Version, got.commit, files.H1()
	if differs := u.from.hub.check(after); differs != "" {
		u.hold(e.Name, differs, diag.Fix{Kind: diag.FixNone})
		return nil
	}
	kept, err := u.m.store.Keep(ctx, files)
	if err != nil {
		return err
	}
	next, err := manifest.Parse(e.Name, text)
	if err != nil {
		u.unread[e.Name] = kept.Dir
		u.dirs[e.Name] = kept.Dir
		u.out.Held = append(u.out.Held, problemsOf(e.Name, err)...)
		return nil
	}
	if u.settle(e, locked, after, before.Tree, files, next) {
		u.moved = append(u.moved, movedTree{locked.Reference.Repo, got.files})
		u.from.hub.signers(locked, after)
	}
	return nil
}

// refusedTree is a tree that holds what no reflex may, which is its author's to
// mend: it holds one reflex, where a network that fails ends the update.
func refusedTree(err error) error {
	if at, ok := errors.AsType[*remote.Error](err); ok && at.Kind == remote.Refused {
		return err
	}
	return nil
}

// settle weighs the consent and adds the move, unless nothing comes of it.
func (u *updating) settle(e project.Entry, locked, after lockfile.Entry, before, files tree.Tree, next *manifest.Manifest) bool {
	consent := contractdiff.Weigh(contractdiff.Consent{Effect: locked.Effect, Needs: locked.Needs}, contractdiff.Asked(next))
	if u.accepts(e.Name) {
		consent = consent.Accept()
	}
	after.Effect, after.Needs = consent.Now.Effect, consent.Now.Needs
	m := Move{Name: e.Name, From: locked.Tag, To: after.Tag, before: locked, after: after}
	switch {
	case after.H1 != locked.H1 || after.Tag != locked.Tag || after.Commit != locked.Commit:
		m.Code, m.Wording = codeChanged(before, files), wordingChanged(before, files)
		m.Report = u.report(e.Name, before, next, consent)
	case consent.Effect == contractdiff.Accepted || consent.Needs == contractdiff.Accepted:
		m.Report = contractdiff.Report{Consent: consent}
	default:
		return false
	}
	u.out.Moves = append(u.out.Moves, m)
	if u.want.Offline && !locked.Reference.Repo.Std {
		u.out.OnWord = append(u.out.OnWord, e.Name)
	}
	return true
}

// report is the move beside the person's overlay.
func (u *updating) report(name string, before tree.Tree, next *manifest.Manifest, consent contractdiff.Outcome) contractdiff.Report {
	text, _ := before.Get(manifestName)
	previous, err := manifest.Parse(name, text)
	if err != nil { // nothing to compare with: what was leant on may be gone
		return contractdiff.Report{Diff: contractdiff.Diff{Level: contractdiff.Major}, Consent: consent}
	}
	moved := contractdiff.Update{Previous: previous, Next: next, Consent: consent}
	for _, f := range u.owned.Overlays {
		if f.Name == name {
			moved.Before, _ = manifest.ReadOverlay(name, f.Text, previous)
			moved.After, _ = manifest.ReadOverlay(name, f.Text, next)
		}
	}
	return moved.Report()
}

// codeChanged reports whether any file but the manifest differs.
func codeChanged(before, after tree.Tree) bool {
	rest := func(t tree.Tree) []tree.File {
		return slices.DeleteFunc(slices.Clone(t.Files()), func(f tree.File) bool { return f.Path == manifestName })
	}
	return !slices.EqualFunc(rest(before), rest(after), func(a, b tree.File) bool {
		return a.Path == b.Path && string(a.Bytes) == string(b.Bytes)
	})
}

func wordingChanged(before, after tree.Tree) bool {
	was, _ := before.Get(manifestName)
	is, _ := after.Get(manifestName)
	return !bytes.Equal(was, is)
}

// siblings are the reflexes of moved repositories that the project lacks, by
// ref.
func (u *updating) siblings() {
	known := map[string]bool{}
	for _, e := range u.file.Reflexes {
		known[e.Location.Reference.String()] = true
	}
	for _, m := range u.moved {
		for _, dir := range resolve.All(m.files) {
			r := ref.Reference{Repo: m.repo, Dir: dir}
			if known[r.String()] {
				continue
			}
			known[r.String()] = true
			if _, err := ref.Parse(r.String()); err == nil { // a directory may have a name that no ref spells
				u.out.New = append(u.out.New, r)
			}
		}
	}
	slices.SortFunc(u.out.New, func(a, b ref.Reference) int { return strings.Compare(a.String(), b.String()) })
}
