// SPDX-License-Identifier: Apache-2.0
#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod raw;

use std::ffi::{c_int, c_void, CStr};
use std::io;
use std::mem::MaybeUninit;
use std::ptr;

/// Bits of an output whose length is not known beforehand.
pub const UNLIMITED: u64 = u64::MAX;

/// Bytes of a saved computation.
pub const SAVED_BYTES: usize = raw::SAVED_BYTES;

/// What the library refuses, with its sentence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Error {
    status: c_int,
}

impl Error {
    /// Number of the error, as in `enum skein_status` of skein.h.
    pub fn status(&self) -> i32 {
        self.status
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The library's texts are constants, and never NULL.
        let text = unsafe { CStr::from_ptr(raw::skein_status_text(self.status)) };
        formatter.write_str(&text.to_string_lossy())
    }
}

impl std::error::Error for Error {}

impl From<Error> for io::Error {
    fn from(error: Error) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidInput, error)
    }
}

fn checked(status: c_int) -> Result<(), Error> {
    if status == raw::OK {
        Ok(())
    } else {
        Err(Error { status })
    }
}

/// A structure that a function of the library fills in.
fn filled<T>(fill: impl FnOnce(*mut T) -> c_int) -> Result<T, Error> {
    let mut value = MaybeUninit::zeroed();
    checked(fill(value.as_mut_ptr()))?;
    // All members are numbers, for which zeros would do too.
    Ok(unsafe { value.assume_init() })
}

fn wipe<T>(value: &mut T) {
    unsafe { raw::skein_wipe((value as *mut T).cast(), std::mem::size_of::<T>()) }
}

/// Version of the library.
pub fn version() -> &'static str {
    let text = unsafe { CStr::from_ptr(raw::skein_version()) };
    text.to_str().expect("the version is ASCII")
}

/// Version of the specification; all digests differ between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Revision {
    /// Version 1.3, the last one.
    #[default]
    V1_3 = 0,
    /// Version 1.2.
    V1_2 = 1,
    /// Version 1.1.
    V1_1 = 2,
}

/// Shape of a tree: leaves of 2^`leaf` blocks, nodes of 2^`fan_out` children, at most `height` levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// 1 to 255.
    pub leaf: u8,
    /// 1 to 255.
    pub fan_out: u8,
    /// 2 to 255.
    pub height: u8,
}

/// Everything that Skein takes beside the message. What is `None` is left out; an empty string counts, but for the key.
#[derive(Clone, Copy, Debug)]
pub struct Arguments<'a> {
    /// Size of the state: 256, 512 or 1024.
    pub block_bits: u32,
    /// Size of the output, which is hashed too: a digest is no prefix of a longer one. `UNLIMITED` where it is not
    /// known.
    pub output_bits: u64,
    /// Version of the specification.
    pub revision: Revision,
    /// Secret key: the output is a MAC.
    pub key: Option<&'a [u8]>,
    /// What the hash is for.
    pub personalisation: Option<&'a [u8]>,
    /// Public key, for hashes that are signed.
    pub public_key: Option<&'a [u8]>,
    /// Key identifier, for keys that are derived.
    pub key_identifier: Option<&'a [u8]>,
    /// Nonce, for streams and randomised hashing.
    pub nonce: Option<&'a [u8]>,
    /// Shape of a tree.
    pub tree: Option<Shape>,
}

impl<'a> Arguments<'a> {
    /// A plain hash.
    pub fn new(block_bits: u32, output_bits: u64) -> Self {
        Arguments {
            block_bits,
            output_bits,
            revision: Revision::default(),
            key: None,
            personalisation: None,
            public_key: None,
            key_identifier: None,
            nonce: None,
            tree: None,
        }
    }

    /// A MAC.
    pub fn with_key(block_bits: u32, output_bits: u64, key: &'a [u8]) -> Self {
        Arguments { key: Some(key), ..Arguments::new(block_bits, output_bits) }
    }

