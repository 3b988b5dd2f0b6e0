package pick_test

import (
	"strings"
	"testing"

	"sinew/pkg/pick"
)

func BenchmarkFind(b *testing.B) {
	for name, input := range map[string]string{
		"plain":  "kill the lights in the den and the office please",
		"values": "set a timer for 10 minutes called tea, pay €1,200 on may fifth at 5pm for INC-311",
		"long":   strings.Repeat("pay €1,200 on may fifth at 5pm and wait 10 minutes for two hundred and forty of them ", 50),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				pick.Find(input)
			}
		})
	}
}
