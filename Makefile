# SPDX-License-Identifier: Apache-2.0
.DEFAULT_GOAL := help

PYTHON ?= python3
export PYTHON
VENV := .venv/bin/python
HASHLOOM := .venv/bin/hashloom
JOBS ?= $(shell nproc)
DEMO := build/demo
DEMO_DESIGNS := $(addprefix skein-1.3-512-512/,8r-1m 4r-2m 2r-4m 1r-8m)
SHA := sha1 sha224 sha256 sha384 sha512 sha512-224 sha512-256
SHA1_FORMS := basic rescheduled rescheduled-2 unrolled-2
SHA2_FORMS := basic tree balanced rescheduled pipelined combined staggered staggered-2m unrolled-2
SHA256_PLACED := $(addprefix --architecture ,basic balanced pipelined combined staggered staggered-2m)
SHA512_PLACED := --architecture staggered-2m
SKEIN_COMPARED := $(addprefix --architecture ,8r-1m 4r-2m 2r-4m 1r-8m 4r-1m 2r-1m 1r-1m)
SHA_DESIGNS := $(addprefix sha1/,$(SHA1_FORMS)) $(foreach f,$(filter-out sha1,$(SHA)),$(addprefix $(f)/,$(SHA2_FORMS)))
SKEINS := $(foreach v,1.1 1.2 1.3,$(addprefix skein-$(v)-,512-512 512-256 256-256 1024-1024))
ROUND_2 := blake bmw cubehash echo fugue groestl hamsi jh keccak luffa shabal shavite3 simd
CANDIDATES := $(foreach n,256 512,$(addsuffix -r2-$(n),$(ROUND_2)) $(addsuffix -r3-$(n),blake groestl jh keccak) sha3-$(n))
COMPARED := $(addsuffix -r2-256,$(ROUND_2)) blake-r3-256 blake-r3-512 groestl-r3-256 jh-r3-256 keccak-r3-256 keccak-r3-512 sha3-256
OTHERS := $(addprefix shavite3-,r2pkg-256 r2pkg-512 r2bugfix-512) sha3-224 sha3-384 shake128-256 shake256-512
PROVEN := $(foreach f,$(SKEINS),$(addprefix $(f)/,8r-1m 4r-2m 2r-4m 1r-8m)) $(SHA_DESIGNS) \
	$(addsuffix /all,$(CANDIDATES) $(OTHERS))
BUSES := sha1/rescheduled $(foreach f,$(filter-out sha1,$(SHA)),$(f)/combined)
# The designs of the candidates that standard cells take in minutes: in each line the functions, then their architectures.
synthesised = $(foreach f,$(1),$(addprefix $(f)/,$(2)))
SYNTHESISED := \
	$(call synthesised,blake-r2-256 blake-r3-256,basic basic-8m half half-4m quarter) \
	$(call synthesised,blake-r2-512 blake-r3-512,half-4m quarter) \
	$(call synthesised,bmw-r2-256,basic basic-8m serial) bmw-r2-512/serial \
	$(call synthesised,cubehash-r2-256,basic basic-2m basic-4m half) \
	$(call synthesised,cubehash-r2-512,basic-2m half) \
	$(call synthesised,echo-r2-256,basic-4m quarter) echo-r2-512/quarter \
	$(call synthesised,fugue-r2-256,basic basic-2m basic-3m) \
	$(call synthesised,fugue-r2-512,basic basic-2m) \
	$(call synthesised,groestl-r2-256 groestl-r3-256,basic parallel-3m) \
	$(call synthesised,hamsi-r2-256 hamsi-r2-512,basic basic-2m unrolled-3 unrolled-3-6m) \
	$(call synthesised,jh-r2-256 jh-r2-512 jh-r3-256,basic basic-2m) \
	$(call synthesised,keccak-r2-256 keccak-r3-256 keccak-r3-512 sha3-256,basic apart apart-2m) \
	$(call synthesised,keccak-r2-512,apart apart-2m) \
	$(call synthesised,luffa-r2-256 luffa-r2-512,basic apart apart-2m) \
	$(call synthesised,shabal-r2-256,basic load-8 load-16 load-8-2m) shabal-r2-512/load-8 \
	$(call synthesised,shavite3-r2-256,basic basic-2m basic-3m) \
	$(call synthesised,shavite3-r2-512,basic basic-2m) simd-r2-256/one-step-2m \
	$(call synthesised,skein-1.2-512-256,4r-1m 1r-8m)
C_FILES := $(shell find libskein -name '*.[ch]' -not -path 'libskein/src/generated/*')
VARIANTS := $(addprefix skein-1.3-512-512/,8r-1m 8r-1m-apart 8r-1m-kogge-stone 8r-1m-plain 4r-1m 2r-1m 1r-1m) \
	$(filter sha1/% sha256/% sha512/%,$(SHA_DESIGNS))

# What results/ and the records have is taken as it is; `make results AGAIN=1` does all of it anew.
reuse = $(if $(AGAIN),--again,$(addprefix --reuse ,$(wildcard results/$(1).json)))
again = $(if $(AGAIN),--again)

