// SPDX-License-Identifier: Apache-2.0
//! The traits beside libskein itself, whose own tests have the known answers.
use libskein::{hash, Arguments, Hash, UNLIMITED};
use libskein_digest::digest::array::ArraySize;
use libskein_digest::digest::common::BlockSizeUser;
use libskein_digest::digest::consts::{U1, U128, U20, U32, U64};
use libskein_digest::digest::{
    Digest, ExtendableOutputReset, FixedOutputReset, KeyInit, Mac, Reset, Update, XofReader,
};
use libskein_digest::{
    Skein1024, Skein1024Mac, Skein1024Xof, Skein256, Skein256Mac, Skein256Xof, Skein512, Skein512Mac, Skein512Xof,
};

const MESSAGE: &[u8] = &[0x5a; 300];

fn as_digest<D: Digest + FixedOutputReset + Clone + BlockSizeUser>(block: u32) {
    let size = <D as Digest>::output_size();
    let expected = hash(&Arguments::new(block, 8 * size as u64), MESSAGE).unwrap();
    assert_eq!(D::digest(MESSAGE)[..], expected);
    assert_eq!(D::block_size(), block as usize / 8);
    let mut parts = D::new();
    for part in MESSAGE.chunks(7) {
        Digest::update(&mut parts, part);
    }
    assert_eq!(parts.clone().finalize()[..], expected);
    assert_eq!(parts.finalize_reset()[..], expected);
    assert_eq!(parts.finalize()[..], D::digest(b"")[..]);
}

fn as_mac<M: Mac + KeyInit + FixedOutputReset + Clone>(block: u32, tag_bits: u64) {
    for key in [&b"k"[..], MESSAGE] {
        let expected = hash(&Arguments::with_key(block, tag_bits, key), MESSAGE).unwrap();
        let mut mac = <M as KeyInit>::new_from_slice(key).unwrap().chain_update(MESSAGE);
        assert!(mac.clone().verify_slice(&expected).is_ok());
        assert!(mac.clone().verify_slice(&expected[1..]).is_err());
        let mut wrong = expected.clone();
        wrong[0] ^= 1;
        assert!(mac.clone().verify_slice(&wrong).is_err());
        assert_eq!(mac.finalize_reset().into_bytes()[..], expected);
        Mac::update(&mut mac, MESSAGE);
        assert_eq!(mac.finalize().into_bytes()[..], expected);
    }
    assert!(<M as KeyInit>::new_from_slice(b"").is_err());
}

fn as_xof<X: Default + ExtendableOutputReset + Clone>(block: u32) {
    let mut state = Hash::new(block, UNLIMITED).unwrap();
    state.update(MESSAGE).unwrap();
    let mut expected = [0; 500];
    state.reader().fill(&mut expected).unwrap();
    let mut xof = X::default();
    Update::update(&mut xof, MESSAGE);
    let mut reader = xof.clone().finalize_xof();
    for part in expected.chunks(47) {
        let mut got = vec![0; part.len()];
        reader.read(&mut got);
        assert_eq!(got, part);
    }
    let mut again = [0; 500];
    xof.finalize_xof_reset_into(&mut again);
    assert_eq!(again, expected);
    Update::update(&mut xof, b"to be forgotten");
    Reset::reset(&mut xof);
    Update::update(&mut xof, MESSAGE);
    xof.finalize_xof_into(&mut again);
    assert_eq!(again, expected);
}

fn sized<N: ArraySize>()
where
    Skein256<N>: Digest,
{
    as_digest::<Skein256<N>>(256);
    as_digest::<Skein512<N>>(512);
    as_digest::<Skein1024<N>>(1024);
    as_mac::<Skein256Mac<N>>(256, 8 * N::U64);
    as_mac::<Skein512Mac<N>>(512, 8 * N::U64);
    as_mac::<Skein1024Mac<N>>(1024, 8 * N::U64);
}

#[test]
fn digests_and_macs_of_every_size() {
    sized::<U1>();
    sized::<U20>();
    sized::<U32>();
    sized::<U64>();
    sized::<U128>();
}

#[test]
fn outputs_without_an_end() {
    as_xof::<Skein256Xof>(256);
    as_xof::<Skein512Xof>(512);
    as_xof::<Skein1024Xof>(1024);
}

#[test]
fn sizes_of_the_state_by_default() {
    let expected = hash(&Arguments::new(512, 512), b"abc").unwrap();
    assert_eq!(<Skein512>::digest(b"abc")[..], expected);
    assert_eq!(expected[..4], [0x8f, 0x5d, 0xd9, 0xec]);
    let key = [7; 64];
    let mac = <Skein512Mac as KeyInit>::new(&key.into());
    assert_eq!(mac.finalize().into_bytes()[..], hash(&Arguments::with_key(512, 512, &key), b"").unwrap());
}
