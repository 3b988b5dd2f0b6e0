package check

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

const schemaFile = "../../../../hub-index/schemas/verdict.json"

// verdictSchema is the schema on disk.
var verdictSchema = sync.OnceValues(func() (*jsonschema.Schema, error) {
	written, err := os.ReadFile(schemaFile)
	if err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(written))
	if err != nil {
		return nil, err
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("verdict.json", document); err != nil {
		return nil, err
	}
	return compiler.Compile("verdict.json")
})

// checkSchema holds a verdict's JSON to the schema.
func checkSchema(t interface{ Fatalf(string, ...any) }, v Verdict) {
	schema, err := verdictSchema()
	if err != nil {
		t.Fatalf("%v", err)
	}
	written, err := json.Marshal(v)
	if err != nil {
		t.Fatalf("%v", err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(written))
	if err == nil {
		err = schema.Validate(document)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, written)
	}
}

func TestTheSchemasTableOfReasonsIsTheChecks(t *testing.T) {
	written, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties struct {
			Reasons struct {
				Items struct {
					AnyOf []struct {
						Properties struct {
							Type    struct{ Const Type }
							Verdict struct{ Enum []Level }
						}
					}
				}
			}
		}
	}
	if err := json.Unmarshal(written, &schema); err != nil {
		t.Fatal(err)
	}
	kinds := Kinds()
	for _, pair := range schema.Properties.Reasons.Items.AnyOf {
		p := pair.Properties
		if !slices.Equal(kinds[p.Type.Const], p.Verdict.Enum) {
			t.Errorf("%s comes at %v, and at %v in the schema", p.Type.Const, kinds[p.Type.Const], p.Verdict.Enum)
		}
		delete(kinds, p.Type.Const)
	}
	if len(kinds) > 0 {
		t.Errorf("the schema lacks %v", kinds)
	}
}

func TestTheSchemaRefusesWhatNoVerdictHolds(t *testing.T) {
	schema, err := verdictSchema()
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{
		`{}`, `{"verdict":"auto"}`, `{"verdict":"maybe","reasons":[]}`, `{"verdict":"auto","reasons":null}`,
		`{"verdict":"auto","reasons":[{"type":"lint","verdict":"refuse","message":"x"}]}`,
		`{"verdict":"auto","reasons":[{"type":"lint","verdict":"auto","message":"a\nb"}]}`,
		`{"verdict":"auto","reasons":[{"type":"lint","verdict":"auto","message":"x","colour":1}]}`,
	} {
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(text)))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(document) == nil {
			t.Errorf("accepted: %s", text)
		}
	}
}
