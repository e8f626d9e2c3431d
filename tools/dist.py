# SPDX-License-Identifier: Apache-2.0
"""Builds what others take home, of the commit that is checked out: a wheel and a source distribution.

    python tools/dist.py              dist/hashloom-VERSION-py3-none-any.whl and dist/hashloom-VERSION.tar.gz
    python tools/dist.py --release    the same with dist/hashloom-cores-VERSION.tar.gz (`cores/` alone) and
                                      dist/SHA256SUMS; refused where something is not ready for a release

One commit gives the same bytes each time, with the same Python and setuptools: all is built in a copy of the
commit with settled modes, names are in order, and every time is that of the commit, or SOURCE_DATE_EPOCH. The
wheel is made of the source distribution.
"""

import argparse
import gzip
import hashlib
import io
import os
import re
import stat
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

TOP = Path(__file__).resolve().parents[1]
CORES = ("cores", "LICENSE")
_BACKEND = "import sys, setuptools.build_meta as made; print(getattr(made, sys.argv[1])(sys.argv[2]))"


class NotReady(Exception):
    """What keeps this from being built, in one sentence."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Build, and print the paths; 1 with a sentence where that cannot be."""
    parser = argparse.ArgumentParser(description="Build wheel and source distribution of the commit.")
    parser.add_argument("--release", action="store_true", help="check first that this can be one")
    parser.add_argument("-o", "--output", type=Path, default=TOP / "dist", help="default: dist")
    asked = parser.parse_args(arguments)
    try:
        clean = not git("status", "--porcelain").strip()
        if asked.release:
            check(clean)
        elif not clean:
            print("dist: what is not committed is left out", file=sys.stderr)
        for path in build(asked.output.resolve(), asked.release):
            print(path)
    except NotReady as error:
        print(f"dist: {error}", file=sys.stderr)
        return 1
    return 0


def check(clean: bool) -> None:
    """NotReady unless this commit can be released."""
    if not clean:
        raise NotReady("the tree has changes that are not committed; commit them, or put them aside")
    version = version_of((TOP / "hashloom" / "__init__.py").read_text(encoding="utf-8"))
    newest = re.search(r"^## (.*)$", (TOP / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    if newest is None or not re.fullmatch(re.escape(version) + r" \(\d{4}-\d\d-\d\d\)", newest[1]):
        found = f"'{newest[1]}'" if newest else "nothing"
        raise NotReady(f"CHANGELOG.md begins with {found}; a release has '## {version} (YYYY-MM-DD)' there")
    cited = re.search(r"^version: (.*)$", (TOP / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    if cited is None or cited[1] != version:
        raise NotReady(f"CITATION.cff has version {cited[1] if cited else 'none'}, not {version}")
    tag = f"v{version}"
    tagged = git("tag", "--list", "--format=%(objectname)", tag) and git("rev-parse", f"{tag}^{{commit}}")
    if tagged and tagged != git("rev-parse", "HEAD"):
        raise NotReady(f"{tag} is another commit; count up __version__ in hashloom/__init__.py")


def version_of(text: str) -> str:
    """The version that the text of `hashloom/__init__.py` gives. NotReady if none."""
    found = re.search(r'^__version__ = "(\d+\.\d+\.\d+)"$', text, re.MULTILINE)
    if found is None:
        raise NotReady("hashloom/__init__.py gives no __version__ of three numbers")
    return found[1]


def build(output: Path, release: bool) -> list[Path]:
    """Build into this folder; the paths of what was made."""
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH") or git("log", "-1", "--format=%ct"))
    os.umask(0o022)
    with tempfile.TemporaryDirectory(prefix="hashloom-dist-") as scratch:
        tree, made, unpacked = (Path(scratch) / name for name in ("tree", "made", "unpacked"))
        unpack(git_bytes("archive", "HEAD"), tree)
        version = version_of((tree / "hashloom" / "__init__.py").read_text(encoding="utf-8"))
        made.mkdir()
        source = made / backend("build_sdist", tree, made, epoch)
        members = read_tar(gzip.decompress(source.read_bytes()))
        source.write_bytes(packed(members, epoch))
        unpack(packed_tar(members, epoch), unpacked)
        wheel = made / backend("build_wheel", unpacked / f"hashloom-{version}", made, epoch)
        files = {path.name: path.read_bytes() for path in (wheel, source)}
    if release:
        name = f"hashloom-cores-{version}"
        cores = read_tar(git_bytes("archive", f"--prefix={name}/", "HEAD", *CORES))
        files[f"{name}.tar.gz"] = packed(cores, epoch)
        sums = "".join(f"{hashlib.sha256(files[one]).hexdigest()}  {one}\n" for one in sorted(files))
        files["SHA256SUMS"] = sums.encode()
    output.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (output / name).write_bytes(content)
    return [output / name for name in files]


def backend(step: str, tree: Path, output: Path, epoch: int) -> str:
    """Have setuptools do a step (`build_wheel`, ...) in this folder; the name of the file that it made."""
    environment = {name: text for name, text in os.environ.items() if not name.startswith("PYTHON")}
    environment |= {"SOURCE_DATE_EPOCH": str(epoch), "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", _BACKEND, step, str(output)]
    done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise NotReady(f"setuptools cannot {step.replace('_', ' ')}:\n{(done.stdout + done.stderr)[-4000:]}")
    return done.stdout.splitlines()[-1]


Members = Mapping[str, tuple[bytes, bool]]
"""Files of an archive by their names: content, and whether it is a program."""


def read_tar(archive: bytes) -> Members:
    """The files of a tar archive. NotReady if there is a link or a device in it."""
    found: dict[str, tuple[bytes, bool]] = {}
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        for member in tar:
            content = tar.extractfile(member) if member.isreg() else None
            if content is not None:
                found[member.name] = (content.read(), bool(member.mode & stat.S_IXUSR))
            elif not member.isdir():
                raise NotReady(f"{member.name} is neither a file nor a folder, and archives hold these only")
    return found


def packed_tar(members: Members, epoch: int) -> bytes:
    """A tar archive of these files, in the order of their names, of nobody, all of one time."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, (content, program) in sorted(members.items()):
            about = tarfile.TarInfo(name)
            about.size, about.mtime, about.mode = len(content), epoch, 0o755 if program else 0o644
            tar.addfile(about, io.BytesIO(content))
    return buffer.getvalue()


def packed(members: Members, epoch: int) -> bytes:
    """The same, compressed by gzip."""
    return gzip.compress(packed_tar(members, epoch), mtime=epoch)


def unpack(archive: bytes, folder: Path) -> None:
    """Write the files of a tar archive into a new folder."""
    for name, (content, program) in read_tar(archive).items():
        path = folder / name
        if not path.resolve().is_relative_to(folder.resolve()):
            raise NotReady(f"the archive has a file outside of its folder: {name}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        path.chmod(0o755 if program else 0o644)


def git(*arguments: str) -> str:
    """What git says, without the end of its last line. NotReady where it fails."""
    return git_bytes(*arguments).decode().rstrip("\n")


def git_bytes(*arguments: str) -> bytes:
    """What git gives. NotReady where it fails or is not there."""
    try:
        done = subprocess.run(["git", *arguments], cwd=TOP, capture_output=True, check=False)
    except FileNotFoundError:
        raise NotReady("git is not installed; install it with: apt-get install git") from None
    if done.returncode != 0:
        reason = done.stderr.decode(errors="replace").strip() or f"git {arguments[0]} failed"
        raise NotReady(f"this is built from a commit of a checkout, and git says: {reason}")
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
