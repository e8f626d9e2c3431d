// SPDX-License-Identifier: Apache-2.0
//! What skein.h declares, as far as the crate uses it.
use std::ffi::{c_char, c_int, c_uint, c_void};

pub const OK: c_int = 0;
pub const MISMATCH: c_int = 8;
pub const MOST_WORDS: usize = 16;
pub const MOST_BLOCK_BYTES: usize = 128;
pub const SAVED_BYTES: usize = 424;
const TREE_LEVELS: usize = 60;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct TreeShape {
    pub leaf: u8,
    pub fan_out: u8,
    pub height: u8,
}

#[repr(C)]
pub struct Arguments {
    pub block_bits: c_uint,
    pub output_bits: u64,
    pub revision: c_int,
    pub key: *const c_void,
    pub key_length: usize,
    pub personalisation: *const c_void,
    pub personalisation_length: usize,
    pub public_key: *const c_void,
    pub public_key_length: usize,
    pub key_identifier: *const c_void,
    pub key_identifier_length: usize,
    pub nonce: *const c_void,
    pub nonce_length: usize,
    pub tree: TreeShape,
}

#[repr(C)]
#[derive(Clone)]
pub struct Skein {
    initial: [u64; MOST_WORDS],
    chain: [u64; MOST_WORDS],
    tweak: [u64; 2],
    output_bits: u64,
    buffer: [u8; MOST_BLOCK_BYTES],
    buffered: u8,
    words: u8,
    revision: u8,
    partial: u8,
}

#[repr(C)]
#[derive(Clone)]
pub struct Reader {
    chain: [u64; MOST_WORDS],
    pub output_bits: u64,
    pub position: u64,
    cached: u64,
    block: [u8; MOST_BLOCK_BYTES],
    words: u8,
    revision: u8,
}

#[repr(C)]
#[derive(Clone)]
struct TreeNode {
    chain: [u64; MOST_WORDS],
    buffer: [u8; MOST_BLOCK_BYTES],
    start: u64,
    filled: u64,
}

#[repr(C)]
#[derive(Clone)]
pub struct Tree {
    levels: [TreeNode; TREE_LEVELS],
    initial: [u64; MOST_WORDS],
    output_bits: u64,
    shape: TreeShape,
    words: u8,
    revision: u8,
    partial: u8,
    threads: c_uint,
    pool: usize, // a pointer, NULL in this crate
}

#[repr(C)]
#[derive(Clone)]
pub struct Threefish {
    key: [u64; MOST_WORDS + 1],
    pub words: u8,
    revision: u8,
}

extern "C" {
    #[cfg(test)]
    pub static libskein_rust_sizes: [usize; 5];

    pub fn skein_version() -> *const c_char;
    pub fn skein_status_text(status: c_int) -> *const c_char;
    pub fn skein_wipe(memory: *mut c_void, length: usize);

    pub fn skein_init_arguments(context: *mut Skein, arguments: *const Arguments) -> c_int;
    pub fn skein_reset(context: *mut Skein);
    pub fn skein_update(context: *mut Skein, data: *const c_void, length: usize) -> c_int;
    pub fn skein_update_bits(context: *mut Skein, data: *const c_void, bits: u64) -> c_int;
    pub fn skein_output_bytes(context: *const Skein) -> u64;
    pub fn skein_final(context: *mut Skein, digest: *mut c_void, length: usize) -> c_int;
    pub fn skein_verify(context: *mut Skein, expected: *const c_void, length: usize) -> c_int;
    pub fn skein_save(context: *const Skein, saved: *mut u8) -> c_int;
    pub fn skein_load(context: *mut Skein, saved: *const u8) -> c_int;

    pub fn skein_read_output(reader: *mut Reader, context: *mut Skein) -> c_int;
    pub fn skein_read(reader: *mut Reader, output: *mut c_void, length: usize) -> c_int;
    pub fn skein_seek(reader: *mut Reader, position: u64) -> c_int;

    pub fn skein_many(
        context: *const Skein,
        count: usize,
        messages: *const *const c_void,
        lengths: *const usize,
        digests: *mut c_void,
        threads: c_uint,
    ) -> c_int;

    pub fn skein_tree_init(tree: *mut Tree, arguments: *const Arguments) -> c_int;
    pub fn skein_tree_threads(tree: *mut Tree, threads: c_uint);
    pub fn skein_tree_update(tree: *mut Tree, data: *const c_void, length: usize) -> c_int;
    pub fn skein_tree_output_bytes(tree: *const Tree) -> u64;
    pub fn skein_tree_final(tree: *mut Tree, digest: *mut c_void, length: usize) -> c_int;

    pub fn threefish_init(cipher: *mut Threefish, block_bits: c_uint, key: *const c_void, revision: c_int) -> c_int;
    pub fn threefish_encrypt(
        cipher: *const Threefish,
        tweak: *const u8,
        input: *const c_void,
        output: *mut c_void,
    ) -> c_int;
    pub fn threefish_decrypt(
        cipher: *const Threefish,
        tweak: *const u8,
        input: *const c_void,
        output: *mut c_void,
    ) -> c_int;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::size_of;

    #[test]
    fn structures_are_as_large_as_those_of_the_library() {
        let ours = [
            size_of::<Skein>(),
            size_of::<Reader>(),
            size_of::<Tree>(),
            size_of::<Threefish>(),
            size_of::<Arguments>(),
        ];
        assert_eq!(ours, unsafe { libskein_rust_sizes });
    }
}
