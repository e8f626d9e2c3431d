# SPDX-License-Identifier: Apache-2.0
"""The tests that a mutant must get past: the quick verification of several designs at several levels.

A design at a level is a *form*. Forms with the smallest circuits come first, the block level before the
message level; the first check that fails is the last that is made. The bus adapters stand in no design: of
them a suite has the *bare* circuits, which say whether a mutant changes any, and the proofs are its tests.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from hashloom import simulation
from hashloom.catalogue import rtl
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Design, Function
from hashloom.catalogue.places import Places
from hashloom.catalogue.rtl import Level, RtlUnit
from hashloom.errors import CheckFailed, UsageError
from hashloom.execution import jobs
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.execution.steps import room
from hashloom.flow import yosys
from hashloom.models import model_for
from hashloom.mutation.mutants import Mutant
from hashloom.mutation.proof import driven_twice, proven_equal
from hashloom.simulation import Simulator
from hashloom.simulation.elaboration import rtl_gates
from hashloom.verification import Failure, files_of, first_failure
from hashloom.verification.arguments import known_requests, random_requests
from hashloom.verification.cases import Case, Effort, files_digest, known_answers, random_cases

CAUGHT, REFUTED, SURVIVED = "caught", "refuted", "survived"
EQUIVALENT, WITHOUT_EFFECT, INVALID = "equivalent", "without effect", "invalid"
COUNTED = (CAUGHT, REFUTED, SURVIVED)
VERDICTS = (*COUNTED, EQUIVALENT, WITHOUT_EFFECT, INVALID)
LEVELS: tuple[Level, ...] = ("core", "top")
"""Levels of a suite of a family."""
SHARED, BUS = "common", "bus"
"""Folders of RTL that is no family's."""
SHARED_LEVELS: tuple[Level, ...] = (*LEVELS, *rtl.BUS_LEVELS)
BARE = (
    ("axis_adapter", {"WORD": 16, "STAGES": 3, "BYTE_ORDER": 1}),
    ("axis_adapter", {"WORD": 32, "STAGES": 2, "SEPARATE": 1}),
    ("gmu_adapter", {"WORD": 16, "STAGES": 2}),
    ("gmu_adapter", {"WORD": 16, "STAGES": 1, "RATIO": 2, "DEPTH": 4}),
    ("lwc_adapter", {"WORD": 16, "STAGES": 2, "W": 32, "DIGEST": 32}),
    ("lwc_adapter", {"WORD": 64, "STAGES": 1, "W": 8, "DIGEST": 128}),
    ("register_adapter", {"WORD": 64, "STAGES": 2, "DEPTH": 2}),
    ("register_adapter", {"WORD": 64, "STAGES": 2, "DEPTH": 2, "CONTEXT": 320}),
    ("apb_adapter", {"WORD": 32, "STAGES": 2, "DEPTH": 2}),
    ("stream_slice", {"WIDTH": 3, "SECRET": 1}),
)
"""The bare circuits: module and parameters."""
EFFORT: Effort = "quick"
SEED = 1
"""Seed of the messages and stalls: that of `hashloom verify` without --seed."""
METHOD = "quick verification with directed runs to the first failure, then cec"
"""What a judgement is worth; it changes with the method."""
MEMORY_BYTES = 4 << 30
"""Limit of an elaboration."""
_PARAMETER_SET = re.compile(r"\.(\w+)\s*\(")
_MADE_NAME = re.compile(rb"\$(?!_[A-Z0-9]+_\s)\S+")


@dataclass(frozen=True)
class Form:
    """A design at a level, its netlist of gates, and the messages of its quick verification."""

    design: Design
    level: Level
    unit: RtlUnit
    gates: Path
    known: tuple[Case, ...]
    pool: tuple[Case, ...]

    def __str__(self) -> str:
        """Name for the user."""
        return f"{self.design.name} ({self.level})"

    def failure(self, simulator: Simulator) -> Failure | None:
        """The first check that a circuit in the place of this one fails, if any."""
        return first_failure(self.design, simulator, self.known, self.pool, SEED)

    def require_passing(self, session: Session) -> None:
        """CheckFailed, with the first failure, where the circuit as it is does not pass."""
        failure = self.failure(simulation.gate_simulator(self.gates, self.unit, self.level, session))
        if failure is not None:
            raise CheckFailed(f"{self.design.name} fails without any mutant: {failure}")


@dataclass(frozen=True)
class Bare:
    """A circuit that is in no design, and its netlist of gates."""

    unit: RtlUnit
    gates: Path

    def __str__(self) -> str:
        """Name for the user."""
        return " ".join([self.unit.top, *(f"{key}={value}" for key, value in self.unit.parameters)])


@dataclass(frozen=True)
class Judgement:
    """What became of a mutant: a verdict, the form or check that gave it, and what was seen there."""

    verdict: str
    form: str = ""
    seen: str = ""


