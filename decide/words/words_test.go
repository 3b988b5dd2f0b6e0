package words_test

import (
	"fmt"

	"sinew/decide/words"
)

func Example() {
	fmt.Println(words.Own(`kettle drink="mint"`, "write", "drink", 0.846))
	fmt.Println(words.Own("kettle", "destructive", "", 0))
	fmt.Println(words.Reasons([]string{
		words.RunsAt("read", 0.8), words.ReadFrom("who", "the \"cook\""), words.AnotherThing("and a bun"),
		words.MayBePart("30", "steep"), words.InQuotes("'so long'"), words.MayBe("so long", "note"),
	}))
	fmt.Println(words.HoldsAt(0.2, 0.3, nil, nil))
	fmt.Println(words.HoldsAt(0.2, 0.3, []string{"tonight", "<b>"}, []string{"hottest first"}))
	fmt.Println(words.HoldsAt(0.2, 0.3, nil, []string{"hottest first", "by cup"}))
	// Output:
	// kettle drink="mint" · write · weakest: drink 0.85
	// kettle · destructive
	// a read runs at 0.80 or more; who was read from "the \"cook\""; "and a bun" asks for another thing; "30" may be part of the steep; 'so long' is in quotes and the call does not hold it; "so long" may be the note
	// it holds all you said at 0.20, and a call runs at 0.30 or more
	// it holds all you said at 0.20, and a call runs at 0.30 or more; it leaves out "tonight", "<b>"; "hottest first" says what is wanted from the result
	// it holds all you said at 0.20, and a call runs at 0.30 or more; "hottest first", "by cup" say what is wanted from the result
}
