/* SPDX-License-Identifier: Apache-2.0 */
/* skeinsum: compute and check Skein digests of files, in the manner of sha256sum and b3sum. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "mapping.h"
#include "message.h"
#include "options.h"
#include "progress.h"
#include "sums.h"

int main(int argument_count, char **arguments) {
  struct options options;
  /* Whole lines at once, so that several processes can write to one file or pipe. */
  setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
  options_read(&options, argument_count, arguments);
  if (options.mmap) mapping_guard();
  if (options.progress) progress_begin();
  const bool good = options.check ? check_lists(&options) : sums_write(&options);
  progress_lock();
  progress_unlock();
  options_end(&options);
  require_output();
  if (fclose(stdout) != 0) give_up(CHECK_FAILED, "write error: %s", strerror(errno));
  return good ? GOOD : CHECK_FAILED;
}
