package local_test

import (
	"testing"

	"sinew/decide/question"
)

func folder(reflex string) question.Question {
	q := question.TheArgument(question.Subject{Reflex: reflex, Arg: "place"}, "Which folder?", []question.Option{
		option("downloads", "What the browser saved."), option("projects", "My code, a folder for each project."), option("music", "Albums."),
	})
	q.About.Reflex = question.Text{What: "Measure a folder."}
	return q
}

func TestWordsThatPointNameNoListedWord(t *testing.T) {
	for said, want := range map[string]string{
		"how big is that folder": question.Unstated, "measure the same folder": question.Unstated, "measure this folder": question.Unstated,
		"how big is that projects folder": "projects", "measure projects": "projects",
	} {
		if key, _ := top(t, said, folder("size")); key != want {
			t.Errorf("%q states %s", said, key)
		}
	}
}

func TestOfWordsInARowTheFirstIsTakenAndWaits(t *testing.T) {
	for said, want := range map[string]string{
		"measure downloads and music": "downloads", "measure music and downloads": "music", "MUSIC, PROJECTS and downloads": "music",
		"measure music or my projects": "music",
	} {
		if key, p := top(t, said, folder("size")); key != want || p >= 0.8 {
			t.Errorf("%q states %s at %v", said, key, p)
		}
	}
	if _, p := top(t, "measure music", folder("size")); p < 0.8 {
		t.Errorf("one word alone is stated at %v", p)
	}
}

func TestAListedWordAloneAsksForNoReflex(t *testing.T) {
	size := question.Option{Key: "size", Text: question.Text{What: "Measure a folder.", Examples: []string{"measure the documents", "how big is my music"}}}
	list := question.Option{Key: "newest", Text: question.Text{What: "List a folder.", Examples: []string{"list the documents", "what is in my music"}}}
	both, alone := question.TheRoute([]question.Option{size, list}), question.TheRoute([]question.Option{size})
	for _, said := range []string{"music", "the music", "in downloads"} {
		if key, p := top(t, said, both, folder("size"), folder("newest")); key != question.None || p < 0.9 {
			t.Errorf("%q asks for %s at %v", said, key, p)
		}
		if key, p := top(t, said, alone, folder("size")); key != question.None || p < 0.9 {
			t.Errorf("%q asks for %s at %v", said, key, p)
		}
	}
	if key, p := top(t, "measure downloads", alone, folder("size")); key != "size" || p < 0.7 {
		t.Errorf("a verb it says asks for %s at %v", key, p)
	}
	if key, _ := top(t, "don't measure downloads", alone, folder("size")); key != question.None {
		t.Errorf("a verb turned around asks for %s", key)
	}
}
