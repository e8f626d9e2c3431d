/* SPDX-License-Identifier: Apache-2.0 */
/* The keywords of the hash functions, as arguments of the library. */
#include <string.h>

#include "binding.h"

/* In the order of enum option; an empty name is none. */
const char *const hash_option_names[] = {
    "data", "digest_bits", "key",     "pers", "public_key", "key_id",          "nonce",
    "tree", "version",     "threads", "",     "init",       "usedforsecurity", NULL};
const char *const many_option_names[] = {"messages", "digest_bits", "key",     "pers",    "public_key", "key_id",
                                         "nonce",    "tree",        "version", "threads", "block_bits", NULL};

static int given(PyObject *value) { return value != NULL && value != Py_None; }

static int open_byte_string(struct request *request, PyObject *value, enum option option, const void **bytes,
                            size_t *length) {
  static const char empty[1] = "";
  if (!given(value)) return 0;
  Py_buffer *view = &request->views[request->opened];
  if (get_bytes(value, hash_option_names[option], view) < 0) return -1;
  request->opened++;
  *bytes = view->buf == NULL ? empty : view->buf; /* NULL would leave it out */
  *length = (size_t)view->len;
  return 0;
}

static int open_tree(PyObject *value, struct skein_tree_shape *shape) {
  uint64_t numbers[3] = {0, 0, 0};
  static const char *const names[3] = {"leaf size of the tree", "fan-out of the tree", "height of the tree"};
  PyObject *items = PyUnicode_Check(value) ? NULL : PySequence_Tuple(value);
  if (items == NULL || PyTuple_Size(items) != 3) {
    if (!PyErr_Occurred() || PyErr_ExceptionMatches(PyExc_TypeError))
      PyErr_SetString(PyExc_TypeError, "tree takes three numbers: leaf size, fan-out and height");
    Py_XDECREF(items);
    return -1;
  }
  int result = 0;
  for (int i = 0; i < 3 && result == 0; i++)
    result = get_number(PyTuple_GetItem(items, i), names[i], i == 2 ? 2 : 1, 255, &numbers[i]);
  Py_DECREF(items);
  shape->leaf = (uint8_t)numbers[0];
  shape->fan_out = (uint8_t)numbers[1];
  shape->height = (uint8_t)numbers[2];
  return result;
}

int request_open(struct request *request, PyObject *const *values, unsigned block_bits) {
  struct skein_arguments *arguments = &request->arguments;
  uint64_t threads = 1;
  memset(arguments, 0, sizeof *arguments);
  request->opened = 0;
  arguments->block_bits = block_bits;
  arguments->output_bits = block_bits;
  if (given(values[OPTION_DIGEST_BITS]) &&
      get_number(values[OPTION_DIGEST_BITS], "digest_bits", 1, UINT64_MAX, &arguments->output_bits) < 0)
    return -1;
  if (given(values[OPTION_VERSION]) && get_revision(values[OPTION_VERSION], &arguments->revision) < 0) return -1;
  if (given(values[OPTION_TREE]) && open_tree(values[OPTION_TREE], &arguments->tree) < 0) return -1;
  if (given(values[OPTION_THREADS]) && get_number(values[OPTION_THREADS], "threads", 0, 1024, &threads) < 0) return -1;
  request->threads = (unsigned)threads;
#define BYTE_STRING(option, member) \
  if (open_byte_string(request, values[option], option, &arguments->member, &arguments->member##_length) < 0) return -1
  BYTE_STRING(OPTION_KEY, key);
  BYTE_STRING(OPTION_PERSONALISATION, personalisation);
  BYTE_STRING(OPTION_PUBLIC_KEY, public_key);
  BYTE_STRING(OPTION_KEY_IDENTIFIER, key_identifier);
  BYTE_STRING(OPTION_NONCE, nonce);
#undef BYTE_STRING
  return 0;
}

void request_close(struct request *request) {
  while (request->opened > 0) PyBuffer_Release(&request->views[--request->opened]);
}
