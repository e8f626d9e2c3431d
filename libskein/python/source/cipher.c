/* SPDX-License-Identifier: Apache-2.0 */
/* Threefish objects: a key and a tweak. */
#include <string.h>

#include "binding.h"

#define TWEAK_BYTES 16

typedef struct {
  PyObject base;
  struct threefish cipher;
  uint8_t tweak[TWEAK_BYTES];
  Py_ssize_t block_bytes;
} ThreefishObject;

/* Copy the bytes of `value`, of which there have to be `least` to `most`; their number, or -1. */
static Py_ssize_t copy_bytes(PyObject *value, const char *name, uint8_t *copy, Py_ssize_t least, Py_ssize_t most,
                             const char *sizes) {
  Py_buffer view;
  if (get_bytes(value, name, &view) < 0) return -1;
  Py_ssize_t length = view.len;
  if (length >= least && length <= most) {
    memcpy(copy, view.buf, (size_t)length);
  } else {
    PyErr_Format(PyExc_ValueError, "%s has %s bytes, not %zd", name, sizes, length);
    length = -1;
  }
  PyBuffer_Release(&view);
  return length;
}

static int set_tweak(PyObject *object, PyObject *value, void *unused) {
  uint8_t *tweak = ((ThreefishObject *)object)->tweak;
  (void)unused;
  if (value == NULL) {
    PyErr_SetString(PyExc_TypeError, "the tweak of a cipher can be changed, not deleted");
    return -1;
  }
  return copy_bytes(value, "tweak", tweak, TWEAK_BYTES, TWEAK_BYTES, "16") < 0 ? -1 : 0;
}

static int set_key(ThreefishObject *self, PyObject *value, enum skein_revision revision) {
  static const char sizes[] = "32, 64 or 128";
  uint8_t key[SKEIN_MAX_BLOCK_BYTES];
  const Py_ssize_t length = copy_bytes(value, "key", key, 0, sizeof key, sizes);
  int status = SKEIN_OK;
  if (length >= 0) {
    self->block_bytes = length;
    status = threefish_init(&self->cipher, 8 * (unsigned)length, key, revision);
    if (status == SKEIN_BAD_BLOCK_SIZE)
      PyErr_Format(PyExc_ValueError, "key has %s bytes, not %zd", sizes, length);
    else if (status != SKEIN_OK)
      raise_status(status);
  }
  skein_wipe(key, sizeof key);
  return length < 0 || status != SKEIN_OK ? -1 : 0;
}

static PyObject *threefish_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
  static char *names[] = {"key", "tweak", "version", NULL};
  PyObject *key, *tweak = NULL, *version = NULL;
  enum skein_revision revision = SKEIN_1_3;
  if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O|OO:threefish", names, &key, &tweak, &version)) return NULL;
  if (version != NULL && get_revision(version, &revision) < 0) return NULL;
  PyObject *self = PyType_GenericAlloc(type, 0);
  if (self == NULL) return NULL;
  if (set_key((ThreefishObject *)self, key, revision) < 0 ||
      (tweak != NULL && tweak != Py_None && set_tweak(self, tweak, NULL) < 0))
    Py_CLEAR(self);
  return self;
}

static void threefish_free(PyObject *object) {
  ThreefishObject *self = (ThreefishObject *)object;
  PyTypeObject *type = Py_TYPE(object);
  skein_wipe(&self->cipher, sizeof self->cipher);
  skein_wipe(self->tweak, sizeof self->tweak);
  PyObject_Free(object);
  Py_DECREF(type);
}

typedef int cipher_function(const struct threefish *, const uint8_t *, const void *, void *);

static PyObject *one_block(PyObject *object, PyObject *block, cipher_function *function) {
  const ThreefishObject *self = (ThreefishObject *)object;
  Py_buffer view;
  PyObject *result = NULL;
  if (get_bytes(block, "data", &view) < 0) return NULL;
  if (view.len != self->block_bytes) {
    PyErr_Format(PyExc_ValueError, "data is one block of %zd bytes, as the key, not %zd", self->block_bytes, view.len);
  } else {
    result = PyBytes_FromStringAndSize(NULL, view.len);
    if (result != NULL) function(&self->cipher, self->tweak, view.buf, PyBytes_AsString(result));
  }
  PyBuffer_Release(&view);
  return result;
}

static PyObject *encrypt_block(PyObject *object, PyObject *block) {
  return one_block(object, block, threefish_encrypt);
}

static PyObject *decrypt_block(PyObject *object, PyObject *block) {
  return one_block(object, block, threefish_decrypt);
}

static PyObject *get_tweak(PyObject *object, void *unused) {
  (void)unused;
  return PyBytes_FromStringAndSize((const char *)((ThreefishObject *)object)->tweak, TWEAK_BYTES);
}

static PyObject *get_block_size(PyObject *object, void *unused) {
  (void)unused;
  return PyLong_FromSsize_t(((ThreefishObject *)object)->block_bytes);
}

static PyObject *get_block_bits(PyObject *object, void *unused) {
  (void)unused;
  return PyLong_FromSsize_t(8 * ((ThreefishObject *)object)->block_bytes);
}

static PyMethodDef threefish_methods[] = {
    {"encrypt_block", encrypt_block, METH_O, "encrypt_block($self, data, /)\n--\n\nReturn one block encrypted."},
    {"decrypt_block", decrypt_block, METH_O, "decrypt_block($self, data, /)\n--\n\nReturn one block decrypted."},
    {NULL, NULL, 0, NULL},
};
static PyGetSetDef threefish_attributes[] = {
    {"tweak", get_tweak, set_tweak, "The tweak, 16 bytes; it may be changed.", NULL},
    {"block_bits", get_block_bits, NULL, "Size of the block and of the key in bits.", NULL},
    {"block_size", get_block_size, NULL, "Size of the block and of the key in bytes.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyType_Slot threefish_slots[] = {
    {Py_tp_doc,
     "threefish(key, tweak=None, version='1.3')\n--\n\n"
     "The tweakable block cipher Threefish with a key of 32, 64 or 128 bytes, which is the size of the block too. "
     "tweak has 16 bytes; None means zeros."},
    {Py_tp_new, threefish_new},
    {Py_tp_dealloc, threefish_free},
    {Py_tp_methods, threefish_methods},
    {Py_tp_getset, threefish_attributes},
    {0, NULL},
};
PyType_Spec threefish_specification = {
    .name = "libskein.threefish",
    .basicsize = sizeof(ThreefishObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = threefish_slots,
};
