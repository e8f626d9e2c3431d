// SPDX-License-Identifier: Apache-2.0
//! Known answers, wrong use, and that parts make a whole.
//!
//! LIBSKEIN_VECTORS names a folder with the vectors of hashloom; without it those of the checkout are read, if this is
//! one. Some answers stand here.
use libskein::{hash, hash_many, Arguments, Hash, Reader, Revision, Shape, Threefish, Tree, SAVED_BYTES, UNLIMITED};
use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;

fn hex(text: &str) -> Vec<u8> {
    (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect()
}

/// Value of a field of a line of JSON; a vector is one line.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let rest = line.split_once(&format!("\"{name}\": "))?.1;
    let end = if rest.starts_with('{') { rest.find('}')? } else { rest.find([',', '}'])? };
    Some(rest[..end].trim_matches(['"', '{', ' ']))
}

fn number(line: &str, name: &str) -> Option<u64> {
    field(line, name).map(|text| text.parse().unwrap())
}

fn message_by_rule(bits: u64) -> Vec<u8> {
    let mut x = bits as u32;
    let mut message: Vec<u8> = (0..bits.div_ceil(8))
        .map(|_| {
            x = x.wrapping_mul(1664525).wrapping_add(1013904223);
            (x >> 24) as u8
        })
        .collect();
    if bits % 8 != 0 {
        *message.last_mut().unwrap() &= 0xffu8 << (8 - bits % 8);
    }
    message
}

fn vectors(name: &str) -> Option<Vec<String>> {
    let given = std::env::var_os("LIBSKEIN_VECTORS").map(PathBuf::from);
    let folder =
        given.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../../hashloom/vectors/data"));
    let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).ok()?;
    Some(text.lines().filter(|line| line.contains("digest_hex") || line.contains("ct_hex")).map(String::from).collect())
}

fn hashed_bits(arguments: &Arguments<'_>, message: &[u8], bits: u64) -> Vec<u8> {
    let mut state = Hash::with(arguments).unwrap();
    state.update_bits(message, bits).unwrap();
    state.finish().unwrap()
}

#[test]
fn plain_vectors() {
    for revision in [Revision::V1_1, Revision::V1_2, Revision::V1_3] {
        let version = ["1.3", "1.2", "1.1"][revision as usize];
        for (block, output) in [(256, 256), (512, 256), (512, 512), (1024, 1024)] {
            let Some(lines) = vectors(&format!("skein-{version}-{block}-{output}")) else {
                eprintln!("no folder of vectors: left out");
                return;
            };
            assert!(lines.len() > 20);
            for line in lines.iter().filter(|line| field(line, "len_bits").is_some()) {
                let bits = number(line, "len_bits").unwrap();
                let arguments = Arguments { revision, ..Arguments::new(block, output) };
                let digest = hashed_bits(&arguments, &message_by_rule(bits), bits);
                assert_eq!(digest, hex(field(line, "digest_hex").unwrap()), "{version} {block} {bits}");
            }
        }
    }
}

#[test]
fn vectors_with_arguments() {
    let Some(lines) = vectors("skein-1.3-params") else {
        eprintln!("no folder of vectors: left out");
        return;
    };
    let mut trees = 0;
    for line in &lines {
        let bits = number(line, "len_bits").unwrap();
        let message = field(line, "msg_hex").map_or_else(|| message_by_rule(bits), hex);
        let strings: Vec<Option<Vec<u8>>> = ["key_hex", "pers_hex", "pk_hex", "kdf_hex", "nonce_hex"]
            .iter()
            .map(|name| field(line, name).map(hex))
            .collect();
        let tree = number(line, "leaf").map(|leaf| Shape {
            leaf: leaf as u8,
            fan_out: number(line, "node").unwrap() as u8,
            height: number(line, "max").unwrap() as u8,
        });
        let arguments = Arguments {
            key: strings[0].as_deref(),
            personalisation: strings[1].as_deref(),
            public_key: strings[2].as_deref(),
            key_identifier: strings[3].as_deref(),
            nonce: strings[4].as_deref(),
            tree,
            ..Arguments::new(number(line, "state_bits").unwrap() as u32, number(line, "out_bits").unwrap())
        };
        let expected = hex(field(line, "digest_hex").unwrap());
        if tree.is_some() {
            if bits % 8 != 0 {
                continue;
            }
            trees += 1;
            assert_eq!(hash(&arguments, &message).unwrap(), expected, "{line}");
            let mut state = Tree::with(&arguments, 2).unwrap();
            for part in message.chunks(70) {
                state.update(part).unwrap();
            }
            assert_eq!(state.finish().unwrap(), expected);
        } else {
            assert_eq!(hashed_bits(&arguments, &message, bits), expected, "{line}");
        }
    }
    assert!(lines.len() > 20 && trees > 3, "{} vectors, {trees} trees", lines.len());
}

