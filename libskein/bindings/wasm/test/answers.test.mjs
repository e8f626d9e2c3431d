// SPDX-License-Identifier: Apache-2.0
// Known answers, wrong use, and that parts make a whole. SKEIN_WASM names the module; LIBSKEIN_VECTORS a folder with the
// vectors of hashloom: without it, those of the checkout.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL, fileURLToPath } from "node:url";

import { load, SkeinError, UNLIMITED } from "../index.js";

const given = process.env.SKEIN_WASM;
const skein = await load(given === undefined ? undefined : pathToFileURL(given));
const checkout = fileURLToPath(new URL("../../../../hashloom/vectors/data", import.meta.url));
const folder = process.env.LIBSKEIN_VECTORS ?? checkout;
const skip = existsSync(folder) ? false : "no folder of vectors";

const hex = (bytes) => Buffer.from(bytes).toString("hex");
const bytes = (text) => (text === undefined ? undefined : new Uint8Array(Buffer.from(text, "hex")));
const vectors = (name) => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")).vectors;

function messageByRule(bits) {
  const message = new Uint8Array(Math.ceil(bits / 8));
  let x = bits;
  for (let i = 0; i < message.length; i++) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    message[i] = x >>> 24;
  }
  if (bits % 8) message[message.length - 1] &= 0xff << (8 - (bits % 8));
  return message;
}

test("plain vectors", { skip }, () => {
  for (const version of ["1.1", "1.2", "1.3"]) {
    for (const [blockBits, outputBits] of [[256, 256], [512, 256], [512, 512], [1024, 1024]]) {
      const all = vectors(`skein-${version}-${blockBits}-${outputBits}`);
      assert.ok(all.length > 20);
      for (const { len_bits: bits, digest_hex: digest } of all) {
        const state = skein.begin({ version, blockBits, outputBits });
        assert.equal(hex(state.update(messageByRule(bits), bits).digest()), digest, `${version} ${blockBits} ${bits}`);
      }
    }
  }
});

test("vectors with arguments", { skip }, () => {
  const all = vectors("skein-1.3-params");
  assert.ok(all.filter((one) => one.tree).length > 3);
  for (const one of all) {
    const options = {
      blockBits: one.state_bits,
      outputBits: one.out_bits,
      key: bytes(one.key_hex),
      personalisation: bytes(one.pers_hex),
      publicKey: bytes(one.pk_hex),
      keyIdentifier: bytes(one.kdf_hex),
      nonce: bytes(one.nonce_hex),
      tree: one.tree && { leaf: one.tree.leaf, fanOut: one.tree.node, height: one.tree.max },
    };
    const message = one.msg_hex === undefined ? messageByRule(one.len_bits) : bytes(one.msg_hex);
    const bits = one.len_bits ?? 8 * message.length;
    assert.equal(hex(skein.begin(options).update(message, bits).digest()), one.digest_hex, JSON.stringify(one));
    assert.ok(skein.begin(options).update(message, bits).verify(bytes(one.digest_hex)));
  }
});

test("vectors of Threefish", { skip }, () => {
  for (const version of ["1.1", "1.2", "1.3"]) {
    for (const one of vectors(`threefish-${version}`)) {
      const cipher = skein.threefish(bytes(one.key_hex), version);
      const secret = cipher.encrypt(bytes(one.pt_hex), bytes(one.tweak_hex));
      assert.equal(hex(secret), one.ct_hex);
      assert.equal(hex(cipher.decrypt(secret, bytes(one.tweak_hex))), one.pt_hex);
      assert.deepEqual(cipher.encrypt(secret), cipher.encrypt(secret, new Uint8Array(16)));
    }
  }
});

test("parts make a whole, and large messages", () => {
  const message = messageByRule(8 * 2_500_001);
  for (const tree of [undefined, { leaf: 2, fanOut: 1, height: 255 }]) {
    const whole = skein.hash(message, { tree });
    const state = skein.begin({ tree });
    for (let at = 0; at < message.length; at += 333_333) state.update(message.subarray(at, at + 333_333));
    const copy = state.clone();
    assert.deepEqual(state.digest(), whole);
    assert.deepEqual(copy.update(new Uint8Array(0)).digest(10), whole.slice(0, 10));
    assert.deepEqual(state.digest(), skein.hash(new Uint8Array(0), { tree }));
    assert.deepEqual(state.update(message).reset().digest(), skein.hash(new Uint8Array(0), { tree }));
  }
});

