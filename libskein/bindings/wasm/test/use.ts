// SPDX-License-Identifier: Apache-2.0
// Every part of the interface in TypeScript: the compiler reads this, nothing runs it.
import { load, SkeinError, UNLIMITED, type Hash, type Options, type Reader, type Tree } from "libskein";

export async function use(message: Uint8Array): Promise<boolean> {
  const skein = await load(new URL("https://example.org/skein.wasm"));
  const tree: Tree = { leaf: 1, fanOut: 1, height: 2 };
  const options: Options = { blockBits: 512, outputBits: UNLIMITED, key: message, tree, version: "1.3" };
  const hash: Hash = skein.begin(options).update(message).update(new ArrayBuffer(3), 3n);
  const reader: Reader = hash.clone().reader().seek(5);
  const part: Uint8Array = reader.read(3);
  try {
    skein.restore(hash.save()).reset().wipe();
  } catch (error) {
    if (error instanceof SkeinError) return error.status === 3;
  }
  const cipher = skein.threefish(part, "1.2");
  return skein.begin().verify(part) && cipher.encrypt(part, part).length === Number(hash.outputBytes);
}

export async function misuse(): Promise<void> {
  const skein = await load();
  // @ts-expect-error text is not taken
  skein.hash("text");
  // @ts-expect-error there is no such size
  skein.begin({ blockBits: 300 });
}
