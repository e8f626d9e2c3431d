# SPDX-License-Identifier: Apache-2.0
"""Give rows of results the keys of now, after a change of hashloom or of RTL that changes no figure.

Which rows were good before says the former hashloom, in the folder of --from. RTL that reads otherwise must
elaborate to the same circuit. A random sample of the rows is measured anew, and must come out the same to the
last digit. Of documents that `hashloom verify --json` made, verifications get the RTL of now, and a sample of
them passes again. Documents of prove and faults follow an edit after which their circuits are the same, with
and without each fault, those of mutate one of comments and guards; of each a sample is made again. The
documents say when, and after which sample.
"""

import argparse
import json
import random
from functools import partial
from pathlib import Path

from hashloom.campaign.document import text as campaign_text
from hashloom.commands import note, show_progress
from hashloom.commands._documents import print_stamped
from hashloom.evaluation.carry_over import Sample, carried_over
from hashloom.evaluation.carry_texts import CARRIERS, texts_carried_over
from hashloom.evaluation.carry_verifications import KIND, verifications_carried_over
from hashloom.execution.session import Session
from hashloom.files import writing
from hashloom.results import reader, writer
from hashloom.results.versions import Content

NAME = "carry-over"
HELP = "give rows of results the keys of now, after a change of text that changes no figure"
EPILOG = """\
git worktree add ../former v1.0
hashloom carry-over results/*.json --from ../former --sample 3
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="documents of results (JSON)")
    parser.add_argument(
        "--from",
        dest="former",
        required=True,
        type=Path,
        metavar="DIR",
        help="checkout of the former hashloom",
    )
    parser.add_argument(
        "--sample",
        type=int,
        default=3,
        metavar="N",
        help="rows to measure, designs to verify, entries of each other document to make anew (default 3)",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="seed of their choice (default: any)")
    parser.add_argument(
        "--design", action="append", default=[], metavar="D", help="draw among rows of this; may be repeated"
    )
    parser.add_argument(
        "--target", action="append", default=[], metavar="T", help="draw among rows of this; may be repeated"
    )


def run(arguments: argparse.Namespace) -> int:
    """Carry over and write; 1 if a row of the sample comes out otherwise, and nothing is written then."""
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(1 << 32)
    note(f"--seed {seed}")
    contents = {path: dict(reader.content(path)) for path in dict.fromkeys(arguments.files)}
    for path in contents:
        writing.output_file(path)
    sample = Sample(arguments.sample, seed, tuple(arguments.design), tuple(arguments.target))
    session, former = Session.at(arguments.places), arguments.former
    read = {path: one for path, one in contents.items() if one.get("kind") in CARRIERS}
    verified = {path: one for path, one in contents.items() if one.get("kind") == KIND}
    measured = {path: one for path, one in contents.items() if path not in verified and path not in read}
    texts = texts_carried_over(read, former, sample.count, seed, session, note, show_progress) if read else {}
    made = (
        carried_over(measured, former, sample, session, note, show_progress)
        if measured or not (read or verified)
        else {}
    )
    if verified:
        made |= verifications_carried_over(verified, former, sample.count, seed, session, note, show_progress)
    show_progress("")
    notes = {path: one["carried"][-1] for path, one in made.items()}
    notes |= {path: said for path, (_, said) in texts.items()}
    made |= {path: one for path, (one, _) in texts.items()}
    for path, content in made.items():
        writer.check(path, content, arguments.places)
    for path, content in made.items():
        writer.write(path, content, arguments.places, partial(_text, path))
        note(f"wrote {path}")
    if arguments.json:
        print_stamped("carried-over", carried={str(path): one for path, one in notes.items()})
    return 0


def _text(path: Path, content: Content) -> str:
    """The document in the form that it had: a row per line, or indented."""
    if "campaign" in content:
        return campaign_text(content)
    indent = 2 if path.read_text(encoding="utf-8").startswith('{\n  "') else 1
    return json.dumps(content, indent=indent, ensure_ascii=False) + "\n"
