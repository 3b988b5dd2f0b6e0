package logdir

import (
	"context"
	"errors"

	"golang.org/x/mod/sumdb/tlog"

	"sinew/pkg/hublog"
)

// An Extension is two checkpoints of one log, of which the second holds every
// record of the first at its place.
type Extension struct{ Old, New hublog.Checkpoint }

// Audit proves that the log of s extends the checkpoint that the note old
// signed: a *Refusal otherwise. Only the old checkpoint's log signature is
// asked for; t is asked of the new one.
func Audit(ctx context.Context, s *Source, t Trust, old []byte) (Extension, error) {
	before, err := Trust{Log: t.Log}.open(old)
	if err != nil {
		return Extension{}, err
	}
	now, err := s.trusted(ctx, t)
	if err != nil {
		return Extension{}, err
	}
	return Extension{before, now}, s.extends(ctx, before, now)
}

// extends proves that now extends before: a *Refusal when it does not.
func (s *Source) extends(ctx context.Context, before, now hublog.Checkpoint) error {
	var proof tlog.TreeProof
	if 0 < before.Size && before.Size < now.Size {
		var err error
		if proof, err = tlog.ProveTree(now.Size, before.Size, s.proven(ctx, now)); err != nil {
			return s.unproven(err)
		}
	}
	if err := hublog.CheckExtends(proof, before, now); err != nil {
		return refusal(fixKeep, "%v", err)
	}
	return nil
}

// unproven is why no proof could be made.
func (s *Source) unproven(err error) error {
	if wrong, ok := errors.AsType[*Refusal](err); ok {
		return wrong
	}
	if err.Error() == "downloaded inconsistent tile" {
		return refusal("hubindex log verify names the wrong file", "the tiles of %s do not lead to its checkpoint", s.at)
	}
	return err
}
