# SPDX-License-Identifier: Apache-2.0
"""Mistakes in a `core.toml`: one sentence with the file, the key and what would be right."""

import copy
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from folders import ROOT
from own_state import here

from hashloom import catalogue
from hashloom.catalogue import core_file
from hashloom.catalogue.toml_table import Table
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
            'says."stored" =',
            'says."stroed" =',
            "architectures.says.stroed is not known here; the nearest known: stored",
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
            "cycles.block must be positive; of jh-r3-256/basic it is 0",
        ),
        (JH, "[cycles]", "[cycles]\nconstants.stages = 3", "cycles.constants.stages must have another name"),
        (
            SHA1,
            "digest_bits = 160",
            "digest_bits = 160, constants = { ahead = 1 }",
            "functions.sha1.constants.ahead must have another name",
        ),
        (JH, "[cycles]", "[cicles]", "cicles is not known here; the nearest known: cycles"),
        (
            JH,
            'latency = "stages',
            'letancy = "stages',
            "cycles.letancy is not known here; the nearest known: latency",
        ),
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
            'generic = "{rounds}r-{messages}m"',
            'generic = "{rounds}r-{rounds}m"',
            "architectures.generic must be a pattern in which each field stands once",
        ),
        (
            JH,
            'pattern = "jh-{version}-{digest}"',
            'pattern = "{digest}-{version}-{digest}"',
            "names.pattern must be a pattern in which each field stands once",
        ),
        (
            JH,
            '"jh-{digest}" =',
            '"{digest}-{digest}" =',
            'names.short."{digest}-{digest}" must have each field once',
        ),
        (
            JH,
            "[cycles]",
            "[[tuning]]\nmatch = { goal = [['fast']] }\nparameters = {}\n[cycles]",
            "tuning[1].match.goal must be a number or a string, or a list of these",
        ),
        (
            SKEIN,
            'digest_bits = "digest"',
            'digest_bits = "digest - 1"',
            "digest_bits must be positive; of skein-1.3-512-1 it is 0",
        ),
        (
            SKEIN,
            "from = 1, to = 1024",
            "from = 9, to = 8",
            "names.numbers.digest.to must be 9 or more",
        ),
        (
            SKEIN,
            '1.3-512-{digest}"]\nlisted = [512, 256]',
            '1.3-512-{digest}"]\nlisted = [512, 0]',
            'functions."skein-1.3-512-{digest}".listed must be values of names.numbers.digest',
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
        (
            SHA1,
            'core = "sha1_compact_core"',
            'cor = "sha1_compact_core"',
            "cores.compact.cor is not known here; the nearest known: core",
        ),
        (
            SHA1,
            'top = "sha1_compact_top"',
            'top = "sha1_compact_top"\nbus = "sha1_bus"',
            "cores.compact.bus is not known here",
        ),
        (
            SHA1,
            'DATAPATH = "datapath"',
            'DATAPATH = "ahead"',
            "cores.compact.parameters.DATAPATH must be the name of a value of the architectures",
        ),
        (
            SHA1,
            'named."compact-16" = {',
            'named."rescheduled" = { unroll = 1, stages = 1, datapath = 4 }\nnamed."compact-16" = {',
            "cores.compact.architectures.named.rescheduled is the name of another architecture, too",
        ),
        (
            SHA1,
            'named."compact-16" = { unroll = 1, stages = 1, datapath = 16 }',
            'named."compact-16" = { unroll = 1, stages = 1 }',
            "cores.compact.architectures.named.compact-16.datapath is missing; "
            "cores.compact.architectures.named.compact has it",
        ),
        (
            SHA1,
            'says."compact-16"',
            'says."compact-61"',
            "cores.compact.architectures.says.compact-61 is not known here; the nearest known: compact-16",
        ),
        (
            SHA1,
            'intake = "15 * digits"',
            'intake = "15 * digit"',
            "cores.compact.cycles.intake is no expression that can be evaluated: unknown name 'digit'",
        ),
        (
            SHA1,
            'intake = "15 * digits"',
            'intake = "0 - 15 * digits"',
            "cycles.intake + 1 must be positive; of sha1/compact it is -14",
        ),
        (
            SHA1,
            '[[cores.compact.tuning]]\nmatch = { technology = "fpga" }',
            '[[cores.compact.tuning]]\nmatch = { architecture = "basic" }',
            "cores.compact.tuning[3].match.architecture cannot be 'basic'; ",
        ),
    ],
)
def test_mistakes_are_named(family: str, right: str, wrong: str, complaint: str, tmp_path: Path) -> None:
    text = (ROOT / "cores" / family / "core.toml").read_text(encoding="utf-8")
    assert text.count(right) == 1
    path = tmp_path / "core.toml"
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        core_file.read(path)
    said = str(caught.value)
    assert said.startswith(f"{path}")
    assert complaint in said
    assert "\n" not in said


