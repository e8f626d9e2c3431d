/* SPDX-License-Identifier: Apache-2.0 */
/* The module itself: its functions and its initialisation. */
#include "binding.h"

static PyObject *hash_function(PyObject *module, const char *name, unsigned block_bits, PyObject *const *arguments,
                               Py_ssize_t count, PyObject *keywords) {
  PyObject *values[OPTIONS];
  if (match_arguments(name, hash_option_names, 2, arguments, count, keywords, values) < 0) return NULL;
  return hash_new(PyModule_GetState(module), block_bits, values);
}

#define HASH_FUNCTION(bits)                                                                                          \
  static PyObject *skein##bits(PyObject *module, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) { \
    return hash_function(module, "skein" #bits, bits, arguments, count, keywords);                                   \
  }
HASH_FUNCTION(256)
HASH_FUNCTION(512)
HASH_FUNCTION(1024)

static PyObject *kernels(PyObject *module, PyObject *unused) {
  PyObject *names = PyList_New(0);
  (void)module, (void)unused;
  const char *name;
  for (size_t i = 0; names != NULL && (name = skein_kernel_name(i)) != NULL; i++) {
    if (!skein_kernel_available(name)) continue;
    PyObject *text = PyUnicode_FromString(name);
    if (text == NULL || PyList_Append(names, text) < 0) Py_CLEAR(names);
    Py_XDECREF(text);
  }
  PyObject *result = names == NULL ? NULL : PyList_AsTuple(names);
  Py_XDECREF(names);
  return result;
}

static PyObject *use_kernel(PyObject *module, PyObject *name) {
  (void)module;
  const char *text = NULL;
  if (name != Py_None) {
    if (!PyUnicode_Check(name)) {
      PyErr_SetString(PyExc_TypeError, "use_kernel takes the name of a kernel, or None for the best");
      return NULL;
    }
    text = PyUnicode_AsUTF8AndSize(name, NULL);
    if (text == NULL) return NULL;
  }
  if (skein_kernel_use(text) != SKEIN_OK) {
    PyErr_Format(PyExc_ValueError, "this processor has no kernel %R; kernels() gives those that it has", name);
    return NULL;
  }
  Py_RETURN_NONE;
}

static PyObject *kernel_in_use(PyObject *module, PyObject *const *arguments, Py_ssize_t count, PyObject *keywords) {
  static const char *const names[] = {"block_bits", "many", NULL};
  PyObject *values[2];
  uint64_t block_bits;
  (void)module;
  if (match_arguments("kernel_in_use", names, 2, arguments, count, keywords, values) < 0) return NULL;
  if (values[0] == NULL) {
    PyErr_SetString(PyExc_TypeError, "kernel_in_use takes block_bits: 256, 512 or 1024");
    return NULL;
  }
  if (get_number(values[0], "block_bits", 256, 1024, &block_bits) < 0) return NULL;
  const int many = values[1] == NULL ? 0 : PyObject_IsTrue(values[1]);
  if (many < 0) return NULL;
  const char *name = skein_kernel_in_use((unsigned)block_bits, many);
  return name == NULL ? raise_status(SKEIN_BAD_BLOCK_SIZE) : PyUnicode_FromString(name);
}

#define FAST(function) ((PyCFunction)(void (*)(void))(function))
#define HASH_SIGNATURE(bits)                                                                                          \
  "skein" bits "($module, /, data=b'', digest_bits=" bits                                                             \
  ", *, key=None, pers=None, public_key=None, key_id=None, nonce=None, tree=None, version='1.3', threads=1, init=b''" \
  ", usedforsecurity=True)\n--\n\nBegin a hash with a state of " bits                                                 \
  " bits.\n\n"                                                                                                        \
  "Arguments that are None are left out; an empty byte string is there and counts, but for the key. tree is "         \
  "(leaf, fan_out, height); threads is how many may work on a tree, 0 for one per processor. init is another name "   \
  "for data; usedforsecurity is there for hashlib's sake and changes nothing."
static PyMethodDef functions[] = {
    {"skein256", FAST(skein256), METH_FASTCALL | METH_KEYWORDS, HASH_SIGNATURE("256")},
    {"skein512", FAST(skein512), METH_FASTCALL | METH_KEYWORDS, HASH_SIGNATURE("512")},
    {"skein1024", FAST(skein1024), METH_FASTCALL | METH_KEYWORDS, HASH_SIGNATURE("1024")},
    {"hash_many", FAST(hash_many), METH_FASTCALL | METH_KEYWORDS,
     "hash_many($module, /, messages, *, block_bits=512, digest_bits=None, key=None, pers=None, public_key=None, "
     "key_id=None, "
     "nonce=None, version='1.3', threads=1)\n--\n\nHash many messages with the same arguments side by side; return the "
     "list of their digests. threads is how many may work on it, 0 for one per processor."},
    {"load", hash_load, METH_O, "load($module, saved, /)\n--\n\nGo on with a hash that save() has saved."},
    {"kernels", kernels, METH_NOARGS,
     "kernels($module, /)\n--\n\nNames of the implementations that this processor can run, such as 'portable'."},
    {"use_kernel", use_kernel, METH_O,
     "use_kernel($module, name, /)\n--\n\nUse an implementation from now on, None for the best: for tests and "
     "measurements, while "
     "no other thread hashes."},
    {"kernel_in_use", FAST(kernel_in_use), METH_FASTCALL | METH_KEYWORDS,
     "kernel_in_use($module, /, block_bits, many=False)\n--\n\nName of the implementation for a size of state in bits, "
     "for one "
     "message or for many."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject *make_type(PyObject *module, PyType_Spec *specification) {
  return (PyTypeObject *)PyType_FromModuleAndSpec(module, specification, NULL);
}

static int execute(PyObject *module) {
  struct module_state *state = PyModule_GetState(module);
  state->hash = make_type(module, &hash_specification);
  state->output = make_type(module, &output_specification);
  PyTypeObject *threefish = make_type(module, &threefish_specification);
  int result = state->hash == NULL || state->output == NULL || threefish == NULL ? -1 : 0;
  if (result == 0) result = PyModule_AddType(module, state->hash);
  if (result == 0) result = PyModule_AddType(module, state->output);
  if (result == 0) result = PyModule_AddType(module, threefish);
  if (result == 0) result = PyModule_AddStringConstant(module, "__version__", skein_version());
  Py_XDECREF((PyObject *)threefish);
  return result;
}

static int traverse(PyObject *module, visitproc visit, void *arg) {
  const struct module_state *state = PyModule_GetState(module);
  Py_VISIT(state->hash);
  Py_VISIT(state->output);
  return 0;
}

static int clear(PyObject *module) {
  struct module_state *state = PyModule_GetState(module);
  Py_CLEAR(state->hash);
  Py_CLEAR(state->output);
  return 0;
}

static void release(void *module) { clear(module); }

/* Each interpreter has a copy of the module of its own, and may have a lock of its own. The header leaves the slot out
 * where the stable interface begins before Python 3.12, which was the first to know it. */
#define MULTIPLE_INTERPRETERS 3
#define LOCK_PER_INTERPRETER ((void *)2)
static PyModuleDef_Slot slots[] = {{Py_mod_exec, execute}, {MULTIPLE_INTERPRETERS, LOCK_PER_INTERPRETER}, {0, NULL}};

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "libskein._libskein",
    .m_size = sizeof(struct module_state),
    .m_methods = functions,
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = release,
};

PyMODINIT_FUNC PyInit__libskein(void) {
  if (Py_Version < 0x030c0000) slots[1] = slots[2];
  return PyModuleDef_Init(&definition);
}
