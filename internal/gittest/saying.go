package gittest

import "fmt"

// Saying is a reflex.toml that passes every check and echoes a word.
func Saying(word string) string {
	return fmt.Sprintf(`reflex = 1
description = "Say %[1]s."
not_for = ["saying anything else"]
effect = "read"
confirm = "Say it?"
run = ["echo", "%[1]s"]

[examples]
"say %[1]s" = {}
"the word %[1]s" = {}
"%[1]s please" = {}
`, word)
}
