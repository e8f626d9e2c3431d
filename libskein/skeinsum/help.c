/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "options.h"

void help_write(void) {
  fputs(
      "Usage: skeinsum [OPTION]... [FILE]...\n"
      "Print or check Skein digests. Without FILE, or where FILE is -, read standard input.\n"
      "\n"
      "The function (Skein-512-512 if nothing else is said):\n"
      "  -a, --algorithm=BITS       size of the state: 256, 512 or 1024\n"
      "  -l, --length=BITS          size of the digest, 1 to 2^64-1; that of the state if not given.\n"
      "                             It is hashed too: a digest is no prefix of a longer one\n"
      "      --spec=VERSION         version of the specification: 1.1, 1.2 or 1.3\n"
      "      --tree=LEAF,FANOUT,HEIGHT\n"
      "                             hash as a tree: leaves of 2^LEAF blocks, nodes of 2^FANOUT children,\n"
      "                             at most HEIGHT levels\n"
      "      --keyed                read a key (MAC) from standard input: every byte up to its end,\n"
      "                             a newline too\n"
      "      --key-file=FILE        the same from a file\n"
      "      --personalisation=TEXT separate this use from others\n"
      "      --nonce=HEX            bytes of a nonce\n"
      "\n",
      stdout);
  fputs(
      "Output:\n"
      "  -b, --binary               a '*' before the name, as sha256sum has it; the digest is the same\n"
      "  -t, --text                 a blank there (default)\n"
      "      --tag                  lines that name the function: Skein-512-512 (name) = digest\n"
      "  -z, --zero                 end lines with NUL and do not escape names; also for lists to check\n"
      "      --no-names             digests alone\n"
      "      --raw                  the bytes of the digest, of one file\n"
      "      --seek=BYTES           begin at this byte of the digest\n"
      "      --count=BYTES          write so many bytes of it\n"
      "  -r, --recursive            hash all files in folders and below, in the order of their names\n"
      "      --progress, --no-progress\n"
      "                             say on standard error how far the work is, after one second;\n"
      "                             default on a terminal\n"
      "\n"
      "Checking:\n"
      "  -c, --check                read digests and names from the FILEs, and check them\n"
      "      --ignore-missing       no failure and no word about files that do not exist\n"
      "      --quiet                no OK for each file that is right\n"
      "      --status               no output at all: the exit status says it\n"
      "      --strict               fail also for lines of a wrong form\n"
      "  -w, --warn                 say of each line of a wrong form which one it is\n"
      "Lists may have lines of all the forms that skeinsum writes, and those of FreeBSD's skein256,\n"
      "skein512, skein1024 and skein512sum.\n"
      "\n",
      stdout);
  fputs(
      "Speed:\n"
      "      --num-threads=N        threads for trees and for many files; 0, the default, is one for\n"
      "                             each processor\n"
      "      --no-mmap              read large files rather than map them into memory\n"
      "      --kernel=NAME          use this implementation, for measurements\n"
      "\n"
      "  -h, --help                 write this\n"
      "      --version              write the version\n"
      "\n"
      "Exit status: 0 if all is well, 1 if a file could not be read or is not what the list says, or\n"
      "the output could not be written, 2 for wrong usage.\n",
      stdout);
}
