# SPDX-License-Identifier: Apache-2.0
"""Makes the folders that SUPERCOP and XBX measure: python make_folders.py FOLDER.

FOLDER/crypto_hash/skein512512/libskein and its kin have all kernels for x86-64, of which the library chooses
at run time; .../libskein-portable has the portable one alone, for any processor. Each folder is complete:
api.h, hash.c, and the library's files beside them.
"""

import argparse
import shutil
import sys
from pathlib import Path

LIBRARY = Path(__file__).resolve().parents[2]
SIZES = ((256, 256), (512, 256), (512, 512), (1024, 1024))
TARGETS = {
    "avx2.c": "avx2",
    "avx512_512.c": "avx512f,avx512vl,avx512dq",
    "avx512_1024.c": "avx512f,avx512vl,avx512dq",
    "avx512_few.c": "avx512f,avx512vl,avx512dq",
    "avx512_lanes.c": "avx512f,avx512vl,avx512dq",
    "bmi2.c": "bmi2",
    "sse2.c": "sse2",
}
"""Files for one instruction set, and its name to the compilers."""
KERNELS = ("SKEIN_HAVE_AVX2", "SKEIN_HAVE_AVX512", "SKEIN_HAVE_BMI2", "SKEIN_HAVE_SSE2")
HASH = """/* SPDX-License-Identifier: Apache-2.0 */
#include "crypto_hash.h"
#include "skein.h"

int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long length) {{
  struct skein context;
  if (skein_init(&context, {block}, {output}) != SKEIN_OK) return -1;
  if (skein_update(&context, in, (size_t)length) != SKEIN_OK) return -1;
  return skein_final(&context, out, {output} / 8) == SKEIN_OK ? 0 : -1;
}}
"""


def targeted(text: str, target: str) -> str:
    """A file whose functions are compiled for an instruction set, whatever the compiler's options."""
    return (
        "#if defined(__clang__)\n"
        f'#pragma clang attribute push(__attribute__((target("{target}"))), apply_to = function)\n'
        "#else\n"
        f'#pragma GCC target("{target}")\n'
        "#endif\n"
        f"{text}"
        "#if defined(__clang__)\n#pragma clang attribute pop\n#endif\n"
    )


def defined(names: tuple[str, ...]) -> str:
    """Words that all files of a folder begin with: SUPERCOP hands over none."""
    return "".join(f"#define {name}\n" for name in ("SKEIN_STATIC", "SKEIN_BUILDING", *names))


def write(folder: Path, block: int, output: int, kernels: bool) -> None:
    """Make one implementation."""
    folder.mkdir(parents=True)
    (folder / "api.h").write_text(f"#define CRYPTO_BYTES {output // 8}\n")
    (folder / "hash.c").write_text(defined(()) + HASH.format(block=block, output=output))
    (folder / "implementors").write_text("The maintainers of hashloom\n")
    if kernels:
        (folder / "architectures").write_text("amd64\n")
    shutil.copy(LIBRARY / "LICENSE", folder / "LICENSE")
    for header in sorted([*(LIBRARY / "include").glob("*.h"), *(LIBRARY / "src").rglob("*.h")]):
        shutil.copy(header, folder / header.name)
    begin = defined(KERNELS if kernels else ())
    for source in sorted((LIBRARY / "src").glob("*.c")):
        target = TARGETS.get(source.name)
        if source.name == "neon.c" or (target and not kernels):
            continue
        text = source.read_text(encoding="utf-8")
        (folder / source.name).write_text(
            begin + (targeted(text, target) if target else text), encoding="utf-8"
        )


def main() -> int:
    """Make all of them; return the exit status."""
    parser = argparse.ArgumentParser(description="Make the folders that SUPERCOP and XBX measure.")
    parser.add_argument("folder", type=Path, help="in which crypto_hash is made anew")
    folder = parser.parse_args().folder / "crypto_hash"
    try:
        for block, output in SIZES:
            for name, kernels in (("libskein", True), ("libskein-portable", False)):
                write(folder / f"skein{block}{output}" / name, block, output, kernels)
    except OSError as error:
        parser.exit(2, f"make_folders.py: {error.filename}: {error.strerror}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
