# SPDX-License-Identifier: Apache-2.0
"""Prove properties of the RTL."""

from __future__ import annotations

import argparse
from dataclasses import replace

from hashloom.analysis.parameter_sets import collect, sets_by_module, units
from hashloom.commands import expect, item_done, note, show_progress
from hashloom.commands._arguments import finite
from hashloom.commands._documents import print_document, print_stamped
from hashloom.commands._measuring import add_again, session_argument
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.execution.steps import Step
from hashloom.files.writing import output_folder
from hashloom.formal import run as runs
from hashloom.formal.carry_over import carry_over
from hashloom.formal.document import Done, ProofDocument, entries
from hashloom.formal.table import Check, Fault, Proof, proofs
from hashloom.formal.uses import is_proven, modules, proven
from hashloom.reports import results
from hashloom.results.proofs import ProofUses

NAME = "prove"
HELP = "prove properties of the shared shell and of arithmetic, and cores equal to their models"
HOW = {"pdr": "unbounded", "ind": "unbounded", "cec": "for all inputs", "turns": "for all data"}
EPILOG = """\
What is proven stands in cores/*/formal. Each proof is also run with faults put into the RTL, of which each
must make it fail. What the records know is not run again.
"""


Item = tuple[Proof, Check | Fault]


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("names", nargs="*", metavar="NAME", help="proofs; default: all")
    parser.add_argument("--list", action="store_true", help="name the proofs and what each says")
    parser.add_argument(
        "--depth", type=int, metavar="N", help="cycles of bounded proofs (default: the table's)"
    )
    parser.add_argument(
        "--time", type=finite, metavar="S", default=runs.LIMITS.wall_seconds, help="seconds a check may take"
    )
    parser.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="checks at a time (default 1)")
    add_again(parser)
    parser.add_argument(
        "--uses",
        action="store_true",
        help="instead: elaborate all designs and adapters; which parameters of shared modules are proven",
    )
    parser.add_argument(
        "--carry-over",
        type=int,
        metavar="N",
        help="instead: of the proofs of turns in the document of -o that other programs made, repeat N at "
        "random, and take over the others if all come out the same",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of that choice (default 1)")
    parser.add_argument(
        "-o",
        "--output",
        type=output_folder,
        metavar="DIR",
        help="write the JSON file there; with names, renew these in it",
    )


def run(arguments: argparse.Namespace) -> int:
    """Prove, print a line for each proof and what is wrong."""
    if arguments.jobs < 1:
        raise UsageError(f"{arguments.jobs} checks cannot be run at a time; give at least 1")
    if arguments.depth is not None and arguments.depth < 1:
        raise UsageError(f"a depth of {arguments.depth} cycles proves nothing; give at least 1")
    if arguments.time <= 0:
        raise UsageError(f"a check cannot be done in {arguments.time:g} s; give a positive number of seconds")
    if arguments.output and arguments.depth:
        raise UsageError("-o writes the proofs as the tables have them; give it without --depth")
    if arguments.uses:
        if arguments.names or arguments.depth or arguments.list:
            raise UsageError("--uses looks at every design; give it without names, --depth and --list")
        return _uses(arguments)
    if arguments.carry_over is not None:
        return _carry_over(arguments)
    chosen = proofs(arguments.places, arguments.names)
    if arguments.list:
        return _list(chosen, arguments.json)
    if arguments.depth:
        chosen = [_deeper(proof, arguments.depth) for proof in chosen]
    session, limits = session_argument(arguments), replace(runs.LIMITS, wall_seconds=arguments.time)

    def work(item: Item) -> Step:
        proof, what = item
        show_progress(what.name if isinstance(what, Check) else f"{proof.name}, with a fault: {what.wrong}")
        if isinstance(what, Check):
            step = runs.prove(what, session, limits)
        else:
            step = runs.prove_faulty(proof, what, session, limits)
        item_done()
        return step

    done = []
    expect(sum(len(proof.checks) + len(proof.faults) for proof in chosen))
    for proof in chosen:
        whats: tuple[Check | Fault, ...] = (*proof.checks, *proof.faults)
        items: list[Item] = [(proof, what) for what in whats]
        steps = jobs.parallel(work, items, arguments.jobs)
        show_progress("")
        one = Done(proof, steps[: len(proof.checks)], steps[len(proof.checks) :])
        done.append(one)
        if not arguments.json:
            _print(one)
    if arguments.output:
        kept = entries(arguments.output, arguments.places) if arguments.names else {}
        results.save(ProofDocument(done, arguments.places, kept), arguments.output, arguments.places)
    if arguments.json:
        print_document(ProofDocument(done, arguments.places).document(), arguments.places)
    else:
        print(f"{sum(one.good for one in done)} proven, {sum(not one.good for one in done)} not")
    return 0 if all(one.good for one in done) else 1


def _list(chosen: list[Proof], as_json: bool) -> int:
    if as_json:
        listed = [{"name": proof.name, "engine": proof.engine, "says": proof.says} for proof in chosen]
        print_stamped("proof-list", proofs=listed)
    else:
        for proof in chosen:
            print(f"{proof.name} ({proof.engine}, {len(proof.checks)} checks): {proof.says}")
    return 0


def _uses(arguments: argparse.Namespace) -> int:
    used = collect(units(arguments.places), arguments.places, show_progress)
    show_progress("")
    if arguments.output:
        results.save(used, arguments.output, arguments.places)
    document = used.document()
    if arguments.json:
        print_document(document, arguments.places)
        return 0
    sets = sets_by_module(ProofUses.model_validate(document))
    for module in modules(arguments.places):
        found, known = sets.get(module.name, []), proven(module, arguments.places)
        good = sum(is_proven(module, one, known, arguments.places) for one in found)
        print(f"{module.name}: {good} of {len(found)} parameter sets that are used are proven")
    return 0


def _carry_over(arguments: argparse.Namespace) -> int:
    if arguments.names or arguments.depth or arguments.list or not arguments.output:
        raise UsageError("--carry-over is for the document of -o: with -o, without names, --depth and --list")
    if arguments.carry_over < 1:
        raise UsageError(f"{arguments.carry_over} proofs say nothing of the others; give at least 1")
    found = carry_over(
        entries(arguments.output, arguments.places), arguments.carry_over, arguments.seed,
        session_argument(arguments),
        replace(runs.LIMITS, wall_seconds=arguments.time), show_progress,
    )  # fmt: skip
    show_progress("")
    results.save(ProofDocument((), arguments.places, found), arguments.output, arguments.places)
    told = max(
        (one["carried"][-1] for one in found.values() if "carried" in one), key=lambda one: one["date"]
    )
    note(f"{told['of']} proofs are taken over; repeated were {', '.join(told['sample'])}")
    if arguments.json:
        print_stamped("proofs-carried-over", **{key: told[key] for key in ("of", "seed", "sample")})
    return 0


def _deeper(proof: Proof, depth: int) -> Proof:
    """The proof with this depth, if it is a bounded one."""
    if proof.engine != "bmc":
        return proof
    return replace(proof, depth=depth, checks=tuple(replace(check, depth=depth) for check in proof.checks))


def _print(done: Done) -> None:
    proof = done.proof
    how = HOW.get(proof.engine, f"in {proof.depth} cycles")
    good = sum(step.state == jobs.OK for step in done.checks)
    found = sum(runs.is_refuted(step) for step in done.faults)
    seconds = sum(step.body["seconds"] for step in (*done.checks, *done.faults))
    print(
        f"{proof.name}: {good} of {len(done.checks)} proven ({how}), {found} of {len(done.faults)} faults "
        f"found, {seconds:.1f} s",
        flush=True,
    )
    for check, step in zip(proof.checks, done.checks, strict=True):
        if step.state != jobs.OK:
            note(f"{check.name}: {step.state}: {step.body.get('message')}")
    for fault, step in zip(proof.faults, done.faults, strict=True):
        if not runs.is_refuted(step):
            note(f"{proof.name}: not found in {fault.file}: {fault.wrong} ({step.body.get('message')})")
