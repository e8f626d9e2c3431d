#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# setup.sh [LIST...]
# Brings this checkout to the point where every command works: the Debian packages of the lists (packages.txt if none
# is given) and a Python environment .venv with exactly the packages of requirements.lock, the library libskein with
# its Python module, the program that simulates, and PySkein to compare libskein with. Says nothing when there is
# nothing to do. What only root can install is named with its command; what works without it still does.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
[ $# -gt 0 ] || set -- packages.txt
lists=("$@")

say() { printf 'setup: %s\n' "$*" >&2; }
fail() { say "$*"; exit 3; }

# Is the thing that a package brings there: a command, a file, or a module of the Python in use?
found() {
  case $1 in
    /*) [ -e "$1" ] ;;
    python:*) "$python" -c "import ${1#python:}" 2>/dev/null ;;
    *) command -v "$1" >/dev/null 2>&1 ;;
  esac
}

missing_packages() {
  local package probe
  while read -r package probe _; do
    case $package in ''|'#'*) continue ;; esac
    found "$probe" || printf '%s ' "$package"
  done < <(cat "${lists[@]}")
}

install_packages() {
  local missing command
  missing=$(missing_packages)
  [ -n "$missing" ] || return 0
  command="apt-get install -y --no-install-recommends ${missing% }"
  if ! command -v apt-get >/dev/null 2>&1; then
    say "missing: ${missing% } (names of Debian packages; this machine has no apt-get, install their equivalents)"
  elif [ "$(id -u)" -ne 0 ]; then
    say "missing; install with: sudo $command"
  else
    say "installing Debian packages: ${missing% }"
    export DEBIAN_FRONTEND=noninteractive
    mkdir -p .hashloom
    if ! { apt-get -q update && $command; } </dev/null >.hashloom/apt.log 2>&1; then
      tail -n 5 .hashloom/apt.log >&2
      say "apt-get failed (whole output in .hashloom/apt.log); going on without: ${missing% }"
    fi
  fi
}

# Programs of .venv, and what says there where hashloom lies, have the path of the checkout in them. Where it was moved or
# copied that is the path of before: it becomes the one of here, and nothing is fetched.
mend_moved() {
  local before here
  [ -f .venv/pyvenv.cfg ] || return 0
  before=$(sed -nE 's/^command = .* -m venv (--[^ ]+ )*//p' .venv/pyvenv.cfg)
  before=${before%/.venv}
  here=$(cd .venv && pwd -P)
  here=${here%/.venv}
  case $before in "$here"|''|[!/]*) return 0 ;; esac
  say "this checkout was at $before; .venv now says $here"
  {
    printf '%s\0' .venv/pyvenv.cfg
    grep -rlIZF -- "$before" .venv/bin || :
    find .venv/lib -path '*/site-packages/*' \( -name '*.pth' -o -name '__editable__*' -o -name direct_url.json \) -print0
  } | BEFORE=$before HERE=$here xargs -0 perl -pi -e 's{\Q$ENV{BEFORE}\E(?![\w.-])}{$ENV{HERE}}g'
  find .venv/lib -path '*/site-packages/__pycache__/__editable__*' -delete
}

install_python_packages() {
  if [ -x .venv/bin/python ] && cat requirements.lock pyproject.toml | cmp -s - .venv/made-from; then return 0; fi
  found "$python" || fail "no $python here; install it with: apt-get install python3 python3-venv"
  "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
    fail "$("$python" --version) is too old, 3.11 or later is needed; name another with: make setup PYTHON=python3.12"
  say "installing $(grep -c '^[a-z].*==' requirements.lock) Python packages into .venv"
  "$python" -m venv --clear .venv || fail "no .venv could be made; install with: apt-get install python3-venv"
  .venv/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements.lock ||
    fail "the Python packages of requirements.lock could not be installed"
  .venv/bin/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e . ||
    fail "hashloom itself could not be installed into .venv"
  cat requirements.lock pyproject.toml >.venv/made-from
}

# Compiled here, by hashloom itself, which says what it does and what is missing.
install_library() {
  .venv/bin/python -m hashloom.software || say "going on without the newest libskein"
}

# Compiled here too, so that the first verification need not.
compile_simulator() {
  .venv/bin/python tools/compile_simulator.py || say "going on without the program that simulates"
}

# PySkein comes as C source; the tests and the benchmark that compare with it do without it where it cannot be compiled.
install_peer() {
  if cmp -s requirements-peer.txt .venv/peer-made-from; then return 0; fi
  found cc || return 0
  mkdir -p .hashloom
  if .venv/bin/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation \
    --require-hashes -r requirements-peer.txt >.hashloom/peer.log 2>&1; then
    cp requirements-peer.txt .venv/peer-made-from
  else
    tail -n 5 .hashloom/peer.log >&2
    say "PySkein could not be installed (whole output in .hashloom/peer.log); going on without it"
  fi
}

install_packages
mend_moved
install_python_packages
install_library
compile_simulator
install_peer