@dataclass(frozen=True)
class Suite:
    """Forms in the order in which they are run, and the RTL files that have mutants, by name.

    `inner` are the files that concern the message level through the core alone: a mutant of one that leaves
    the core of a design as it is leaves the design as it is. The tests work in this `session`. The texts that
    are changed are those of `capture`, as are the circuits.
    """

    session: Session
    forms: tuple[Form, ...]
    files: dict[str, Path]
    inner: frozenset[str]
    bare: tuple[Bare, ...] = ()
    capture: Capture = field(default_factory=Capture, compare=False, repr=False)

    def text(self, file: str) -> str:
        """Text of the RTL file of this name."""
        return self.capture.text(self.files[file])

    def at(self, level: Level, file: str) -> list[Form]:
        """Forms of a level that have this file."""
        return [
            form
            for form in self.forms
            if form.level == level and file in {path.name for path in form.unit.sources}
        ]

    def set_parameters(self) -> frozenset[str]:
        """Parameters whose defaults no form uses: the designs or other modules set them."""
        units = [*(form.unit for form in self.forms), *(one.unit for one in self.bare)]
        found = {name for unit in units for name, _ in unit.parameters}
        for file in self.files:
            found.update(_PARAMETER_SET.findall(self.text(file)))
        return frozenset(found)

    def digests(self) -> dict[str, str]:
        """SHA-256 (hexadecimal) of the RTL files by name."""
        return {
            name: hashlib.sha256(self.capture.content(path)).hexdigest()
            for name, path in sorted(self.files.items())
        }

    def ingredients(self) -> dict[str, object]:
        """All that a judgement depends on beside the mutant and the limits."""
        return {
            "forms": [
                [str(form), form.unit.digest(), cases_digest(form, self.session.places)]
                for form in self.forms
            ],
            **({"bare": [[str(one), one.unit.digest()] for one in self.bare]} if self.bare else {}),
            "method": METHOD,
            "tools": {yosys.TOOL: yosys.version()},
        }


def suite(
    designs: Sequence[Design],
    session: Session,
    workers: int = 1,
    progress: Progress = silent,
    levels: Sequence[Level] | None = None,
    of: str = "",
) -> Suite:
    """The suite of these designs at these levels, as far as they have them; they have passed it as they are.

    The mutants are of all RTL of the designs, which are of one family then; or of the folder `of` alone: that
    of the family, SHARED, or BUS, which has no designs. UsageError for other designs, CheckFailed, with the
    first failure, where a design does not pass.
    """
    if of == BUS:
        return _bare_suite(designs, session)
    levels = levels or (SHARED_LEVELS if of == SHARED else LEVELS)
    families = list(dict.fromkeys(design.family for design in designs))
    if not designs:
        raise UsageError("a suite needs designs")
    if len(families) != 1 and of != SHARED:
        names = " and ".join(family.name for family in families)
        raise UsageError(f"the designs of a suite are of one family; these are of {names}")

    capture = Capture()

    def made(design: Design) -> list[Form]:
        forms = []
        for level in (one for one in levels if one in rtl.levels(design)):
            progress(f"{design.name} {level}: as it is")
            forms.append(form_of(design, level, rtl.unit(design, level, capture=capture), session))
            forms[-1].require_passing(session)
        return forms

    forms = [form for found in jobs.parallel(made, designs, workers) for form in found]
    forms.sort(key=lambda form: (rtl.LEVELS.index(form.level), form.gates.stat().st_size))
    files = {path.name: path for form in forms for path in form.unit.sources}
    inner = _inner(designs, capture)
    if of:
        files = {name: path for name, path in files.items() if path.parent.parent.name == of}
        if not files:
            raise UsageError(f"these designs have no RTL of the folder '{of}'")
    return Suite(session, tuple(forms), files, inner, capture=capture)


def _bare_suite(designs: Sequence[Design], session: Session) -> Suite:
    """The suite of the bus adapters."""
    if designs:
        raise UsageError(f"the RTL of the folder '{BUS}' is in no design; name none")
    files = sorted((session.places.own_cores / BUS / "rtl").glob("*.sv"))
    capture = Capture()
    units = (RtlUnit(top, top, tuple(files), tuple(parameters.items()), capture) for top, parameters in BARE)
    bare = tuple(Bare(unit, rtl_gates(unit, session)) for unit in units)
    return Suite(session, (), {path.name: path for path in files}, frozenset(), bare, capture)


def form_of(design: Design, level: Level, unit: RtlUnit, session: Session) -> Form:
    """The form of a design at a level, of which `unit` is the RTL."""
    known, pool = _cases(design.function, level, session.places)
    return Form(design, level, unit, rtl_gates(unit, session), known, pool)


