// SPDX-License-Identifier: Apache-2.0

// Package skein is the hash function family Skein and its block cipher Threefish, computed by the C library libskein,
// which pkg-config finds.
//
// Hash is a hash.Hash, with any size of state and output, key, personalisation, nonce and tree; XOF has output without
// an end; Threefish is a cipher.Block with a tweak.
package skein

/*
#cgo pkg-config: libskein
#include <skein.h>

// Pointers of Go may not lie in a structure that C gets, so each comes by itself.
static int begin(unsigned block_bits, uint64_t output_bits, int revision, unsigned leaf, unsigned fan_out,
                 unsigned height, const void *key, size_t key_length, const void *personalisation,
                 size_t personalisation_length, const void *public_key, size_t public_key_length,
                 const void *key_identifier, size_t key_identifier_length, const void *nonce, size_t nonce_length,
                 struct skein *hash, struct skein_tree *tree, unsigned threads) {
  struct skein_arguments a = {.block_bits = block_bits, .output_bits = output_bits};
  a.revision = (enum skein_revision)revision;
  a.tree.leaf = (uint8_t)leaf, a.tree.fan_out = (uint8_t)fan_out, a.tree.height = (uint8_t)height;
  a.key = key, a.key_length = key_length;
  a.personalisation = personalisation, a.personalisation_length = personalisation_length;
  a.public_key = public_key, a.public_key_length = public_key_length;
  a.key_identifier = key_identifier, a.key_identifier_length = key_identifier_length;
  a.nonce = nonce, a.nonce_length = nonce_length;
  if (tree == NULL) return skein_init_arguments(hash, &a);
  const int status = skein_tree_init(tree, &a);
  if (status == SKEIN_OK) skein_tree_threads(tree, threads);
  return status;
}
*/
import "C"

import (
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"unsafe"
)

// Unlimited is the number of bits of an output whose length is not known beforehand.
const Unlimited = math.MaxUint64

// An Error is what the library refuses.
type Error int

func (e Error) Error() string { return "skein: " + C.GoString(C.skein_status_text(C.int(e))) }

func check(status C.int) error {
	if status == C.SKEIN_OK {
		return nil
	}
	return Error(status)
}

// Version returns the version of the C library.
func Version() string { return C.GoString(C.skein_version()) }

// A Revision is a version of the specification; all digests differ between them.
type Revision int

// The versions of the specification; the zero value is the last one.
const (
	V13 Revision = C.SKEIN_1_3
	V12 Revision = C.SKEIN_1_2
	V11 Revision = C.SKEIN_1_1
)

// A Tree has leaves of 2^Leaf blocks, nodes of 2^FanOut children and at most Height levels.
type Tree struct{ Leaf, FanOut, Height uint8 }

// Options are what Skein takes beside the message. A byte string that is nil is left out; an empty one that is not nil
// is hashed, but for the key.
type Options struct {
	BlockBits  int    // size of the state: 256, 512 or 1024; 0 means 512
	OutputBits uint64 // size of the output, which is hashed too; 0 means that of the state
	Revision   Revision

	Key, Personalisation, PublicKey, KeyIdentifier, Nonce []byte

	Tree    *Tree
	Threads int // how many may work on a tree: 0 means 1, -1 one per processor
}

func data(b []byte) (unsafe.Pointer, C.size_t) {
	return unsafe.Pointer(unsafe.SliceData(b)), C.size_t(len(b))
}

// A Hash is a hash computation; it implements hash.Hash, encoding.BinaryMarshaler and encoding.BinaryUnmarshaler.
type Hash struct {
	state C.struct_skein
	tree  *C.struct_skein_tree
	size  int
	block int
}

// New begins a hash. Outputs of 2 GiB and more are for NewXOF.
func New(o Options) (*Hash, error) {
	h, err := begin(&o)
	if err != nil {
		return nil, err
	}
	bytes := o.OutputBits/8 + (o.OutputBits%8+7)/8
	if bytes > math.MaxInt32 {
		return nil, errors.New("skein: an output of 2 GiB or more is for NewXOF")
	}
	h.size = int(bytes)
	return h, nil
}

// New256 begins a hash with 256 bits of state and output.
func New256() *Hash { return plain(256) }

