# SPDX-License-Identifier: Apache-2.0
"""libskein.pyskein in the place of PySkein: what PySkein's pages show, and PySkein itself beside it."""

import doctest
import pickle
import random
import re
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

import pytest
from folders import LIBSKEIN
from libskein_module import libskein

pyskein = pytest.importorskip("libskein.pyskein")


@pytest.fixture(scope="module")
def peer() -> ModuleType:
    module: ModuleType = pytest.importorskip("skein", reason="PySkein is not installed; make setup")
    return module


def test_what_the_pages_of_pyskein_show() -> None:
    """Results that its documentation has (pythonhosted.org/pyskein)."""
    assert pyskein.skein1024(b"Nobody inspects the spammish repetition", digest_bits=384).hexdigest() == (
        libskein.skein1024(b"Nobody inspects the spammish repetition", 384).hexdigest()
    )
    cipher = pyskein.StreamCipher(b"secret")
    secret = b"\x94!\xc5\xbfM\xb5%{\x96qPw\x7f\x16]\xf3\x1cEc"
    assert cipher.encrypt(b"squeamish ossifrage") == secret
    assert pyskein.StreamCipher(b"secret").decrypt(secret) == b"squeamish ossifrage"
    assert pyskein.Random(b"some seed value").random() == 0.12674259115116804
    assert pyskein.Random(12345).random() == 0.1976938882004089
    generator = pyskein.Random(b"seed")
    assert (generator.read(5), generator.getrandbits(4)) == (b"\xfe\xe6j\x8d\xb6", 9)
    assert doctest.testmod(pyskein) == (0, 4)


def test_every_name_of_pyskein_is_there(peer: ModuleType) -> None:
    public = {name for name in dir(peer) if not name.startswith("_")}
    assert public <= set(dir(pyskein))
    for name in ("Random", "RandomBytes", "StreamCipher"):
        methods = {one for one in vars(getattr(peer, name)) if not one.startswith("_")}
        assert methods <= set(dir(getattr(pyskein, name)))
    for name, arguments in (("skein512", ()), ("threefish", (bytes(32), bytes(16)))):
        ours, theirs = (getattr(module, name)(*arguments) for module in (pyskein, peer))
        assert {one for one in dir(theirs) if not one.startswith("_")} <= set(dir(ours))


