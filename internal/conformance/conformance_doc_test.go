package conformance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whoever reads what is compared learns of every session that is not.
func TestTheGuideNamesEverySessionThatIsNotPlayed(t *testing.T) {
	guide, err := os.ReadFile(filepath.Join("..", "..", "docs", "conformance.md"))
	if err != nil {
		t.Fatal(err)
	}
	apart := 0
	for _, page := range ManualPages {
		for _, scene := range page.Scenes {
			if scene.Apart == "" {
				continue
			}
			apart++
			if !strings.Contains(string(guide), "| "+page.Title+" |") || !strings.Contains(string(guide), scene.Apart) {
				t.Errorf("%s, %s: %s", page.Title, scene.Command, scene.Apart)
			}
		}
	}
	if apart == 0 {
		t.Error("every session is played, and the guide says otherwise")
	}
}
