# SPDX-License-Identifier: Apache-2.0
"""Hamsi-256 and Hamsi-512 of round 2 of the SHA-3 competition (O. Kucuk, "The Hash Function Hamsi", 2009).

A state is a matrix of 32-bit words, four rows of four (Hamsi-256) or eight (Hamsi-512), numbered row by row.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from hashloom.catalogue.design import Function
from hashloom.models import Block, padding
from hashloom.models.bits import cut, pick
from hashloom.models.iterated import Iterated

LENGTH_BITS = 64
MASK = 0xFFFFFFFF

S_BOX = (8, 6, 7, 9, 3, 12, 10, 15, 13, 1, 14, 4, 0, 11, 5, 2)
"""The S-box S_2 of Serpent; the word in the first row has the least significant bits."""

ROUNDS = {256: 3, 512: 6}
"""Rounds of P; P_f, for the last block, has twice as many."""

INITIAL_VALUE = {
    256: b"versiteit Leuven, Departement El",
    512: b"steelpark Arenberg 10, bus 2446, B-3001 Leuven-Heverlee, Belgium",
}
"""Initial values are parts of the designer's address."""

ALPHA_ORDER = """
    01 23 12 03 23 10 32 10  12 30 20 31 31 02 21 03
    23 01 03 12 10 23 10 32  30 12 31 20 02 31 03 21
"""
ALPHA_PARTS = ("ff00", "f0f0", "cccc", "aaaa")
ALPHA_F_PARTS = ("caf9", "639c", "0ff0", "f9c0")
"""The constants of P, and of P_f, are four halves of words in this order.

Hamsi-256 has the left half of each row.
"""

CONCATENATION = {
    256: "mmcc ccmm mmcc ccmm",
    512: "mmccmmcc ccmmccmm mmccmmcc ccmmccmm",
}
"""Which words of the state come from the message and which from the chaining value, both in their order."""

DIFFUSION = {
    256: ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)),
    512: (
        *((0, 9, 18, 27), (1, 10, 19, 28), (2, 11, 20, 29), (3, 12, 21, 30)),
        *((4, 13, 22, 31), (5, 14, 23, 24), (6, 15, 16, 25), (7, 8, 17, 26)),
        *((0, 2, 5, 7), (16, 19, 21, 22), (9, 11, 12, 14), (25, 26, 28, 31)),
    ),
}
"""Words that L is applied to, in this order."""

