/* SPDX-License-Identifier: Apache-2.0 */
/* Hash objects: one computation each, sequential or a tree.
 *
 * Python's lock (the GIL) is released while much is hashed; then the object's own lock keeps other threads out of it.
 * That lock is made by the first update that needs it: as long as there is none, nobody works without the GIL. */

#include "hash.h"

#include <string.h>

PyThread_type_lock hash_lock(HashObject *self) {
  PyThread_type_lock lock = self->lock;
  if (lock == NULL || PyThread_acquire_lock(lock, NOWAIT_LOCK)) return lock;
  Py_BEGIN_ALLOW_THREADS;
  PyThread_acquire_lock(lock, WAIT_LOCK);
  Py_END_ALLOW_THREADS;
  return lock;
}

void hash_unlock(PyThread_type_lock lock) {
  if (lock != NULL) PyThread_release_lock(lock);
}

static HashObject *hash_allocate(struct module_state *state) {
  return (HashObject *)PyType_GenericAlloc(state->hash, 0); /* all members 0 */
}

static void hash_free(PyObject *object) {
  HashObject *self = (HashObject *)object;
  PyTypeObject *type = Py_TYPE(object);
  if (self->lock != NULL) PyThread_free_lock(self->lock);
  if (self->tree != NULL) skein_wipe(self->tree, sizeof *self->tree);
  PyMem_Free(self->tree);
  skein_wipe(&self->context, sizeof self->context);
  self->partial = 0;
  PyObject_Free(object);
  Py_DECREF(type);
}

/* Add bytes; the caller has the lock. */
static int absorb(HashObject *self, const uint8_t *data, size_t length) {
  const int status =
      self->tree != NULL ? skein_tree_update(self->tree, data, length) : skein_update(&self->context, data, length);
  if (status == SKEIN_OK) self->bytes += length;
  return status;
}

/* The same, letting other threads run if there is much to do. */
static int absorb_freely(HashObject *self, const uint8_t *data, size_t length) {
  int status;
  if (length < RELEASE_BYTES || self->lock == NULL) return absorb(self, data, length);
  Py_BEGIN_ALLOW_THREADS;
  status = absorb(self, data, length);
  Py_END_ALLOW_THREADS;
  return status;
}

/* Add bits that complete the partial byte, or a part of it. */
static int absorb_into_partial(HashObject *self, const uint8_t *data, unsigned bits) {
  const uint8_t added = (uint8_t)(data[0] & (0xff00u >> bits));
  self->partial = (uint8_t)(self->partial | added >> self->partial_bits);
  self->partial_bits = (uint8_t)(self->partial_bits + bits);
  if (self->partial_bits < 8) return SKEIN_OK;
  const uint8_t whole = self->partial;
  self->partial = self->partial_bits = 0;
  return absorb(self, &whole, 1);
}

/* Add bits; the caller has the lock and knows that they are there. SKEIN_BAD_SEQUENCE if they would go beyond the
 * partial byte that there is. */
static int absorb_bits(HashObject *self, const uint8_t *data, uint64_t bits) {
  if (bits == 0) return SKEIN_OK;
  if (self->partial_bits > 0) {
    return bits > 8u - self->partial_bits ? SKEIN_BAD_SEQUENCE : absorb_into_partial(self, data, (unsigned)bits);
  }
  const int status = absorb_freely(self, data, (size_t)(bits / 8));
  return status != SKEIN_OK || bits % 8 == 0 ? status : absorb_into_partial(self, data + bits / 8, bits % 8);
}

static PyObject *hash_update(PyObject *object, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
  static const char *const names[] = {"message", "bits", NULL};
  HashObject *self = (HashObject *)object;
  PyObject *values[2];
  Py_buffer view;
  if (match_arguments("update", names, 2, arguments, count, keywords, values) < 0) return NULL;
  if (values[0] == NULL) {
    PyErr_SetString(PyExc_TypeError, "update takes a message");
    return NULL;
  }
  if (get_bytes(values[0], "message", &view) < 0) return NULL;
  uint64_t bits = 8 * (uint64_t)view.len;
  if (values[1] != NULL && values[1] != Py_None && get_number(values[1], "bits", 0, bits, &bits) < 0) {
    PyBuffer_Release(&view);
    return NULL;
  }
  if (self->lock == NULL && bits / 8 >= RELEASE_BYTES) self->lock = PyThread_allocate_lock();
  PyThread_type_lock held = hash_lock(self);
  const int status = absorb_bits(self, view.buf, bits);
  const unsigned room = 8u - self->partial_bits;
  hash_unlock(held);
  PyBuffer_Release(&view);
  if (status == SKEIN_OK) Py_RETURN_NONE;
  if (status != SKEIN_BAD_SEQUENCE) return raise_status(status);
  return PyErr_Format(PyExc_ValueError,
                      "the message has a partial byte now: the next update takes bits=%u at most, to complete it",
                      room);
}

