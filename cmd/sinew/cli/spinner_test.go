package cli

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestASpinnerIsTakenAwayBeforeItsEnd(t *testing.T) {
	var shown bytes.Buffer
	ticks := make(chan time.Time)
	end := spin(&shown, ticks)
	for range len(turns) + 2 {
		ticks <- time.Time{}
	}
	end()
	if got := shown.String(); strings.Count(got, turns[0]) != 2 || !strings.HasSuffix(got, turns[1]+clearLine) {
		t.Errorf("shows %q", got)
	}
}

func TestWhatTakesNoMomentShowsNoSpinner(t *testing.T) {
	var shown bytes.Buffer
	spin(&shown, make(chan time.Time))()
	if shown.Len() > 0 {
		t.Errorf("shows %q", &shown)
	}
}
