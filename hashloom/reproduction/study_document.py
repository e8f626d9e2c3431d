# SPDX-License-Identifier: Apache-2.0
"""What the comparison with the GMU group found, as members of a JSON document."""

from __future__ import annotations

from collections.abc import Sequence

from hashloom.reproduction import study_paper
from hashloom.reproduction.study import PaperStudy
from hashloom.reproduction.study_paper import LABELS, LINES, OVERALL, SIZES
from hashloom.reproduction.study_rows import QUANTITIES, RATIO
from hashloom.results.versions import Content
from hashloom.rows import Row


def document(studies: Sequence[PaperStudy]) -> Content:
    """What the comparison found, as members of a JSON document; the first study gives `spearman`.

    `spearman_<selection>` are those of the others. `geometric_means`, `normalised`, `left_out` and `moved`
    are rows that name their selection.
    """
    first, *others = studies
    return {
        "spearman": correlations(first),
        **{f"spearman_{study.selection}": correlations(study) for study in others},
        "moved": [
            {"selection": study.selection, "quantity": quantity, "label": label, "paper": paper, "ours": ours}
            for study in studies
            for quantity in QUANTITIES
            for label, paper, ours in study.moved(quantity)
        ],
        "geometric_means": [row for study in studies for row in _mean_rows(study)],
        "normalised": [row for study in studies for row in _normalised_rows(study)],
        "left_out": [{"selection": study.selection, **row} for study in studies for row in study.left_out()],
    }


def correlations(study: PaperStudy) -> dict[str, float | None]:
    """Rank correlations by quantity and size, then the name of a family or group, but for Overall."""
    found = {}
    for bits in SIZES:
        for family, ours in study.columns(bits):
            name = ours if family == OVERALL else family
            suffix = "" if name == OVERALL else f"_{name.lower().replace(' ', '_')}"
            for quantity in QUANTITIES:
                found[f"{quantity}_{bits}{suffix}"] = study.correlation(quantity, bits, family, ours)[0]
    return found


def _mean_rows(study: PaperStudy) -> list[Row]:
    groups = [None, *dict.fromkeys(study.campaign.group(target) for target in study.targets)]
    return [
        {
            "selection": study.selection,
            "function": LINES[label, bits].function,
            "label": label,
            "bits": bits,
            "group": group or "all",
            **{name: one.value for name, one in found.items() if one is not None},
            "targets": [] if (one := found[RATIO]) is None else list(one.targets),
            "paper": _paper_means(label, bits) if group is None else {},
        }
        for label in LABELS
        for bits in SIZES
        for group in groups
        for found in [{name: study.overall(name, label, bits, group) for name in QUANTITIES}]
    ]


def _paper_means(label: str, bits: int) -> dict[str, float | None]:
    if bits != 512:
        return {}
    return {name: study_paper.normalised(name, label, bits, OVERALL) for name in QUANTITIES}


def _normalised_rows(study: PaperStudy) -> list[Row]:
    return [
        {
            "selection": study.selection,
            "function": LINES[label, bits].function,
            "label": label,
            "bits": bits,
            "target": target,
            "architecture": choice.row["architecture"],
            **{name: study.normalised(name, label, bits, target) for name in QUANTITIES},
            "paper": {
                family: {name: study_paper.normalised(name, label, bits, family) for name in QUANTITIES}
                for family in study_paper.families(target)
            },
        }
        for label in LABELS
        for bits in SIZES
        for target in study.targets
        for choice in [study.choice(label, bits, target)]
        if choice.row is not None
    ]
