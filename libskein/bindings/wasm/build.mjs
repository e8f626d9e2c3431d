// SPDX-License-Identifier: Apache-2.0
// Compiles libskein to skein.wasm with clang and lld: node build.mjs [FILE]. CLANG names another clang.
//
// The library's sources lie in `library`, where this is a package of its own, else two folders up.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const carried = join(here, "library");
const library = existsSync(carried) ? carried : join(here, "../..");
const output = process.argv[2] ?? join(here, "skein.wasm");
const clang = process.env.CLANG || "clang";
// Kernels are for other processors' instructions.
const others = /^(avx2|avx512_.*|bmi2|neon|sse2)\.c$/;
const sources = readdirSync(join(library, "src"))
  .filter((name) => name.endsWith(".c") && !others.test(name))
  .map((name) => join(library, "src", name));

const done = spawnSync(
  clang,
  [
    "--target=wasm32-unknown-unknown", "-std=c11", "-O3", "-DNDEBUG", "-mbulk-memory", "-ffreestanding", "-nostdlib",
    "-Wall", "-Wextra", "-Werror", "-fvisibility=hidden", "-DSKEIN_STATIC", "-DSKEIN_BUILDING",
    `-I${join(here, "libc")}`, `-I${join(library, "include")}`, `-I${join(library, "src/generated")}`,
    ...sources, join(here, "binding.c"), join(here, "libc/libc.c"),
    "-Wl,--no-entry", "-Wl,--strip-all", "-Wl,--export=__heap_base",
    // The stack lies first, so that what overflows it traps.
    "-Wl,--stack-first", "-Wl,-z,stack-size=131072", "-o", output,
  ],
  { stdio: ["ignore", "inherit", "inherit"] },
);
if (done.error) {
  console.error(`skein.wasm needs clang and lld: ${clang} cannot be run; apt-get install clang lld`);
  process.exit(3);
}
process.exit(done.status ?? 1);
