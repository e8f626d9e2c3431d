# SPDX-License-Identifier: Apache-2.0
"""All of docs/schemas: JSON Schemas of documents of results, and of TOML files that people write."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel

from hashloom.campaign.campaign_file import CampaignFile
from hashloom.campaign.renewal import PlanFile
from hashloom.evaluation.own.mapping import CoreMap
from hashloom.files import json_schema
from hashloom.formal.table import ProofTable
from hashloom.mutation.library import FaultTable
from hashloom.results import schemas

TOML_FILES: Mapping[str, type[BaseModel]] = {
    "campaign-file": CampaignFile,
    "core-map": CoreMap,
    "faults-table": FaultTable,
    "proofs-table": ProofTable,
    "results-plan": PlanFile,
}
"""Models of TOML files, by the names of their schemas."""


def files(repository: Path) -> dict[Path, str]:
    """The text of every schema, by its path."""
    return schemas.files(repository) | {
        repository / schemas.FOLDER / schemas.name_of(name): json_schema.text(model, name)
        for name, model in TOML_FILES.items()
    }
