/* SPDX-License-Identifier: Apache-2.0 */
/* Skein-MAC for EVP_MAC, with any size of output. Its parameters: key, size (bytes, those of the state by default),
 * custom (the personalisation), salt (the nonce), xof (an output without an end, of which `size` bytes are taken). */
#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/params.h>
#include <string.h>

#include "provider.h"

struct string {
  unsigned char *bytes; /* NULL: left out */
  size_t length;
};

struct mac {
  const struct provider *provider;
  unsigned block_bits;
  size_t size;
  int xof, started;
  struct string key, custom, salt;
  struct skein state;
};

static void clear(struct string *string) {
  OPENSSL_clear_free(string->bytes, string->length);
  *string = (struct string){NULL, 0};
}

/* An empty string is one, and is kept in an allocation of its own. */
static int assign(struct string *string, const void *bytes, size_t length) {
  unsigned char *copy = OPENSSL_malloc(length > 0 ? length : 1);
  if (copy == NULL) return 0;
  if (length > 0) memcpy(copy, bytes, length);
  clear(string);
  *string = (struct string){copy, length};
  return 1;
}

static void *new_mac(void *provider, unsigned block_bits) {
  struct mac *mac = OPENSSL_zalloc(sizeof *mac);
  if (mac == NULL) return NULL;
  mac->provider = provider;
  mac->block_bits = block_bits;
  mac->size = block_bits / 8;
  return mac;
}

static void free_mac(void *context) {
  struct mac *mac = context;
  if (mac == NULL) return;
  clear(&mac->key);
  clear(&mac->custom);
  clear(&mac->salt);
  OPENSSL_clear_free(mac, sizeof *mac);
}

static int copy_string(struct string *copy, const struct string *string) {
  return string->bytes == NULL || assign(copy, string->bytes, string->length);
}

static void *copy_mac(void *context) {
  const struct mac *mac = context;
  struct mac *copy = OPENSSL_memdup(mac, sizeof *mac);
  if (copy == NULL) return NULL;
  copy->key = copy->custom = copy->salt = (struct string){NULL, 0};
  if (copy_string(&copy->key, &mac->key) && copy_string(&copy->custom, &mac->custom) &&
      copy_string(&copy->salt, &mac->salt))
    return copy;
  free_mac(copy);
  return NULL;
}

static int set_string(const struct mac *mac, struct string *string, const OSSL_PARAM parameters[], const char *name) {
  const OSSL_PARAM *given = OSSL_PARAM_locate_const(parameters, name);
  if (given == NULL) return 1;
  if (given->data_type != OSSL_PARAM_OCTET_STRING && given->data_type != OSSL_PARAM_UTF8_STRING)
    return provider_error(mac->provider, REASON_BAD_PARAMETER, name);
  return assign(string, given->data, given->data_size);
}

static int set_key(struct mac *mac, const void *key, size_t length) {
  if (length == 0) return provider_error(mac->provider, REASON_NO_KEY, NULL);
  return assign(&mac->key, key, length);
}

static int set(void *context, const OSSL_PARAM parameters[]) {
  struct mac *mac = context;
  const OSSL_PARAM *given;
  if (parameters == NULL) return 1;
  if ((given = OSSL_PARAM_locate_const(parameters, OSSL_MAC_PARAM_XOF)) != NULL) {
    int xof;
    if (!OSSL_PARAM_get_int(given, &xof)) return provider_error(mac->provider, REASON_BAD_PARAMETER, "xof");
    if (mac->started && !xof != !mac->xof) return provider_error(mac->provider, REASON_XOF_TOO_LATE, NULL);
    mac->xof = xof != 0;
  }
  if ((given = OSSL_PARAM_locate_const(parameters, OSSL_MAC_PARAM_SIZE)) != NULL) {
    size_t size;
    if (!OSSL_PARAM_get_size_t(given, &size)) return provider_error(mac->provider, REASON_BAD_PARAMETER, "size");
    if (size == 0 || size > SIZE_MAX / 8) return provider_error(mac->provider, REASON_BAD_SIZE, NULL);
    if (mac->started && !mac->xof && size != mac->size)
      return provider_error(mac->provider, REASON_BAD_SIZE, "the size is hashed first: give it before the message");
    mac->size = size;
  }
  if ((given = OSSL_PARAM_locate_const(parameters, OSSL_MAC_PARAM_KEY)) != NULL) {
    if (given->data_type != OSSL_PARAM_OCTET_STRING) return provider_error(mac->provider, REASON_BAD_PARAMETER, "key");
    if (!set_key(mac, given->data, given->data_size)) return 0;
  }
  return set_string(mac, &mac->custom, parameters, OSSL_MAC_PARAM_CUSTOM) &&
         set_string(mac, &mac->salt, parameters, OSSL_MAC_PARAM_SALT);
}

