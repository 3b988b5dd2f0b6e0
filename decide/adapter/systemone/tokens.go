package systemone

import (
	"encoding/json"
	"errors"
)

// object reads an object, whose member's value each reads. what says what it
// is.
func (r *reply) object(what string, each func(key string) error) error {
	token, err := r.token()
	if err != nil {
		return err
	}
	if token != json.Delim('{') {
		return errors.New(what + " is not an object")
	}
	seen := map[string]bool{}
	for r.tokens.More() {
		token, err := r.token()
		if err != nil {
			return err
		}
		key, _ := token.(string)
		if seen[key] {
			return errTwice
		}
		seen[key] = true
		if err := each(key); err != nil {
			return err
		}
	}
	_, err = r.token()
	return err
}

// maxDepth is how deep what is passed over may be nested.
const maxDepth = 64

// skip passes over one value.
func (r *reply) skip() error {
	for depth := 0; ; {
		token, err := r.token()
		if err != nil {
			return err
		}
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth > maxDepth {
			return errDeep
		}
		if depth == 0 {
			return nil
		}
	}
}

func (r *reply) token() (json.Token, error) {
	token, err := r.tokens.Token()
	if err != nil {
		return nil, errNoJSON
	}
	return token, nil
}
