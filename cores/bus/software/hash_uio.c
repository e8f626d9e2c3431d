/* SPDX-License-Identifier: Apache-2.0
 *
 * See hash_uio.h.
 */
#include "hash_uio.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

hash_status hash_uio_open(hash_uio *uio, const char *path) {
  hash_status result = HASH_ARGUMENT;
  if ((uio != NULL) && (path != NULL)) {
    const long page = sysconf(_SC_PAGESIZE);
    result = HASH_NO_DEVICE;
    errno = 0;
    uio->size = (page > 0) ? (size_t)page : (size_t)4096;
    uio->map = MAP_FAILED;
    uio->file = open(path, O_RDWR | O_CLOEXEC);
    if (uio->file >= 0) {
      uio->map = mmap(NULL, uio->size, PROT_READ | PROT_WRITE, MAP_SHARED, uio->file, 0);
    }
    if (uio->map != MAP_FAILED) {
      result = hash_open(&uio->device, (uintptr_t)uio->map);
    }
    if (result != HASH_OK) {
      const int reason = errno;
      if (uio->map != MAP_FAILED) {
        (void)munmap(uio->map, uio->size);
        uio->map = MAP_FAILED;
      }
      if (uio->file >= 0) {
        (void)close(uio->file);
        uio->file = -1;
      }
      errno = reason;
    }
  }
  return result;
}

hash_status hash_uio_wait(hash_uio *uio, uint32_t causes, int milliseconds) {
  hash_status result = HASH_ARGUMENT;
  if ((uio != NULL) && (uio->file >= 0)) {
    const uint32_t enable = 1U;
    uint32_t count = 0U;
    struct pollfd waited = {.fd = uio->file, .events = POLLIN, .revents = 0};
    result = HASH_TIMEOUT;
    hash_interrupts(&uio->device, causes);
    if ((write(uio->file, &enable, sizeof enable) == (ssize_t)sizeof enable) &&
        (poll(&waited, 1U, milliseconds) == 1) && (read(uio->file, &count, sizeof count) == (ssize_t)sizeof count)) {
      result = HASH_OK;
    }
    hash_interrupts(&uio->device, 0U);
  }
  return result;
}

void hash_uio_close(hash_uio *uio) {
  if (uio != NULL) {
    if (uio->map != MAP_FAILED) {
      (void)hash_wipe(&uio->device);
      (void)munmap(uio->map, uio->size);
      uio->map = MAP_FAILED;
    }
    if (uio->file >= 0) {
      (void)close(uio->file);
      uio->file = -1;
    }
  }
}