static int begin(void *context, const unsigned char *key, size_t length, const OSSL_PARAM parameters[]) {
  struct mac *mac = context;
  mac->started = 0;
  if (!set(mac, parameters)) return 0;
  if (key != NULL && !set_key(mac, key, length)) return 0;
  if (mac->key.bytes == NULL) return provider_error(mac->provider, REASON_NO_KEY, NULL);
  const struct skein_arguments arguments = {.block_bits = mac->block_bits,
                                            .output_bits = mac->xof ? UINT64_MAX : 8 * (uint64_t)mac->size,
                                            .key = mac->key.bytes,
                                            .key_length = mac->key.length,
                                            .personalisation = mac->custom.bytes,
                                            .personalisation_length = mac->custom.length,
                                            .nonce = mac->salt.bytes,
                                            .nonce_length = mac->salt.length};
  mac->started = provider_status(mac->provider, skein_init_arguments(&mac->state, &arguments));
  return mac->started;
}

static int update(void *context, const unsigned char *data, size_t length) {
  struct mac *mac = context;
  if (!mac->started) return provider_error(mac->provider, REASON_NOT_STARTED, NULL);
  return provider_status(mac->provider, skein_update(&mac->state, data, length));
}

static int final(void *context, unsigned char *output, size_t *written, size_t room) {
  struct mac *mac = context;
  if (!mac->started) return provider_error(mac->provider, REASON_NOT_STARTED, NULL);
  if (mac->size > room) return provider_error(mac->provider, REASON_SHORT_BUFFER, NULL);
  if (!provider_status(mac->provider, skein_final(&mac->state, output, mac->size))) return 0;
  *written = mac->size;
  mac->started = 0;
  return 1;
}

static const OSSL_PARAM *settable(void *context, void *provider) {
  static const OSSL_PARAM known[] = {OSSL_PARAM_octet_string(OSSL_MAC_PARAM_KEY, NULL, 0),
                                     OSSL_PARAM_size_t(OSSL_MAC_PARAM_SIZE, NULL),
                                     OSSL_PARAM_octet_string(OSSL_MAC_PARAM_CUSTOM, NULL, 0),
                                     OSSL_PARAM_octet_string(OSSL_MAC_PARAM_SALT, NULL, 0),
                                     OSSL_PARAM_int(OSSL_MAC_PARAM_XOF, NULL),
                                     OSSL_PARAM_END};
  (void)context, (void)provider;
  return known;
}

static const OSSL_PARAM *gettable(void *context, void *provider) {
  static const OSSL_PARAM known[] = {OSSL_PARAM_size_t(OSSL_MAC_PARAM_SIZE, NULL),
                                     OSSL_PARAM_size_t(OSSL_MAC_PARAM_BLOCK_SIZE, NULL), OSSL_PARAM_END};
  (void)context, (void)provider;
  return known;
}

static int get(void *context, OSSL_PARAM parameters[]) {
  const struct mac *mac = context;
  OSSL_PARAM *size = OSSL_PARAM_locate(parameters, OSSL_MAC_PARAM_SIZE);
  OSSL_PARAM *block = OSSL_PARAM_locate(parameters, OSSL_MAC_PARAM_BLOCK_SIZE);
  return (size == NULL || OSSL_PARAM_set_size_t(size, mac->size)) &&
         (block == NULL || OSSL_PARAM_set_size_t(block, mac->block_bits / 8));
}

#define MAC(bits)                                                               \
  static void *new_##bits(void *provider) { return new_mac(provider, (bits)); } \
  static const OSSL_DISPATCH mac_##bits[] = {                                   \
      ENTRY(OSSL_FUNC_MAC_NEWCTX, new_##bits),                                  \
      ENTRY(OSSL_FUNC_MAC_DUPCTX, copy_mac),                                    \
      ENTRY(OSSL_FUNC_MAC_FREECTX, free_mac),                                   \
      ENTRY(OSSL_FUNC_MAC_INIT, begin),                                         \
      ENTRY(OSSL_FUNC_MAC_UPDATE, update),                                      \
      ENTRY(OSSL_FUNC_MAC_FINAL, final),                                        \
      ENTRY(OSSL_FUNC_MAC_GET_CTX_PARAMS, get),                                 \
      ENTRY(OSSL_FUNC_MAC_GETTABLE_CTX_PARAMS, gettable),                       \
      ENTRY(OSSL_FUNC_MAC_SET_CTX_PARAMS, set),                                 \
      ENTRY(OSSL_FUNC_MAC_SETTABLE_CTX_PARAMS, settable),                       \
      {0, NULL},                                                                \
  };

MAC(256)
MAC(512)
MAC(1024)

const OSSL_ALGORITHM provider_macs[] = {
    {"SKEIN-MAC-256", PROVIDER_PROPERTY, mac_256, "Skein-MAC with 256 bits of state"},
    {"SKEIN-MAC-512", PROVIDER_PROPERTY, mac_512, "Skein-MAC with 512 bits of state"},
    {"SKEIN-MAC-1024", PROVIDER_PROPERTY, mac_1024, "Skein-MAC with 1024 bits of state"},
    {NULL, NULL, NULL, NULL},
};
