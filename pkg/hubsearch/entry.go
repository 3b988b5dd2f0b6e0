package hubsearch

import (
	"bytes"
	"encoding/json"
	"fmt"

	"sinew/pkg/hublog"
)

// MaxLine is the most bytes of a line of the index, its line feed included.
const MaxLine = 64 << 10

// Needs is what the body of a reflex may touch, as its manifest declares it.
type Needs struct {
	Reads  []string `json:"reads,omitempty"`
	Writes []string `json:"writes,omitempty"`
	Hosts  []string `json:"hosts,omitempty"`
	Runs   []string `json:"runs,omitempty"`
}

// An Entry is what the index says of a reflex: of its newest version. Where the
// tree of that version could not be read, what is in the manifest is empty.
// Bounded gives what a line may hold.
type Entry struct {
	Name      hublog.Name `json:"name"`
	Ref       string      `json:"ref"` // what `add` takes, without a pin
	Version   string      `json:"version"`
	Commit    string      `json:"commit"`
	H1        string      `json:"h1"`
	Does      string      `json:"does,omitempty"`
	Effect    string      `json:"effect"` // read, write or destructive
	Needs     Needs       `json:"needs"`
	Args      []string    `json:"args,omitempty"`     // their names
	Examples  []string    `json:"examples,omitempty"` // what a person says
	Tags      []string    `json:"tags,omitempty"`
	FirstSeen string      `json:"first_seen"`          // RFC 3339, in UTC and whole seconds
	Retracted string      `json:"retracted,omitempty"` // why; "" when it is not
	Signer    string      `json:"signer,omitempty"`    // as a signer record names it
}

// Line is the entry as the index holds it, without a line feed: JSON without
// white space, its keys in the order of the fields.
func (e Entry) Line() string {
	data, _ := encode(e) // strings and lists of them: never fails
	return string(data)
}

// encode is a value as JSON in which `<` and `&` stay as they are.
func encode(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}

// Parse is the entry of a line, without its line feed. A key that is not known
// is passed over. Texts come back as Bounded leaves them; a line that is too
// long, and a name, ref, version, hash, effect or time outside its form, is an
// error of one clean line.
func Parse(line []byte) (Entry, error) {
	if len(line) >= MaxLine {
		return Entry{}, fmt.Errorf("is over %d bytes", MaxLine)
	}
	var e Entry
	if err := json.Unmarshal(line, &e); err != nil {
		return Entry{}, fmt.Errorf("is no entry: %s", oneLine(err))
	}
	e = e.Bounded()
	return e, e.check()
}