STATES := $(foreach v,1.1 1.2 1.3,$(addprefix skein-$(v)-,256-256 512-512 1024-1024))
REQUESTS := $(foreach f,$(STATES),$(addprefix $(f)/,8r-1m 1r-8m))
TREES := $(addsuffix /4r-2m,$(STATES))
MUTATED := $(addprefix skein-1.3-,256-256/4r-2m 256-700/4r-1m 512-512/8r-1m-plain 512-512/1r-8m) \
	skein-1.2-256-160/8r-1m-configured skein-1.1-256-256/1r-1m skein-1.1-1024-1024/2r-1m
PRICED := skein-1.3-512-512/8r-1m

.PHONY: help setup demo test lint prove format results generate figures lock dist release clean

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | while IFS="$$(printf '\t')" read -r name what; do \
		printf '  make %-10s %s\n' "$$name" "$$what"; done

setup:  ## install what is missing: Debian packages (as root), .venv, libskein; silent when nothing is
	@tools/setup.sh $(PACKAGES)

demo: setup  ## verify the four Skein-512 cores, then print the Intel paper's table beside ours
	$(HASHLOOM) verify $(DEMO_DESIGNS)
	$(HASHLOOM) reproduce iskein -o $(DEMO)

# What only tests need is not installed for anything else.
test lint format results generate: PACKAGES := packages.txt packages-test.txt

test: lint  ## lint, then every test
	$(VENV) -m pytest -n $(JOBS)

lint: setup  ## ruff, mypy, import-linter and clang-format (the tests lint the SystemVerilog and compile the C with -Werror)
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
	mkdir -p build
	$(HASHLOOM) reproduce iskein $(again) -o results
	$(HASHLOOM) reproduce tillich $(again) -o results
	$(HASHLOOM) reproduce dadda $(again) -o results
	$(HASHLOOM) compare sha1 $(again) -o results
	$(HASHLOOM) compare sha256 sha512 --target osu018 $(again) -o results
	$(HASHLOOM) compare sha256 --target ecp5 $(SHA256_PLACED) $(again) -o results
	$(HASHLOOM) compare sha512 --target ecp5 $(SHA512_PLACED) $(again) -o results
	$(HASHLOOM) compare skein-512 --target osu018 --goal fast $(SKEIN_COMPARED) $(again) -o results
	$(HASHLOOM) compare $(COMPARED) --target osu018 --goal fast $(again) -o results
	$(HASHLOOM) campaign campaigns/gmu.toml $(again) -o results
	$(HASHLOOM) reproduce gmu --cycles -o results
	$(HASHLOOM) price $(PRICED) --bus --target osu018 -o results
	$(HASHLOOM) prove-software --effort full --json >build/software-verification.json
	mv build/software-verification.json results/software-verification.json
	$(HASHLOOM) bench -o results
	$(HASHLOOM) reproduce nettle -o results
	$(HASHLOOM) synth $(VARIANTS) --target nangate45 --target osu018 --goal fast $(call reuse,variants) --json >build/variants.json
	mv build/variants.json results/variants.json
	$(HASHLOOM) synth $(filter-out $(VARIANTS),$(SHA_DESIGNS)) --target osu018 --goal fast $(call reuse,netlists) --json >build/netlists.json
	mv build/netlists.json results/netlists.json
	$(HASHLOOM) synth $(SYNTHESISED) --target osu018 --goal fast $(call reuse,candidates) --json >build/candidates.json
	mv build/candidates.json results/candidates.json
	$(HASHLOOM) synth $(CANDIDATES) $(addsuffix /basic,$(CANDIDATES)) --target nangate45 --target sky130hd --target ecp5 \
		--seeds 0 --goal fast $(call reuse,candidates-targets) --json >build/candidates-targets.json
	mv build/candidates-targets.json results/candidates-targets.json
	$(HASHLOOM) verify $(PROVEN) --effort full --jobs $(JOBS) \
		$(call reuse,verification) --json >build/verification.json
	mv build/verification.json results/verification.json
	$(HASHLOOM) verify $(BUSES) --level bus --effort full $(call reuse,verification-bus) --json >build/verification-bus.json
	mv build/verification-bus.json results/verification-bus.json
	$(HASHLOOM) verify $(REQUESTS) --level arguments --effort full --jobs $(JOBS) \
		$(call reuse,verification-arguments) --json >build/verification-arguments.json
	mv build/verification-arguments.json results/verification-arguments.json
	$(HASHLOOM) verify $(TREES) --level tree --effort full --jobs $(JOBS) \
		$(call reuse,verification-tree) --json >build/verification-tree.json
	mv build/verification-tree.json results/verification-tree.json
	$(HASHLOOM) prove -o results
	$(HASHLOOM) prove --uses -o results
	$(HASHLOOM) faults --jobs $(JOBS) -o results
	$(HASHLOOM) try-exports --count 10 --seed 20261122 -o results
	$(HASHLOOM) mutate $(MUTATED) --seed 1 --jobs $(JOBS) -o results
	$(VENV) -m hashloom.reports.threefish
	$(VENV) -m hashloom.reports.timing
	$(VENV) -m hashloom.reports.refresh

generate: setup  ## write what models and the register map make: tables in the RTL, vectors, the register block
	$(VENV) -m hashloom.codegen

figures: setup  ## renew the generated regions of the Markdown files and the pictures from results/
	$(VENV) -m hashloom.reports.refresh

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
	rm -rf build dist examples/*/build .import_linter_cache .mypy_cache .ruff_cache .pytest_cache *.egg-info libskein/python/*.egg-info
	find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
