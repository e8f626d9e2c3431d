/* SPDX-License-Identifier: Apache-2.0 */
/* The output of an ended message: what libskein.stream.OutputStream reads from. */
#include <string.h>

#include "binding.h"

typedef struct {
  PyObject base;
  PyThread_type_lock lock;
  uint64_t size;
  struct skein_reader reader;
} OutputObject;

PyObject *output_new(struct module_state *state, const struct skein_reader *reader) {
  OutputObject *self = (OutputObject *)PyType_GenericAlloc(state->output, 0);
  if (self == NULL) return NULL;
  self->reader = *reader;
  self->size = reader->output_bits / 8 + (reader->output_bits % 8 != 0);
  self->lock = PyThread_allocate_lock();
  if (self->lock != NULL) return (PyObject *)self;
  Py_DECREF(self);
  return PyErr_NoMemory();
}

static void output_free(PyObject *object) {
  OutputObject *self = (OutputObject *)object;
  PyTypeObject *type = Py_TYPE(object);
  if (self->lock != NULL) PyThread_free_lock(self->lock);
  skein_wipe(&self->reader, sizeof self->reader);
  PyObject_Free(object);
  Py_DECREF(type);
}

/* Read at `position`, without the GIL. */
static int read_at(OutputObject *self, uint64_t position, void *bytes, size_t length) {
  int status;
  Py_BEGIN_ALLOW_THREADS;
  PyThread_acquire_lock(self->lock, WAIT_LOCK);
  status = skein_seek(&self->reader, position);
  if (status == SKEIN_OK) status = skein_read(&self->reader, bytes, length);
  PyThread_release_lock(self->lock);
  Py_END_ALLOW_THREADS;
  if (status == SKEIN_OK) return 0;
  raise_status(status);
  return -1;
}

static PyObject *output_read(PyObject *object, PyObject *arguments) {
  OutputObject *self = (OutputObject *)object;
  unsigned long long position;
  Py_ssize_t length;
  if (!PyArg_ParseTuple(arguments, "Kn:read", &position, &length)) return NULL;
  if (length < 0) {
    PyErr_SetString(PyExc_ValueError, "length is not negative");
    return NULL;
  }
  PyObject *bytes = PyBytes_FromStringAndSize(NULL, length);
  if (bytes != NULL && read_at(self, position, PyBytes_AsString(bytes), (size_t)length) < 0) Py_CLEAR(bytes);
  return bytes;
}

static PyObject *output_readinto(PyObject *object, PyObject *arguments) {
  OutputObject *self = (OutputObject *)object;
  unsigned long long position;
  Py_buffer view;
  if (!PyArg_ParseTuple(arguments, "Kw*:readinto", &position, &view)) return NULL;
  const uint64_t left = position < self->size ? self->size - position : 0;
  const size_t length = (uint64_t)view.len < left ? (size_t)view.len : (size_t)left;
  const int result = length == 0 ? 0 : read_at(self, position, view.buf, length);
  PyBuffer_Release(&view);
  return result < 0 ? NULL : PyLong_FromSize_t(length);
}

static PyObject *get_size(PyObject *object, void *unused) {
  (void)unused;
  return PyLong_FromUnsignedLongLong(((OutputObject *)object)->size);
}

static PyMethodDef output_methods[] = {
    {"read", output_read, METH_VARARGS, "read($self, position, length, /)\n--\n\nReturn bytes of the output."},
    {"readinto", output_readinto, METH_VARARGS,
     "readinto($self, position, buffer, /)\n--\n\nFill a buffer, as far as there is output; return the number of "
     "bytes."},
    {NULL, NULL, 0, NULL},
};
static PyGetSetDef output_attributes[] = {
    {"size", get_size, NULL, "Bytes that there are.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyType_Slot output_slots[] = {
    {Py_tp_doc, "The output of an ended message."},
    {Py_tp_dealloc, output_free},
    {Py_tp_methods, output_methods},
    {Py_tp_getset, output_attributes},
    {0, NULL},
};
PyType_Spec output_specification = {
    .name = "libskein._libskein.Output",
    .basicsize = sizeof(OutputObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = output_slots,
};