    fn raw(&self) -> raw::Arguments {
        fn bytes(string: Option<&[u8]>) -> (*const c_void, usize) {
            // An empty slice has an address that is not NULL, by which the library knows that it is given.
            string.map_or((ptr::null(), 0), |given| (given.as_ptr().cast(), given.len()))
        }
        let (key, key_length) = bytes(self.key);
        let (personalisation, personalisation_length) = bytes(self.personalisation);
        let (public_key, public_key_length) = bytes(self.public_key);
        let (key_identifier, key_identifier_length) = bytes(self.key_identifier);
        let (nonce, nonce_length) = bytes(self.nonce);
        let tree = self.tree.map_or(raw::TreeShape { leaf: 0, fan_out: 0, height: 0 }, |shape| raw::TreeShape {
            leaf: shape.leaf,
            fan_out: shape.fan_out,
            height: shape.height,
        });
        raw::Arguments {
            block_bits: self.block_bits,
            output_bits: self.output_bits,
            revision: self.revision as c_int,
            key,
            key_length,
            personalisation,
            personalisation_length,
            public_key,
            public_key_length,
            key_identifier,
            key_identifier_length,
            nonce,
            nonce_length,
            tree,
        }
    }

    /// Bytes of the output, if they fit into memory.
    // vec! would end the program where they do not.
    #[allow(clippy::slow_vector_initialization)]
    fn output(&self) -> Result<Vec<u8>, Error> {
        let bytes = self.output_bits / 8 + u64::from(self.output_bits % 8 != 0);
        let mut output = Vec::new();
        match usize::try_from(bytes) {
            Ok(bytes) if output.try_reserve_exact(bytes).is_ok() => {
                output.resize(bytes, 0);
                Ok(output)
            }
            _ => Err(Error { status: 3 }),
        }
    }
}

/// A hash computation. A clone goes on by itself. What it held is wiped when it is dropped.
#[derive(Clone)]
pub struct Hash {
    state: raw::Skein,
}

impl Hash {
    /// Begin a plain hash.
    pub fn new(block_bits: u32, output_bits: u64) -> Result<Hash, Error> {
        Hash::with(&Arguments::new(block_bits, output_bits))
    }

    /// Begin a hash with arguments, which are not needed afterwards; not of a tree.
    pub fn with(arguments: &Arguments<'_>) -> Result<Hash, Error> {
        let arguments = arguments.raw();
        filled(|state| unsafe { raw::skein_init_arguments(state, &arguments) }).map(|state| Hash { state })
    }

    /// Add bytes to the message.
    pub fn update(&mut self, data: impl AsRef<[u8]>) -> Result<(), Error> {
        let data = data.as_ref();
        checked(unsafe { raw::skein_update(&mut self.state, data.as_ptr().cast(), data.len()) })
    }

    /// Add the first `bits` bits of `data`, most significant first; a number that is no multiple of 8 ends the message.
    ///
    /// # Panics
    ///
    /// If `data` has fewer bits.
    pub fn update_bits(&mut self, data: impl AsRef<[u8]>, bits: u64) -> Result<(), Error> {
        let data = data.as_ref();
        assert!(bits.div_ceil(8) <= data.len() as u64, "{} bytes have no {bits} bits", data.len());
        checked(unsafe { raw::skein_update_bits(&mut self.state, data.as_ptr().cast(), bits) })
    }

    /// Size of the output in bytes.
    pub fn output_bytes(&self) -> u64 {
        unsafe { raw::skein_output_bytes(&self.state) }
    }

    /// End the message and write as many bytes of the output as `digest` has; then begin the next message.
    pub fn finish_into(&mut self, digest: &mut [u8]) -> Result<(), Error> {
        checked(unsafe { raw::skein_final(&mut self.state, digest.as_mut_ptr().cast(), digest.len()) })
    }

    /// End the message and return the output; then begin the next message.
    pub fn finish(&mut self) -> Result<Vec<u8>, Error> {
        let bits = 8 * self.output_bytes().min(u64::MAX / 8);
        let mut digest = Arguments::new(0, bits).output()?;
        self.finish_into(&mut digest)?;
        Ok(digest)
    }

    /// End the message and tell, in time that does not depend on it, whether the output begins with `expected`; then
    /// begin the next message. An error if `expected` is empty or longer than the output.
    pub fn verify(&mut self, expected: impl AsRef<[u8]>) -> Result<bool, Error> {
        let expected = expected.as_ref();
        match unsafe { raw::skein_verify(&mut self.state, expected.as_ptr().cast(), expected.len()) } {
            raw::MISMATCH => Ok(false),
            status => checked(status).map(|()| true),
        }
    }