@lru_cache(maxsize=16)
def _cases(function: Function, level: Level, places: Places) -> tuple[tuple[Case, ...], tuple[Case, ...]]:
    """Known answers and random messages of a quick verification."""
    files = files_of(function, (level,), places)
    if level in rtl.EXTENSION_LEVELS:
        requests = random_requests(function, EFFORT, SEED, level)
        return tuple(known_requests(function, files, EFFORT, level)), tuple(requests)
    known = known_answers(function, files, EFFORT)
    return tuple(known), tuple(random_cases(function, model_for(function), EFFORT, SEED))


def judge(mutant: Mutant, tests: Suite, seconds: float) -> Judgement:
    """Run the tests on a mutant; `seconds` is the limit of each elaboration and of each simulation."""
    reached: list[tuple[Form | Bare, Path]] = []
    is_inner = mutant.file in tests.inner
    levels = [level for level in rtl.LEVELS if any(form.level == level for form in tests.forms)]
    with room("mutant", tests.session.places) as folder:
        source = folder / mutant.file
        source.write_text(mutant.apply(tests.text(mutant.file)), encoding="utf-8")
        for number, one in enumerate(tests.bare):
            try:
                made = simulation.made_rtl_gates(
                    one.unit.with_file(source), folder / f"bare{number}", jobs.Limits(MEMORY_BYTES, seconds)
                )
            except simulation.Refused as error:
                return Judgement(INVALID, str(one), str(error)[:300])
            if driven_twice(made):
                return Judgement(INVALID, str(one), "a net has two drivers")
            if fingerprint(made) != fingerprint(one.gates):
                reached.append((one, made))
        changed_cores: set[Design] = set()
        for level in levels:
            for form in tests.at(level, mutant.file):
                if is_inner and level != "core" and form.design not in changed_cores:
                    continue
                own = folder / str(tests.forms.index(form))
                gates, judgement = tried(form, source, own, tests.session, seconds)
                if judgement is not None:
                    return judgement
                if gates is not None:
                    reached.append((form, gates))
                    changed_cores.add(form.design)
            if level == ("core" if is_inner else levels[-1]) and (equal := _equal(reached)):
                return equal
        if tests.bare and (equal := _equal(reached)):
            return equal
    return Judgement(SURVIVED, ", ".join(str(one) for one, _ in reached))


def _equal(reached: Sequence[tuple[Form | Bare, Path]]) -> Judgement | None:
    """The judgement where all circuits that have other gates are proven equal, or none has."""
    if not reached:
        return Judgement(WITHOUT_EFFECT)
    if all(proven_equal(one.gates, gates, gates.parent) for one, gates in reached):
        return Judgement(EQUIVALENT, ", ".join(str(one) for one, _ in reached))
    return None


def tried(
    form: Form, source: Path, folder: Path, session: Session, seconds: float
) -> tuple[Path | None, Judgement | None]:
    """Run a form with a changed source: the gates, if they are others than before, and what came of it.

    `folder` is made; `seconds` is the limit of each elaboration and of each simulation.
    """
    unit = form.unit.with_file(source)
    try:
        gates = simulation.made_rtl_gates(unit, folder, jobs.Limits(MEMORY_BYTES, seconds))
        if gates.read_bytes() == form.gates.read_bytes():
            return None, None
        failure = form.failure(simulation.gate_simulator(gates, unit, form.level, session, seconds))
    except simulation.TookTooLong as error:
        return None, Judgement(CAUGHT, str(form), str(error))
    except simulation.Refused as error:
        return None, Judgement(INVALID, str(form), str(error)[:300])
    if failure is not None:
        return None, Judgement(CAUGHT, str(form), failure.run.split(" in cycles")[0])
    return (None if fingerprint(gates) == fingerprint(form.gates) else gates), None


def fingerprint(netlist: Path) -> str:
    """SHA-256 (hexadecimal) of a netlist whose generated names are replaced by numbers in their order."""
    numbers: dict[bytes, bytes] = {}
    text = _MADE_NAME.sub(
        lambda found: numbers.setdefault(found[0], b"$%d" % len(numbers)), netlist.read_bytes()
    )
    return hashlib.sha256(text).hexdigest()


def _inner(designs: Sequence[Design], capture: Capture) -> frozenset[str]:
    """Files of the cores that no file of a shell names, and those of the cores themselves."""
    inner, outer = set[str](), set[str]()
    for design in designs:
        core, top = (rtl.unit(design, level, capture=capture) for level in LEVELS)
        shell = [capture.text(path) for path in top.sources if path not in core.sources]
        named = set(re.findall(r"\w+", "\n".join(shell))) - {design.core.module}
        for path in core.sources:
            (outer if path.stem in named else inner).add(path.name)
    return frozenset(inner - outer)


def cases_digest(form: Form, places: Places) -> str:
    """SHA-256 (hexadecimal) over the messages of a form and the files that they are from."""
    files = files_of(form.design.function, (form.level,), places)
    state = hashlib.sha256(files_digest(files).encode())
    for case in (*form.known, *form.pool):
        state.update(case.message + case.digest + str(case.bits).encode())
    return state.hexdigest()