GENERATOR = {
    256: """
        e4788000859673c1b5fb245229cc5edf045f00009c4a93c962fc79d0731ebdc2
        121b40005b17d9e88dfacfabce36cc72e65700004bb33a25848598ba1041003e
        e92a2000b4578cfc11fa3a573dc9052497530000204f6ed377b9e80fa1ec5ec1
        749510005a2b467e88fd1d2b1ee68292cba9000090273769bbdcf407d0f4af61
        de320800288350fe71852ac7a6bf9f96e18b00005459887dbf1283d31b666a73
        8f3e04000d9dc8776fc548e1898d2cd614bd00002fba37ff6a72e5bb247febe6
        a7b802001f12843360e5f9f29e147576ee260000124b683e80c2d68f3bf3ab2c
        b7a401008a1f31d88589d8abe6c46464734c0000956fa7d6a29d12976ee56854
        5bd20080450f18ecc2c46c55f362b23339a600004ab753ebd14e094bb772b42b
        4dce00403b5bec7e36656ba823633a0578ab0000a0cd5a345d5ca0f7727784cb
        a2b8002081e7e5f6f9ce4c04e2afa0c05c720000c9bacd1279a90df963e92178
        515c001040f372fbfce72602715750612e39000064dd66893cd406fcb1f490bc
        a8ae00082079397dfe739301b8a92831171c0000b26e33449e6a837e58f8485f
        d00800048c768f779dc5b050af4a29da6ba9000040ebf9aa98321c3d76acc733
        882300025fe7a7b399e585aa8d75f7f151ac000025e30f1479e22a4c1298bd46
        c04e000133b9c010ae0ebb05b5a4c63bc8f100000b2de7826bf648a4539cbdbf
    """,
    512: """
        29449c0064e70000f24b0000c2f300000ede4e8f56c23745f3e042598d0d9ec4
            466d0c0008620000dd5d0000badd00006a927942441f2b93218ace6fbf2c0be2
        54285c00eaed0000c5d60000a1c50000b3a2677094a5c4e16bb0419d551b3782
            9cbb1800b0d3000092510000ed930000593a4345e114d5f4430633da78cace29
        145a3c00b9e9000061270000f1610000ce613d6cb0493d7847a96720e18e24c5
            23671400c8b90000f4c70000fb75000073cd2465f8a6a54902c40a3fdc24e61f
        ef0b02703afd00005dae0000694900009b0f3c064405b5f966140a51924f5d0a
            c96b0030e72500002f840000264f000008695bf96dfcf137509f69849e69af68
        e88701709d72000012db0000d4220000f2886b27a921e5434ef8b518618813b1
            b43700600c4c000056c200005cae000094541f3f3b3ef8251b365f3df3d45758
        774400f0f15a0000f5b200003414000089377e8c5a8bec250bc3cd1ecf3775cb
            f46c00509618000014a50000031f000042947eb866bf7e199ca470d28a341574
        f7750009cf3cc000c3d6000004920000029519a9f8e836ba7a87f14e9e16981a
            d46a00008dc8c000a5af00004a290000fc4e427ac9b4866c98369604f746c320
        f68000053443c000240700008f3d000021373bfb0ab8d5aecdc58b19d795ba31
            a67f00017137800019fc000096db00003a8b6dfdebcaaef32c6d478fac8e6c88
        75c900030e10c000d1200000baea00008bc42f3e8758b757bb28761d00b72e2b
            eecf00016f564000f33e0000a79e0000bdb57219b711ebc54a3b40bafeabf254
        75a40000c28b270094a4000090f50000fb7857e049ce0bae1767c483aedf667e
            d16600001bbc03009eec0000f694000003024527cf70fcf2b4431b17857f3c2b
        45180000a5b51700f96a00003b4800001ecc142c231395d616bca6b0df33f4df
            b83d000016710600379a0000f5b10000228161acae48f14566241616c5c1eb3e
        0c72000049e50f00427900005cea000033aa301a1582251495a34b7bb44b0090
            fe220000a758050025d10000f7600000893178da1fd4f8604ed0a315a123ff9f
        69510000d4e1009cc3230000ac2f0000e4950baecea415dc87ec287cbce1a3ce
            c6730000af8d000ca4c10000218d0000231115877913512f1d28ac88378dd173
        545000000671005c25ae00006a1e00002ea54edf664e8512bfba18c37e715d17
            bc8d0000fc3b001819830000d10b0000ae1878c442a698560012da372c3b504e
        1419000023ca003c50df000044b600001b6c67b03cf3ac7561e610b0dbcadb80
            e34300003a4e0014f2c60000aa4e0000db1e42a6256bbe15123db1563a4e99d7
        867900003f390002e19ae000985600009565670e4e88c8ead3dd4944161ddab9
            30b70000e5d00000f4f4600042c4000063b83d6a78ba946021afa1eab0a51834
        aec300009c4f000179d1e0002c15000045cc75b36650b736ab92f78fa312567b
            db2500000929000049aac00081e10000cafe6b594279343143566b76e86cba2e
        ac4800001ba6000045fb1380034300005a85316a1fb250b6fe72c7fe91e478f6
            1e4e0000decf00006df8018077240000ec47079ef4a0694ecda3181298aa496e
        7823000012fc0000a93a0b8090a50000713e28797ee98924f08ca062636f8bab
            02af0000b7280000ba1c030056980000ba8d45d38048c667a95c149af4f6ea7b
        cc140000a56300005ab907803b5000004bd013ff879b3418694348c1ca5a87fe
            819e0000ec5700006632028095f300005da9280248f43cbce65aa22d8e67b7fa
        52500000295400006a61004ef0ff00009a317eec452341cecf568fe55303130f
            538d0000a9fc00009ef7000656ff00000ae4004e92c5cdf9a94440187f975691
        889800001f9400007fcf002efb4e0000f158079a61ae9167a895706ce6107494
            0bc20000db6300007e88000c1586000091fd48f37581bb43f460449ed8b61463
        a53b0000142600004e30001e7cae00008f9e0dd578dfaa3df73168d80b1b4946
            07ed0000b25000008774000a970d0000437223ae48c76ea4f47862229075b1ce
        58430000807e000078330001c66b3800e7375cdc79ad3fddac73fe6f3a4479b1
            1d5a00002b720000488d0000af61180025cb2ec5c879bfd081a204291e7536a6
        1e6c0000c44200008a2e0000bcb6b8002c4413b68bfdd3da6a0c1bc8b99dc2eb
            925600001eda0000ea510000e8b13000a93556a5ebfb6199b15c225433c5244f
        02f20000a2810000873f0000e36c78001e1d74ef073d2bd6c4c232377f32259e
            badd000013ad0000b7e70000f7282800df45144d361ac33aea5a8d142a2c18f0
        b431000077330000b15d00007fd004e078a26138d116c35dd256d4894e6f74de
            e3060000bdc1000087130000bff200602eba0a1a8db5375173c5ab065bd61539
        e62800004c4b0000a8550000d3d002e0d86130b898a7b0da289506b4d75a4897
            f0c500005923000045820000e18d00c03b6d0631c2ed5699cbe0fe1c56a7b19f
        ee930000d607000092c100002b9801e09451287c3b6cfb5745312374201f6a64
            7b28000057420000a9e50000634300a09edb442f6d9995bb27f83b03c7ff60f0
        5fa800005603000043ae000064f30013257e86bf1311944e541e95bf8ea4db69
            004400007f480000da7c00002a2300013badc9cca9b69c87030a9e60be0a679e
        01930000e7820000edfb0000cf0c000b8dd08d58bca3b42e063661e1536f9e7b
            92280000dc85000057fa000056dc0003bae923165aefa30c90cef7527b1675d7
        033d000008b30000f33a00003ac2000751298a506b6e661f0ea5cfe3e6da7ffe
            a8da000096be00005c1d000007da00027d6695831f98708abb668808da878000
    """,
}
"""Generator matrices of the message expansion over GF(4): the codes [128, 16, 70] and [256, 32, 131].

One row for each symbol of a block, in hexadecimal: its symbols' coefficients of 1, then those of the
primitive element w. The source are the tables of sphlib 2.1, of which these are every other row; the ones
between are w times these, (a, b) -> (b, a + b).
"""