// New512 begins a hash with 512 bits of state and output.
func New512() *Hash { return plain(512) }

// New1024 begins a hash with 1024 bits of state and output.
func New1024() *Hash { return plain(1024) }

func plain(bits int) *Hash {
	h, err := New(Options{BlockBits: bits})
	if err != nil {
		panic(err)
	}
	return h
}

func begin(o *Options) (*Hash, error) {
	if o.BlockBits == 0 {
		o.BlockBits = 512
	}
	if o.OutputBits == 0 {
		o.OutputBits = uint64(max(o.BlockBits, 0))
	}
	if o.BlockBits < 0 || o.BlockBits > math.MaxInt32 {
		return nil, Error(C.SKEIN_BAD_BLOCK_SIZE)
	}
	if o.Threads < -1 || o.Threads > 1024 {
		return nil, fmt.Errorf("skein: threads are 1 to 1024, or -1 for one per processor, not %d", o.Threads)
	}
	h := &Hash{block: o.BlockBits / 8}
	var tree Tree
	threads := o.Threads
	if o.Tree != nil {
		tree = *o.Tree
		h.tree = new(C.struct_skein_tree)
		if threads == 0 {
			threads = 1
		} else if threads == -1 {
			threads = 0
		}
	}
	key, keyLength := data(o.Key)
	personalisation, personalisationLength := data(o.Personalisation)
	publicKey, publicKeyLength := data(o.PublicKey)
	keyIdentifier, keyIdentifierLength := data(o.KeyIdentifier)
	nonce, nonceLength := data(o.Nonce)
	status := C.begin(C.uint(o.BlockBits), C.uint64_t(o.OutputBits), C.int(o.Revision),
		C.uint(tree.Leaf), C.uint(tree.FanOut), C.uint(tree.Height),
		key, keyLength, personalisation, personalisationLength, publicKey, publicKeyLength,
		keyIdentifier, keyIdentifierLength, nonce, nonceLength, &h.state, h.tree, C.uint(max(threads, 0)))
	return h, check(status)
}

// Write adds bytes to the message. It fails only after a number of bits that was no multiple of 8.
func (h *Hash) Write(p []byte) (int, error) {
	bytes, length := data(p)
	var status C.int
	if h.tree != nil {
		status = C.skein_tree_update(h.tree, bytes, length)
	} else {
		status = C.skein_update(&h.state, bytes, length)
	}
	if err := check(status); err != nil {
		return 0, err
	}
	return len(p), nil
}

// WriteBits adds the first bits of p, most significant first; a number that is no multiple of 8 ends the message.
func (h *Hash) WriteBits(p []byte, bits uint64) error {
	if bits > 8*uint64(len(p)) {
		return fmt.Errorf("skein: %d bytes have no %d bits", len(p), bits)
	}
	bytes, _ := data(p)
	if h.tree != nil {
		return check(C.skein_tree_update_bits(h.tree, bytes, C.uint64_t(bits)))
	}
	return check(C.skein_update_bits(&h.state, bytes, C.uint64_t(bits)))
}

// Clone returns a second computation with the same message so far.
func (h *Hash) Clone() *Hash {
	copied := *h
	if h.tree != nil {
		tree := *h.tree
		copied.tree = &tree
	}
	return &copied
}

// Sum appends the digest of the message so far to b. More can be written afterwards.
func (h *Hash) Sum(b []byte) []byte {
	end := h.Clone()
	start := len(b)
	b = append(b, make([]byte, h.size)...)
	digest, length := data(b[start:])
	var status C.int
	if end.tree != nil {
		status = C.skein_tree_final(end.tree, digest, length)
	} else {
		status = C.skein_final(&end.state, digest, length)
	}
	end.Wipe()
	if err := check(status); err != nil {
		panic(err) // the size is that of the output
	}
	return b
}

// Verify tells, in time that does not depend on what they are, whether the digest of the message so far is expected.
func (h *Hash) Verify(expected []byte) bool {
	if len(expected) != h.size {
		return false
	}
	digest := h.Sum(nil)
	a, length := data(digest)
	b, _ := data(expected)
	return C.skein_equal(a, b, length) == 1
}

