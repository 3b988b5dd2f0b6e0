// Package tomldoc reads TOML with the position of every key, and edits a TOML
// text so that every byte outside the edit stays as it was.
//
// Parse gives a tree of values in file order; Set and Remove take a text and
// give the new text. Nothing here knows what the keys mean.
package tomldoc
