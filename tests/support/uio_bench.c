/* SPDX-License-Identifier: Apache-2.0
 *
 * The UIO part of the C driver on a file of any sort; what it finds goes to the standard output, a line a call: see
 * test_bus_uio.py.
 */
#include <errno.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hash_registers.h"
#include "hash_uio.h"

int main(int count, char **arguments) {
  hash_uio uio;
  hash_stream stream;
  uint8_t digest[4] = {0U, 0U, 0U, 0U};
  size_t length = 0U;
  hash_status status;
  if (count != 2) return 2;
  printf("nothing %d %d\n", (int)hash_uio_open(NULL, arguments[1]), (int)hash_uio_open(&uio, NULL));
  status = hash_uio_open(&uio, arguments[1]);
  printf("open %d %d %d\n", (int)status, errno, status == HASH_OK ? 0 : uio.file);
  if (status != HASH_OK) return 0;
  printf("has %u %u %u %u\n", uio.device.lanes, uio.device.fifo_words, uio.device.block_bits, uio.device.digest_bits);
  status = hash_init(&stream, &uio.device, 1U);
  if (status == HASH_OK) status = hash_update(&stream, "abc", 3U);
  if (status == HASH_OK) status = hash_final(&stream, digest, sizeof digest, &length);
  printf("final %d %zu %02x%02x%02x%02x\n", (int)status, length, digest[0], digest[1], digest[2], digest[3]);
  /* A file gives what stands in it; behind its end there is nothing to read, and no interrupt. */
  printf("offset %ld\n", (long)lseek(uio.file, 0, SEEK_SET));
  printf("wait %d\n", (int)hash_uio_wait(&uio, HASH_WHEN_DIGEST, 100));
  if (lseek(uio.file, 0, SEEK_END) < 0) return 1;
  printf("wait %d\n", (int)hash_uio_wait(&uio, HASH_WHEN_DIGEST, 100));
  ((volatile hash_registers_t *)uio.map)->CONTROL = 0U;
  hash_uio_close(&uio);
  printf("close %d %d\n", uio.file, uio.map == MAP_FAILED);
  hash_uio_close(&uio);
  printf("wait %d\n", (int)hash_uio_wait(&uio, HASH_WHEN_DIGEST, 100));
  return 0;
}
