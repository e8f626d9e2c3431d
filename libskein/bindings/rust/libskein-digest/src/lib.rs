// SPDX-License-Identifier: Apache-2.0
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub use digest;

use digest::array::ArraySize;
use digest::common::BlockSizeUser;
use digest::consts::{U128, U32, U64};
use digest::typenum::Unsigned;
use digest::{
    ExtendableOutput, ExtendableOutputReset, FixedOutput, FixedOutputReset, HashMarker, InvalidLength, Key, KeyInit,
    MacMarker, Output, OutputSizeUser, Reset, Update, XofReader,
};
use libskein::{Arguments, Hash, Reader, UNLIMITED};
use std::marker::PhantomData;

/// What cannot fail: a message is no longer than memory, and whole bytes follow whole bytes.
const SOUND: &str = "a message of whole bytes can be hashed";

fn begin(arguments: &Arguments<'_>) -> Hash {
    Hash::with(arguments).expect("these sizes exist")
}

fn bits<N: Unsigned>() -> u64 {
    const { assert!(N::USIZE > 0, "an output has at least one byte") };
    8 * N::U64
}

/// Bytes of an output without an end.
#[derive(Clone, Debug)]
pub struct Stream(Reader);

impl XofReader for Stream {
    fn read(&mut self, buffer: &mut [u8]) {
        self.0.fill(buffer).expect("the output has 2^61 bytes");
    }
}

macro_rules! size {
    ($hash:ident, $xof:ident, $mac:ident, $bits:literal, $bytes:ident) => {
        #[doc = concat!("Skein with a state of ", $bits, " bits and an output of `N` bytes.")]
        #[derive(Clone, Debug)]
        pub struct $hash<N: ArraySize = $bytes>(Hash, PhantomData<N>);

        impl<N: ArraySize> Default for $hash<N> {
            fn default() -> Self {
                $hash(begin(&Arguments::new($bits, bits::<N>())), PhantomData)
            }
        }

        impl<N: ArraySize> HashMarker for $hash<N> {}

        #[doc = concat!("Skein with a state of ", $bits, " bits and an output without an end.")]
        #[derive(Clone, Debug)]
        pub struct $xof(Hash);

        impl Default for $xof {
            fn default() -> Self {
                $xof(begin(&Arguments::new($bits, UNLIMITED)))
            }
        }

        impl HashMarker for $xof {}

        impl BlockSizeUser for $xof {
            type BlockSize = $bytes;
        }

        impl Update for $xof {
            fn update(&mut self, data: &[u8]) {
                self.0.update(data).expect(SOUND);
            }
        }

        impl Reset for $xof {
            fn reset(&mut self) {
                self.0.reset();
            }
        }

        impl ExtendableOutput for $xof {
            type Reader = Stream;

            fn finalize_xof(self) -> Stream {
                Stream(self.0.reader())
            }
        }

        impl ExtendableOutputReset for $xof {
            fn finalize_xof_reset(&mut self) -> Stream {
                let stream = Stream(self.0.clone().reader());
                self.0.reset();
                stream
            }
        }

        #[doc = concat!("Skein-MAC with a state of ", $bits, " bits and an output of `N` bytes.")]
        #[derive(Clone, Debug)]
        pub struct $mac<N: ArraySize = $bytes>(Hash, PhantomData<N>);

        impl<N: ArraySize> MacMarker for $mac<N> {}

        impl<N: ArraySize> digest::common::KeySizeUser for $mac<N> {
            type KeySize = $bytes;
        }

        impl<N: ArraySize> KeyInit for $mac<N> {
            fn new(key: &Key<Self>) -> Self {
                Self::new_from_slice(key).expect("a key of the size of the state is one")
            }

            /// A key of any length but 0, which would be no secret.
            fn new_from_slice(key: &[u8]) -> Result<Self, InvalidLength> {
                if key.is_empty() {
                    return Err(InvalidLength);
                }
                Ok($mac(begin(&Arguments::with_key($bits, bits::<N>(), key)), PhantomData))
            }
        }

        size!(@fixed $hash, $bytes);
        size!(@fixed $mac, $bytes);
    };
    (@fixed $type:ident, $bytes:ident) => {
        impl<N: ArraySize> BlockSizeUser for $type<N> {
            type BlockSize = $bytes;
        }

        impl<N: ArraySize> OutputSizeUser for $type<N> {
            type OutputSize = N;
        }

        impl<N: ArraySize> Update for $type<N> {
            fn update(&mut self, data: &[u8]) {
                self.0.update(data).expect(SOUND);
            }
        }

        impl<N: ArraySize> Reset for $type<N> {
            fn reset(&mut self) {
                self.0.reset();
            }
        }

        impl<N: ArraySize> FixedOutput for $type<N> {
            fn finalize_into(mut self, output: &mut Output<Self>) {
                self.0.finish_into(output).expect("the output has this size");
            }
        }

        impl<N: ArraySize> FixedOutputReset for $type<N> {
            fn finalize_into_reset(&mut self, output: &mut Output<Self>) {
                self.0.finish_into(output).expect("the output has this size");
            }
        }
    };
}

size!(Skein256, Skein256Xof, Skein256Mac, 256, U32);
size!(Skein512, Skein512Xof, Skein512Mac, 512, U64);
size!(Skein1024, Skein1024Xof, Skein1024Mac, 1024, U128);