// Reset forgets the message; the options stay.
func (h *Hash) Reset() {
	if h.tree != nil {
		C.skein_tree_reset(h.tree)
	} else {
		C.skein_reset(&h.state)
	}
}

// Size returns the number of bytes of the digest.
func (h *Hash) Size() int { return h.size }

// BlockSize returns the number of bytes of the state.
func (h *Hash) BlockSize() int { return h.block }

// Wipe overwrites the state with zeros. The hash must not be used afterwards.
func (h *Hash) Wipe() {
	C.skein_wipe(unsafe.Pointer(&h.state), C.sizeof_struct_skein)
	if h.tree != nil {
		C.skein_wipe(unsafe.Pointer(h.tree), C.sizeof_struct_skein_tree)
	}
}

// MarshalBinary returns the state, as secret as key and message, for UnmarshalBinary on any machine; not of a tree.
func (h *Hash) MarshalBinary() ([]byte, error) {
	if h.tree != nil {
		return nil, errors.New("skein: a tree cannot be saved")
	}
	saved := make([]byte, C.SKEIN_SAVED_BYTES)
	return saved, check(C.skein_save(&h.state, (*C.uint8_t)(unsafe.SliceData(saved))))
}

// UnmarshalBinary goes on with a state that MarshalBinary returned.
func (h *Hash) UnmarshalBinary(saved []byte) error {
	if len(saved) != C.SKEIN_SAVED_BYTES {
		return fmt.Errorf("skein: a saved state has %d bytes, not %d", C.SKEIN_SAVED_BYTES, len(saved))
	}
	var state C.struct_skein
	if err := check(C.skein_load(&state, (*C.uint8_t)(unsafe.SliceData(saved)))); err != nil {
		return err
	}
	bytes := uint64(C.skein_output_bytes(&state))
	if bytes > math.MaxInt32 {
		return errors.New("skein: this is the state of an output of 2 GiB or more")
	}
	*h = Hash{state: state, size: int(bytes), block: 8 * int(state.words)}
	return nil
}

// An XOF has output without an end: write the message, then read. It implements io.ReadWriteSeeker.
type XOF struct {
	hash    *Hash
	reader  C.struct_skein_reader
	reading bool
}

// NewXOF begins a hash with output without an end, or with that of a given size, of any.
func NewXOF(o Options) (*XOF, error) {
	if o.OutputBits == 0 {
		o.OutputBits = Unlimited
	}
	h, err := begin(&o)
	if err != nil {
		return nil, err
	}
	return &XOF{hash: h}, nil
}

// Write adds bytes to the message. After the first Read it fails.
func (x *XOF) Write(p []byte) (int, error) {
	if x.reading {
		return 0, errors.New("skein: the message has ended with the first Read")
	}
	return x.hash.Write(p)
}

func (x *XOF) end() {
	if x.reading {
		return
	}
	if x.hash.tree != nil {
		C.skein_tree_read_output(&x.reader, x.hash.tree)
	} else {
		C.skein_read_output(&x.reader, &x.hash.state)
	}
	x.reading = true
}

func (x *XOF) bytes() uint64 {
	bits := uint64(x.reader.output_bits)
	return bits/8 + (bits%8+7)/8
}

// Read reads the next bytes of the output.
func (x *XOF) Read(p []byte) (int, error) {
	x.end()
	left := x.bytes() - uint64(x.reader.position)
	if left == 0 && len(p) > 0 {
		return 0, io.EOF
	}
	if uint64(len(p)) > left {
		p = p[:left]
	}
	bytes, length := data(p)
	return len(p), check(C.skein_read(&x.reader, bytes, length))
}

// Seek goes to a byte of the output.
func (x *XOF) Seek(offset int64, whence int) (int64, error) {
	x.end()
	var base uint64
	switch whence {
	case io.SeekStart:
	case io.SeekCurrent:
		base = uint64(x.reader.position)
	case io.SeekEnd:
		base = x.bytes()
	default:
		return 0, fmt.Errorf("skein: there is no whence %d", whence)
	}
	position := base + uint64(offset)
	if offset < 0 && position > base {
		position = math.MaxUint64
	}
	if err := check(C.skein_seek(&x.reader, C.uint64_t(position))); err != nil {
		return 0, err
	}
	return int64(position), nil
}

