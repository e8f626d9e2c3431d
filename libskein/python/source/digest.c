/* SPDX-License-Identifier: Apache-2.0 */
/* Methods of hash objects that end the message. They end that of a copy, so that more can follow. */
#include <string.h>

#include "hash.h"

/* A copy whose message has ended. */
struct ended {
  struct skein_tree *tree; /* NULL if `context` is in use */
  struct skein context;
};

static int ended_take(struct ended *copy, HashObject *self) {
  copy->tree = NULL;
  if (self->tree != NULL) {
    copy->tree = PyMem_Malloc(sizeof *copy->tree);
    if (copy->tree == NULL) {
      PyErr_NoMemory();
      return -1;
    }
  }
  int status = SKEIN_OK;
  PyThread_type_lock held = hash_lock(self);
  if (copy->tree != NULL) {
    *copy->tree = *self->tree;
    status = skein_tree_update_bits(copy->tree, &self->partial, self->partial_bits);
  } else {
    copy->context = self->context;
    status = skein_update_bits(&copy->context, &self->partial, self->partial_bits);
  }
  hash_unlock(held);
  if (status == SKEIN_OK) return 0;
  raise_status(status);
  return -1;
}

static void ended_wipe(struct ended *copy) {
  if (copy->tree != NULL) skein_wipe(copy->tree, sizeof *copy->tree);
  PyMem_Free(copy->tree);
  copy->tree = NULL;
  skein_wipe(&copy->context, sizeof copy->context);
}

static int ended_write(struct ended *copy, uint8_t *digest, size_t length) {
  return copy->tree != NULL ? skein_tree_final(copy->tree, digest, length)
                            : skein_final(&copy->context, digest, length);
}

static int ended_read(struct ended *copy, struct skein_reader *reader) {
  return copy->tree != NULL ? skein_tree_read_output(reader, copy->tree) : skein_read_output(reader, &copy->context);
}

static int ended_write_part(struct ended *copy, uint8_t *digest, uint64_t start, size_t length) {
  struct skein_reader reader;
  int status = ended_read(copy, &reader);
  if (status == SKEIN_OK) status = skein_seek(&reader, start);
  if (status == SKEIN_OK) status = skein_read(&reader, digest, length);
  skein_wipe(&reader, sizeof reader);
  return status;
}

/* Arguments start and stop, to which the size of the digest is added. */
static int part_of(PyObject *const *values, uint64_t size, uint64_t *start, uint64_t *stop) {
  *start = 0;
  *stop = size;
  if (values[1] != NULL && values[1] != Py_None && get_number(values[1], "stop", 0, size, stop) < 0) return -1;
  if (values[0] != NULL && values[0] != Py_None && get_number(values[0], "start", 0, *stop, start) < 0) return -1;
  if (*stop - *start <= PY_SSIZE_T_MAX / 2) return 0;
  PyErr_NoMemory();
  return -1;
}

PyObject *hash_digest(PyObject *object, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
  static const char *const names[] = {"start", "stop", NULL};
  HashObject *self = (HashObject *)object;
  const uint64_t size = hash_digest_bytes(self);
  PyObject *values[2];
  struct ended copy;
  uint64_t start, stop;
  if (match_arguments("digest", names, 2, arguments, count, keywords, values) < 0) return NULL;
  if (part_of(values, size, &start, &stop) < 0) return NULL;
  const size_t length = (size_t)(stop - start);
  PyObject *digest = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)length);
  if (digest == NULL) return NULL;
  uint8_t *bytes = (uint8_t *)PyBytes_AsString(digest);
  int status = SKEIN_OK;
  if (ended_take(&copy, self) < 0) {
    Py_DECREF(digest);
    return NULL;
  }
  PyThreadState *others = length >= RELEASE_BYTES ? PyEval_SaveThread() : NULL;
  status = length == size ? ended_write(&copy, bytes, length) : ended_write_part(&copy, bytes, start, length);
  if (others != NULL) PyEval_RestoreThread(others);
  ended_wipe(&copy);
  if (status == SKEIN_OK) return digest;
  Py_DECREF(digest);
  return raise_status(status);
}

PyObject *hash_hexdigest(PyObject *object, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
  PyObject *digest = hash_digest(object, arguments, count, keywords);
  if (digest == NULL) return NULL;
  PyObject *text = PyObject_CallMethod(digest, "hex", NULL);
  Py_DECREF(digest);
  return text;
}

PyObject *hash_verify(PyObject *object, PyObject *expected) {
  HashObject *self = (HashObject *)object;
  Py_buffer view;
  struct ended copy;
  if (get_bytes(expected, "expected", &view) < 0) return NULL;
  /* A shorter one would be easier to guess. */
  if ((uint64_t)view.len != hash_digest_bytes(self)) {
    PyBuffer_Release(&view);
    Py_RETURN_FALSE;
  }
  if (ended_take(&copy, self) < 0) {
    PyBuffer_Release(&view);
    return NULL;
  }
  PyThreadState *others = view.len >= RELEASE_BYTES ? PyEval_SaveThread() : NULL;
  const int status = copy.tree != NULL ? skein_tree_verify(copy.tree, view.buf, (size_t)view.len)
                                       : skein_verify(&copy.context, view.buf, (size_t)view.len);
  if (others != NULL) PyEval_RestoreThread(others);
  ended_wipe(&copy);
  PyBuffer_Release(&view);
  if (status != SKEIN_OK && status != SKEIN_MISMATCH) return raise_status(status);
  return PyBool_FromLong(status == SKEIN_OK);
}

PyObject *hash_stream(PyObject *object, PyObject *unused) {
  struct skein_reader reader;
  struct ended copy;
  (void)unused;
  if (ended_take(&copy, (HashObject *)object) < 0) return NULL;
  ended_read(&copy, &reader);
  ended_wipe(&copy);
  PyObject *output = output_new(PyType_GetModuleState(Py_TYPE(object)), &reader);
  skein_wipe(&reader, sizeof reader);
  PyObject *module = output == NULL ? NULL : PyImport_ImportModule("libskein.stream");
  PyObject *stream = module == NULL ? NULL : PyObject_CallMethod(module, "OutputStream", "O", output);
  Py_XDECREF(module);
  Py_XDECREF(output);
  return stream;
}

PyObject *hash_save(PyObject *object, PyObject *unused) {
  struct ended copy;
  (void)unused;
  if (((HashObject *)object)->tree != NULL) {
    PyErr_SetString(PyExc_TypeError, "a tree hash cannot be saved or pickled; copy() makes a second one");
    return NULL;
  }
  PyObject *saved = PyBytes_FromStringAndSize(NULL, SKEIN_SAVED_BYTES);
  if (saved == NULL) return NULL;
  if (ended_take(&copy, (HashObject *)object) < 0) {
    Py_DECREF(saved);
    return NULL;
  }
  skein_save(&copy.context, (uint8_t *)PyBytes_AsString(saved));
  ended_wipe(&copy);
  return saved;
}

PyObject *hash_reduce(PyObject *object, PyObject *unused) {
  PyObject *saved = hash_save(object, unused);
  PyObject *module = saved == NULL ? NULL : PyType_GetModule(Py_TYPE(object));
  PyObject *load = module == NULL ? NULL : PyObject_GetAttrString(module, "load");
  PyObject *result = load == NULL ? NULL : Py_BuildValue("O(O)", load, saved);
  Py_XDECREF(load);
  Py_XDECREF(saved);
  return result;
}
