/* SPDX-License-Identifier: Apache-2.0 */
/* The Python module libskein._libskein: what its source files share. It keeps to Python's stable interface. */
#ifndef BINDING_H
#define BINDING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <skein.h>

/* Work on fewer bytes than this is done without letting other threads run: to let them costs more. */
#define RELEASE_BYTES 2048

/* What a copy of the module (one for each interpreter) keeps. */
struct module_state {
  PyTypeObject *hash;
  PyTypeObject *output;
};

/* ---- values.c: values from Python, checked ---- */

/* Match positional and keyword arguments with `names`, which ends with NULL; values[i] is what was given for
 * names[i] (borrowed), or NULL. The first `positional` may be given by position. -1 with a TypeError. */
int match_arguments(const char *function, const char *const *names, Py_ssize_t positional, PyObject *const *arguments,
                    Py_ssize_t count, PyObject *keywords, PyObject **values);

/* Get the bytes of any object with a contiguous buffer, without copying. -1 with a TypeError or BufferError. */
int get_bytes(PyObject *object, const char *name, Py_buffer *view);

/* A whole number from `least` to `most`. -1 with a TypeError, ValueError (or OverflowError if no uint64_t has it). */
int get_number(PyObject *object, const char *name, uint64_t least, uint64_t most, uint64_t *number);

/* A version of the specification: "1.3", "1.2" or "1.1". -1 with a TypeError or ValueError. */
int get_revision(PyObject *object, enum skein_revision *revision);

/* Raise what an error of the library means: ValueError with its sentence. Always NULL. */
PyObject *raise_status(int status);

/* ---- options.c: keywords of the hash functions ---- */

enum option {
  OPTION_DATA,
  OPTION_DIGEST_BITS,
  OPTION_KEY,
  OPTION_PERSONALISATION,
  OPTION_PUBLIC_KEY,
  OPTION_KEY_IDENTIFIER,
  OPTION_NONCE,
  OPTION_TREE,
  OPTION_VERSION,
  OPTION_THREADS,
  OPTION_BLOCK_BITS,       /* of hash_many only */
  OPTION_INIT,             /* PySkein's name of the data */
  OPTION_USED_FOR_SECURITY /* hashlib's; of no effect */
};
#define OPTIONS (OPTION_USED_FOR_SECURITY + 1)
#define BYTE_STRINGS 5

/* Arguments of the library with the buffers that they point into. */
struct request {
  struct skein_arguments arguments;
  unsigned threads;
  Py_buffer views[BYTE_STRINGS];
  int opened;
};

extern const char *const hash_option_names[]; /* of skein256, skein512, skein1024 */
extern const char *const many_option_names[]; /* of hash_many */

/* Read the options but the data; afterwards always request_close. -1 with an exception. */
int request_open(struct request *request, PyObject *const *values, unsigned block_bits);
void request_close(struct request *request);

/* ---- the types and functions ---- */

extern PyType_Spec hash_specification;      /* hash.c */
extern PyType_Spec output_specification;    /* output.c */
extern PyType_Spec threefish_specification; /* cipher.c */

/* New hash object. `values` as matched with hash_option_names. */
PyObject *hash_new(struct module_state *state, unsigned block_bits, PyObject *const *values);

/* Hash object that goes on with a saved state. */
PyObject *hash_load(PyObject *module, PyObject *saved);

/* New object that reads an output. */
PyObject *output_new(struct module_state *state, const struct skein_reader *reader);

/* Function hash_many. */
PyObject *hash_many(PyObject *module, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords);

#endif
