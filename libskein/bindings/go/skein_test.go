// SPDX-License-Identifier: Apache-2.0

package skein

import (
	"bytes"
	"crypto/cipher"
	"crypto/hmac"
	"encoding"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var (
	_ hash.Hash                  = (*Hash)(nil)
	_ encoding.BinaryMarshaler   = (*Hash)(nil)
	_ encoding.BinaryUnmarshaler = (*Hash)(nil)
	_ io.ReadWriteSeeker         = (*XOF)(nil)
	_ cipher.Block               = (*Threefish)(nil)
)

type octets []byte

func (o *octets) UnmarshalText(text []byte) error {
	decoded, err := hex.DecodeString(string(text))
	*o = decoded
	return err
}

type vector struct {
	Bits       *uint64 `json:"len_bits"`
	BlockBits  int     `json:"state_bits"`
	OutputBits uint64  `json:"out_bits"`
	Message    octets  `json:"msg_hex"`
	Digest     octets  `json:"digest_hex"`
	Key        octets  `json:"key_hex"`
	Pers       octets  `json:"pers_hex"`
	PublicKey  octets  `json:"pk_hex"`
	KeyID      octets  `json:"kdf_hex"`
	Nonce      octets  `json:"nonce_hex"`
	Tree       *struct{ Leaf, Node, Max uint8 }
	Tweak      octets `json:"tweak_hex"`
	Plain      octets `json:"pt_hex"`
	Secret     octets `json:"ct_hex"`
}

// The vectors of a file of LIBSKEIN_VECTORS, else of the checkout.
func vectors(t *testing.T, name string) []vector {
	folder := os.Getenv("LIBSKEIN_VECTORS")
	if folder == "" {
		folder = "../../../hashloom/vectors/data"
	}
	text, err := os.ReadFile(filepath.Join(folder, name+".json"))
	if err != nil {
		t.Skip("no folder of vectors")
	}
	var file struct{ Vectors []vector }
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Vectors) < 5 {
		t.Fatalf("%s has %d vectors", name, len(file.Vectors))
	}
	return file.Vectors
}

func messageByRule(bits uint64) []byte {
	message := make([]byte, (bits+7)/8)
	x := uint32(bits)
	for i := range message {
		x = 1664525*x + 1013904223
		message[i] = byte(x >> 24)
	}
	if bits%8 != 0 {
		message[len(message)-1] &= 0xff << (8 - bits%8)
	}
	return message
}