def alpha(digest_bits: int, parts: tuple[str, ...]) -> list[int]:
    """Constants of a round by word of the state, without the number of the round."""
    words = [int(parts[int(pair[0])] + parts[int(pair[1])], 16) for pair in ALPHA_ORDER.split()]
    return words if digest_bits == 512 else [word for i, word in enumerate(words) if i % 8 < 4]


@cache
def expansion_rows(digest_bits: int) -> tuple[int, ...]:
    """Expanded message of each message bit, the first bit first: the expansion is linear over GF(2).

    Two bits are a symbol, the coefficient of w first.
    """
    digits = "".join(GENERATOR[digest_bits].split())
    rows = []
    for start in range(0, len(digits), digest_bits // 4):
        row = int(digits[start : start + digest_bits // 4], 16)
        a, b = divmod(row, 1 << digest_bits // 2)
        rows += [b << digest_bits // 2 | a ^ b, row]
    return tuple(rows)


@cache
def expansion_table(digest_bits: int) -> tuple[tuple[int, ...], ...]:
    """Expanded message of each value of each byte of a block."""
    rows = expansion_rows(digest_bits)
    tables = []
    for start in range(0, len(rows), 8):
        table = [0]
        for row in reversed(rows[start : start + 8]):
            table += [value ^ row for value in table]
        tables.append(tuple(table))
    return tuple(tables)


def expand(digest_bits: int, block: Sequence[int]) -> list[int]:
    """Expanded message of the bytes of a block, as many words as the chaining value has."""
    value = 0
    for table, byte in zip(expansion_table(digest_bits), block, strict=True):
        value ^= pick(table, byte)
    return [value >> place & MASK for place in range(digest_bits - 32, -1, -32)]


def concatenate(digest_bits: int, message: list[int], chaining: list[int]) -> list[int]:
    """State that a block begins with."""
    sources = {"m": iter(message), "c": iter(chaining)}
    return [next(sources[kind]) for kind in CONCATENATION[digest_bits].replace(" ", "")]


MONOMIALS = [
    [m for m in range(16) if sum(S_BOX[x] >> i & 1 for x in range(16) if x & m == x) % 2] for i in range(4)
]
"""Algebraic normal form of each bit of the S-box: the sets of its variables that are multiplied, as masks."""


def substitute(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """The S-box on 32 columns of four bits, those of `a` the least significant ones."""
    products = [MASK, a, b, a & b]
    products += [product & c for product in products]
    products += [product & d for product in products]
    w, x, y, z = 0, 0, 0, 0
    for m in MONOMIALS[0]:
        w ^= products[m]
    for m in MONOMIALS[1]:
        x ^= products[m]
    for m in MONOMIALS[2]:
        y ^= products[m]
    for m in MONOMIALS[3]:
        z ^= products[m]
    return w, x, y, z


def rotl(word: int, n: int) -> int:
    """Rotate a word of 32 bits to the left."""
    return (word << n | word >> 32 - n) & MASK


def diffuse(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """The linear transformation L, that of Serpent."""
    a, c = rotl(a, 13), rotl(c, 3)
    b, d = b ^ a ^ c, d ^ c ^ a << 3 & MASK
    b, d = rotl(b, 1), rotl(d, 7)
    a, c = a ^ b ^ d, c ^ d ^ b << 7 & MASK
    return rotl(a, 5), b, rotl(c, 22), d


def constants(digest_bits: int, last: bool, number: int) -> list[int]:
    """Constants of a round of P, or of P_f for the last block, by word of the state."""
    words = alpha(digest_bits, ALPHA_F_PARTS if last else ALPHA_PARTS)
    return [words[0], words[1] ^ number, *words[2:]]


def add_constants(digest_bits: int, state: list[int], last: bool, number: int) -> list[int]:
    """First part of a round: its constants are added."""
    pairs = zip(state, constants(digest_bits, last, number), strict=True)
    return [word ^ constant for word, constant in pairs]


def mix(digest_bits: int, state: list[int]) -> list[int]:
    """Rest of a round: S-boxes, diffusion."""
    s = list(state)
    width = len(s) // 4
    for column in range(width):
        words = range(column, len(s), width)
        s[column::width] = substitute(*(s[word] for word in words))
    for i, j, k, m in DIFFUSION[digest_bits]:
        s[i], s[j], s[k], s[m] = diffuse(s[i], s[j], s[k], s[m])
    return s


def permute(digest_bits: int, state: list[int], last: bool) -> list[int]:
    """P, or P_f for the last block."""
    for number in range(ROUNDS[digest_bits] * (2 if last else 1)):
        state = mix(digest_bits, add_constants(digest_bits, state, last, number))
    return state


def feed_forward(chaining: list[int], state: list[int]) -> list[int]:
    """Chaining value from the one before and the state after P: truncation leaves the first and third row."""
    quarter = len(state) // 4
    truncated = state[:quarter] + state[2 * quarter : 3 * quarter]
    return [old ^ new for old, new in zip(chaining, truncated, strict=True)]


def compress(digest_bits: int, chaining: list[int], block: Sequence[int], last: bool) -> list[int]:
    """Chaining value after a block: expansion, concatenation, P or P_f, truncation, feed-forward."""
    state = permute(digest_bits, concatenate(digest_bits, expand(digest_bits, block), chaining), last)
    return feed_forward(chaining, state)


def words_of(data: bytes) -> list[int]:
    """Words of 32 bits, the most significant byte first."""
    return [int.from_bytes(data[start : start + 4], "big") for start in range(0, len(data), 4)]


@dataclass(frozen=True)
class Hamsi(Iterated[list[int]]):
    """Hamsi-256 or Hamsi-512."""

    digest_bits: int

    @property
    def block_bits(self) -> int:
        """Width of a message block."""
        return self.digest_bits // 8

    def initial(self, counted: int = 0) -> list[int]:
        """The initial value."""
        return words_of(INITIAL_VALUE[self.digest_bits])

    def absorb(self, chain: list[int], block: Block) -> list[int]:
        """Compression, with P_f in the last block."""
        return compress(self.digest_bits, chain, block.data, block.last)

    def finish(self, chain: list[int]) -> bytes:
        """The last chaining value."""
        return b"".join(word.to_bytes(4, "big") for word in chain)

    def blocks(self, message: bytes, bits: int, counted: int = 0) -> list[Block]:
        """Padded blocks as the hardware's block port gets them."""
        message, bits = cut(message, bits)
        end = (counted + bits).to_bytes(LENGTH_BITS // 8, "big")
        padded = padding.strengthened(message, bits, self.block_bits, end)
        return padding.blocks(padded, bits, self.block_bits, counted)


def model(function: Function) -> Hamsi:
    """Hamsi of the digest length in the function's name."""
    return Hamsi(function.digest_bits)