    /// Forget the message.
    pub fn reset(&mut self) {
        unsafe { raw::skein_reset(&mut self.state) }
    }

    /// End the message; its output can be read in parts.
    pub fn reader(mut self) -> Reader {
        let state = filled(|reader| unsafe { raw::skein_read_output(reader, &mut self.state) });
        Reader { state: state.expect("a computation that has begun can end") }
    }

    /// The computation as bytes, as secret as key and message, to go on with it elsewhere.
    pub fn save(&self) -> [u8; SAVED_BYTES] {
        let mut saved = [0; SAVED_BYTES];
        let status = unsafe { raw::skein_save(&self.state, saved.as_mut_ptr()) };
        checked(status).expect("a computation that has begun can be saved");
        saved
    }

    /// Go on with a saved computation.
    pub fn load(saved: &[u8; SAVED_BYTES]) -> Result<Hash, Error> {
        filled(|state| unsafe { raw::skein_load(state, saved.as_ptr()) }).map(|state| Hash { state })
    }
}

impl Drop for Hash {
    fn drop(&mut self) {
        wipe(&mut self.state);
    }
}

impl std::fmt::Debug for Hash {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Hash").field("output_bytes", &self.output_bytes()).finish_non_exhaustive()
    }
}

/// The output of a message, to be read in parts and from any place.
#[derive(Clone)]
pub struct Reader {
    state: raw::Reader,
}

impl Reader {
    /// Write the next bytes; an error, and nothing written, if fewer are left.
    pub fn fill(&mut self, output: &mut [u8]) -> Result<(), Error> {
        checked(unsafe { raw::skein_read(&mut self.state, output.as_mut_ptr().cast(), output.len()) })
    }

    /// Go to a byte of the output.
    pub fn go_to(&mut self, position: u64) -> Result<(), Error> {
        checked(unsafe { raw::skein_seek(&mut self.state, position) })
    }

    /// Number of the next byte.
    pub fn position(&self) -> u64 {
        self.state.position
    }

    fn size(&self) -> u64 {
        self.state.output_bits / 8 + u64::from(self.state.output_bits % 8 != 0)
    }
}

impl io::Read for Reader {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        let left = self.size() - self.position();
        let count = usize::try_from(left).map_or(output.len(), |left| left.min(output.len()));
        self.fill(&mut output[..count])?;
        Ok(count)
    }
}

impl io::Seek for Reader {
    fn seek(&mut self, place: io::SeekFrom) -> io::Result<u64> {
        let position = match place {
            io::SeekFrom::Start(position) => Some(position),
            io::SeekFrom::End(offset) => self.size().checked_add_signed(offset),
            io::SeekFrom::Current(offset) => self.position().checked_add_signed(offset),
        };
        let outside = || io::Error::new(io::ErrorKind::InvalidInput, "the output has no such byte");
        let position = position.ok_or_else(outside)?;
        self.go_to(position)?;
        Ok(position)
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        wipe(&mut self.state);
    }
}

impl std::fmt::Debug for Reader {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Reader").field("position", &self.position()).finish_non_exhaustive()
    }
}

/// A tree hash computation, by one thread or by several.
#[derive(Clone)]
pub struct Tree {
    state: Box<raw::Tree>,
}

impl Tree {
    /// Begin a tree hash with arguments, in which there is a tree. `threads` may work on it, 0: one per processor.
    pub fn with(arguments: &Arguments<'_>, threads: u32) -> Result<Tree, Error> {
        let arguments = arguments.raw();
        let mut state: Box<raw::Tree> = Box::new(filled(|_| raw::OK)?);
        checked(unsafe { raw::skein_tree_init(&mut *state, &arguments) })?;
        unsafe { raw::skein_tree_threads(&mut *state, threads) };
        Ok(Tree { state })
    }

    /// Add bytes to the message: a megabyte or more at a time where several threads are to work on it.
    pub fn update(&mut self, data: impl AsRef<[u8]>) -> Result<(), Error> {
        let data = data.as_ref();
        checked(unsafe { raw::skein_tree_update(&mut *self.state, data.as_ptr().cast(), data.len()) })
    }