#[test]
fn vectors_of_threefish() {
    let Some(lines) = vectors("threefish-1.3") else {
        eprintln!("no folder of vectors: left out");
        return;
    };
    assert!(lines.len() > 3);
    for line in lines {
        let [key, tweak, plain, secret] =
            ["key_hex", "tweak_hex", "pt_hex", "ct_hex"].map(|name| hex(field(&line, name).unwrap()));
        let tweak: [u8; 16] = tweak.try_into().unwrap();
        let cipher = Threefish::new(&key, Revision::V1_3).unwrap();
        let mut block = plain.clone();
        cipher.encrypt(&tweak, &mut block).unwrap();
        assert_eq!(block, secret);
        cipher.decrypt(&tweak, &mut block).unwrap();
        assert_eq!(block, plain);
    }
}

#[test]
fn some_answers() {
    let expected = hex("0977b339c3c85927071805584d5460d8f20da8389bbe97c59b1cfac291fe9527");
    assert_eq!(hash(&Arguments::new(512, 256), b"abc").unwrap(), expected);
    assert_eq!(hash_many(&Arguments::new(512, 256), &[&b"abc"[..], b"", b"abc"], 2).unwrap()[2], expected);
    let mut reader = Hash::new(512, UNLIMITED).unwrap().reader();
    reader.go_to(10).unwrap();
    assert_eq!(reader.position(), 10);
}

#[test]
fn parts_make_a_whole_and_clones_go_on() {
    let message: Vec<u8> = (0..1000u32).map(|i| i as u8).collect();
    let whole = hash(&Arguments::new(1024, 1000), &message).unwrap();
    let mut state = Hash::new(1024, 1000).unwrap();
    for part in message.chunks(33) {
        state.update(part).unwrap();
    }
    let mut copy = Hash::load(&state.save()).unwrap();
    assert!(state.clone().verify(&whole).unwrap());
    assert!(!state.clone().verify([0; 5]).unwrap());
    assert_eq!(state.finish().unwrap(), whole);
    assert_eq!(copy.finish().unwrap(), whole);
    assert_eq!(copy.finish().unwrap(), hash(&Arguments::new(1024, 1000), b"").unwrap());
    copy.update(b"x").unwrap();
    copy.reset();
    assert_eq!(copy.output_bytes(), 125);
}

fn stream() -> Reader {
    let mut state = Hash::new(256, 8 * 100).unwrap();
    state.update(b"seed").unwrap();
    state.reader()
}

#[test]
fn a_reader_is_a_file() {
    let mut all = Vec::new();
    stream().read_to_end(&mut all).unwrap();
    assert_eq!(all, hash(&Arguments::new(256, 800), b"seed").unwrap());
    let mut reader = stream();
    assert_eq!(reader.seek(SeekFrom::End(-3)).unwrap(), 97);
    assert_eq!(reader.seek(SeekFrom::Current(-7)).unwrap(), 90);
    let mut last = Vec::new();
    reader.read_to_end(&mut last).unwrap();
    assert_eq!(last, all[90..]);
    assert!(reader.fill(&mut [0]).is_err());
    for place in [SeekFrom::Start(101), SeekFrom::End(1), SeekFrom::Current(-101)] {
        assert!(reader.seek(place).is_err());
    }
}

fn said<T>(result: Result<T, libskein::Error>) -> String {
    match result {
        Ok(_) => panic!("no error"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn wrong_use_is_answered_with_a_sentence() {
    assert!(said(Hash::new(300, 256)).contains("256, 512 and 1024"));
    assert!(said(Hash::new(512, 0)).contains("output"));
    let tree = Arguments { tree: Some(Shape { leaf: 1, fan_out: 1, height: 1 }), ..Arguments::new(512, 512) };
    for text in [said(Hash::with(&tree)), said(Tree::with(&tree, 1)), said(Tree::with(&Arguments::new(512, 512), 1))] {
        assert!(text.contains("tree"), "{text}");
    }
    let mut state = Hash::new(512, 256).unwrap();
    assert!(said(state.finish_into(&mut [0; 33])).contains("output"));
    assert!(said(state.verify(b"")).contains("output"));
    assert!(said(state.verify([0; 33])).contains("output"));
    state.update_bits([0x80], 1).unwrap();
    assert!(!said(state.update(b"x")).is_empty());
    assert!(!said(Hash::load(&[0xff; SAVED_BYTES])).is_empty());
    assert!(!said(Hash::new(512, UNLIMITED).unwrap().finish()).is_empty());
    assert!(!said(hash_many(&Arguments::new(512, UNLIMITED), &[b"a"], 1)).is_empty());
    assert!(said(Threefish::new(&[0; 31], Revision::V1_3)).contains("256, 512 and 1024"));
    let cipher = Threefish::new(&[0; 32], Revision::V1_3).unwrap();
    assert!(!said(cipher.encrypt(&[0; 16], &mut [0; 64])).is_empty());
    assert!(!said(cipher.decrypt(&[0; 16], &mut [])).is_empty());
}

#[test]
#[should_panic(expected = "1 bytes have no 9 bits")]
fn more_bits_than_there_are() {
    let _ = Hash::new(512, 256).unwrap().update_bits(b"x", 9);
}
