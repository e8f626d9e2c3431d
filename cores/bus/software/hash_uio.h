/* SPDX-License-Identifier: Apache-2.0
 *
 * hash_driver.h under Linux: the registers through UIO (uio_pdrv_genirq, "generic-uio" in the device tree), map 0.
 */
#ifndef HASH_UIO_H
#define HASH_UIO_H

#include "hash_driver.h"

typedef struct {
  hash_device device;
  int file;
  void *map;
  size_t size;
} hash_uio;

/* Open a device such as "/dev/uio0". HASH_NO_DEVICE if that fails; errno says why if it is not 0. */
hash_status hash_uio_open(hash_uio *uio, const char *path);

/* Wait for an interrupt for some of these causes (HASH_WHEN_*, HASH_SEEN_*), at most so many milliseconds, -1: for
 * ever. */
hash_status hash_uio_wait(hash_uio *uio, uint32_t causes, int milliseconds);

/* Wipe the device and give it back. */
void hash_uio_close(hash_uio *uio);

#endif /* HASH_UIO_H */
