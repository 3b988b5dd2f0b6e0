package gitpack

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/go-git/go-git/v5/plumbing/format/packfile"
)

// FuzzDelta compares with another implementation of the format.
func FuzzDelta(f *testing.F) {
	f.Add([]byte("base"), []byte{4, 5, 0x90, 4, 1, 'x'})
	f.Add([]byte("base"), []byte{4, 1, 0})
	f.Add(bytes.Repeat([]byte("x"), 70000), []byte{0xf0, 0xa2, 4, 0x80, 0x80, 4, 0x80})
	f.Fuzz(func(t *testing.T, base, delta []byte) {
		_, rest, err := cutSize(delta)
		var target int64
		if err == nil {
			target, _, err = cutSize(rest)
		}
		if err != nil || target > 1<<20 || len(base) == 0 {
			return
		}
		got, err := applyDelta(base, delta, target)
		want, otherErr := packfile.PatchDelta(base, delta)
		if (err == nil) != (otherErr == nil) || err == nil && !bytes.Equal(got, want) {
			t.Errorf("got %q, %v; want %q, %v", got, err, want, otherErr)
		}
	})
}

// FuzzEntryHeader reads type, size and offset of any bytes.
func FuzzEntryHeader(f *testing.F) {
	f.Add([]byte{0x31})
	f.Add([]byte{0xbf, 0xff, 0x7f, 0x80, 0x01})
	f.Fuzz(func(t *testing.T, data []byte) {
		r := bytes.NewReader(data)
		if _, size, err := readTypeAndSize(r); err == nil && size < 0 {
			t.Errorf("size %d", size)
		}
		if back, err := readOffset(r); err == nil && back < 0 {
			t.Errorf("offset %d", back)
		}
	})
}

// collision is one of two known messages of one SHA-1.
const collision = `
99040d047fe81780012000ff4b65792069732070617274206f66206120636f6c6c6973696f6e212049742773206120747261702179c61af0afcc054515d9274e
7307624b1dc7fb23988bb8de8b575dba7b9eab31c1674b6d974378a827732ff5851c76a2e60772b5a47ce1eac40bb993c12d8c70e24a4f8d5fcdedc1b32c9cf1
9e31af2429759d42e4dfdb31719f587623ee552939b6dcdc459fca53553b70f87ede30a247ea3af6c759a2f20b320d760db64ff479084fd3ccb3cdd48362d96a
9c430617caff6c36c637e53fde28417f626fec54ed7943a46e5f5730f2bb38fb1df6e0090010d00e24ad78bf92641993608e8d158a789f34c46fe1e6027f35a4
cbfb827076c50eca0e8b7cca69bb2c2b790259f9bf9570dd8d4437a3115faff7c3cac09ad25266055c27104755178eaeff825a2caa2acfb5de64ce7641dc59a5
41a9fc9c756756e2e23dc713c8c24c9790aa6b0e38a7f55f14452a1ca2850ddd9562fd9a18ad42496aa97008f74672f68ef461eb88b09933d626b4f918749cc0
27fddd6c425fc4216835d0134d15285bab2cb784a4f7cbb4fb514d4bf0f6237cf00a9e9f132b9a066e6fd17f6c42987478586ff651af96747fb426b9872b9a88
e4063f59bb334cc00650f83a80c42751b71974d300fc2819a2e8f1e32c1b51cb18e6bfc4db9baef675d4aaf5b1574a047f8f6dd2ec153a93412293974d928f88
ced9363cfef97ce2e742bf34c96b8ef3875676fea5cca8e5f7dea0bab2413d4de00ee71ee01f162bdb6d1eafd925e6aebaae6a354ef17cf205a404fbdb12fc45
4d41fdd95cf2459664a2ad032d1da60a73264075d7f1e0d6c1403ae7a0d861df3fe5707188dd5e07d1589b9f8b6630553f8fc352b3e0c27da80bddba4c64020d
`

func TestBytesThatWereMadeToCollideHaveNoID(t *testing.T) {
	raw, err := hex.DecodeString(strings.ReplaceAll(collision, "\n", ""))
	if err != nil {
		t.Fatal(err)
	}
	h := SHA1.new()
	h.Write(raw)
	if id, ok := sum(h); ok {
		t.Errorf("got the id %s", id)
	}
	h.Reset()
	h.Write(raw[:64])
	if _, ok := sum(h); !ok {
		t.Error("a plain message is called a collision")
	}
}
