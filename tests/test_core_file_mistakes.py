# SPDX-License-Identifier: Apache-2.0
"""Mistakes in a `core.toml`: one sentence with the file, the key and what would be right."""

from pathlib import Path

import pytest

from hashloom import catalogue
from hashloom.catalogue import core_file
from hashloom.errors import UsageError

JH, SHA1, SKEIN = "jh", "sha1", "skein"
R3 = (
    "jh-r3-512 = { digest_bits = 512, parameters = { VERSION = 3, DIGEST = 512 }, "
    "constants = { rounds = 43 } }"
)


@pytest.mark.parametrize(
    ("family", "right", "wrong", "complaint"),
    [
        (
            JH,
            R3,
            R3.replace("VERSION = 3, ", ""),
            "functions.jh-r3-512.parameters.VERSION is missing; functions.jh-r3-256.parameters has it",
        ),
        (
            JH,
            R3,
            R3.replace("VERSION", "VERSOIN"),
            "functions.jh-r3-512.parameters.VERSOIN is not in functions.jh-r3-256.parameters; "
            "the nearest known: VERSION",
        ),
        (
            JH,
            R3,
            R3.replace("rounds = 43", ""),
            "functions.jh-r3-512.constants.rounds is missing; functions.jh-r3-256.constants has it",
        ),
        (
            JH,
            R3,
            R3.replace("digest_bits = 512, ", ""),
            "functions.jh-r3-512.digest_bits is missing; it must be a positive integer",
        ),
        (
            JH,
            R3,
            R3.replace("digest_bits", "digets_bits"),
            "functions.jh-r3-512.digets_bits is not known here; the nearest known: digest_bits",
        ),
        (
            JH,
            R3,
            R3.replace("= 43", '= "7 * 7 - 6"'),
            "functions.jh-r3-512.constants.rounds must be an integer",
        ),
        (
            JH,
            R3,
            R3.replace("digest_bits = 512", 'digest_bits = "digest"'),
            "functions.jh-r3-512.digest_bits must be a positive integer",
        ),
        (
            JH,
            R3,
            R3.replace("digest_bits = 512", "digest_bits = 0"),
            "functions.jh-r3-512.digest_bits must be a positive integer",
        ),
        (
            JH,
            R3,
            R3.replace("jh-r3", "hj-r3"),
            "functions.hj-r3-512 does not follow names.pattern 'jh-{version}-{digest}'",
        ),
        (
            JH,
            R3,
            R3.replace("jh-r3-512", '"JH r3"'),
            'functions."JH r3" must be of lower-case letters, digits, dots and hyphens',
        ),
        (
            JH,
            R3,
            R3.replace("jh-r3-512", '"jh-r3-{digest}"'),
            'functions."jh-r3-{digest}" has no values of {digest} in names.numbers; none is known',
        ),
        (
            JH,
            R3,
            R3.replace("{ digest", "{ listed = [512], digest"),
            "functions.jh-r3-512.listed must be true or false",
        ),
        (
            JH,
            "\nblock_bits = 512",
            "\nblock_bist = 512",
            "functions.block_bist is not known here; the nearest known: block_bits",
        ),
        (
            JH,
            "\nblock_bits = 512",
            "",
            "functions.jh-r3-256.block_bits is missing; it must be a positive integer",
        ),
        (JH, 'pattern = "', 'patern = "', "names.patern is not known here; the nearest known: pattern"),
        (
            JH,
            '"jh-r3-{digest}"\n',
            '"jh-r3-{digits}"\n',
            "names.short.\"jh-{digest}\" has no {digits}, which 'jh-r3-{digits}' needs",
        ),
        (
            JH,
            '"jh-{digest}" =',
            'jh = "jh-r3-265"\n"jh-{digest}" =',
            "names.short.jh stands for 'jh-r3-265', which is no function; the nearest known: jh-r3-256",
        ),
        (
            JH,
            'STORED = "stored"',
            'STORED = "sotred"',
            "parameters.STORED must be the name of a value of the architectures; the nearest known: stored",
        ),
        (
            JH,
            'STORED = "stored"',
            'DIGEST = "stored"',
            "parameters.DIGEST must be left out, for functions.jh-r3-256 has it",
        ),
        (JH, 'STORED = "stored"', "STORED = 1", "parameters.STORED must be a string"),
        (
            JH,
            "stages = 2, stored = 0",
            "stages = 2",
            "architectures.named.basic-2m.stored is missing; architectures.named.basic has it",
        ),
        (
            JH,
            "stages = 2, stored = 0",
            "stages = 2, sotred = 0",
            "architectures.named.basic-2m.sotred is not in architectures.named.basic; "
            "the nearest known: stored",
        ),
        (
            JH,
            "stages = 2, stored = 0",
            "stages = 0, stored = 0",
            "architectures.named.basic-2m.stages must be a positive integer",
        ),
        (
            JH,
            "stages = 2, stored = 0",
            'stages = 2, stored = "0"',
            "architectures.named.basic-2m.stored must be an integer",
        ),
        (
            JH,
            'default = "basic"',
            'default = "basics"',
            "architectures.default must be one of the named architectures; the nearest known: basic",
        ),
        (
            JH,
            'default = "',
            'defualt = "',
            "architectures.defualt is not known here; the nearest known: default",
        ),
        (
            JH,
            'block = "stages',
            'block = "stage',
            "cycles.block is no expression that can be evaluated: "
            "unknown name 'stage' in 'stage * rounds'; the "
            "nearest known: stages",
        ),
        (
            JH,
            'block = "stages * rounds"',
            'block = "blocks"',
            "cycles.block is no expression that can be evaluated: unknown name 'blocks'",
        ),
        (
            JH,
            'block = "stages * rounds"',
            'block = "rounds % 3"',
            "cycles.block is no expression that can be evaluated: "
            "'rounds % 3' is not allowed in an expression",
        ),
        (
            JH,
            'block = "stages * rounds"',
            'block = "rounds // stored"',
            "a formula has no value for jh-r3-256/basic: 'rounds // stored' divides by 0",
        ),
        (
            JH,
            'block = "stages * rounds"',
            'block = "rounds * stored"',
            "cycles.block and cycles.latency must be positive; of jh-r3-256/basic they are 0 and 44",
        ),
        (JH, "[cycles]", "[cycles]\nconstants.stages = 3", "cycles.constants.stages must have another name"),
        (
            SHA1,
            "digest_bits = 160",
            "digest_bits = 160, constants = { ahead = 1 }",
            "functions.sha1.constants.ahead must have another name",
        ),
        (JH, "[cycles]", "[cicles]", "cicles is not known here; the nearest known: cycles"),
        (JH, 'latency = "', 'letancy = "', "cycles.letancy is not known here; the nearest known: latency"),
        (JH, 'title = "JH"', "", "family.title is missing; it must be a string"),
        (JH, 'title = "JH"', "title = 3", "family.title must be a string"),
        (
            JH,
            'title = "JH"',
            'title = "JH"\nsuorces = []',
            "family.suorces is not known here; the nearest known: sources",
        ),
        (
            JH,
            "[cycles]",
            "[[tuning]]\nmatch = { gaol = 'fast' }\nparameters = {}\n[cycles]",
            "tuning[1].match.gaol is not known here; the nearest known: goal",
        ),
        (
            JH,
            "[cycles]",
            "[[tuning]]\nmatch = { goal = 'fats' }\nparameters = {}\n[cycles]",
            "tuning[1].match.goal cannot be 'fats'; the nearest known: fast",
        ),
        (
            JH,
            "[cycles]",
            "[[tuning]]\nmatch = { architecture = ['basic', 'sotred'] }\nparameters = {}\n[cycles]",
            "tuning[1].match.architecture cannot be 'sotred'; the nearest known: stored",
        ),
        (
            JH,
            "[cycles]",
            "[[tuning]]\nmatch = { digest = 265 }\nparameters = {}\n[cycles]",
            "tuning[1].match.digest cannot be '265'; the nearest known: 256",
        ),
        (
            JH,
            "[cycles]",
            "[[tuning]]\nparameters = { ADDER = '3' }\n[cycles]",
            "tuning[1].parameters.ADDER must be an integer",
        ),
        (JH, "[family]", "[family", "is not a TOML file"),
        (JH, "stages = 2,", f"stages = {'9' * 5000},", "is not a TOML file"),
        (
            SKEIN,
            "numbers.digest = { from = 1, to = 1024 }",
            "numbers.digest = [256, 512]",
            "names.numbers.digest must be a table",
        ),
        (
            SKEIN,
            "numbers.digest = { from = 1, to = 1024 }",
            "numbers.digest = { from = 1, til = 9 }",
            "names.numbers.digest.til is not known here; known: from, to",
        ),
        (
            SKEIN,
            "numbers.digest = {",
            "numbers.digset = {",
            'functions."skein-1.3-512-{digest}" has no values of {digest} in names.numbers; '
            "the nearest known: digset",
        ),
        (
            SKEIN,
            'digest_bits = "digest"',
            'digest_bits = "block"',
            'functions."skein-1.3-512-{digest}".digest_bits is no expression that can be evaluated: '
            "unknown name 'block'",
        ),
        (
            SKEIN,
            "unroll_values = [1, 2, 4, 8]",
            "unroll_values = 8",
            "architectures.unroll_values must be a list of integers",
        ),
        (
            SKEIN,
            'unroll = "rounds * messages"',
            'unroll = "round * messages"',
            "architectures.generic_parameters.unroll is no expression that can be evaluated: "
            "unknown name 'round'",
        ),
        (
            SKEIN,
            ", configure = 0 }\nunroll",
            " }\nunroll",
            "architectures.generic_parameters.configure is missing; architectures.named has it",
        ),
    ],
)
def test_mistakes_are_named(family: str, right: str, wrong: str, complaint: str, tmp_path: Path) -> None:
    text = (catalogue.repository_folder() / "cores" / family / "core.toml").read_text(encoding="utf-8")
    assert text.count(right) == 1
    path = tmp_path / "core.toml"
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        core_file.read(path)
    said = str(caught.value)
    assert said.startswith(f"{path}")
    assert complaint in said
    assert "\n" not in said


def test_a_family_without_functions(tmp_path: Path) -> None:
    path = tmp_path / "core.toml"
    path.write_text("[family]\n[cycles]\n[functions]\nblock_bits = 8\n[architectures]\n")
    with pytest.raises(
        UsageError, match=r"functions has no entry; each function is a table \[functions.NAME\]"
    ):
        core_file.read(path)