def outcome(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except Exception as error:
        return type(error)


def digests(function: Callable[..., Any], message: bytes, options: dict[str, Any]) -> list[Any]:
    state = function(message, **options)
    state.update(b"\xa5\x5a", 11)
    return [state.digest(), state.hexdigest(), state.name, state.digest_size, state.block_bits]


def test_hashes_with_any_arguments(peer: ModuleType, rng: random.Random) -> None:
    """Empty byte strings too, and numbers that are wrong."""

    def maybe() -> bytes:
        return rng.randbytes(rng.choice([0, 0, 1, 40, 130]))

    for _ in range(150):
        names = rng.sample(["key", "pers", "public_key", "key_id", "nonce"], rng.randrange(4))
        options: dict[str, Any] = {name: maybe() for name in names}
        options["digest_bits"] = rng.choice([1, 8, 100, 256, 1024, 3000, 0, -1, 2**64])
        if rng.random() < 0.3:
            options["tree"] = (rng.randrange(1, 4), rng.randrange(1, 4), rng.choice([2, 3, 255]))
        function = rng.choice(["skein256", "skein512", "skein1024"])
        message = rng.randbytes(rng.randrange(400))

        found = [
            outcome(partial(digests, getattr(module, function), message, options))
            for module in (pyskein, peer)
        ]
        assert found[0] == found[1], (function, options)


@pytest.mark.parametrize("name", ["Random", "RandomBytes", "StreamCipher"])
@pytest.mark.parametrize("hasher", ["skein256", "skein512", "skein1024"])
def test_streams_of_bytes(peer: ModuleType, name: str, hasher: str, rng: random.Random) -> None:
    """In the same parts, with new seeds between them."""
    seed = rng.randbytes(rng.randrange(1, 80))
    ours, theirs = (getattr(module, name)(seed, hasher=getattr(module, hasher)) for module in (pyskein, peer))
    for _ in range(12):
        length = rng.choice([0, 1, 7, 32, 64, 128, 129, rng.randrange(1000)])
        read = "keystream" if name == "StreamCipher" else "read"
        assert getattr(ours, read)(length) == getattr(theirs, read)(length)
        if name != "StreamCipher" and rng.random() < 0.3:
            more = rng.randbytes(5)
            ours.seed(more), theirs.seed(more)


def test_random_numbers(peer: ModuleType, rng: random.Random) -> None:
    calls: list[Callable[[Any], Any]] = [
        lambda one: one.random(),
        lambda one: one.getrandbits(rng.choice([0])),
        lambda one: [one.getrandbits(bits) for bits in (1, 4, 13, 53, 100, 7)],
        lambda one: one.randrange(10**9),
        lambda one: one.sample(range(1000), 20),
        lambda one: one.gauss(0, 1),
        lambda one: one.choice("abcdefg"),
        lambda one: one.read(11),
        lambda one: one.getstate(),
    ]
    for seed in (b"", b"seed", rng.randrange(1 << 70), "text", 1.5):
        ours, theirs = pyskein.Random(seed), peer.Random(seed)
        for call in rng.choices(calls, k=40):
            assert call(ours) == call(theirs), seed
        theirs.setstate(ours.getstate())
        assert ours.random() == theirs.random()


def test_a_generator_can_be_kept() -> None:
    for hasher in (pyskein.skein256, pyskein.skein1024):
        generator = pyskein.Random(b"seed", hasher)
        generator.gauss(0, 1)
        again = pickle.loads(pickle.dumps(generator))
        assert [again.random() for _ in range(9)] == [generator.random() for _ in range(9)]
        assert again.gauss(0, 1) == generator.gauss(0, 1)
    assert pyskein.Random().random() != pyskein.Random().random()


@pytest.mark.parametrize(
    ("call", "kind", "sentence"),
    [
        ("pyskein.StreamCipher(b'')", ValueError, "needs a key"),
        ("pyskein.StreamCipher('text')", TypeError, "key takes bytes, not text"),
        ("pyskein.StreamCipher(b'k').keystream(-1)", ValueError, "no -1 bytes"),
        ("pyskein.Random(b'x').read(-1)", ValueError, "no -1 bytes"),
        ("pyskein.RandomBytes(b'x').read(-1)", ValueError, "no -1 bytes"),
        ("pyskein.Random(b'x').getrandbits(-1)", ValueError, "no -1 bits"),
        ("pyskein.Random(b'x').setstate(3)", ValueError, "begins with 64 bytes"),
        ("pyskein.Random(b'x').setstate((b'', b'', 0, 0, None))", ValueError, "begins with 64 bytes"),
        ("pyskein.Random((1, 2))", TypeError, "seed"),
        ("pyskein.skein512(digest_bits=-1)", ValueError, "digest_bits is 1 to"),
        ("pyskein.skein512(nonce=5)", TypeError, "nonce takes bytes"),
        ("pyskein.skein512(mac=b'key')", TypeError, "mac"),
    ],
)
def test_wrong_use(call: str, kind: type[Exception], sentence: str) -> None:
    with pytest.raises(kind, match=sentence):
        eval(call, {"pyskein": pyskein})


def test_the_note_on_coming_from_pyskein_has_an_example_that_runs() -> None:
    text = (LIBSKEIN / "python/README.md").read_text(encoding="utf-8").partition("## Coming from PySkein")[2]
    (example,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict[str, Any] = {}
    exec(example, names)
    assert names["skein"] is pyskein
    assert names["state"].hexdigest() == libskein.skein512(b"message").hexdigest()
