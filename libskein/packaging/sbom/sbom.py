# SPDX-License-Identifier: Apache-2.0
"""Writes what libskein is made of as a bill of materials in CycloneDX 1.5: python sbom.py [-o FILE].

The library with its version and licence, the SHA-256 of each file of its sources, and what is built with it
and leans on others. The same sources give the same text; SOURCE_DATE_EPOCH adds the time.
"""

import argparse
import datetime
import hashlib
import json
import os
import re
import sys
import uuid
from pathlib import Path
from typing import Any

LIBRARY = Path(__file__).resolve().parents[2]
PARTS = ("include", "src", "skeinsum", "cmake", "bindings/openssl")
OPENSSL = "pkg:generic/openssl@3"


def files(library: Path) -> list[Path]:
    """Sources of what is built and installed."""
    found = [path for part in PARTS for path in (library / part).rglob("*") if path.is_file()]
    return sorted([library / "CMakeLists.txt", *found])


def version(library: Path) -> str:
    """Version of the library, from its header."""
    header = (library / "include" / "skein.h").read_text(encoding="utf-8")
    return str(re.findall(r'SKEIN_VERSION "(.+)"', header)[0])


def component(kind: str, name: str, number: str, description: str, **more: Any) -> dict[str, Any]:
    """A part of our own."""
    return {
        "type": kind,
        "bom-ref": f"pkg:generic/{name}@{number}",
        "name": name,
        "version": number,
        "description": description,
        "licenses": [{"license": {"id": "Apache-2.0"}}],
        "purl": f"pkg:generic/{name}@{number}",
        **more,
    }


def bill(library: Path = LIBRARY) -> dict[str, Any]:
    """Return the bill of materials as a document."""
    number = version(library)
    sources = [
        {
            "type": "file",
            "name": path.relative_to(library).as_posix(),
            "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(path.read_bytes()).hexdigest()}],
        }
        for path in files(library)
    ]
    whole = component(
        "library", "libskein", number, "The hash function family Skein and its block cipher Threefish"
    )
    parts = [
        component("application", "skeinsum", number, "Command that writes and checks digests of Skein"),
        component("library", "openssl-provider-skein", number, "Skein for OpenSSL 3; built where asked for"),
        {
            "type": "library",
            "bom-ref": OPENSSL,
            "name": "openssl",
            "version": "3",
            "description": "libcrypto, which loads the provider; any version from 3.0 on",
            "licenses": [{"license": {"id": "Apache-2.0"}}],
            "purl": OPENSSL,
            "scope": "optional",
        },
    ]
    ours = [whole["bom-ref"], parts[0]["bom-ref"], parts[1]["bom-ref"]]
    leans = {ours[0]: [], ours[1]: [ours[0]], ours[2]: [ours[0], OPENSSL], OPENSSL: []}
    content = {
        "components": parts + sources,
        "dependencies": [{"ref": one, "dependsOn": others} for one, others in leans.items()],
    }
    name = hashlib.sha256(json.dumps([whole, content], sort_keys=True).encode()).hexdigest()
    metadata: dict[str, Any] = {"component": whole}
    if epoch := os.environ.get("SOURCE_DATE_EPOCH"):
        metadata["timestamp"] = datetime.datetime.fromtimestamp(int(epoch), datetime.UTC).isoformat()
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, name)}",
        "version": 1,
        "metadata": metadata,
        **content,
    }


def main() -> int:
    """Write the bill where the command line says; return the exit status."""
    parser = argparse.ArgumentParser(description="Write the bill of materials of libskein (CycloneDX 1.5).")
    parser.add_argument("-o", "--output", type=Path, help="file; standard output by default")
    output = parser.parse_args().output
    text = json.dumps(bill(), indent=2) + "\n"
    if output is None:
        sys.stdout.write(text)
        return 0
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        parser.exit(2, f"sbom.py: {output}: {error.strerror}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
