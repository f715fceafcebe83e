package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
)

// shortHash is the number of hex digits of a short hash, and the fewest that are accepted.
const shortHash = 16

// ErrHash refuses a hash that cannot be compared.
var ErrHash = errors.New("a SHA-256 is given with 64 hex digits, or with its first 16 or more")

// Sum is the SHA-256 of a file's bytes, as plans write it.
func Sum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Short is the beginning of a Sum.
func Short(sum string) string { return sum[:shortHash] }

// CheckHash returns ErrHash for a text that is no hash, or too short a hash.
func CheckHash(given string) error {
	if len(given) < shortHash || len(given) > 2*sha256.Size || strings.Trim(given, "0123456789abcdefABCDEF") != "" {
		return ErrHash
	}
	return nil
}

// SameHash says whether a hash that CheckHash accepts is sum, or the beginning of sum.
func SameHash(sum, given string) bool { return strings.HasPrefix(sum, strings.ToLower(given)) }

// hasSum reports whether all given hashes are those of a file's bytes, and at least one is given.
func hasSum(data []byte, hashes ...string) bool {
	hashes = slices.DeleteFunc(hashes, func(h string) bool { return h == "" })
	sum := Sum(data)
	return len(hashes) > 0 && !slices.ContainsFunc(hashes, func(h string) bool {
		return CheckHash(h) != nil || !SameHash(sum, h)
	})
}

// ShortHashes returns edits with short hashes in the place of the whole ones.
func ShortHashes(edits []FileTextEdits) []FileTextEdits {
	edits = slices.Clone(edits)
	for i := range edits {
		e := &edits[i]
		e.SHA256Short, e.SHA256AfterShort = Short(e.SHA256), Short(e.SHA256After)
		e.SHA256, e.SHA256After = "", ""
	}
	return edits
}
