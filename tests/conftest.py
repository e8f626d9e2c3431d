# SPDX-License-Identifier: Apache-2.0
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

# A shell starts what runs in the background with this signal ignored, which children inherit; tests send it.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module")
def simulation_state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A state folder of the tests' own: the driver is compiled and every circuit made here, once."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.getbasetemp() / "simulation-state"
        patch.setenv("HASHLOOM_STATE", str(folder))
        patch.delenv("HASHLOOM_RECORDS", raising=False)
        yield folder
