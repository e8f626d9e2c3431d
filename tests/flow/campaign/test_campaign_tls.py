# SPDX-License-Identifier: Apache-2.0
"""Campaigns on a cluster with certificates, which the command openssl makes on the spot."""

import shutil
import socket
import ssl
import subprocess
from pathlib import Path

import pytest
from campaign_laboratory import Trial
from dask_cluster import Cluster

from hashloom.commands import main
from hashloom.execution import jobs

DESIGNS = ("sha1/basic",)
OPENSSL = shutil.which("openssl")
needs_openssl = pytest.mark.skipif(OPENSSL is None, reason="the command openssl makes the certificates")


def certificates(folder: Path) -> list[str]:
    """Paths of a certificate, its key and the authority that signed it, as docs/campaigns.md says."""
    folder.mkdir()
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    for command in (
        ["req", "-x509", *curve, "-keyout", "ca-key.pem", "-out", "ca.pem", "-days", "2", "-subj", "/CN=ca"],
        ["req", *curve, "-keyout", "key.pem", "-out", "request.pem", "-subj", "/CN=machine"],
        ["x509", "-req", "-in", "request.pem", "-CA", "ca.pem", "-CAkey", "ca-key.pem", "-CAcreateserial",
         "-out", "certificate.pem", "-days", "2"],
    ):  # fmt: skip
        subprocess.run([str(OPENSSL), *command], cwd=folder, check=True, capture_output=True)
    return [str(folder / name) for name in ("certificate.pem", "key.pem", "ca.pem")]


@pytest.mark.long
@needs_openssl
def test_a_cluster_with_certificates(tmp_path: Path) -> None:
    certificate, key, authority = ours = certificates(tmp_path / "ours")
    foreign = certificates(tmp_path / "foreign")
    options = ("--protocol", "tls", "--tls-cert", certificate, "--tls-key", key, "--tls-ca-file", authority)
    made = Cluster(tmp_path, options=options)
    trial = Trial(tmp_path / "dask", DESIGNS, seeds=1)
    first = "from hashloom.campaign import wire; wire.CONNECT_SECONDS = 3"
    try:
        made.worker()
        assert made.registered(1)
        assert made.address.startswith("tls://")
        plain = made.address.replace("tls://", "tcp://")
        refused = [
            trial.run("--scheduler", made.address, "--tls", *foreign, first=first),
            trial.run("--scheduler", made.address, "--tls", *foreign[:2], authority, first=first),
            trial.run("--scheduler", plain, first=first),
        ]
        assert not trial.path.exists()
        assert greeting(made.address, authority, ours) != b""
        with pytest.raises((ssl.SSLError, ConnectionError)):
            greeting(made.address, authority, None)
        done = trial.run("-o", "out", "--scheduler", made.address, "--tls", *ours)
    finally:
        made.stop()
    for one in refused:
        assert one.returncode == 1
        assert one.stderr.splitlines()[-1].startswith("hashloom: no Dask scheduler answers at t")
    assert "or it refuses the certificate of --tls" in refused[0].stderr
    assert done.returncode == 0, done.stderr
    assert [row["state"] for row in trial.rows()] == [jobs.OK]


def greeting(address: str, authority: str, own: list[str] | None) -> bytes:
    """What a scheduler says first to who has this certificate, or none."""
    context = ssl.create_default_context(cafile=authority)
    context.check_hostname = False
    if own is not None:
        context.load_cert_chain(own[0], own[1])
    host, port = address.removeprefix("tls://").rsplit(":", 1)
    with socket.create_connection((host, int(port)), 10) as bare, context.wrap_socket(bare) as connection:
        return connection.recv(8)


@needs_openssl
def test_certificates_that_are_no_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path / "state"))
    certificate, key, authority = ours = certificates(tmp_path / "ours")
    foreign = certificates(tmp_path / "foreign")
    locked = str(tmp_path / "locked.pem")
    command = [str(OPENSSL), "pkey", "-in", key, "-aes256", "-passout", "pass:word", "-out", locked]
    subprocess.run(command, check=True)
    campaign = tmp_path / "trial.toml"
    campaign.write_text("[[sweep]]\ndesigns = ['sha1']\ntargets = ['osu018']\n")
    for options, said in (
        (["tls://here:8786"], "tls://here:8786 is encrypted; give --tls CERTIFICATE KEY CA"),
        (
            ["tcp://here:8786", "--tls", *ours],
            "tcp://here:8786 is not encrypted; write tls:// there, or leav",
        ),
        (["ws://here:8786"], "'ws://here:8786' is no address of a Dask scheduler"),
        (
            ["here:8786", "--tls", f"{key}x", key, authority],
            f"the file {key}x of --tls cannot be read: No su",
        ),
        (
            ["here:8786", "--tls", certificate, foreign[1], authority],
            f"{foreign[1]} is not the key of the ce",
        ),
        (["here:8786", "--tls", certificate, key, key], f"{key} holds no certificate of an authority (PEM)"),
        (
            ["here:8786", "--tls", key, key, authority],
            f"{key} is not the key of the certificate {key} (both ",
        ),
        (["here:8786", "--tls", certificate, locked, authority], "the key of --tls has a password"),
    ):
        assert main(["campaign", str(campaign), "--scheduler", *options]) == 2
        assert capsys.readouterr().err.splitlines()[-1].startswith(f"hashloom: {said}")
    assert main(["campaign", str(campaign), "--tls", *ours]) == 2
    assert "--tls is for the scheduler that --scheduler names" in capsys.readouterr().err
