package cli

import (
	"context"
	"errors"
	"strconv"

	"sinew/decide/judge"
	"sinew/internal/app"
)

// test decides every record and judges it. A record that fails ends it in 1.
func test(ctx context.Context, s *session, args []string) error {
	only, err := maybeName("test", s.words.Program+" test [<name>]", args)
	if err != nil {
		return err
	}
	p, err := s.open(ctx)
	if err != nil {
		return err
	}
	tested, inactive, err := p.Test(ctx, only)
	if err != nil {
		return s.undecided(err)
	}
	s.noteInactive(inactive)
	if len(tested) == 0 {
		s.answer(s.shown().NoRecords("test", only))
		return nil
	}
	s.answer(s.shown().Tested(tested)...)
	return s.verdict(s.shown().CasesFailed(tested))
}

// calibrate decides every record and reports what the confidence of the calls
// meant. A call that was wrong where it runs ends it in 1.
func calibrate(ctx context.Context, s *session, args []string) error {
	only, repeats, asJSON, err := calibrateArgs(s.words.Program, args)
	if err != nil {
		return err
	}
	p, err := s.open(ctx)
	if err != nil {
		return err
	}
	r, inactive, err := p.Calibrate(ctx, only, repeats)
	if err != nil {
		return s.undecided(err)
	}
	if asJSON {
		return s.calibrated(r)
	}
	s.noteInactive(inactive)
	if r.Records == 0 {
		s.answer(s.shown().NoRecords("calibrate", only))
		return nil
	}
	s.answer(s.shown().Calibrated(r)...)
	return s.verdict(s.shown().Miscalibrated(r))
}

// calibrated prints a report as JSON.
func (s *session) calibrated(r judge.Report) error {
	if err := s.object(r, nil); err != nil || s.words.Miscalibrated(r) == "" {
		return err
	}
	return exited(exitFailed)
}

// verdict prints the line of what failed, "" for nothing.
func (s *session) verdict(failed string) error {
	if failed == "" {
		return nil
	}
	s.answer(failed)
	return exited(exitFailed)
}

// noteInactive says which reflexes were left out.
func (s *session) noteInactive(inactive []string) {
	if len(inactive) > 0 {
		s.note(s.words.LeftOut(inactive))
	}
}

// undecided says which record kept the others from being judged.
func (s *session) undecided(err error) error {
	undecided, is := errors.AsType[*app.Undecided](err)
	if !is {
		return err
	}
	s.note(s.words.Undecided(undecided.Utterance, undecided.Why))
	return exited(s.code(undecided.Why))
}

const mostRepeats = 100

func calibrateArgs(program string, args []string) (only string, repeats int, asJSON bool, err error) {
	args, asJSON = cutFlag(args, "--json")
	args, value, found, missing := flagValue(args, "--repeat")
	repeats = 1
	if found {
		repeats, err = strconv.Atoi(value)
	}
	if missing || err != nil || repeats < 1 || repeats > mostRepeats {
		return "", 0, false, usage("--repeat needs a number from 1 to %d", mostRepeats)
	}
	only, err = maybeName("calibrate", program+" calibrate [<name>] [--repeat <k>] [--json]", args)
	return only, repeats, asJSON, err
}

// maybeName is the one name a command may take, "" for none.
func maybeName(command, form string, args []string) (string, error) {
	if len(args) == 0 {
		return "", nil
	}
	return oneName(command, ": "+form, args)
}