    /// End the message and return the output; then begin the next message.
    pub fn finish(&mut self) -> Result<Vec<u8>, Error> {
        let bits = 8 * unsafe { raw::skein_tree_output_bytes(&*self.state) }.min(u64::MAX / 8);
        let mut digest = Arguments::new(0, bits).output()?;
        checked(unsafe { raw::skein_tree_final(&mut *self.state, digest.as_mut_ptr().cast(), digest.len()) })?;
        Ok(digest)
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        wipe(&mut *self.state);
    }
}

impl std::fmt::Debug for Tree {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Tree").finish_non_exhaustive()
    }
}

/// Hash one message, also as a tree.
pub fn hash(arguments: &Arguments<'_>, message: impl AsRef<[u8]>) -> Result<Vec<u8>, Error> {
    if arguments.tree.is_some() {
        let mut tree = Tree::with(arguments, 1)?;
        tree.update(message)?;
        return tree.finish();
    }
    let mut hash = Hash::with(arguments)?;
    hash.update(message)?;
    hash.finish()
}

/// Hash many messages with the same arguments, side by side in the vector units, by up to `threads` threads (0: one per
/// processor). Not of trees.
pub fn hash_many<M: AsRef<[u8]>>(
    arguments: &Arguments<'_>,
    messages: &[M],
    threads: u32,
) -> Result<Vec<Vec<u8>>, Error> {
    let hash = Hash::with(arguments)?;
    let size = arguments.output()?.len();
    let too_much = Error { status: 3 };
    let mut digests = Vec::new();
    let total = size.checked_mul(messages.len()).ok_or(too_much)?;
    digests.try_reserve_exact(total).map_err(|_| too_much)?;
    digests.resize(total, 0u8);
    let pointers: Vec<*const c_void> = messages.iter().map(|one| one.as_ref().as_ptr().cast()).collect();
    let lengths: Vec<usize> = messages.iter().map(|one| one.as_ref().len()).collect();
    checked(unsafe {
        raw::skein_many(
            &hash.state,
            messages.len(),
            pointers.as_ptr(),
            lengths.as_ptr(),
            digests.as_mut_ptr().cast(),
            threads,
        )
    })?;
    Ok(digests.chunks(size).map(<[u8]>::to_vec).collect())
}

/// A key of the tweakable block cipher Threefish, with as many bits as the block: 256, 512 or 1024.
#[derive(Clone)]
pub struct Threefish {
    cipher: raw::Threefish,
}

impl Threefish {
    /// Take a key of 32, 64 or 128 bytes.
    pub fn new(key: &[u8], revision: Revision) -> Result<Threefish, Error> {
        let bits = u32::try_from(8 * key.len()).unwrap_or(0);
        filled(|cipher| unsafe { raw::threefish_init(cipher, bits, key.as_ptr().cast(), revision as c_int) })
            .map(|cipher| Threefish { cipher })
    }

    /// Bytes of a block.
    pub fn block_bytes(&self) -> usize {
        8 * usize::from(self.cipher.words)
    }

    fn fits(&self, block: &[u8]) -> Result<(), Error> {
        if block.len() == self.block_bytes() {
            Ok(())
        } else {
            Err(Error { status: 2 })
        }
    }

    /// Encrypt a block in its place; an error if it has another size than the key.
    pub fn encrypt(&self, tweak: &[u8; 16], block: &mut [u8]) -> Result<(), Error> {
        self.fits(block)?;
        let place: *mut c_void = block.as_mut_ptr().cast();
        checked(unsafe { raw::threefish_encrypt(&self.cipher, tweak.as_ptr(), place, place) })
    }

    /// Decrypt a block in its place; an error if it has another size than the key.
    pub fn decrypt(&self, tweak: &[u8; 16], block: &mut [u8]) -> Result<(), Error> {
        self.fits(block)?;
        let place: *mut c_void = block.as_mut_ptr().cast();
        checked(unsafe { raw::threefish_decrypt(&self.cipher, tweak.as_ptr(), place, place) })
    }
}

impl Drop for Threefish {
    fn drop(&mut self) {
        wipe(&mut self.cipher);
    }
}

impl std::fmt::Debug for Threefish {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Threefish").field("block_bytes", &self.block_bytes()).finish_non_exhaustive()
    }
}
