# SPDX-License-Identifier: Apache-2.0
"""Which Dask scheduler has the workers of a campaign, and how it is known that it is that one."""

from __future__ import annotations

import re
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hashloom.errors import UsageError

_ADDRESS = re.compile(r"(?:(?P<scheme>\w+)://)?(?P<place>(?:\[[0-9a-fA-F:.]+\]|[^\s\[\]/:]+):\d{1,5})")


@dataclass(frozen=True)
class Certificates:
    """Files in the PEM format: this machine's certificate, its key, and the authority of the cluster."""

    certificate: Path
    key: Path
    authority: Path


@dataclass(frozen=True)
class Scheduler:
    """Address with tcp:// or tls://; with tls:// there are certificates."""

    address: str
    certificates: Certificates | None = None


def scheduler_of(address: str, files: Sequence[Path] | None) -> Scheduler:
    """Return the scheduler at an address; `files` are certificate, key and authority.

    UsageError for what is no address, and where the certificates are missing, needless or no good.
    """
    found = _ADDRESS.fullmatch(address)
    scheme = None if found is None else found["scheme"] or ("tls" if files else "tcp")
    if found is None or scheme not in ("tcp", "tls"):
        raise UsageError(
            f"'{address}' is no address of a Dask scheduler; write it as the scheduler says it when it "
            "starts, such as tcp://machine:8786"
        )
    if scheme == "tls" and not files:
        raise UsageError(f"{address} is encrypted; give --tls CERTIFICATE KEY CA")
    if scheme == "tcp" and files:
        raise UsageError(f"{address} is not encrypted; write tls:// there, or leave out --tls")
    return Scheduler(f"{scheme}://{found['place']}", _certificates(files) if files else None)


def _certificates(files: Sequence[Path]) -> Certificates:
    """The certificates, if they belong together. UsageError."""
    certificate, key, authority = files
    for path in files:
        try:
            path.read_bytes()
        except OSError as error:
            raise UsageError(f"the file {path} of --tls cannot be read: {error.strerror}") from error
    try:
        context = ssl.create_default_context(cafile=str(authority))
    except ssl.SSLError as error:
        raise UsageError(f"{authority} holds no certificate of an authority (PEM)") from error
    try:
        context.load_cert_chain(certificate, key, password=_refuse)
    except ssl.SSLError as error:
        raise UsageError(f"{key} is not the key of the certificate {certificate} (both PEM)") from error
    return Certificates(certificate, key, authority)


def _refuse() -> str:
    raise UsageError("the key of --tls has a password, which nobody can give the workers; leave it out")
