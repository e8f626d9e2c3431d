# SPDX-License-Identifier: Apache-2.0
"""Documents of libskein: how fast it is, and what it passed."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, Strict

from hashloom.files.model import (
    Amount,
    Count,
    Date,
    Digest,
    Flag,
    Integer,
    Model,
    Name,
    Positive,
    PositiveCount,
    Several,
    Text,
)
from hashloom.results.document import Document, Names

PassedFailed = Annotated[tuple[Count, Count], Strict(False)]


class AbsentLibrary(Model):
    """A library that is not installed."""

    library: Name = Field(description="its name")
    install: Text = Field(description="command that installs it")


class Processor(Model):
    """The machine of a benchmark."""

    processor: Text = Field(description="its name")
    microarchitecture: Name | None = Field(None, description="what libskein chooses kernels by")
    architecture: Name = Field(description="instruction set")
    processors: PositiveCount = Field(description="number of processors")
    compiler: Text = Field(description="compiler of libskein")
    flags: Text = Field(description="its options")
    features: Text = Field(description="extensions of the instruction set")


class Quantiles(Model):
    """Quantiles of samples."""

    p5: Positive = Field(description="5 %")
    lower_quartile: Positive = Field(description="25 %")
    median: Positive = Field(description="50 %")
    upper_quartile: Positive = Field(description="75 %")
    p95: Positive = Field(description="95 %")


class Clock(Model):
    """The clock that cycles are counted by."""

    timer: Text = Field(description="what was read")
    chain: Text = Field(description="instructions whose cycles are known")
    check: Positive | None = Field(None, description="cycles of these, over what they must take")
    samples: Count = Field(description="samples")
    unsteady_samples: Count = Field(description="samples during which the clock changed")
    ghz: Quantiles | None = Field(None, description="clock, GHz")


class Machine(Model):
    """Where figures of programs come from."""

    date: Date = Field(description="when")
    sources_digest: Digest = Field(description="SHA-256 of the sources of libskein")
    unit: Name = Field(description="unit of the figures: cycles or nanoseconds")
    rounds: PositiveCount = Field(description="samples of each subject")
    sizes: Several[PositiveCount] = Field(description="lengths of messages, bytes")
    machine: Processor = Field(description="the machine")
    clock: Clock = Field(description="the clock")
    kernels: dict[str, Flag] = Field(
        description="kernels of libskein, and whether the processor can run them"
    )
    kernels_in_use: dict[str, Names] = Field(description="kernels that are chosen, by bits of the state")
    libraries: Names = Field(description="versions of the libraries")
    absent: Several[AbsentLibrary] = Field(description="libraries that are not installed")


class PerByte(Quantiles):
    """Cycles per byte."""

    samples: PositiveCount = Field(description="samples")


class Subject(Model):
    """A function of a library, measured."""

    group: Literal["one", "many", "tree", "peer"] = Field(
        description="one message, many, a tree, or another library"
    )
    function: Name = Field(description="name of the function")
    library: Name = Field(description="library")
    version: Text = Field(description="its version")
    kernel: Name | None = Field(None, description="kernel of libskein")
    messages: PositiveCount = Field(description="messages in a call")
    threads: PositiveCount = Field(description="threads")
    per_byte: dict[str, PerByte] = Field(description="cycles per byte, by length of the message in bytes")


class Section(Model):
    """What `hashloom bench` found on another processor, perhaps of former sources."""

    provenance: Machine = Field(description="where the figures come from")
    rows: Several[Subject] = Field(description="a row for each subject")


class Benchmark(Document):
    """What `hashloom bench` writes."""

    kind: Literal["benchmark"] = Field(description="kind of document")
    provenance: Machine = Field(description="where the figures come from")
    rows: Several[Subject] = Field(description="a row for each subject")
    elsewhere: Several[Section] | None = Field(None, description="the same, of other processors")


class FilesMachine(Model):
    """Where times of programs that hash files come from."""

    date: Date = Field(description="when")
    sources_digest: Digest = Field(description="SHA-256 of the sources of skeinsum and of the library")
    processor: Text = Field(description="name of the processor")
    architecture: Name = Field(description="instruction set")
    processors: PositiveCount = Field(description="number of processors")
    rounds: PositiveCount = Field(description="samples of each program with each work")
    programs: dict[str, Text] = Field(description="versions of the programs by name")
    absent: Several[AbsentLibrary] = Field(description="programs that are not installed")


class Seconds(Model):
    """Samples of elapsed time."""

    least: Positive = Field(description="the shortest, s")
    median: Positive = Field(description="half of them take no longer, s")
    most: Positive = Field(description="the longest, s")


class FilesRow(Model):
    """A program with one of the works."""

    work: Literal["small", "large"] = Field(description="many small files, or one large file")
    files: PositiveCount = Field(description="files in one command line")
    bytes: PositiveCount = Field(description="bytes of all of them")
    program: Name = Field(description="name of the program")
    version: Text = Field(description="its version")
    arguments: Text = Field(description="its arguments, without the names of files")
    function: Name = Field(description="hash function")
    threads: PositiveCount = Field(description="threads that it may use")
    seconds: Seconds = Field(description="elapsed time, from its start to its end")
    cpu_seconds: Amount = Field(description="time of the processors, of all threads together, median, s")
    samples: PositiveCount = Field(description="samples")


class FilesBenchmark(Document):
    """What `hashloom bench-files` writes."""

    kind: Literal["files-benchmark"] = Field(description="kind of document")
    provenance: FilesMachine = Field(description="where the times come from")
    rows: Several[FilesRow] = Field(description="a row for each program with each work")


class SoftwareTrial(Model):
    """libskein built in one way, and what it passed."""

    trial: Name = Field(description="its name")
    what: Text = Field(description="how it is built")
    compiler: Text = Field(description="compiler")
    command: Text = Field(description="command that ran")
    passed: Count = Field(description="checks that passed")
    failed: Count = Field(description="checks that failed")
    kernels: dict[str, PassedFailed] = Field(description="checks that passed and failed, by kernel")
    absent: Several[Name] = Field(description="kernels that cannot run here")
    failures: Several[Text] = Field(description="checks that failed")
    missing: Text = Field(description="why it could not run")
    seconds: Amount = Field(description="time it took, s")


class SoftwareVerification(Document):
    """What `hashloom verify-software --json` prints."""

    kind: Literal["software-verification"] = Field(description="kind of document")
    date: Date = Field(description="when")
    effort: Name = Field(description="how much was done")
    seed: Integer = Field(description="seed of random messages")
    source_digest: Digest = Field(description="SHA-256 of the sources of libskein")
    vectors_digest: Digest = Field(description="SHA-256 of the vectors")
    processor: Text = Field(description="processor")
    trials: Several[SoftwareTrial] = Field(description="the trials")
    passed: Count = Field(description="checks that passed")
    failed: Count = Field(description="checks that failed")