// Reset forgets message and output; the options stay.
func (x *XOF) Reset() {
	x.hash.Reset()
	x.reading = false
}

// HashMany hashes messages with the same options, side by side in the vector units, by o.Threads threads; no trees.
func HashMany(o Options, messages [][]byte) ([][]byte, error) {
	threads := o.Threads
	h, err := New(o)
	if err != nil {
		return nil, err
	}
	if o.Tree != nil {
		return nil, errors.New("skein: HashMany makes no trees")
	}
	if len(messages) == 0 {
		return nil, nil
	}
	if threads == 0 {
		threads = 1
	} else if threads == -1 {
		threads = 0
	}
	var pinner runtime.Pinner
	defer pinner.Unpin()
	pointers := make([]unsafe.Pointer, len(messages))
	lengths := make([]C.size_t, len(messages))
	for i, message := range messages {
		pointers[i], lengths[i] = data(message)
		if len(message) > 0 {
			pinner.Pin(pointers[i])
		} else {
			pointers[i] = nil
		}
	}
	if h.size > math.MaxInt/len(messages) {
		return nil, errors.New("skein: there is no memory for so many digests")
	}
	digests := make([]byte, h.size*len(messages))
	all, _ := data(digests)
	status := C.skein_many(&h.state, C.size_t(len(messages)), (*unsafe.Pointer)(unsafe.SliceData(pointers)),
		unsafe.SliceData(lengths), all, C.uint(threads))
	if err := check(status); err != nil {
		return nil, err
	}
	result := make([][]byte, len(messages))
	for i := range result {
		result[i] = digests[i*h.size : (i+1)*h.size : (i+1)*h.size]
	}
	return result, nil
}

// Threefish is a key of the tweakable block cipher with a tweak; it implements cipher.Block.
type Threefish struct {
	cipher C.struct_threefish
	tweak  [16]byte
	size   int
}

// NewThreefish takes a key of 32, 64 or 128 bytes, the size of the block too, and a tweak of 16 bytes, or nil for zeros.
func NewThreefish(key, tweak []byte, revision Revision) (*Threefish, error) {
	t := &Threefish{size: len(key)}
	bytes, _ := data(key)
	if len(key) != 32 && len(key) != 64 && len(key) != 128 {
		return nil, fmt.Errorf("skein: a key of Threefish has 32, 64 or 128 bytes, not %d", len(key))
	}
	if err := check(C.threefish_init(&t.cipher, C.uint(8*len(key)), bytes, C.enum_skein_revision(revision))); err != nil {
		return nil, err
	}
	return t, t.SetTweak(tweak)
}

// SetTweak takes another tweak of 16 bytes, or nil for zeros.
func (t *Threefish) SetTweak(tweak []byte) error {
	if tweak != nil && len(tweak) != 16 {
		return fmt.Errorf("skein: a tweak has 16 bytes, not %d", len(tweak))
	}
	t.tweak = [16]byte{}
	copy(t.tweak[:], tweak)
	return nil
}

// BlockSize returns the number of bytes of a block.
func (t *Threefish) BlockSize() int { return t.size }

// Encrypt encrypts the first block of src into dst. As every cipher.Block it panics if one of them is shorter.
func (t *Threefish) Encrypt(dst, src []byte) { t.crypt(dst, src, true) }

// Decrypt decrypts the first block of src into dst.
func (t *Threefish) Decrypt(dst, src []byte) { t.crypt(dst, src, false) }

func (t *Threefish) crypt(dst, src []byte, encrypt bool) {
	if len(src) < t.size || len(dst) < t.size {
		panic(fmt.Sprintf("skein: a block has %d bytes, not %d", t.size, min(len(src), len(dst))))
	}
	tweak := (*C.uint8_t)(unsafe.Pointer(&t.tweak[0]))
	block := make([]byte, t.size) // dst may overlap src in any way
	copy(block, src)
	bytes, _ := data(block)
	if encrypt {
		C.threefish_encrypt(&t.cipher, tweak, bytes, bytes)
	} else {
		C.threefish_decrypt(&t.cipher, tweak, bytes, bytes)
	}
	copy(dst, block)
}
