# SPDX-License-Identifier: Apache-2.0
"""Tables and schedules of libskein, computed from the models: constants, initial values, order of steps.

The kernels of libskein are written once per instruction set as a handful of macros (what MIX is, what adding
a subkey word is); which words are mixed when, and with which rotation, is the same for all and comes from
here.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from hashloom.catalogue.places import Places
from hashloom.models.bits import little_endian_words
from hashloom.models.skein import Skein
from hashloom.models.threefish import PERMUTATION, ROTATION, ROUNDS

FOLDER = "src/generated"

HEAD = """\
/* SPDX-License-Identifier: Apache-2.0 */
/* Written by `make generate` (hashloom/codegen/software_tables.py); not to be edited. */
"""

INITIAL_VALUES = (
    *((256, bits) for bits in (128, 160, 224, 256)),
    *((512, bits) for bits in (128, 160, 224, 256, 384, 512)),
    *((1024, bits) for bits in (256, 384, 512, 1024)),
)
"""Block and output bits whose chaining values before a plain message are stored."""

LINE = 118


def files(places: Places) -> dict[Path, str]:
    """Path and content of every generated file."""
    folder = places.libskein / FOLDER
    texts = {"constants.h": constants(), "initial_values.h": initial_values()}
    for block_bits in ROUNDS:
        texts[f"schedule_{block_bits}.h"] = schedule(block_bits)
    for block_bits in ORDER:
        texts[f"layout_{block_bits}.h"] = layout(block_bits)
    texts["groups_256.h"] = groups_of_rounds()
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
    forward = list(groups(block_bits))
    words = block_bits // 64
    comment = f"""\
/* Threefish-{block_bits} of versions 1.2 and 1.3, step by step. The {words} words keep their places; the
 * permutation of section 3.3 is in the numbering.
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


def braces(numbers: Iterable[int]) -> str:
    """Numbers as an initialiser of C."""
    return "{" + ", ".join(str(number) for number in numbers) + "}"


ORDER = {512: (1, 3, 5, 7), 1024: (1, 9, 3, 13, 5, 15, 7, 11)}
"""Odd words in the order of the lanes in which they stay; see `layout`."""


def layout(block_bits: int) -> str:
    """Threefish on two vectors: odd words, which stay in their lanes, and even words, which move.

    The pairs of MIX come back every four rounds. The order of lanes is chosen such that the first move
    exchanges neighbours, which processors do fastest.
    """
    order = ORDER[block_bits]
    rounds = ROUNDS[block_bits]
    half = len(order)
    partner, rotation = pairs(block_bits)
    moves = []
    for d in range(4):
        now = [partner[d][odd] for odd in order]
        moves.append([now.index(partner[d + 1][odd]) for odd in order])
    lanes = [order.index(i | 1) + i % 2 * half for i in range(2 * half)]
    following = [order.index(odd + 2) if odd + 2 in order else half for odd in order]
    numbers = [[s if odd == 2 * half - 1 else 0 for odd in order] for s in range(rounds // 4 + 1)]

    def row(name: str, comment: str, values: Iterable[int]) -> str:
        kind = f"static const uint64_t skein_{name}_{block_bits}[{half}] __attribute__((aligned(64)))"
        return f"/* {comment} */\n{kind} =\n    {braces(values)};\n\n"

    def rows(name: str, comment: str, values: Sequence[Iterable[int]]) -> str:
        kind = f"static const uint64_t skein_{name}_{block_bits}[{len(values)}][{half}]"
        lines = "".join(f"    {braces(line)},\n" for line in values)
        return f"/* {comment} */\n{kind} __attribute__((aligned(64))) = {{\n{lines}}};\n\n"

    steps = []
    for s in range(1, rounds // 4 + 1):
        kind = "LAST" if s == rounds // 4 else "GROUP"
        j, after = s % (2 * half + 1), (s + 1) % (2 * half + 1)
        steps.append([f"{kind}({s}, {j}, {after}, {s % 3}, {(s + 1) % 3}, {4 * ((s - 1) % 2)})"])
    return (
        "#include <stdint.h>\n\n"
        f"/* Threefish-{block_bits} of versions 1.2 and 1.3 on two vectors of {half} words. Odd words\n"
        f" * {order} stay in their lanes; in rounds 0, 4, 8, ... the even words\n"
        " * stand before their successors. */\n\n"
        + rows("move", "After round d of four, lane i of the even words gets lane [d][i].", moves)
        + row("even", "Even words by lane in rounds 0, 4, 8, ...", [odd - 1 for odd in order])
        + row(
            "next", f"The lane that has the word two further on; {half} is lane 0 of what follows.", following
        )
        + row(
            "low", f"Lanes, from {half} on those of the odd vector, that have words 0, 1, ...", lanes[:half]
        )
        + row("high", "The same for the other half of the words.", lanes[half:])
        + rows("rotation", "Rotations by d mod 8 and lane.", [[r[odd] for odd in order] for r in rotation])
        + rows("number", "s in the lane of the last word, for the odd words of subkey s.", numbers)
        + "/* Lanes that get tweak words: t_{s mod 3} of the odd words, t_{(s + 1) mod 3} of the even. */\n"
        f"#define SKEIN_ODD_TWEAK_LANE_{block_bits} {order.index(2 * half - 3)}\n"
        f"#define SKEIN_EVEN_TWEAK_LANE_{block_bits} {order.index(2 * half - 1)}\n\n"
        "/* GROUP(s, j, j', t, t', r): four rounds with the rotations r .. r + 3 and then subkey s, whose\n"
        " * even words are k_j, k_{j+2}, ... and tweak word t', and whose odd words are k_j', k_{j'+2},\n"
        " * ... and tweak word t. After LAST there are no rounds. */\n"
        + macro(f"SKEIN_GROUPS_{block_bits}(GROUP, LAST)", steps)
    )


def pairs(block_bits: int) -> tuple[list[dict[int, int]], list[dict[int, int]]]:
    """By round (of eight) and odd word: the even word that MIX joins it with, and its rotation."""
    word = list(range(block_bits // 64))
    partner: list[dict[int, int]] = []
    rotation: list[dict[int, int]] = []
    for table in ROTATION["1.3"][block_bits]:
        partner.append(dict(zip(word[1::2], word[::2], strict=True)))
        rotation.append(dict(zip(word[1::2], table, strict=True)))
        word = [word[i] for i in PERMUTATION[block_bits]]
    return partner, rotation


def groups_of_rounds() -> str:
    """Threefish-256 as subkeys with the four rounds after each, for a kernel that orders the steps itself."""
    table = ROTATION["1.3"][256]
    steps = []
    for s in range(ROUNDS[256] // 4 + 1):
        keys = [(s + i) % 5 for i in range(4)]
        tweaks = [s % 3, (s + 1) % 3]
        last = s == ROUNDS[256] // 4
        rotations = [] if last else [r for d in range(4) for r in table[(4 * s + d) % 8]]
        numbers = ", ".join(str(number) for number in (s, *keys, *tweaks, *rotations))
        steps.append([f"{'LAST' if last else 'GROUP'}({numbers})"])
    return """\
/* GROUP(s, a, b, c, d, m, n, rotations): subkey s = k_a, k_b + t_m, k_c + t_n, k_d + s and the four rounds
 * after it, whose rotations are those of rounds 4s, 4s + 1, 4s + 2, 4s + 3, two each. LAST has no rounds. */
""" + macro("SKEIN_GROUPS_256(GROUP, LAST)", steps)
