#!/bin/bash -eu
# SPDX-License-Identifier: Apache-2.0
# Builds the fuzz targets as OSS-Fuzz does: with its compiler ($CC), its flags ($CFLAGS) and its engine
# ($LIB_FUZZING_ENGINE), into $OUT, each with its seeds (corpus/, one input a line in hexadecimal digits).
#
# Elsewhere: CC=clang CFLAGS='-O1 -g -fsanitize=address,fuzzer-no-link' LIB_FUZZING_ENGINE=-fsanitize=fuzzer
# OUT=/tmp/fuzz SRC=/path/to/checkout/.. build.sh
: "${CC:?}" "${OUT:?}" "${LIB_FUZZING_ENGINE:?}"
library=${SKEIN_SOURCE:-$(pwd)/libskein}
[ -f "$library/CMakeLists.txt" ] || { echo "build.sh: no libskein in $library; set SKEIN_SOURCE" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
read -ra flags <<<"${CFLAGS:-}"
read -ra engine <<<"$LIB_FUZZING_ENGINE"

cmake -S "$library" -B "$work" -DCMAKE_BUILD_TYPE=None -DSKEIN_INSTALL=OFF \
  -DSKEIN_BUILD_TOOLS=OFF -DSKEIN_BUILD_TESTS=OFF -DSKEIN_BUILD_BENCHMARK=OFF ${CMAKE_ARGS:-} >"$work/log"
cmake --build "$work" --target skein_static --parallel "$(nproc)" >>"$work/log" || { cat "$work/log" >&2; exit 1; }

target() {
  local name=$1
  shift
  $CC "${flags[@]}" -std=c11 -D_DEFAULT_SOURCE -DSKEIN_STATIC -I"$library/include" -I"$library/tests" \
    -I"$library/skeinsum" "$@" "${engine[@]}" "$work/libskein.a" -pthread -o "$OUT/$name"
  python3 - "$library/packaging/oss-fuzz/corpus/$name.txt" "$OUT/${name}_seed_corpus.zip" <<'PYTHON'
import hashlib, sys, zipfile
with open(sys.argv[1], encoding="ascii") as lines, zipfile.ZipFile(sys.argv[2], "w", zipfile.ZIP_DEFLATED) as seeds:
    for line in lines:
        if not line.startswith("#"):
            content = bytes.fromhex(line)
            seeds.writestr(zipfile.ZipInfo(hashlib.sha1(content).hexdigest()), content)
PYTHON
}

mkdir -p "$OUT"
target fuzz-state "$library/fuzz/state.c" "$library/tests/reference.c"
target fuzz-tree "$library/fuzz/tree.c" "$library/tests/reference.c"
sum=$library/skeinsum
target fuzz-check-line "$library/fuzz/check_line.c" "$sum/check_line.c" "$sum/name.c" "$sum/tag.c" "$sum/text.c"
