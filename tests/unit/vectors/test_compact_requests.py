# SPDX-License-Identifier: Apache-2.0
"""The project's own vectors with Skein's arguments and trees show whatever the official ones show."""

from pathlib import Path

import pytest
from own_state import here

from hashloom.catalogue import resolve_function
from hashloom.models.threefish import VERSIONS
from hashloom.vectors import compact_file, official_file
from hashloom.vectors.skein import SkeinVector, read_skein
from hashloom.verification.arguments import STRINGS, known_requests

Feature = tuple[object, ...]


def features(vector: SkeinVector) -> set[Feature]:
    """What hardware or library do another thing for, with the length of the block."""
    skein, block, bits = vector.skein, vector.skein.block_bits, vector.bits
    given = {name: 8 * len(text) for name in STRINGS if (text := getattr(skein, name)) is not None}
    rest, blocks = bits % block, -(-bits // block)
    found: set[Feature] = {
        ("strings", *given),
        *((name, min(3, -(-size // block)), size % block == 0) for name, size in given.items()),
        ("output", min(5, -(-skein.digest_bits // block)), skein.digest_bits % block == 0),
        ("output within a byte", skein.digest_bits % 8 > 0),
        ("message", min(5, blocks), rest == 0, rest % 8 > 0, rest % 64 == 0),
        ("last block", min(rest, 11)),
    }
    if skein.tree is not None:
        leaf, fan_out, height = skein.tree.leaf, skein.tree.fan_out, min(4, skein.tree.height)
        leaves, node = max(1, -(-bits // (block << leaf))), 1 << fan_out
        whole = leaves > node and leaves % node == 0
        found |= {
            ("tree", leaf, fan_out, height),
            ("leaves", height, leaves == 1, leaves == node, leaves > node, whole, leaves > node * node),
        }
    return {(block, *feature) for feature in found}


def shown(paths: list[Path]) -> set[Feature]:
    return {feature for path in paths for vector in read_skein(path) for feature in features(vector)}


def own_file(version: str) -> Path:
    path = compact_file(f"skein-{version}-params")
    assert path is not None
    return path


@pytest.mark.parametrize("version", VERSIONS)
def test_they_show_what_the_official_ones_show(version: str) -> None:
    official = [
        path for kind in ("params", "golden") if (path := official_file(f"skein-{version}-{kind}", here()))
    ]
    if not official:
        pytest.skip("the official vectors are not here")
    assert sorted(map(str, shown(official) - shown([own_file(version)]))) == []


@pytest.mark.parametrize("version", VERSIONS)
def test_they_show_every_subset_of_the_strings_and_every_tree(version: str) -> None:
    found = shown([own_file(version)])
    for block in (256, 512, 1024):
        of_block = {feature[1:] for feature in found if feature[0] == block}
        assert sum(name == "strings" for name, *_ in of_block) == 1 << len(STRINGS)
        assert {feature for feature in of_block if feature[0] == "tree"} >= {
            ("tree", leaf, fan_out, height)
            for leaf in (1, 2, 3) for fan_out in (1, 2, 3) for height in (2, 3, 4)
        }  # fmt: skip


@pytest.mark.parametrize("block", [256, 512, 1024])
def test_a_quick_verification_has_trees_of_several_nodes(block: int) -> None:
    """Alone with them the hardware is verified where there are no official vectors."""
    function = resolve_function(f"skein-1.3-{block}-{block}", here())
    requests = known_requests(function, [own_file("1.3")], "quick", "tree")
    nodes = [
        leaves / (1 << tree.fan_out)
        for request in requests
        if (tree := request.skein.tree) and (leaves := -(-request.bits // (block << tree.leaf)))
    ]
    assert sum(number > 1 for number in nodes) > 10
    assert max(nodes) > 2
    assert len(requests) > 40
