# SPDX-License-Identifier: Apache-2.0
"""Tables and schedules of libskein, computed from the models: constants, initial values, and the order of steps.

The kernels of libskein are written once per instruction set as a handful of macros (what MIX is, what adding a
subkey word is); which words are mixed when, and with which rotation, is the same for all and comes from here.
"""

from collections.abc import Iterator
from pathlib import Path

from hashloom.catalogue import repository_folder
from hashloom.models.bits import little_endian_words
from hashloom.models.skein import Skein
from hashloom.models.threefish import PERMUTATION, ROTATION, ROUNDS

FOLDER = "libskein/src/generated"

HEAD = """\
/* SPDX-License-Identifier: Apache-2.0 */
/* Written by `make generate` (hashloom/software_tables.py); not to be edited. */
"""

INITIAL_VALUES = (
    *((256, bits) for bits in (128, 160, 224, 256)),
    *((512, bits) for bits in (128, 160, 224, 256, 384, 512)),
    *((1024, bits) for bits in (256, 384, 512, 1024)),
)
"""Block and output bits whose chaining values before a plain message are stored."""

LINE = 118


def files() -> dict[Path, str]:
    """Path and content of every generated file."""
    folder = repository_folder() / FOLDER
    texts = {"constants.h": constants(), "initial_values.h": initial_values()}
    for block_bits in ROUNDS:
        texts[f"schedule_{block_bits}.h"] = schedule(block_bits)
        texts[f"layout_{block_bits}.h"] = layout(block_bits)
    return {folder / name: f"{HEAD}{text}" for name, text in texts.items()}


def constants() -> str:
    """Rounds, permutations and rotations as arrays."""
    lines = [
        "#include <stdint.h>",
        "",
        "/* N_r by size of state. */",
        f"static const uint8_t skein_rounds[3] = {braces(ROUNDS.values())};",
        "",
        "/* pi(i) of table 3. */",
        "static const uint8_t skein_permutations[3][16] = {",
        *(f"    {braces(permutation)}," for permutation in PERMUTATION.values()),
        "};",
        "",
        "/* R_{d,j} of table 4 by version (1.2 and 1.3, 1.1), size, d mod 8, j. */",
        "static const uint8_t skein_rotations[2][3][8][8] = {",
    ]
    for version in ("1.3", "1.1"):
        lines.append("    {")
        for table in ROTATION[version].values():
            lines.append("        {" + ", ".join(braces(row) for row in table) + "},")
        lines.append("    },")
    return "\n".join([*lines, "};", ""])


def initial_values() -> str:
    """Chaining values before the message of version 1.3 without arguments (appendix B has some of them)."""
    lines = [
        "#include <stdint.h>",
        "",
        "/* Chaining value before a plain message, version 1.3. */",
        "struct skein_initial_value {",
        "  unsigned block_bits, output_bits;",
        "  uint64_t chain[16];",
        "};",
        "",
        "static const struct skein_initial_value skein_initial_values[] = {",
    ]
    for block_bits, output_bits in INITIAL_VALUES:
        words = little_endian_words(Skein(block_bits, output_bits).initial_value())
        lines.append(f"    {{{block_bits}, {output_bits},")
        texts = [f"UINT64_C(0x{word:016x})" for word in words]
        rows = [", ".join(texts[at : at + 4]) for at in range(0, len(texts), 4)]
        lines.append("     {" + ",\n      ".join(rows) + "}},")
    return "\n".join([*lines, "};", ""])


def schedule(block_bits: int) -> str:
    """Encryption and decryption step by step, for words that stay where they are.

    The permutation is in the numbering: after it, word i of the specification is `word[i]` here.
    """
    forward = [steps for steps in groups(block_bits)]
    words = block_bits // 64
    comment = f"""\
/* Threefish-{block_bits} of versions 1.2 and 1.3, step by step. The {words} words keep their places; the permutation of
 * section 3.3 is in the numbering.
 *
 *     KEY(i, j)            v_i += k_j
 *     KEY_TWEAK(i, j, n)   v_i += k_j + t_n
 *     KEY_ROUND(i, j, s)   v_i += k_j + s
 *     MIX(a, b, r)         v_a += v_b, v_b = (v_b <<< r) ^ v_a
 *
 * In the macro for decryption, which runs backwards, each is to be undone. */
"""
    text = comment
    text += macro(f"SKEIN_ENCRYPT_{block_bits}(KEY, KEY_TWEAK, KEY_ROUND, MIX)", forward)
    backward = [list(reversed(steps)) for steps in reversed(forward)]
    return text + "\n" + macro(f"SKEIN_DECRYPT_{block_bits}(KEY, KEY_TWEAK, KEY_ROUND, MIX)", backward)


def groups(block_bits: int) -> Iterator[list[str]]:
    """Steps of a subkey or of a round, in the order of encryption."""
    count = block_bits // 64
    word = list(range(count))
    for d in range(ROUNDS[block_bits] + 1):
        if d % 4 == 0:
            yield subkey(d // 4, word)
        if d < ROUNDS[block_bits]:
            rotation = ROTATION["1.3"][block_bits][d % 8]
            yield [f"MIX({word[2 * j]}, {word[2 * j + 1]}, {rotation[j]})" for j in range(count // 2)]
            word = [word[i] for i in PERMUTATION[block_bits]]


def subkey(s: int, word: list[int]) -> list[str]:
    """Steps that add subkey s (section 3.3.2) to the words in their present places."""
    count = len(word)
    steps = []
    for i in range(count):
        key = (s + i) % (count + 1)
        if i == count - 3:
            steps.append(f"KEY_TWEAK({word[i]}, {key}, {s % 3})")
        elif i == count - 2:
            steps.append(f"KEY_TWEAK({word[i]}, {key}, {(s + 1) % 3})")
        elif i == count - 1 and s > 0:
            steps.append(f"KEY_ROUND({word[i]}, {key}, {s})")
        else:
            steps.append(f"KEY({word[i]}, {key})")
    return steps


def macro(head: str, groups_of_steps: list[list[str]]) -> str:
    """A macro whose lines are the steps, each group beginning a line."""
    lines = [f"#define {head}"]
    for steps in groups_of_steps:
        lines.append("  ")
        for step in steps:
            if len(lines[-1]) + len(step) > LINE:
                lines.append("  ")
            lines[-1] += f"{step} "
    return " \\\n".join(line.rstrip() for line in lines) + "\n"


def braces(numbers: object) -> str:
    """Numbers as an initialiser of C."""
    return "{" + ", ".join(str(number) for number in numbers) + "}"  # type: ignore[attr-defined]


def layout(block_bits: int) -> str:
    """Placeholder"""
    return ""
