/* SPDX-License-Identifier: Apache-2.0 */
/* What a hash object is, and what its methods are that end the message (digest.c). */
#ifndef HASH_H
#define HASH_H

#include "binding.h"

typedef struct {
  PyObject base;
  PyThread_type_lock lock; /* NULL until it is needed */
  struct skein_tree *tree; /* NULL if `context` is in use */
  struct skein context;
  uint64_t digest_bits;
  uint64_t bytes; /* of the message so far, without the partial byte */
  unsigned block_bits;
  uint8_t partial; /* first bits of a byte that is not complete, the others 0 */
  uint8_t partial_bits;
} HashObject;

/* Keep other threads out of the object. To be handed to hash_unlock: the lock, NULL if the GIL is all that there is. */
PyThread_type_lock hash_lock(HashObject *self);
void hash_unlock(PyThread_type_lock lock);

static inline uint64_t hash_digest_bytes(const HashObject *self) {
  return self->digest_bits / 8 + (self->digest_bits % 8 != 0);
}

PyObject *hash_digest(PyObject *object, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords);
PyObject *hash_hexdigest(PyObject *object, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords);
PyObject *hash_verify(PyObject *object, PyObject *expected);
PyObject *hash_stream(PyObject *object, PyObject *unused);
PyObject *hash_save(PyObject *object, PyObject *unused);
PyObject *hash_reduce(PyObject *object, PyObject *unused);

#endif
