// SPDX-License-Identifier: Apache-2.0

#include "library.h"

#include <dlfcn.h>

#include <stdexcept>

namespace hashloom {

std::unique_ptr<Circuit> load_circuit(const std::string &path) {
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void *function = library == nullptr ? nullptr : dlsym(library, kMakeCircuit);
  if (function == nullptr) throw std::runtime_error("the circuit " + path + " cannot be loaded: " + dlerror());
  return std::unique_ptr<Circuit>(reinterpret_cast<Circuit *(*)()>(function)());
}

}  // namespace hashloom
