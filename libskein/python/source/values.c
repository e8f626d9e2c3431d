/* SPDX-License-Identifier: Apache-2.0 */
/* Values from Python, checked, with a sentence about what is wrong. */
#include "binding.h"

static Py_ssize_t find_name(const char *const *names, PyObject *keyword) {
  for (Py_ssize_t i = 0; names[i] != NULL; i++) {
    if (names[i][0] != '\0' && PyUnicode_CompareWithASCIIString(keyword, names[i]) == 0) return i;
  }
  return -1;
}

int match_arguments(const char *function, const char *const *names, Py_ssize_t positional, PyObject *const *arguments,
                    Py_ssize_t count, PyObject *keywords, PyObject **values) {
  const Py_ssize_t named = keywords == NULL ? 0 : PyTuple_Size(keywords);
  for (Py_ssize_t i = 0; names[i] != NULL; i++) values[i] = NULL;
  if (count > positional) {
    PyErr_Format(PyExc_TypeError, "%s takes at most %zd arguments without a keyword, not %zd", function, positional,
                 count);
    return -1;
  }
  for (Py_ssize_t i = 0; i < count; i++) values[i] = arguments[i];
  for (Py_ssize_t i = 0; i < named; i++) {
    PyObject *keyword = PyTuple_GetItem(keywords, i);
    const Py_ssize_t found = find_name(names, keyword);
    if (found < 0) {
      PyErr_Format(PyExc_TypeError, "%s has no argument '%U'", function, keyword);
      return -1;
    }
    if (values[found] != NULL) {
      PyErr_Format(PyExc_TypeError, "%s got its argument '%s' twice", function, names[found]);
      return -1;
    }
    values[found] = arguments[count + i];
  }
  return 0;
}

int get_bytes(PyObject *object, const char *name, Py_buffer *view) {
  if (PyUnicode_Check(object)) {
    PyErr_Format(PyExc_TypeError, "%s takes bytes, not text; encode it first, as with text.encode()", name);
    return -1;
  }
  if (!PyObject_CheckBuffer(object)) {
    PyObject *type = PyType_GetName(Py_TYPE(object));
    if (type != NULL)
      PyErr_Format(PyExc_TypeError, "%s takes bytes or another object with a buffer, not %U", name, type);
    Py_XDECREF(type);
    return -1;
  }
  if (PyObject_GetBuffer(object, view, PyBUF_SIMPLE) == 0) return 0;
  if (PyErr_ExceptionMatches(PyExc_BufferError) || PyErr_ExceptionMatches(PyExc_ValueError)) {
    PyErr_Clear();
    PyErr_Format(PyExc_BufferError, "%s takes a buffer whose bytes lie one after the other; make it so with bytes(...)",
                 name);
  }
  return -1;
}

int get_number(PyObject *object, const char *name, uint64_t least, uint64_t most, uint64_t *number) {
  PyObject *index = PyNumber_Index(object);
  if (index == NULL) {
    if (PyErr_ExceptionMatches(PyExc_TypeError)) {
      PyErr_Clear();
      PyErr_Format(PyExc_TypeError, "%s takes a whole number", name);
    }
    return -1;
  }
  *number = PyLong_AsUnsignedLongLong(index);
  int wrong = 0;
  PyObject *kind = PyExc_ValueError;
  if (PyErr_Occurred()) {
    wrong = PyErr_ExceptionMatches(PyExc_OverflowError);
    if (wrong) PyErr_Clear();
    kind = PyExc_OverflowError;
  } else {
    wrong = *number < least || *number > most;
  }
  if (wrong) {
    PyErr_Format(kind, "%s is %llu to %llu, not %S", name, (unsigned long long)least, (unsigned long long)most, index);
  }
  Py_DECREF(index);
  return PyErr_Occurred() ? -1 : 0;
}

int get_revision(PyObject *object, enum skein_revision *revision) {
  static const char *const names[] = {"1.3", "1.2", "1.1", NULL};
  if (!PyUnicode_Check(object)) {
    PyErr_SetString(PyExc_TypeError, "version takes a text: '1.3', '1.2' or '1.1'");
    return -1;
  }
  const Py_ssize_t found = find_name(names, object);
  if (found < 0) {
    PyErr_Format(PyExc_ValueError, "version is '1.3', '1.2' or '1.1', not %R", object);
    return -1;
  }
  *revision = (enum skein_revision)found;
  return 0;
}

PyObject *raise_status(int status) {
  PyErr_SetString(PyExc_ValueError, skein_status_text(status));
  return NULL;
}
