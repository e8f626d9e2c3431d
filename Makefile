# SPDX-License-Identifier: Apache-2.0
.DEFAULT_GOAL := help

PYTHON ?= python3
export PYTHON
# Large pages, for the tools that tests and modules start, too; the command line asks for them itself.
export GLIBC_TUNABLES ?= glibc.malloc.hugetlb=1
VENV := .venv/bin/python
HASHLOOM := .venv/bin/hashloom
JOBS ?= $(shell nproc)
LONG ?= 20
DEMO := build/demo
# What takes longest comes first, so that all processors are busy to the end.
DEMO_DESIGNS := $(addprefix skein-1.3-512-512/,1r-8m 2r-4m 4r-2m 8r-1m)
C_FILES := $(shell find libskein cores/bus/software -name '*.[ch]' -not -path 'libskein/src/generated/*')

.PHONY: help setup demo check unit test tests lint prove format results generate figures screenshots pdf site lock dist release clean

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name what; do \
		printf '  make %-10s %s\n' "$$name" "$$what"; done

setup:  ## install what is missing: Debian packages (as root), .venv, libskein, simulator; silent when nothing is
	@tools/setup.sh $(PACKAGES)

demo: setup  ## verify the four Skein-512 cores, then print the Intel paper's table beside ours, in 45 nm
	$(HASHLOOM) verify $(DEMO_DESIGNS) --jobs $(JOBS)
	$(HASHLOOM) reproduce iskein --target nangate45 -o $(DEMO)

# What only tests need is not installed for anything else.
check unit test tests lint format results generate screenshots site: PACKAGES := packages.txt packages-test.txt

# mypy is one process: the tests run beside it.
check: setup  ## lint and unit, side by side: a minute
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target lint unit

unit: setup  ## the tests that need Python alone
	$(VENV) -m pytest -n $(JOBS) -m "not long" tests/unit

test: setup  ## lint and the tests, side by side; of the long ones one in twenty, others in each run: LONG=1 has all of them
	@$(MAKE) --no-print-directory --jobs 2 lint tests

# A worker more than processors: some tests wait, for limits of time or for programs that were stopped.
tests: setup  ## the same tests, without lint
	MAKEFLAGS= $(VENV) -m pytest -n $$(($(JOBS) + 1)) --dist worksteal --long-share $(LONG)

lint: setup  ## ruff, mypy, import-linter and clang-format (hashloom lint reads the SystemVerilog; the tests compile the C with -Werror)
	.venv/bin/clang-format --dry-run -Werror $(C_FILES)
	$(VENV) -m ruff check .
	$(VENV) -m ruff format --check .
	$(VENV) -m mypy
	$(VENV) -m mypy tools
	.venv/bin/lint-imports --no-logo

prove: setup  ## prove the shared hardware and arithmetic by model checking; results/proofs.json
	$(HASHLOOM) prove -o results

format: setup  ## bring the Python and C files into their one format
	.venv/bin/clang-format -i $(C_FILES)
	$(VENV) -m ruff check --fix .
	$(VENV) -m ruff format .

results: setup  ## measure what results/ lacks, all of it with AGAIN=1; then as figures
	$(HASHLOOM) renew $(if $(AGAIN),--again) --jobs $(JOBS)
	$(VENV) -m hashloom.reports.timing
	$(VENV) -m hashloom.reports.refresh

generate: setup  ## write what models and the register map make: tables in the RTL, vectors, the register block
	$(VENV) -m hashloom.codegen

figures: setup  ## renew the generated regions of the Markdown files and the pictures from results/
	$(VENV) -m hashloom.reports.refresh

screenshots: setup  ## take the screenshots of README anew, in Chromium
	$(VENV) tools/screenshots.py

pdf: setup  ## the pictures of results/ as PDF, in build/pictures
	$(VENV) -m hashloom.reports.pdf

site: setup  ## all documents as a site with search, in build/site; it needs no network and no server
	NO_MKDOCS_2_WARNING=1 $(VENV) -m mkdocs build -q
	@echo "open build/site/index.html"

lock: setup  ## renew requirements.lock from requirements*.in
	$(VENV) -m venv .hashloom/lock
	.hashloom/lock/bin/pip install -q pip-tools
	.hashloom/lock/bin/pip-compile -q --generate-hashes --allow-unsafe --strip-extras --no-emit-index-url \
		--no-emit-find-links --no-emit-trusted-host -o requirements.lock requirements-dev.in

dist: setup  ## wheel and source distribution of the commit, in dist/
	$(VENV) tools/dist.py

release: setup  ## check that the commit can be a release; wheel, source distribution and the archive of cores/, in dist/
	$(VENV) tools/dist.py --release

clean:  ## remove what was built; .venv and the records of .hashloom stay
	rm -rf build dist examples/*/build .import_linter_cache .mypy_cache .ruff_cache .pytest_cache *.egg-info libskein/python/*.egg-info \
		libskein/bindings/rust/*/target libskein/bindings/wasm/node_modules libskein/bindings/wasm/skein.wasm
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
