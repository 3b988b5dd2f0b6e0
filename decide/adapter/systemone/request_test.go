package systemone

import (
	"testing"

	"sinew/decide/adapter"
	"sinew/decide/question"
)

func TestARequestIsTheseBytes(t *testing.T) {
	asked := []question.Question{
		{
			Subject: question.Subject{Kind: question.Route}, Ask: "Which <one>?", Otherwise: question.None,
			Options: []question.Option{
				{Key: "zebra", Text: question.Text{What: "Stripes & \"more\".\n", NotFor: []string{"spots"}, Examples: []string{"a", "b"}}},
				{Key: "ape", Text: question.Text{What: "Éa", Examples: []string{"c"}}},
				{Key: "none", Text: question.Text{What: "None."}},
			},
		},
		{
			Subject: question.Subject{Kind: question.Fits, Reflex: "ape"}, Ask: "Is it?", About: question.Matter{Words: "not sent"},
			Yes: question.Text{What: "It is."}, No: question.Text{What: "It is not.", NotFor: []string{"d"}},
		},
	}
	service, _ := Find("clef")
	got, err := service.Encode("feed \x1b the zebra", asked)
	const want = `{"model":"clef","state":{"request":"feed \u001b the zebra"},"questions":{` +
		`"route":{"type":"choice","instructions":"Which <one>?","criteria":{` +
		`"zebra":{"what":"Stripes & \"more\".\n","not_for":["spots"],"examples":["a","b"]},` +
		`"ape":{"what":"Éa","examples":["c"]},"none":"None."}},` +
		`"fits.ape":{"type":"noul","instructions":"Is it?","criteria":{"true":"It is.","false":{"what":"It is not.","not_for":["d"]}}}}}`
	if err != nil || string(got) != want {
		t.Errorf("%v\ngot  %s\nwant %s", err, got, want)
	}
}

func TestAnAdapterDeclaresItsService(t *testing.T) {
	for _, service := range services {
		opened, err := NewClient(environment(nil)).Open(service)
		if err != nil {
			t.Fatal(err)
		}
		var by adapter.Adapter = opened
		if by.ID() != service.ID || by.Bars() != service.Bars || opened.Options() != 255 {
			t.Errorf("%s declares %s, %v, %d", service.Name, by.ID(), by.Bars(), opened.Options())
		}
	}
}
