package conformance

import (
	"encoding/hex"
	"fmt"

	"sinew/cmd/sinew/report"
	"sinew/pkg/diag"
	"sinew/pkg/name"
	"sinew/pkg/text"
	"sinew/pkg/tree"
)

func answerIdentity(in struct{ Text string }) (any, error) {
	return text.Identity(in.Text), nil
}

func answerName(in struct{ Text, Kind string }) (any, error) {
	if err := name.Check(in.Text, name.Kind(in.Kind)); err != nil {
		return Object{{"err", err.Error()}}, nil
	}
	return ok(in.Text), nil
}

// answerDigest takes [path, digest of its bytes] pairs.
func answerDigest(in struct{ Hashed [][2]string }) (any, error) {
	sums := make([]tree.Sum, len(in.Hashed))
	for i, pair := range in.Hashed {
		digest, err := tree.ParseDigest(pair[1])
		if err != nil {
			return nil, err
		}
		sums[i].Path = pair[0]
		if n, err := hex.Decode(sums[i].SHA256[:], []byte(digest.Hex())); err != nil || n != len(sums[i].SHA256) {
			return nil, fmt.Errorf("%s: %d bytes of hex, %w", digest, n, err)
		}
	}
	return tree.H1(sums), nil
}

func answerFix(in struct{ Fix diag.Fix }) (any, error) {
	return report.Words{Program: "evoke"}.Fix(in.Fix), nil
}
