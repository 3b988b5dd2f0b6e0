package lineedit

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// typing is a terminal at which all of that is typed at once.
func typing(keys string, columns int) (Terminal, *glass) {
	shown := &glass{columns: columns}
	return Terminal{
		Next: func() (byte, error) {
			if keys == "" {
				return 0, io.ErrUnexpectedEOF
			}
			b := keys[0]
			keys = keys[1:]
			return b, nil
		},
		Waiting: func() bool { return false },
		Write:   shown.write,
		Size:    func() (int, int) { return columns, 1000 },
	}, shown
}

func TestKeysEditTheLine(t *testing.T) {
	past := []string{"kill the lights", "start a timer"}
	for name, c := range map[string]struct{ keys, want string }{
		"typed":                        {"hello\r", "hello"},
		"a line feed sends too":        {"hello\n", "hello"},
		"backspace":                    {"helloo\x7f\r", "hello"},
		"backspace at the start":       {"\x7f\x7fa\r", "a"},
		"left and insert":              {"helo\x1b[Dl\r", "hello"},
		"home, right, delete":          {"hhello\x1b[H\x1b[C\x1b[3~\r", "hello"},
		"Ctrl-A and Ctrl-E":            {"ello\x01h\x05!\r", "hello!"},
		"Ctrl-B and Ctrl-F":            {"helo\x02\x02\x06l\r", "hello"},
		"Ctrl-D in a line deletes":     {"hello!\x02\x04\r", "hello"},
		"Ctrl-K":                       {"hello there\x1b[1;5D\x02\x0b\r", "hello"},
		"Ctrl-U":                       {"well, hello\x1bb\x15\r", "hello"},
		"Ctrl-W":                       {"hello you there \x17\x17\r", "hello "},
		"words by Ctrl and by Alt":     {"a bc de\x1b[1;5D\x1b[1;3D-\x1bf=\r", "a -bc= de"},
		"home and end by number":       {"b\x1b[1~a\x1b[4~c\x1b[7~_\x1b[8~.\r", "_abc."},
		"arrows of an application":     {"ac\x1bODb\r", "abc"},
		"the last line":                {"\x1b[A\r", "start a timer"},
		"the line before, by Ctrl-P":   {"\x10\x10\r", "kill the lights"},
		"none before the first":        {"\x1b[A\x1b[A\x1b[A\r", "kill the lights"},
		"back to the draft":            {"dra\x1b[A\x1b[A\x1b[B\x0eft\r", "draft"},
		"a past line edited":           {"\x1b[A for tea\r", "start a timer for tea"},
		"wide characters":              {"漢字仮\x1b[D\x7f\r", "漢仮"},
		"a mark goes with its letter":  {"ae\u0301\u0323b\x1b[D\x7f\r", "ab"},
		"and the cursor passes both":   {"e\u0301\x1b[Da\r", "ae\u0301"},
		"unknown keys do nothing":      {"a\x1b[5~\x1b[99;99z\x1bq\x00\x1ab\r", "ab"},
		"an escape alone waits":        {"a\x1b\x1b[Db\r", "ba"},
		"no UTF-8":                     {"a\xff\xc3(b\r", "a(b"},
		"what could repaint":           {"a\u202e\u0085b\r", "ab"},
		"a paste":                      {"say \x1b[200~hello\x1b[201~!\r", "say hello!"},
		"a pasted line feed is none":   {"\x1b[200~kill the lights\r\nempty the trash\n\x1b[201~\r", "kill the lights empty the trash"},
		"pasted keys are none":         {"\x1b[200~a\x03b\x04c\x1b[Ad\x7f\x1b[201~\r", "abc[Ad"},
		"a paste that ends like a key": {"\x1b[200~a\x1b\x1b[201\x1b[201~b\r", "a[201b"},
	} {
		terminal, _ := typing(c.keys, 80)
		got, err := terminal.Read("> ", past)
		if err != nil || got != c.want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, c.want)
		}
	}
}

func TestALineEndsWithoutBeingSent(t *testing.T) {
	for keys, want := range map[string]error{
		"\x04": io.EOF, "kill\x15\x04": io.EOF, "\x03": ErrInterrupted, "kill it\x03": ErrInterrupted,
		"kill": io.ErrUnexpectedEOF, "\x1b[200~never ends": io.ErrUnexpectedEOF, "\x1b[": io.ErrUnexpectedEOF,
	} {
		terminal, _ := typing(keys, 80)
		if got, err := terminal.Read("> ", nil); got != "" && !errors.Is(err, io.ErrUnexpectedEOF) || !errors.Is(err, want) {
			t.Errorf("%q: %q, %v; want %v", keys, got, err, want)
		}
	}
}

func TestALongPasteKeepsItsStartAndALongLineItsEnd(t *testing.T) {
	terminal, _ := typing("\x1b[200~"+strings.Repeat("x", 100_000)+"\x1b[201~y\r", 80)
	got, err := terminal.Read("> ", nil)
	if err != nil || got != strings.Repeat("x", mostTyped) {
		t.Errorf("%d characters, %v", len(got), err)
	}
}

