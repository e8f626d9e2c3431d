/* SPDX-License-Identifier: Apache-2.0 */
/* The function hash_many: many messages side by side. */
#include <string.h>

#include "binding.h"

/* The messages: their buffers, and these as the library takes them. */
struct batch {
  Py_ssize_t count, opened;
  Py_buffer *views;
  const void **messages;
  size_t *lengths;
  uint8_t *digests;
  size_t digest_bytes;
};

static void batch_close(struct batch *batch) {
  while (batch->opened > 0) PyBuffer_Release(&batch->views[--batch->opened]);
  PyMem_Free(batch->views);
  PyMem_Free(batch->messages);
  PyMem_Free(batch->lengths);
  PyMem_Free(batch->digests);
}

static int batch_open(struct batch *batch, PyObject *items, uint64_t digest_bytes) {
  memset(batch, 0, sizeof *batch);
  batch->count = PyTuple_Size(items);
  const size_t count = batch->count > 0 ? (size_t)batch->count : 1;
  if (digest_bytes > PY_SSIZE_T_MAX / count) {
    PyErr_NoMemory();
    return -1;
  }
  batch->digest_bytes = (size_t)digest_bytes;
  batch->views = PyMem_Calloc(count, sizeof *batch->views);
  batch->messages = PyMem_Calloc(count, sizeof *batch->messages);
  batch->lengths = PyMem_Calloc(count, sizeof *batch->lengths);
  batch->digests = PyMem_Malloc(count * batch->digest_bytes);
  if (batch->views == NULL || batch->messages == NULL || batch->lengths == NULL || batch->digests == NULL) {
    PyErr_NoMemory();
    return -1;
  }
  for (; batch->opened < batch->count; batch->opened++) {
    const Py_ssize_t i = batch->opened;
    if (get_bytes(PyTuple_GetItem(items, i), "each message", &batch->views[i]) < 0) return -1;
    batch->messages[i] = batch->views[i].buf;
    batch->lengths[i] = (size_t)batch->views[i].len;
  }
  return 0;
}

static int batch_hash(struct batch *batch, const struct skein *context, unsigned threads) {
  int status;
  Py_BEGIN_ALLOW_THREADS;
  status = skein_many(context, (size_t)batch->count, batch->messages, batch->lengths, batch->digests, threads);
  Py_END_ALLOW_THREADS;
  if (status == SKEIN_OK) return 0;
  raise_status(status);
  return -1;
}

static PyObject *batch_digests(const struct batch *batch) {
  PyObject *list = PyList_New(batch->count);
  for (Py_ssize_t i = 0; list != NULL && i < batch->count; i++) {
    const uint8_t *digest = batch->digests + (size_t)i * batch->digest_bytes;
    PyObject *bytes = PyBytes_FromStringAndSize((const char *)digest, (Py_ssize_t)batch->digest_bytes);
    if (bytes == NULL)
      Py_CLEAR(list);
    else
      PyList_SetItem(list, i, bytes);
  }
  return list;
}

/* Hash the messages of a tuple. */
static PyObject *hash_items(PyObject *items, const struct request *request) {
  struct skein context;
  struct batch batch;
  PyObject *result = NULL;
  const uint64_t bits = request->arguments.output_bits;
  const int status = skein_init_arguments(&context, &request->arguments);
  if (status != SKEIN_OK) return raise_status(status);
  if (batch_open(&batch, items, bits / 8 + (bits % 8 != 0)) == 0 && batch_hash(&batch, &context, request->threads) == 0)
    result = batch_digests(&batch);
  batch_close(&batch);
  skein_wipe(&context, sizeof context);
  return result;
}

PyObject *hash_many(PyObject *module, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
  PyObject *values[OPTIONS] = {NULL};
  struct request request;
  uint64_t block_bits = 512;
  (void)module;
  if (match_arguments("hash_many", many_option_names, 1, arguments, count, keywords, values) < 0) return NULL;
  if (values[OPTION_DATA] == NULL) {
    PyErr_SetString(PyExc_TypeError, "hash_many takes messages");
    return NULL;
  }
  if (values[OPTION_TREE] != NULL && values[OPTION_TREE] != Py_None) {
    PyErr_SetString(PyExc_ValueError, "hash_many makes no trees; hash each message by itself, with threads");
    return NULL;
  }
  if (values[OPTION_BLOCK_BITS] != NULL &&
      get_number(values[OPTION_BLOCK_BITS], "block_bits", 256, 1024, &block_bits) < 0)
    return NULL;
  /* A string of bytes is a sequence too, of numbers. */
  if (PyObject_CheckBuffer(values[OPTION_DATA]) || PyUnicode_Check(values[OPTION_DATA])) {
    PyErr_SetString(PyExc_TypeError, "hash_many takes a list of messages, not one message");
    return NULL;
  }
  PyObject *items = PySequence_Tuple(values[OPTION_DATA]);
  if (items == NULL) return NULL;
  PyObject *result = NULL;
  if (request_open(&request, values, (unsigned)block_bits) == 0) result = hash_items(items, &request);
  request_close(&request);
  Py_DECREF(items);
  return result;
}
