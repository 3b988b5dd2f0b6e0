package manifest

import (
	"slices"

	"sinew/pkg/tomldoc"
)

// unknown is the path of every key below v that the format does not have, in
// file order.
func unknown(v *tomldoc.Value, known keys, at []string) [][]string {
	var paths [][]string
	for _, e := range v.Entries {
		below, ok := known[e.Key]
		if !ok {
			below, ok = known["*"]
		}
		path := append(slices.Clip(at), e.Key)
		if !ok {
			paths = append(paths, path)
		} else if below != nil {
			paths = append(paths, unknown(e.Value, below, path)...)
		}
	}
	return paths
}