func TestAPastLineThatIsTooLongTakesNothingMore(t *testing.T) {
	long := strings.Repeat("x", mostTyped+5)
	for keys, want := range map[string]string{"\x1b[Ay\r": long, "\x1b[A\x7fy\r": long[1:], "\x1b[A\x15y\r": "y"} {
		terminal, _ := typing(keys, 80)
		if got, err := terminal.Read("> ", []string{long}); err != nil || got != want {
			t.Errorf("%q: %d characters, %v", keys, len(got), err)
		}
	}
}

func TestWhatStaysOnTheScreen(t *testing.T) {
	for name, c := range map[string]struct {
		keys    string
		columns int
		want    []string
	}{
		"a line":                        {"hello\r", 80, []string{"> hello"}},
		"an edited one":                 {"hello\x1b[D\x1b[D\x1b[D\x7f\x7fj\r", 80, []string{"> jllo"}},
		"a cancelled one":               {"hello\x1b[D\x03", 80, []string{"> hello^C"}},
		"one longer than the row":       {"hello there\r", 8, []string{"> hello", "there"}},
		"one that fills the row":        {"123456\r", 8, []string{"> 123456"}},
		"one that shrinks":              {"hello there\x17\x17hi\r", 8, []string{"> hi"}},
		"a wide one over the edge":      {"a漢字b\r", 6, []string{"> a漢", "字b"}},
		"a past line over a longer one": {"something much longer\x1b[A\r", 10, []string{"> past"}},
		"after Ctrl-L":                  {"hello\x0c!\r", 80, []string{"> hello!"}},
		"two columns":                   {"漢\r", 2, []string{">", "漢"}},
		"one column":                    {"ab\r", 1, []string{">", "", "a", "b"}},
	} {
		terminal, shown := typing(c.keys, c.columns)
		_, _ = terminal.Read("> ", []string{"past"})
		if got := shown.shown(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if shown.column != 0 || shown.row < len(c.want) {
			t.Errorf("%s: the cursor is in row %d, column %d", name, shown.row, shown.column)
		}
	}
}

// keyed are keys a person may press, and what a paste may hold.
var keyed = []string{
	"a", "b ", "é", "漢", "e\u0301", "\x7f", "\x04", "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B", "\x1b[H", "\x1b[F", "\x1b[3~",
	"\x0b", "\x17", "\x1bb", "\x1bf", "\x1b[200~one\ntwo 漢\x1b[201~",
}

func TestTheScreenAlwaysShowsTheLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns := rapid.IntRange(2, 30).Draw(t, "columns")
		prompt := rapid.SampledFrom([]string{"> ", "  Which room?  [1] den  [2] office  > ", "漢? > "}).Draw(t, "prompt")
		keys := "x" + strings.Join(rapid.SliceOfN(rapid.SampledFrom(keyed), 0, 40).Draw(t, "keys"), "")
		terminal, shown := typing(keys, columns)
		e := &editor{screen: screen{write: terminal.Write, size: terminal.Size, prompt: []rune(prompt)}, past: []string{"past 漢 line"}, at: 1}
		e.screen.begin()
		for {
			k, err := readKey(terminal.Next)
			if err != nil {
				break
			}
			if done, _ := e.press(k); done {
				break
			}
			e.screen.show(e.line)
			wantShown(t, shown, prompt, e.line)
		}
	})
}

// wantShown wants a glass to show a prompt and a line as a terminal that was
// told nothing else would, and the cursor before the line's next character.
func wantShown(t *rapid.T, shown *glass, prompt string, l line) {
	t.Helper()
	want := &glass{columns: shown.columns}
	want.write(prompt + string(l.text[:l.at]))
	if want.column >= want.columns {
		want.row, want.column = want.row+1, 0
	}
	row, column := want.row, want.column
	want.write(string(l.text[l.at:]))
	if !slices.Equal(shown.shown(), want.shown()) || shown.row != row || shown.column != column {
		t.Fatalf("%q at %d shows %q at %d,%d; want %q at %d,%d",
			string(l.text), l.at, shown.shown(), shown.row, shown.column, want.shown(), row, column)
	}
}

func TestALineOfMoreRowsThanTheTerminalShowsWhereTheCursorIs(t *testing.T) {
	terminal, shown := typing(strings.Repeat("0123456789", 20)+"\x1b[H", 20)
	terminal.Size = func() (int, int) { return 20, 5 }
	_, err := terminal.Read("> ", nil)
	rows := shown.shown()
	if !errors.Is(err, io.ErrUnexpectedEOF) || len(rows) > 4 || !strings.HasPrefix(rows[0], "> …") {
		t.Errorf("%v, %q", err, rows)
	}
}

func FuzzRead(f *testing.F) {
	for _, keys := range keyed {
		f.Add(keys+"\r", 10)
	}
	f.Fuzz(func(t *testing.T, keys string, columns int) {
		if len(keys) > 1000 {
			return // every key writes the line anew: long ones only take their time
		}
		terminal, _ := typing(keys, max(1, columns%200))
		got, err := terminal.Read("> ", []string{"past"})
		if err == nil && clean(got) != got {
			t.Errorf("%q gives %q", keys, got)
		}
	})
}
