// SPDX-License-Identifier: Apache-2.0

/** Bytes in any of their forms. */
export type Bytes = Uint8Array | ArrayBuffer | ArrayBufferView;

/** Bits of an output whose length is not known beforehand. */
export const UNLIMITED: bigint;

/** Version of the specification; all digests differ between them. */
export type Version = "1.3" | "1.2" | "1.1";

/** Leaves of 2^leaf blocks, nodes of 2^fanOut children, at most `height` levels: 1 to 255, 1 to 255, 2 to 255. */
export interface Tree {
  leaf: number;
  fanOut: number;
  height: number;
}

/** What Skein takes beside the message. What is left out is not hashed; an empty string is, but for the key. */
export interface Options {
  /** Size of the state: 256, 512 or 1024; 512 by default. */
  blockBits?: 256 | 512 | 1024;
  /** Size of the output, which is hashed too; that of the state by default. */
  outputBits?: number | bigint;
  /** Secret key: the output is a MAC. */
  key?: Bytes;
  /** What the hash is for. */
  personalisation?: Bytes;
  publicKey?: Bytes;
  keyIdentifier?: Bytes;
  nonce?: Bytes;
  /** "1.3" by default. */
  version?: Version;
  tree?: Tree;
}

/** What the library refuses; `status` is the number of the error in skein.h. */
export class SkeinError extends Error {
  readonly status: number;
}

/** A hash computation. */
export interface Hash {
  /** Add bytes to the message, or their first `bits` bits; a number that is no multiple of 8 ends the message. */
  update(message: Bytes, bits?: number | bigint): this;
  /** End the message, return the output or its first `length` bytes, and begin the next message. */
  digest(length?: number): Uint8Array;
  /** End the message and tell, in time that does not depend on it, whether the output begins with `expected`. */
  verify(expected: Bytes): boolean;
  /** End the message; its output can be read in parts. */
  reader(): Reader;
  /** A second computation with the same message so far. */
  clone(): Hash;
  /** Forget the message. */
  reset(): this;
  /** The state as bytes, for `restore` on any machine, as secret as key and message; not of a tree. */
  save(): Uint8Array;
  /** Overwrite the state with zeros; the computation cannot be used any more. */
  wipe(): void;
  /** Size of the output in bytes. */
  readonly outputBytes: bigint;
}

/** The output of a message. */
export interface Reader {
  /** The next bytes. */
  read(length: number): Uint8Array;
  /** Go to a byte of the output. */
  seek(position: number | bigint): this;
}

/** A key of the tweakable block cipher Threefish. */
export interface Threefish {
  readonly blockBytes: number;
  /** One block encrypted; a tweak has 16 bytes, zeros by default. */
  encrypt(block: Bytes, tweak?: Bytes): Uint8Array;
  /** One block decrypted. */
  decrypt(block: Bytes, tweak?: Bytes): Uint8Array;
}

/** The functions of the library. */
export interface Skein {
  /** Hash a whole message. */
  hash(message: Bytes, options?: Options): Uint8Array;
  /** Begin a hash. */
  begin(options?: Options): Hash;
  /** Go on with a hash that was saved. */
  restore(saved: Bytes): Hash;
  /** Take a key of 32, 64 or 128 bytes, the size of the block too. */
  threefish(key: Bytes, version?: Version): Threefish;
  /** Version of the library. */
  readonly version: string;
}

/** Load the module: skein.wasm beside the JavaScript file, or from what `source` is. */
export function load(
  source?: string | URL | Response | Promise<Response> | ArrayBuffer | ArrayBufferView | WebAssembly.Module,
): Promise<Skein>;