func must(t *testing.T, o Options) *Hash {
	t.Helper()
	h, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func compare(t *testing.T, o Options, one vector) {
	t.Helper()
	message, bits := []byte(one.Message), 8*uint64(len(one.Message))
	if one.Bits != nil {
		bits = *one.Bits
		if one.Message == nil {
			message = messageByRule(bits)
		}
	}
	h := must(t, o)
	if err := h.WriteBits(message, bits); err != nil {
		t.Fatal(err)
	}
	if got := h.Sum([]byte("before")); !bytes.Equal(got[6:], one.Digest) || string(got[:6]) != "before" {
		t.Errorf("%+v, %d bits: %x, not %x", o, bits, got, one.Digest)
	}
	if !h.Verify(one.Digest) {
		t.Errorf("%+v: not verified", o)
	}
}

func TestPlainVectors(t *testing.T) {
	for version, revision := range map[string]Revision{"1.1": V11, "1.2": V12, "1.3": V13} {
		for _, size := range [][2]int{{256, 256}, {512, 256}, {512, 512}, {1024, 1024}} {
			for _, one := range vectors(t, fmt.Sprintf("skein-%s-%d-%d", version, size[0], size[1])) {
				compare(t, Options{BlockBits: size[0], OutputBits: uint64(size[1]), Revision: revision}, one)
			}
		}
	}
}

func TestVectorsWithArguments(t *testing.T) {
	for _, one := range vectors(t, "skein-1.3-params") {
		o := Options{
			BlockBits: one.BlockBits, OutputBits: one.OutputBits, Key: one.Key, Personalisation: one.Pers,
			PublicKey: one.PublicKey, KeyIdentifier: one.KeyID, Nonce: one.Nonce,
		}
		if one.Tree != nil {
			o.Tree = &Tree{one.Tree.Leaf, one.Tree.Node, one.Tree.Max}
			o.Threads = -1
		}
		compare(t, o, one)
	}
}

func TestVectorsOfThreefish(t *testing.T) {
	for _, one := range vectors(t, "threefish-1.3") {
		c, err := NewThreefish(one.Key, one.Tweak, V13)
		if err != nil {
			t.Fatal(err)
		}
		block := make([]byte, c.BlockSize())
		if c.Encrypt(block, one.Plain); !bytes.Equal(block, one.Secret) {
			t.Errorf("%x", block)
		}
		if c.Decrypt(block, block); !bytes.Equal(block, one.Plain) {
			t.Errorf("%x", block)
		}
	}
}

func TestPartsMakeAWhole(t *testing.T) {
	message := messageByRule(8 * 300_000)
	for _, o := range []Options{{}, {BlockBits: 1024, OutputBits: 1000, Nonce: []byte{}}, {Tree: &Tree{2, 1, 255}, Threads: 2}} {
		whole, parts := must(t, o), must(t, o)
		whole.Write(message)
		for at := 0; at < len(message); at += 77_777 {
			parts.Write(message[at:min(at+77_777, len(message))])
			parts.Sum(nil)
		}
		if expected := whole.Sum(nil); !bytes.Equal(parts.Sum(nil), expected) || len(expected) != whole.Size() {
			t.Errorf("%+v", o)
		}
		clone := parts.Clone()
		clone.Write(message)
		if !parts.Verify(whole.Sum(nil)) || clone.Verify(whole.Sum(nil)) || parts.Verify(nil) {
			t.Errorf("%+v: clone", o)
		}
		clone.Reset()
		if !clone.Verify(must(t, o).Sum(nil)) {
			t.Errorf("%+v: reset", o)
		}
	}
}

func TestEmptyStringsCountAndNilOnesDoNot(t *testing.T) {
	if must(t, Options{Nonce: []byte{}}).Verify(must(t, Options{}).Sum(nil)) {
		t.Error("an empty nonce is left out")
	}
	if !must(t, Options{Key: []byte{}}).Verify(New512().Sum(nil)) {
		t.Error("an empty key counts")
	}
	if New256().Size() != 32 || New1024().BlockSize() != 128 {
		t.Error("sizes")
	}
}

func TestSavedStates(t *testing.T) {
	h := must(t, Options{BlockBits: 256, Key: []byte("secret")})
	h.Write([]byte("one"))
	saved, err := h.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var again Hash
	if err := again.UnmarshalBinary(saved); err != nil {
		t.Fatal(err)
	}
	h.Write([]byte("two"))
	again.Write([]byte("two"))
	if !h.Verify(again.Sum(nil)) || again.BlockSize() != 32 {
		t.Error("another digest")
	}
	h.Wipe()
	again.Wipe()
}

func TestOutputWithoutAnEnd(t *testing.T) {
	x, err := NewXOF(Options{BlockBits: 256})
	if err != nil {
		t.Fatal(err)
	}
	x.Write([]byte("seed"))
	first := make([]byte, 300)
	if _, err := io.ReadFull(x, first); err != nil {
		t.Fatal(err)
	}
	if _, err := x.Write([]byte("late")); err == nil {
		t.Error("written after the end")
	}
	if at, err := x.Seek(-10, io.SeekCurrent); at != 290 || err != nil {
		t.Error(at, err)
	}
	last := make([]byte, 10)
	if x.Read(last); !bytes.Equal(last, first[290:]) {
		t.Errorf("%x", last)
	}
	for _, wrong := range [][2]int64{{-1, io.SeekStart}, {math.MinInt64, io.SeekCurrent}, {1, io.SeekEnd}, {0, 7}} {
		if _, err := x.Seek(wrong[0], int(wrong[1])); err == nil {
			t.Error(wrong)
		}
	}
	short, _ := NewXOF(Options{OutputBits: 100})
	if all, err := io.ReadAll(short); err != nil || !must(t, Options{OutputBits: 100}).Verify(all) {
		t.Error(all, err)
	}
	x.Reset()
	x.Write([]byte("seed"))
	if x.Read(last); !bytes.Equal(last, first[:10]) {
		t.Error("reset")
	}
}

func TestManyMessages(t *testing.T) {
	var messages [][]byte
	for i := 0; i < 40; i++ {
		messages = append(messages, messageByRule(uint64(8*31*i)))
	}
	messages = append(messages, nil)
	o := Options{BlockBits: 1024, OutputBits: 160, Key: []byte("secret"), Threads: 2}
	digests, err := HashMany(o, messages)
	if err != nil {
		t.Fatal(err)
	}
	for i, message := range messages {
		h := must(t, o)
		h.Write(message)
		if !h.Verify(digests[i]) {
			t.Error(i)
		}
	}
	if none, err := HashMany(o, nil); none != nil || err != nil {
		t.Error(none, err)
	}
}

func TestHMAC(t *testing.T) {
	mac := hmac.New(func() hash.Hash { return New512() }, []byte("secret"))
	mac.Write([]byte("abc"))
	if got := hex.EncodeToString(mac.Sum(nil)); got[:32] != "694b2ba6bced92aab9a3953c106aae8a" {
		t.Error(got)
	}
}

func TestWrongUseIsAnsweredWithASentence(t *testing.T) {
	partial := must(t, Options{})
	if err := partial.WriteBits([]byte{0x80}, 1); err != nil {
		t.Fatal(err)
	}
	tree := must(t, Options{Tree: &Tree{1, 1, 2}})
	fault := func(_ any, err error) error { return err }
	for sentence, err := range map[string]error{
		"256, 512 and 1024":      fault(New(Options{BlockBits: 300})),
		"256, 512 and 1024 ":     fault(New(Options{BlockBits: -1})),
		"for NewXOF":             fault(New(Options{OutputBits: Unlimited})),
		"tree":                   fault(New(Options{Tree: &Tree{1, 1, 1}})),
		"threads are 1 to 1024":  fault(New(Options{Threads: 5000})),
		"version":                fault(New(Options{Revision: 9})),
		"skein: ":                fault(partial.Write([]byte("x"))),
		"1 bytes have no 9 bits": partial.WriteBits([]byte{0}, 9),
		"cannot be saved":        fault(tree.MarshalBinary()),
		"424 bytes, not 3":       new(Hash).UnmarshalBinary([]byte("abc")),
		"saved":                  new(Hash).UnmarshalBinary(make([]byte, 424)),
		"makes no trees":         fault(HashMany(Options{Tree: &Tree{1, 1, 2}}, nil)),
		"128 bytes, not 31":      fault(NewThreefish(make([]byte, 31), nil, V13)),
		"16 bytes, not 1":        fault(NewThreefish(make([]byte, 32), []byte{1}, V13)),
	} {
		if err == nil || !strings.Contains(err.Error(), strings.TrimSpace(sentence)) {
			t.Errorf("%q: %v", sentence, err)
		}
	}
	defer func() {
		if said := fmt.Sprint(recover()); !strings.Contains(said, "a block has 32 bytes, not 31") {
			t.Error(said)
		}
	}()
	c, _ := NewThreefish(make([]byte, 32), nil, V13)
	c.Encrypt(make([]byte, 31), make([]byte, 32))
}

func Example() {
	h, _ := New(Options{OutputBits: 256, Key: []byte("secret")})
	h.Write([]byte("message"))
	fmt.Printf("%x", h.Sum(nil)[:8])
	// Output: 55546cd5b7e103be
}
