/* SPDX-License-Identifier: Apache-2.0 */
/* The provider itself: what OpenSSL calls when it loads it, what it offers, and its errors. */
#include "provider.h"

#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/params.h>
#include <stdarg.h>
#include <string.h>

struct provider {
  const OSSL_CORE_HANDLE *core;
  OSSL_FUNC_core_new_error_fn *new_error;
  OSSL_FUNC_core_vset_error_fn *set_error;
};

static const OSSL_ITEM reasons[] = {
    {REASON_NO_KEY, "a MAC needs a key of at least one byte"},
    {REASON_BAD_SIZE, "the size of the output is no number of bytes from 1 on"},
    {REASON_NO_XOF_LENGTH, "this digest needs the parameter xoflen, or EVP_DigestFinalXOF"},
    {REASON_BAD_XOF_LENGTH, "the only length of this digest is its whole output"},
    {REASON_SHORT_BUFFER, "the output does not fit into the buffer"},
    {REASON_BAD_PARAMETER, "a parameter has the wrong type"},
    {REASON_XOF_TOO_LATE, "whether the output has an end is hashed first: give xof before the message"},
    {REASON_NOT_STARTED, "the MAC was not started"},
    {REASON_LIBRARY, "libskein refuses"},
    {0, NULL},
};

static void set_error(const struct provider *provider, enum reason reason, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  provider->set_error(provider->core, reason, format, arguments);
  va_end(arguments);
}

int provider_error(const struct provider *provider, enum reason reason, const char *detail) {
  if (provider->new_error == NULL || provider->set_error == NULL) return 0;
  provider->new_error(provider->core);
  if (detail == NULL) {
    set_error(provider, reason, NULL);
  } else {
    set_error(provider, reason, "%s", detail);
  }
  return 0;
}

int provider_status(const struct provider *provider, int status) {
  return status == SKEIN_OK || provider_error(provider, REASON_LIBRARY, skein_status_text(status));
}

static const OSSL_ITEM *get_reasons(void *provider) {
  (void)provider;
  return reasons;
}

static const OSSL_PARAM *gettable(void *provider) {
  static const OSSL_PARAM known[] = {
      OSSL_PARAM_DEFN(OSSL_PROV_PARAM_NAME, OSSL_PARAM_UTF8_PTR, NULL, 0),
      OSSL_PARAM_DEFN(OSSL_PROV_PARAM_VERSION, OSSL_PARAM_UTF8_PTR, NULL, 0),
      OSSL_PARAM_DEFN(OSSL_PROV_PARAM_BUILDINFO, OSSL_PARAM_UTF8_PTR, NULL, 0),
      OSSL_PARAM_DEFN(OSSL_PROV_PARAM_STATUS, OSSL_PARAM_INTEGER, NULL, 0),
      OSSL_PARAM_END,
  };
  (void)provider;
  return known;
}

static int get(void *provider, OSSL_PARAM parameters[]) {
  OSSL_PARAM *name = OSSL_PARAM_locate(parameters, OSSL_PROV_PARAM_NAME);
  OSSL_PARAM *version = OSSL_PARAM_locate(parameters, OSSL_PROV_PARAM_VERSION);
  OSSL_PARAM *build = OSSL_PARAM_locate(parameters, OSSL_PROV_PARAM_BUILDINFO);
  OSSL_PARAM *status = OSSL_PARAM_locate(parameters, OSSL_PROV_PARAM_STATUS);
  (void)provider;
  return (name == NULL || OSSL_PARAM_set_utf8_ptr(name, "Skein (libskein)")) &&
         (version == NULL || OSSL_PARAM_set_utf8_ptr(version, skein_version())) &&
         (build == NULL || OSSL_PARAM_set_utf8_ptr(build, skein_version())) &&
         (status == NULL || OSSL_PARAM_set_int(status, 1));
}

static const OSSL_ALGORITHM *query(void *provider, int operation, int *no_cache) {
  (void)provider;
  *no_cache = 0;
  if (operation == OSSL_OP_DIGEST) return provider_digests;
  return operation == OSSL_OP_MAC ? provider_macs : NULL;
}

static void teardown(void *provider) { OPENSSL_free(provider); }

static const OSSL_DISPATCH functions[] = {
    ENTRY(OSSL_FUNC_PROVIDER_TEARDOWN, teardown),
    ENTRY(OSSL_FUNC_PROVIDER_GETTABLE_PARAMS, gettable),
    ENTRY(OSSL_FUNC_PROVIDER_GET_PARAMS, get),
    ENTRY(OSSL_FUNC_PROVIDER_QUERY_OPERATION, query),
    ENTRY(OSSL_FUNC_PROVIDER_GET_REASON_STRINGS, get_reasons),
    {0, NULL},
};

#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
int OSSL_provider_init(const OSSL_CORE_HANDLE *handle, const OSSL_DISPATCH *in, const OSSL_DISPATCH **out,
                       void **context) {
  struct provider *provider = OPENSSL_zalloc(sizeof *provider);
  if (provider == NULL) return 0;
  provider->core = handle;
  for (; in->function_id != 0; in++) {
    if (in->function_id == OSSL_FUNC_CORE_NEW_ERROR) provider->new_error = OSSL_FUNC_core_new_error(in);
    if (in->function_id == OSSL_FUNC_CORE_VSET_ERROR) provider->set_error = OSSL_FUNC_core_vset_error(in);
  }
  *out = functions;
  *context = provider;
  return 1;
}