/* Begin the computation of a new object. */
static int hash_begin(HashObject *self, const struct request *request) {
  int status;
  self->block_bits = request->arguments.block_bits;
  self->digest_bits = request->arguments.output_bits;
  if (request->arguments.tree.height == 0) {
    status = skein_init_arguments(&self->context, &request->arguments);
  } else {
    self->tree = PyMem_Malloc(sizeof *self->tree);
    if (self->tree == NULL) {
      PyErr_NoMemory();
      return -1;
    }
    status = skein_tree_init(self->tree, &request->arguments);
    skein_tree_threads(self->tree, request->threads);
  }
  if (status == SKEIN_OK) return 0;
  raise_status(status);
  return -1;
}

PyObject *hash_new(struct module_state *state, unsigned block_bits, PyObject *const *values) {
  struct request request;
  PyObject *data = values[OPTION_DATA] != NULL ? values[OPTION_DATA] : values[OPTION_INIT];
  HashObject *self = NULL;
  int result = request_open(&request, values, block_bits);
  if (result == 0 && values[OPTION_DATA] != NULL && values[OPTION_INIT] != NULL) {
    PyErr_SetString(PyExc_TypeError, "data and init are the same argument; give one of them");
    result = -1;
  }
  if (result == 0) {
    self = hash_allocate(state);
    result = self == NULL ? -1 : hash_begin(self, &request);
  }
  request_close(&request);
  if (result == 0 && data != NULL) {
    PyObject *done = hash_update((PyObject *)self, &data, 1, NULL);
    result = done == NULL ? -1 : 0;
    Py_XDECREF(done);
  }
  if (result < 0) Py_CLEAR(self);
  return (PyObject *)self;
}

/* Take the partial byte that ends a loaded message out of it again: its bits are those above its pad bit, the lowest 1.
 * 0 if there is no pad bit, or no bit above it, as in no saved state. */
static int reopen_partial(HashObject *self) {
  struct skein *context = &self->context;
  const unsigned last = context->buffer[context->buffered - 1];
  const unsigned pad = last & (0u - last);
  if (last == 0 || pad == 0x80) return 0;
  self->partial = (uint8_t)(last ^ pad);
  for (unsigned bit = 0x80; bit != pad; bit >>= 1) self->partial_bits++;
  context->buffered--;
  context->buffer[context->buffered] = 0;
  context->partial = 0;
  return 1;
}

PyObject *hash_load(PyObject *module, PyObject *saved) {
  Py_buffer view;
  if (get_bytes(saved, "saved", &view) < 0) return NULL;
  HashObject *self = hash_allocate(PyModule_GetState(module));
  int status = SKEIN_BAD_STATE;
  if (self != NULL && view.len == SKEIN_SAVED_BYTES) status = skein_load(&self->context, view.buf);
  PyBuffer_Release(&view);
  if (self == NULL) return NULL;
  if (status == SKEIN_OK && self->context.partial && !reopen_partial(self)) status = SKEIN_BAD_STATE;
  if (status != SKEIN_OK) {
    Py_DECREF(self);
    return raise_status(status);
  }
  self->block_bits = 64u * self->context.words;
  self->digest_bits = self->context.output_bits;
  self->bytes = self->context.tweak[0] + self->context.buffered;
  return (PyObject *)self;
}

static PyObject *hash_copy(PyObject *object, PyObject *unused) {
  HashObject *self = (HashObject *)object;
  (void)unused;
  HashObject *copy = hash_allocate(PyType_GetModuleState(Py_TYPE(object)));
  if (copy == NULL) return NULL;
  if (self->tree != NULL) {
    copy->tree = PyMem_Malloc(sizeof *copy->tree);
    if (copy->tree == NULL) {
      Py_DECREF(copy);
      return PyErr_NoMemory();
    }
  }
  PyThread_type_lock held = hash_lock(self);
  if (self->tree != NULL) *copy->tree = *self->tree;
  copy->context = self->context;
  copy->digest_bits = self->digest_bits;
  copy->bytes = self->bytes;
  copy->block_bits = self->block_bits;
  copy->partial = self->partial;
  copy->partial_bits = self->partial_bits;
  hash_unlock(held);
  return (PyObject *)copy;
}

static PyObject *hash_represent(PyObject *object) {
  return PyUnicode_FromFormat("<Skein-%u hash object at %p>", ((HashObject *)object)->block_bits, object);
}

