package systemone

import (
	"fmt"
	"testing"

	"sinew/decide/question"
)

// choices are n questions with so many options each, and a reply to them.
func choices(n, options int) ([]question.Question, []byte) {
	asked := make([]question.Question, n)
	reply := `{"answers":{`
	for i := range asked {
		list := make([]question.Option, options)
		shares := ""
		for k := range list {
			list[k] = question.Option{Key: fmt.Sprintf("key%d", k), Text: question.Text{What: "It is this one."}}
			shares += fmt.Sprintf(`"key%d":0,`, k)
		}
		asked[i] = question.TheArgument(question.Subject{Reflex: fmt.Sprintf("r%d", i), Arg: "a"}, "Which?", list)
		if i > 0 {
			reply += ","
		}
		reply += fmt.Sprintf(`"r%d.a":{"type":"choice","probabilities":{%s"none":1}}`, i, shares)
	}
	return asked, []byte(reply + "}}")
}

func BenchmarkDecode(b *testing.B) {
	service, _ := Find("jev")
	for _, size := range [][2]int{{64, 10}, {256, 10}, {1024, 10}, {1, 253}} {
		asked, reply := choices(size[0], size[1])
		b.Run(fmt.Sprintf("%d questions of %d", size[0], size[1]), func(b *testing.B) {
			b.SetBytes(int64(len(reply)))
			for b.Loop() {
				if _, err := service.Decode(reply, asked); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkEncode(b *testing.B) {
	service, _ := Find("jev")
	for _, n := range []int{64, 256, 1024} {
		asked, _ := choices(n, 10)
		b.Run(fmt.Sprintf("%d questions", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := service.Encode("boil some water", asked); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkOpen is what the first question to a service costs before anything
// is sent, Mozilla's authorities but for their first reading included.
func BenchmarkOpen(b *testing.B) {
	service, _ := Find("jev")
	for b.Loop() {
		client := NewClient(environment(nil))
		if _, err := client.Open(service); err != nil {
			b.Fatal(err)
		}
		client.transport()
	}
}
