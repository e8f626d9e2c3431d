/* SPDX-License-Identifier: Apache-2.0 */
#include "mapping.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Mappings at a time: one for each thread that hashes. */
#define SLOTS 64

/* What the handler looks through. `begin` is 0 where there is no mapping, and 1 while one is made. */
static struct {
  atomic_uintptr_t begin, end;
  atomic_bool broken;
} slots[SLOTS];

static uintptr_t page_size;

/* Zeros from the page of the address to the end of its mapping, so that the thread can go on. */
static void mend(int signal_number, siginfo_t *information, void *context) {
  const int saved = errno;
  const uintptr_t address = (uintptr_t)information->si_addr;
  (void)context;
  for (size_t i = 0; i < SLOTS; i++) {
    const uintptr_t begin = atomic_load(&slots[i].begin), end = atomic_load(&slots[i].end);
    if (begin <= 1 || address < begin || address >= end) continue;
    const uintptr_t page = address / page_size * page_size;
    atomic_store(&slots[i].broken, true);
    if (mmap((void *)page, end - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED) {
      errno = saved;
      return;
    }
  }
  /* Not ours: what the signal does by itself, when the instruction is tried again. */
  signal(signal_number, SIG_DFL);
  errno = saved;
}

void mapping_guard(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = mend;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  sigemptyset(&action.sa_mask);
  page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  sigaction(SIGBUS, &action, NULL);
}

bool mapping_open(struct mapping *mapping, int descriptor, off_t offset, size_t length) {
  size_t slot = 0;
  uintptr_t none = 0;
  while (slot < SLOTS && !atomic_compare_exchange_strong(&slots[slot].begin, &none, 1)) {
    none = 0;
    slot++;
  }
  if (slot == SLOTS) return false;
  void *data = mmap(NULL, length, PROT_READ, MAP_SHARED, descriptor, offset);
  if (data == MAP_FAILED) {
    atomic_store(&slots[slot].begin, 0);
    return false;
  }
  madvise(data, length, MADV_SEQUENTIAL);
  atomic_store(&slots[slot].broken, false);
  atomic_store(&slots[slot].end, (uintptr_t)data + length);
  atomic_store(&slots[slot].begin, (uintptr_t)data);
  *mapping = (struct mapping){data, length, slot};
  return true;
}

bool mapping_close(struct mapping *mapping) {
  const bool whole = !atomic_load(&slots[mapping->slot].broken);
  atomic_store(&slots[mapping->slot].begin, 1); /* another thread's next mapping may get the addresses */
  munmap((void *)(uintptr_t)mapping->data, mapping->length);
  atomic_store(&slots[mapping->slot].begin, 0);
  return whole;
}
