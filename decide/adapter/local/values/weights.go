package values

import (
	_ "embed"
	"encoding/json"
	"sync"
)

//go:embed weights.json
var fitted []byte

// A Model is the weights of the question itself and of the second view.
type Model struct {
	Own  Weights `json:"own"`
	View Weights `json:"view"`
}

// Fitted is the embedded model, read on its first use. It is not changed.
var Fitted = sync.OnceValue(func() *Model {
	m := new(Model)
	if err := json.Unmarshal(fitted, m); err != nil {
		panic(err) // the file in the binary is not the one the fit wrote
	}
	return m
})
