package cli

import (
	"context"
	"strings"

	"sinew/cmd/sinew/report"
	"sinew/internal/app"
)

// searchHub looks words up in the Hub's index.
func searchHub(ctx context.Context, s *session, args []string) error {
	args, asJSON := cutFlag(args, "--json")
	args, offline := cutFlag(args, "--offline")
	words, err := searchWords(s.words.Program, args)
	if err != nil {
		return err
	}
	m, err := s.here()
	if err != nil {
		return err
	}
	found, err := m.Search(ctx, words, offline)
	if err == nil && found.Count == 0 {
		err = exited(exitDeclined)
	}
	if asJSON {
		return s.foundJSON(found, err)
	}
	s.answer(s.shown().Found(s.foundRows(found))...)
	for _, note := range found.Notes {
		s.note(s.words.Note(note))
	}
	s.noteCount(found, err)
	return err
}

func searchWords(program string, args []string) (string, error) {
	for _, a := range args {
		if isFlag(a) {
			return "", usage("%s is not a flag of search", a)
		}
	}
	words := strings.TrimSpace(strings.Join(args, " "))
	if words == "" {
		return "", usage("search needs words: %s search <words>", program)
	}
	return words, nil
}

func (s *session) noteCount(found app.Found, err error) {
	said, isExit := err.(exited)
	switch more := report.FoundCount(found.Count, len(found.Reflexes)); {
	case isExit && said == exitDeclined:
		s.note(s.words.Note("nothing found"))
	case more != "":
		s.note(s.words.Note(more))
	}
}

func (s *session) foundRows(found app.Found) []report.FoundRow {
	var rows []report.FoundRow
	for _, r := range found.Reflexes {
		rows = append(rows, report.FoundRow{
			Ref: r.Ref, Tag: r.Version, Effect: r.Effect, Mark: r.Mark, Does: r.Does,
			Needs:     report.FoundNeeds(r.Needs, r.Detailed()),
			Retracted: r.Retired, Signers: r.Signers, Add: s.addLine(r),
		})
	}
	return rows
}

// addLine is no command where add would refuse the reflex.
func (s *session) addLine(r app.FoundReflex) string {
	if r.Differs {
		return ""
	}
	return s.words.AddLine(r.Ref)
}

func (s *session) foundJSON(found app.Found, ended error) error {
	said := report.SearchV1{Version: 1, Count: found.Count, Found: []report.FoundV1{}, Notes: found.Notes, Problems: []report.MendableV1{}}
	for _, r := range found.Reflexes {
		one := report.FoundV1{
			Name: string(r.Name), Ref: r.Ref, Tag: r.Version, Commit: r.Commit, H1: r.H1, Does: r.Does, Effect: r.Effect,
			FirstSeen: r.FirstSeen, Log: r.Mark, Retracted: r.Retired, Signers: r.Signers, Add: s.addLine(r),
		}
		if r.Detailed() {
			one.Needs = &report.NeedsV1{Reads: r.Needs.Reads, Writes: r.Needs.Writes, Hosts: r.Needs.Hosts, Runs: r.Needs.Runs}
		}
		said.Found = append(said.Found, one)
	}
	if _, isExit := ended.(exited); !isExit {
		said.Problems = s.words.Mendables(ended)
	}
	return s.object(said, ended)
}