@pytest.mark.parametrize(
    ("right", "wrong", "place"),
    [
        ("name = ", "nam = ", "line {}, family.nam is not known here"),
        ("model = ", "# model = ", "line {}, family.model is missing"),
        (
            "[cycles]",
            "[[tuning]]\nmatch = {}\nparametres = {}\n[cycles]",
            "line {}, tuning[5].parametres is not known",
        ),
    ],
)
def test_a_mistake_has_its_line(right: str, wrong: str, place: str, tmp_path: Path) -> None:
    """What is missing has the line of its table."""
    text = (ROOT / "cores" / "sha1" / "core.toml").read_text(encoding="utf-8")
    changed = text.replace(right, wrong, 1)
    path = tmp_path / "core.toml"
    path.write_text(changed, encoding="utf-8")
    lines = changed.split("\n")
    sought = "[family]" if wrong.startswith("#") else wrong.split("\n")[-2 if "\n" in wrong else 0]
    (number,) = (number for number, line in enumerate(lines, start=1) if line.startswith(sought))
    with pytest.raises(UsageError) as caught:
        core_file.read(path)
    assert str(caught.value).startswith(f"{path}: line {number}, ")
    assert place.format(number) in str(caught.value)


def test_a_family_without_functions(tmp_path: Path) -> None:
    path = tmp_path / "core.toml"
    path.write_text("[family]\n[cycles]\n[functions]\nblock_bits = 8\n[architectures]\n")
    with pytest.raises(
        UsageError, match=r"functions has no entry; each function is a table \[functions.NAME\]"
    ):
        core_file.read(path)


WRONG: tuple[Any, ...] = (
    0, -1, 7, True, 1.5, 10**30, "", "x", "{digest}", "{x}-{x}", "(", "1 // 0", [], [1], [{}], [["x"]],
    {}, {"x": 1}, {"x": "y"}, {"x": {}},
)  # fmt: skip


def places(content: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The keys to every entry of a TOML file, and to the entries of its lists."""
    steps: Any = content.items() if isinstance(content, dict) else ()
    for key, value in enumerate(content) if isinstance(content, list) else steps:
        yield (*path, key)
        yield from places(value, (*path, key))


def test_whatever_stands_in_a_file_is_read_or_refused(
    rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anything in the place of anything: a family, or one sentence that begins with the file."""
    files = [family.folder / "core.toml" for family in catalogue.families(here())]
    refused = 0
    for _ in range(600):
        path = rng.choice(files)
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        *above, last = rng.choice(list(places(content)))
        table = content
        for key in above:
            table = table[key]
        table[last] = copy.deepcopy(rng.choice(WRONG))
        monkeypatch.setattr(core_file, "load", lambda path, content=content: Table(path, "", content))
        said = ""
        try:
            core_file.read(path)
        except UsageError as error:
            said = str(error)
            refused += 1
        assert not said or said.startswith(f"{path}: "), (above, last, table[last])
        assert "\n" not in said, (above, last, table[last])
    assert refused > 300