test("computations do not disturb each other, and can be saved", () => {
  const [a, b] = [skein.begin({ blockBits: 1024 }), skein.begin({ key: bytes("aa"), outputBits: 100n })];
  const text = new TextEncoder();
  for (const word of ["one", "two", "three"]) {
    a.update(text.encode(word));
    b.update(text.encode(word).buffer);
  }
  const again = skein.restore(b.save());
  assert.deepEqual(a.digest(), skein.hash(text.encode("onetwothree"), { blockBits: 1024 }));
  assert.deepEqual(again.digest(), skein.hash(text.encode("onetwothree"), { key: bytes("aa"), outputBits: 100 }));
  assert.equal(b.outputBytes, 13n);
  assert.equal(b.verify(new Uint8Array(13)), false);
});

test("output without an end, from any place", () => {
  const state = skein.begin({ outputBits: UNLIMITED }).update(bytes("00"));
  assert.equal(state.outputBytes, 2n ** 61n);
  const reader = state.reader();
  const first = reader.read(200);
  assert.deepEqual(reader.seek(150n).read(50), first.slice(150));
  assert.equal(reader.seek(2n ** 60n).read(3).length, 3);
  assert.throws(() => reader.seek(2n ** 62n), SkeinError);
});

test("wrong use is answered with a sentence", () => {
  const empty = new Uint8Array(0);
  const cases = [
    [() => skein.hash("text"), TypeError, /message takes bytes, not text; encode/],
    [() => skein.hash(null), TypeError, /message takes a Uint8Array/],
    [() => skein.hash(empty, { key: "text" }), TypeError, /key takes bytes, not text/],
    [() => skein.hash(empty, { size: 3 }), TypeError, /no option size/],
    [() => skein.hash(empty, { blockBits: 300 }), SkeinError, /256, 512 and 1024/],
    [() => skein.hash(empty, { blockBits: 1.5 }), TypeError, /blockBits takes a whole number/],
    [() => skein.hash(empty, { outputBits: 0 }), SkeinError, /output/],
    [() => skein.hash(empty, { outputBits: -1 }), RangeError, /outputBits is 0 to/],
    [() => skein.hash(empty, { outputBits: UNLIMITED }), RangeError, /length is 0 to/],
    [() => skein.hash(empty, { outputBits: 2 ** 35 - 8 }), RangeError, /no memory/],
    [() => skein.hash(empty, { version: "1.4" }), RangeError, /version is "1.3"/],
    [() => skein.hash(empty, { tree: { leaf: 1, fanOut: 1, height: 1 } }), SkeinError, /tree/],
    [() => skein.hash(empty, { tree: { leaf: 1 } }), TypeError, /tree.fanOut takes a whole number/],
    [() => skein.begin().update(empty, 1), RangeError, /bits is 0 to 0, not 1/],
    [() => skein.begin().update(new Uint8Array(1), 3).update(new Uint8Array(1)), SkeinError, /./],
    [() => skein.begin().digest(65), SkeinError, /output/],
    [() => skein.begin().verify(empty), SkeinError, /output/],
    [() => skein.begin({ tree: { leaf: 1, fanOut: 1, height: 2 } }).save(), TypeError, /tree cannot be saved/],
    [() => skein.restore(empty), RangeError, /424 bytes, not 0/],
    [() => skein.restore(new Uint8Array(424)), SkeinError, /./],
    [() => skein.threefish(new Uint8Array(31)), RangeError, /32, 64 or 128 bytes, not 31/],
    [() => skein.threefish(new Uint8Array(32)).encrypt(new Uint8Array(64)), RangeError, /32 bytes, not 64/],
    [() => skein.threefish(new Uint8Array(32)).decrypt(new Uint8Array(32), empty), RangeError, /16 bytes, not 0/],
  ];
  for (const [call, kind, sentence] of cases) {
    assert.throws(call, (error) => error instanceof kind && sentence.test(error.message), String(call));
  }
  const state = skein.begin();
  state.wipe();
  assert.throws(() => state.update(empty), /wiped/);
  assert.equal(hex(skein.hash(new TextEncoder().encode("abc"), { outputBits: 256 })).slice(0, 8), "0977b339");
});

test("a module from bytes, a compiled one, and one that is not there", async () => {
  const place = given ?? fileURLToPath(new URL("../skein.wasm", import.meta.url));
  const content = readFileSync(place);
  for (const source of [content, new WebAssembly.Module(content), new Response(content)]) {
    assert.equal((await load(source)).version, skein.version);
  }
  await assert.rejects(load(new Response("", { status: 404 })), /could not be fetched: 404/);
});
