// SPDX-License-Identifier: Apache-2.0
// The hash function family Skein and its block cipher Threefish, by libskein in WebAssembly. index.d.ts documents it.

const HASH = 0, READER = 1, TREE = 2, CIPHER = 3;
const CHUNK = 1 << 20; // bytes of a message that are in the module's memory at once
const PAGE = 65536;
const MISMATCH = 8;
const SAVED_BYTES = 424;
const REVISIONS = ["1.3", "1.2", "1.1"];
const STRINGS = ["key", "personalisation", "publicKey", "keyIdentifier", "nonce"];
const OPTIONS = new Set(["blockBits", "outputBits", "version", "tree", ...STRINGS]);

/** Bits of an output whose length is not known beforehand. */
export const UNLIMITED = 2n ** 64n - 1n;

/** What the library refuses; `status` is the number of the error in skein.h. */
export class SkeinError extends Error {
  constructor(status, text) {
    super(text);
    this.name = "SkeinError";
    this.status = status;
  }
}

function bytesOf(value, name) {
  if (value instanceof Uint8Array) return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (typeof value === "string") {
    throw new TypeError(`${name} takes bytes, not text; encode it first, as with new TextEncoder().encode(text)`);
  }
  throw new TypeError(`${name} takes a Uint8Array or another object with bytes, not ${value === null ? "null" : typeof value}`);
}

function wholeNumber(value, name, least, most) {
  const good = typeof value === "bigint" || Number.isSafeInteger(value);
  if (!good) throw new TypeError(`${name} takes a whole number`);
  const number = BigInt(value);
  if (number < BigInt(least) || number > BigInt(most)) throw new RangeError(`${name} is ${least} to ${most}, not ${value}`);
  return number;
}

/** Bytes to read: what fits into an array. */
function lengthOf(value, name) {
  return Number(wholeNumber(value, name, 0, 2 ** 32 - 1));
}

function revisionOf(version) {
  const revision = version === undefined ? 0 : REVISIONS.indexOf(version);
  if (revision < 0) throw new RangeError(`version is "1.3", "1.2" or "1.1", not ${JSON.stringify(version)}`);
  return revision;
}

