# SPDX-License-Identifier: Apache-2.0
"""A random sample of mutants, judged by a suite, and counted.

The sample takes the pairs of file and operator in turn, each time in another order, and of each pair a mutant
that it does not have yet; so a table of thousands of constants does not outnumber the logic. It grows until
`samples` mutants *count*: those that the suite catches or lets survive. What does not elaborate, what leaves
the circuits as they are, and what is proven equal to them does not count.
"""

import datetime
import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass

from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design
from hashloom.execution import jobs
from hashloom.execution.processor import processor
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.execution.steps import key_of
from hashloom.flow.yosys import TOOL, version
from hashloom.mutation import explanations, refutation
from hashloom.mutation.mutants import OPERATORS, Mutant, mutants
from hashloom.mutation.suite import (
    COUNTED,
    EFFORT,
    INVALID,
    REFUTED,
    SEED,
    SURVIVED,
    VERDICTS,
    Judgement,
    Suite,
    judge,
    suite,
)
from hashloom.results.versions import Content, Member, stamped
from hashloom.rows import Row

KIND = "judged-mutant"
LEAST_RATE = 0.95
"""The part of the mutants that count which a suite must catch."""


@dataclass(frozen=True)
class MutationOptions:
    """How many mutants count, the seed of the sample, how many are judged at a time, the limit in seconds."""

    samples: int = 300
    seed: int = 1
    workers: int = 1
    seconds: float = 60.0


@dataclass(frozen=True)
class Finding:
    """A mutant, what became of it, and why it survived where that is known."""

    mutant: Mutant
    judgement: Judgement
    why: str | None = None

    @property
    def verdict(self) -> str:
        """One of VERDICTS."""
        return self.judgement.verdict

    def row(self) -> Row:
        """As a JSON object."""
        explanation = {"why": self.why} if self.verdict == SURVIVED else {}
        return {**asdict(self.mutant), **asdict(self.judgement), **explanation}


@dataclass(frozen=True)
class MutationStudy:
    """What a suite did to the mutants, in the order in which they were drawn."""

    designs: tuple[Design, ...]
    findings: tuple[Finding, ...]
    provenance: Member
    of: str = ""

    @property
    def name(self) -> str:
        """Name of the file."""
        return f"mutation-{self.of or self.designs[0].family.name}"

    @property
    def rate(self) -> float:
        """The part of the mutants that count which did not survive; 0 where none counts."""
        counts = Counter(finding.verdict for finding in self.findings)
        counted = sum(counts[verdict] for verdict in COUNTED)
        return 1 - counts[SURVIVED] / counted if counted else 0.0

    def survivors(self) -> list[Finding]:
        """Mutants that nothing caught."""
        return [finding for finding in self.findings if finding.verdict == SURVIVED]

    def good(self) -> bool:
        """Are enough of the mutants caught, and is every survivor explained?"""
        return self.rate >= LEAST_RATE and all(finding.why for finding in self.survivors())

    def document(self) -> Content:
        """All of it as one JSON document."""
        content = {
            "provenance": self.provenance,
            "rate": round(self.rate, 4),
            "counts": counts(self.findings),
            "operators": {
                name: counts([one for one in self.findings if one.mutant.operator == name])
                for name in OPERATORS
            },
            "files": {
                name: counts([one for one in self.findings if one.mutant.file == name])
                for name in self.provenance["files"]
            },
            "survivors": [finding.row() for finding in self.survivors()],
            "mutants": [finding.row() for finding in self.findings],
        }
        return stamped("mutation", content)


def counts(findings: Sequence[Finding]) -> dict[str, int]:
    """How many mutants had which verdict."""
    found = Counter(finding.verdict for finding in findings)
    return {verdict: found[verdict] for verdict in VERDICTS}


def study(
    designs: Sequence[Design],
    options: MutationOptions,
    session: Session,
    progress: Progress = silent,
    tell: Callable[[Finding], None] = lambda finding: None,
    of: str = "",
) -> MutationStudy:
    """Draw mutants and judge them; what the records know is not judged again. `tell` gets each as it comes.

    `of` is the folder whose RTL is mutated, see `suite`. UsageError for designs that do not fit, CheckFailed
    where one fails without any mutant, MissingTool without yosys or a C++ compiler.
    """
    tests = suite(designs, session, options.workers, progress, of=of)
    entries = explanations.read()
    ingredients = tests.ingredients()
    found: list[Finding] = []

    def finding(mutant: Mutant) -> Finding:
        key = key_of({**ingredients, "mutant": asdict(mutant), "seconds": options.seconds})
        body = session.get(KIND, key)
        if body is None:
            body = asdict(judge(mutant, tests, options.seconds))
            session.put(KIND, key, body)
        judgement = Judgement(**body)
        if judgement.verdict == SURVIVED:
            judgement = before_proofs(mutant, judgement, tests, session, options.seconds)
        made = Finding(mutant, judgement, explanations.find(mutant, entries, of or designs[0].family.name))
        tell(made)
        return made

    order = sample(tests, options.seed)
    while True:
        counted = sum(one.verdict in COUNTED for one in found)
        drawn = [mutant for _, mutant in zip(range(options.samples - counted), order, strict=False)]
        if not drawn:
            break
        found += jobs.parallel(finding, drawn, options.workers)
        progress(f"{len(found)} mutants judged")
    return MutationStudy(tuple(designs), tuple(found), _provenance(designs, tests, options, of), of)


def before_proofs(
    mutant: Mutant, survived: Judgement, tests: Suite, session: Session, seconds: float
) -> Judgement:
    """The judgement of a mutant that survived a suite, after the proofs: refuted or invalid, or as it was."""
    designs = tuple(dict.fromkeys(form.design.name for form in tests.forms))
    answer = refutation.refuting(mutant, tests.files[mutant.file], session, seconds, designs, tests.capture)
    if answer is None:
        return survived
    return Judgement(INVALID if answer.refused else REFUTED, answer.check, answer.what[-300:])


def sample(tests: Suite, seed: int) -> Iterator[Mutant]:
    """All mutants of the files of a suite in the order in which they are drawn."""
    generator = random.Random(seed)
    everywhere = tests.set_parameters()
    piles: dict[tuple[str, str], list[Mutant]] = {}
    for name in sorted(tests.files):
        for mutant in mutants(name, tests.text(name), generator, everywhere):
            piles.setdefault((name, mutant.operator), []).append(mutant)
    for pile in piles.values():
        generator.shuffle(pile)
    while piles:
        turn = sorted(piles)
        generator.shuffle(turn)
        for key in turn:
            yield piles[key].pop()
            if not piles[key]:
                del piles[key]


def _provenance(designs: Sequence[Design], tests: Suite, options: MutationOptions, of: str) -> Member:
    names = [design.name for design in designs]
    named = " ".join([*names, *(["--of", of] if of else [])])
    return {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "command": f"hashloom mutate {named} --samples {options.samples} --seed {options.seed}",
        "designs": names,
        "levels": [level for level in rtl.LEVELS if any(form.level == level for form in tests.forms)],
        "verification": {"effort": EFFORT, "seed": SEED},
        "samples": options.samples,
        "seed": options.seed,
        "limit_seconds": options.seconds,
        "tools": {TOOL: version()},
        "machine": f"{processor()}, {os.cpu_count()} processors",
        "files": tests.digests(),
    }
