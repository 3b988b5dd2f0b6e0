package question

// Grounds are what the share of one reflex in a route's answer stood on, for a
// person to read. Nothing is decided by them, and no remote engine gives them.
type Grounds struct {
	Reflex  string   `json:"reflex"`
	Nearest []Near   `json:"nearest,omitempty"` // its examples, the most alike to the text first
	Words   []string `json:"words,omitempty"`   // the telling words of the text that it says itself
}

// Near is an example and how alike a text is to it, from 0 to 1.
type Near struct {
	Example string  `json:"example"`
	Alike   float64 `json:"alike"`
}