async function moduleFrom(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  if (source === undefined || typeof source === "string" || source instanceof URL) {
    const place = source === undefined ? new URL("./skein.wasm", import.meta.url) : new URL(source, import.meta.url);
    if (place.protocol === "file:" && typeof process !== "undefined") {
      const { readFile } = await import("node:fs/promises");
      return WebAssembly.compile(await readFile(place));
    }
    source = fetch(place);
  }
  const response = await source;
  if (!response.ok) throw new Error(`skein.wasm could not be fetched: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Load the module: skein.wasm beside this file, or what `source` is. */
export async function load(source) {
  const { exports } = await WebAssembly.instantiate(await moduleFrom(source), {});
  return new Skein(new Machine(exports));
}

/** The module's memory: the places of the computations, and room behind all that for what goes in and out. */
class Machine {
  constructor(calls) {
    this.calls = calls;
    this.heap = calls.__heap_base.value;
  }

  /** Room for so many bytes; what was there is no longer needed. */
  room(length) {
    const missing = this.heap + length - this.calls.memory.buffer.byteLength;
    if (missing > 0) {
      try {
        this.calls.memory.grow(Math.ceil(missing / PAGE));
      } catch {
        throw new RangeError(`there is no memory for ${length} bytes`);
      }
    }
    return this.heap;
  }

  bytes(place, length) {
    return new Uint8Array(this.calls.memory.buffer, place, length);
  }

  put(bytes) {
    const place = this.room(bytes.length);
    this.bytes(place, bytes.length).set(bytes);
    return place;
  }

  take(place, length) {
    const copy = this.bytes(place, length).slice();
    this.calls.wipe(place, length);
    return copy;
  }

  check(status) {
    if (status !== 0) throw new SkeinError(status, this.string(this.calls.text(status)));
  }

  string(place) {
    const memory = new Uint8Array(this.calls.memory.buffer);
    return new TextDecoder().decode(memory.subarray(place, memory.indexOf(0, place)));
  }

  /** Bytes of the computation of a kind, as it is now; none of it stays in the module's memory. */
  leave(kind) {
    return this.take(this.calls.place(kind), this.calls.size(kind));
  }

  /** Go on with a computation in a call, and keep what has become of it. */
  inside(kind, state, call) {
    const place = this.calls.place(kind);
    this.bytes(place, state.length).set(state);
    try {
      return call(this.calls);
    } finally {
      state.set(this.take(place, state.length));
    }
  }
}

/** The functions of the library. */
class Skein {
  #machine;

  constructor(machine) {
    this.#machine = machine;
  }

  get version() {
    return this.#machine.string(this.#machine.calls.version());
  }

  begin(options = {}) {
    const machine = this.#machine;
    for (const name of Object.keys(options)) {
      if (!OPTIONS.has(name)) throw new TypeError(`there is no option ${name}; there are ${[...OPTIONS].join(", ")}`);
    }
    const blockBits = Number(wholeNumber(options.blockBits ?? 512, "blockBits", 0, 2 ** 32 - 1));
    const outputBits = wholeNumber(options.outputBits ?? blockBits, "outputBits", 0, UNLIMITED);
    const tree = options.tree ?? { leaf: 0, fanOut: 0, height: 0 };
    const shape = ["leaf", "fanOut", "height"].map((name) => Number(wholeNumber(tree[name], `tree.${name}`, 0, 255)));
    const given = STRINGS.map((name) => (options[name] === undefined ? undefined : bytesOf(options[name], name)));
    const total = given.reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0);
    const place = machine.room(total);
    machine.calls.prepare(blockBits, outputBits, revisionOf(options.version), ...shape);
    let at = place;
    given.forEach((bytes, which) => {
      if (bytes === undefined) return;
      machine.bytes(at, bytes.length).set(bytes);
      machine.calls.give(which, at, bytes.length);
      at += bytes.length;
    });
    const kind = options.tree === undefined ? HASH : TREE;
    try {
      machine.check(machine.calls.begin(kind));
      return new Hash(machine, kind, machine.leave(kind));
    } finally {
      machine.calls.wipe(place, total);
    }
  }

  hash(message, options = {}) {
    return this.begin(options).update(message).digest();
  }

  restore(saved) {
    const machine = this.#machine;
    const bytes = bytesOf(saved, "saved");
    if (bytes.length !== SAVED_BYTES) throw new RangeError(`a saved state has ${SAVED_BYTES} bytes, not ${bytes.length}`);
    const place = machine.put(bytes);
    try {
      machine.check(machine.calls.restore(place));
      return new Hash(machine, HASH, machine.leave(HASH));
    } finally {
      machine.calls.wipe(place, bytes.length);
    }
  }

  threefish(key, version) {
    const machine = this.#machine;
    const bytes = bytesOf(key, "key");
    if (![32, 64, 128].includes(bytes.length)) throw new RangeError(`key has 32, 64 or 128 bytes, not ${bytes.length}`);
    const revision = revisionOf(version);
    const place = machine.put(bytes);
    try {
      machine.check(machine.calls.key(8 * bytes.length, place, revision));
      return new Threefish(machine, machine.leave(CIPHER), bytes.length);
    } finally {
      machine.calls.wipe(place, bytes.length);
    }
  }
}

/** A hash computation; made by begin and restore. */
class Hash {
  #machine;
  #kind;
  #state;

  constructor(machine, kind, state) {
    this.#machine = machine;
    this.#kind = kind;
    this.#state = state;
  }

  #do(call) {
    if (this.#state === undefined) throw new Error("the hash was wiped");
    return this.#machine.inside(this.#kind, this.#state, call);
  }

  update(message, bits) {
    const machine = this.#machine;
    const bytes = bytesOf(message, "message");
    const many = bits === undefined ? 8 * bytes.length : Number(wholeNumber(bits, "bits", 0, 8 * bytes.length));
    return this.#do((calls) => {
      for (let at = 0; 8 * at < many; at += CHUNK) {
        const part = bytes.subarray(at, Math.min(at + CHUNK, Math.ceil(many / 8)));
        const place = machine.put(part);
        const status = calls.update(this.#kind, place, BigInt(Math.min(8 * part.length, many - 8 * at)));
        calls.wipe(place, part.length);
        machine.check(status);
      }
      return this;
    });
  }

  get outputBytes() {
    return this.#do((calls) => BigInt.asUintN(64, calls.output_bytes(this.#kind)));
  }

  digest(length) {
    const machine = this.#machine;
    const size = lengthOf(length ?? this.outputBytes, "length");
    return this.#do((calls) => {
      const place = machine.room(size);
      machine.check(calls.final(this.#kind, place, size));
      return machine.take(place, size);
    });
  }

  verify(expected) {
    const machine = this.#machine;
    const bytes = bytesOf(expected, "expected");
    return this.#do((calls) => {
      const status = calls.verify(this.#kind, machine.put(bytes), bytes.length);
      if (status !== MISMATCH) machine.check(status);
      return status === 0;
    });
  }

  reader() {
    const machine = this.#machine;
    return this.#do((calls) => {
      machine.check(calls.read_output(this.#kind));
      return new Reader(machine, machine.leave(READER));
    });
  }

  clone() {
    return this.#do(() => new Hash(this.#machine, this.#kind, this.#state.slice()));
  }

  reset() {
    return this.#do((calls) => {
      calls.reset(this.#kind);
      return this;
    });
  }

  save() {
    if (this.#kind === TREE) throw new TypeError("a tree cannot be saved");
    const machine = this.#machine;
    return this.#do((calls) => {
      const place = machine.room(SAVED_BYTES);
      machine.check(calls.save(place));
      return machine.take(place, SAVED_BYTES);
    });
  }

  wipe() {
    this.#state?.fill(0);
    this.#state = undefined;
  }
}

/** The output of a message; made by Hash.reader. */
class Reader {
  #machine;
  #state;

  constructor(machine, state) {
    this.#machine = machine;
    this.#state = state;
  }

  read(length) {
    const machine = this.#machine;
    const size = lengthOf(length, "length");
    return machine.inside(READER, this.#state, (calls) => {
      const place = machine.room(size);
      machine.check(calls.read(place, size));
      return machine.take(place, size);
    });
  }

  seek(position) {
    const place = wholeNumber(position, "position", 0, UNLIMITED);
    return this.#machine.inside(READER, this.#state, (calls) => {
      this.#machine.check(calls.seek(place));
      return this;
    });
  }
}

/** A key of the block cipher; made by threefish. */
class Threefish {
  #machine;
  #state;

  constructor(machine, state, blockBytes) {
    this.#machine = machine;
    this.#state = state;
    this.blockBytes = blockBytes;
  }

  #crypt(name, block, tweak) {
    const machine = this.#machine;
    const bytes = bytesOf(block, "block");
    const tweaking = tweak === undefined ? new Uint8Array(16) : bytesOf(tweak, "tweak");
    if (bytes.length !== this.blockBytes) throw new RangeError(`a block has ${this.blockBytes} bytes, not ${bytes.length}`);
    if (tweaking.length !== 16) throw new RangeError(`a tweak has 16 bytes, not ${tweaking.length}`);
    return machine.inside(CIPHER, this.#state, (calls) => {
      const place = machine.room(16 + bytes.length);
      machine.bytes(place, 16).set(tweaking);
      machine.bytes(place + 16, bytes.length).set(bytes);
      machine.check(calls[name](place, place + 16));
      return machine.take(place + 16, bytes.length);
    });
  }

  encrypt(block, tweak) {
    return this.#crypt("encrypt", block, tweak);
  }

  decrypt(block, tweak) {
    return this.#crypt("decrypt", block, tweak);
  }
}