static PyObject *get_name(PyObject *object, void *unused) {
  (void)unused;
  return PyUnicode_FromFormat("Skein-%u", ((HashObject *)object)->block_bits);
}

static PyObject *get_block_bits(PyObject *object, void *divisor) {
  return PyLong_FromUnsignedLong(((HashObject *)object)->block_bits / (divisor != NULL ? 8 : 1));
}

static PyObject *get_digest_bits(PyObject *object, void *unused) {
  (void)unused;
  return PyLong_FromUnsignedLongLong(((HashObject *)object)->digest_bits);
}

static PyObject *get_digest_size(PyObject *object, void *unused) {
  (void)unused;
  return PyLong_FromUnsignedLongLong(hash_digest_bytes((HashObject *)object));
}

static PyObject *get_hashed_bits(PyObject *object, void *unused) {
  HashObject *self = (HashObject *)object;
  (void)unused;
  PyThread_type_lock held = hash_lock(self);
  const uint64_t bytes = self->bytes;
  const unsigned bits = self->partial_bits;
  hash_unlock(held);
  PyObject *whole = PyLong_FromUnsignedLongLong(bytes);
  PyObject *result = whole == NULL ? NULL : PyObject_CallMethod(whole, "__mul__", "i", 8);
  Py_XDECREF(whole);
  if (result == NULL || bits == 0) return result;
  PyObject *sum = PyObject_CallMethod(result, "__add__", "I", bits);
  Py_DECREF(result);
  return sum;
}

static char in_bytes; /* its address tells get_block_bits to divide */
static PyGetSetDef hash_attributes[] = {
    {"name", get_name, NULL, "'Skein-256', 'Skein-512' or 'Skein-1024'.", NULL},
    {"block_bits", get_block_bits, NULL, "Size of the state in bits.", NULL},
    {"block_size", get_block_bits, NULL, "Size of the state in bytes.", &in_bytes},
    {"digest_bits", get_digest_bits, NULL, "Size of the digest in bits.", NULL},
    {"digest_size", get_digest_size, NULL, "Size of the digest in bytes, rounded up.", NULL},
    {"hashed_bits", get_hashed_bits, NULL, "How many bits of message have been hashed so far.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

#define FAST(function) ((PyCFunction)(void (*)(void))(function))
static PyMethodDef hash_methods[] = {
    {"update", FAST(hash_update), METH_FASTCALL | METH_KEYWORDS,
     "update($self, /, message, bits=None)\n--\n\n"
     "Add bytes to the message, or the first `bits` bits of them, most significant first.\n\n"
     "After a number of bits that is no multiple of 8, the next update has to give `bits` and may complete the byte, "
     "not more."},
    {"copy", hash_copy, METH_NOARGS, "copy($self, /)\n--\n\nReturn a second object with the same message so far."},
    {"__copy__", hash_copy, METH_NOARGS, NULL},
    {"__deepcopy__", hash_copy, METH_O, NULL},
    {"digest", FAST(hash_digest), METH_FASTCALL | METH_KEYWORDS,
     "digest($self, /, start=0, stop=None)\n--\n\nReturn the digest of the message so far, or its bytes from `start` "
     "to before "
     "`stop`. More can be added to the message afterwards."},
    {"hexdigest", FAST(hash_hexdigest), METH_FASTCALL | METH_KEYWORDS,
     "hexdigest($self, /, start=0, stop=None)\n--\n\nReturn what digest() returns, in hexadecimal."},
    {"verify", hash_verify, METH_O,
     "verify($self, expected, /)\n--\n\nTell whether the digest is `expected`, in time that does not depend on what "
     "they are."},
    {"stream", hash_stream, METH_NOARGS,
     "stream($self, /)\n--\n\nReturn the digest as a file to read and seek in, without computing all of it. For output "
     "without "
     "an end begin the hash with digest_bits=2**64 - 1."},
    {"save", hash_save, METH_NOARGS,
     "save($self, /)\n--\n\nReturn the state as bytes, for load() on any machine. They are as secret as key and "
     "message."},
    {"__reduce__", hash_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot hash_slots[] = {
    {Py_tp_doc, "A hash computation; made by skein256, skein512, skein1024 and load."},
    {Py_tp_dealloc, hash_free},
    {Py_tp_repr, hash_represent},
    {Py_tp_methods, hash_methods},
    {Py_tp_getset, hash_attributes},
    {0, NULL},
};
PyType_Spec hash_specification = {
    .name = "libskein.Hash",
    .basicsize = sizeof(HashObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = hash_slots,
};
