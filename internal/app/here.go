package app

import "context"

// MakeHere makes the working directory a project, with the adapter a first use
// writes, where it is none. made is false where it was one.
func (m *Machine) MakeHere(ctx context.Context) (made bool, err error) {
	return m.paths.Make(ctx, m.dir, m.home)
}
