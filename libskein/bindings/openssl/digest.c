/* SPDX-License-Identifier: Apache-2.0 */
/* The digests of the provider: the output sizes for which the specification gives initial values, and for each state
 * an output without an end.
 *
 * OpenSSL's programs keep digests in 64 bytes (EVP_MAX_MD_SIZE), HMAC and PBKDF2 among them. The 128 bytes of
 * Skein-1024-1024 would be written beyond that; so this digest is one of those with the flag XOF, whose callers say how
 * long a buffer they have, and HMAC refuses it. */
#include <openssl/core_dispatch.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include "provider.h"

struct digest {
  const struct provider *provider;
  size_t output_bytes; /* the only length; 0: any */
  int xof;             /* the caller says how many bytes it takes */
  size_t xof_length;   /* 0: not told yet */
  int squeezing;       /* the message has ended */
  struct skein state;
  struct skein_reader reader;
};

static void *new_digest(void *provider, unsigned block_bits, uint64_t output_bits) {
  struct digest *digest = OPENSSL_zalloc(sizeof *digest);
  if (digest == NULL) return NULL;
  digest->provider = provider;
  if (output_bits != UINT64_MAX) digest->output_bytes = (size_t)(output_bits / 8);
  digest->xof = output_bits > 8 * EVP_MAX_MD_SIZE;
  if (provider_status(provider, skein_init(&digest->state, block_bits, output_bits))) return digest;
  OPENSSL_free(digest);
  return NULL;
}

static void free_digest(void *context) { OPENSSL_clear_free(context, sizeof(struct digest)); }

static void *copy_digest(void *context) { return OPENSSL_memdup(context, sizeof(struct digest)); }

static int set(void *context, const OSSL_PARAM parameters[]) {
  struct digest *digest = context;
  const OSSL_PARAM *given = parameters == NULL ? NULL : OSSL_PARAM_locate_const(parameters, OSSL_DIGEST_PARAM_XOFLEN);
  size_t length;
  if (given == NULL || !digest->xof) return 1;
  if (!OSSL_PARAM_get_size_t(given, &length)) return provider_error(digest->provider, REASON_BAD_PARAMETER, "xoflen");
  if (digest->output_bytes != 0 && length != digest->output_bytes)
    return provider_error(digest->provider, REASON_BAD_XOF_LENGTH, NULL);
  digest->xof_length = length;
  return 1;
}

static int begin(void *context, const OSSL_PARAM parameters[]) {
  struct digest *digest = context;
  skein_reset(&digest->state);
  digest->squeezing = 0;
  digest->xof_length = 0;
  return set(digest, parameters);
}

static int update(void *context, const unsigned char *data, size_t length) {
  struct digest *digest = context;
  return provider_status(digest->provider, skein_update(&digest->state, data, length));
}

/* The next bytes of the output. */
static int squeeze(void *context, unsigned char *output, size_t *written, size_t length) {
  struct digest *digest = context;
  if (!digest->squeezing) {
    if (!provider_status(digest->provider, skein_read_output(&digest->reader, &digest->state))) return 0;
    digest->squeezing = 1;
  }
  if (!provider_status(digest->provider, skein_read(&digest->reader, output, length))) return 0;
  *written = length;
  return 1;
}

static int final(void *context, unsigned char *output, size_t *written, size_t room) {
  struct digest *digest = context;
  const size_t length = digest->xof ? digest->xof_length : digest->output_bytes;
  if (length == 0) return provider_error(digest->provider, REASON_NO_XOF_LENGTH, NULL);
  if (length > room) return provider_error(digest->provider, REASON_SHORT_BUFFER, NULL);
  return squeeze(digest, output, written, length);
}

static const OSSL_PARAM *settable(void *context, void *provider) {
  static const OSSL_PARAM known[] = {OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_XOFLEN, NULL), OSSL_PARAM_END};
  (void)context, (void)provider;
  return known;
}

static const OSSL_PARAM *gettable(void *provider) {
  static const OSSL_PARAM known[] = {OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_BLOCK_SIZE, NULL),
                                     OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_SIZE, NULL),
                                     OSSL_PARAM_int(OSSL_DIGEST_PARAM_XOF, NULL),
                                     OSSL_PARAM_int(OSSL_DIGEST_PARAM_ALGID_ABSENT, NULL), OSSL_PARAM_END};
  (void)provider;
  return known;
}

static const OSSL_PARAM *gettable_of_context(void *context, void *provider) {
  static const OSSL_PARAM known[] = {OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_XOFLEN, NULL),
                                     OSSL_PARAM_size_t(OSSL_DIGEST_PARAM_SIZE, NULL), OSSL_PARAM_END};
  (void)context, (void)provider;
  return known;
}

static int put(OSSL_PARAM parameters[], const char *name, size_t value) {
  OSSL_PARAM *asked = OSSL_PARAM_locate(parameters, name);
  return asked == NULL || OSSL_PARAM_set_size_t(asked, value);
}

static int get_of_context(void *context, OSSL_PARAM parameters[]) {
  const struct digest *digest = context;
  const size_t size = digest->xof ? digest->xof_length : digest->output_bytes;
  return put(parameters, OSSL_DIGEST_PARAM_XOFLEN, size) && put(parameters, OSSL_DIGEST_PARAM_SIZE, size);
}

/* The size of a digest with the flag is 0: who does not say how long a buffer is gets an error, not too many bytes. */
static int get(OSSL_PARAM parameters[], unsigned block_bits, uint64_t output_bits) {
  const int xof = output_bits > 8 * EVP_MAX_MD_SIZE;
  OSSL_PARAM *flag = OSSL_PARAM_locate(parameters, OSSL_DIGEST_PARAM_XOF);
  OSSL_PARAM *absent = OSSL_PARAM_locate(parameters, OSSL_DIGEST_PARAM_ALGID_ABSENT);
  return put(parameters, OSSL_DIGEST_PARAM_BLOCK_SIZE, block_bits / 8) &&
         put(parameters, OSSL_DIGEST_PARAM_SIZE, xof ? 0 : (size_t)(output_bits / 8)) &&
         (flag == NULL || OSSL_PARAM_set_int(flag, xof)) && (absent == NULL || OSSL_PARAM_set_int(absent, 1));
}

#if defined(OSSL_FUNC_DIGEST_SQUEEZE) /* from OpenSSL 3.3 on */
#define SQUEEZE ENTRY(OSSL_FUNC_DIGEST_SQUEEZE, squeeze),
#else
#define SQUEEZE
#endif

#define DIGEST(name, block_bits, output_bits)                                                             \
  static void *new_##name(void *provider) { return new_digest(provider, (block_bits), (output_bits)); }   \
  static int get_##name(OSSL_PARAM parameters[]) { return get(parameters, (block_bits), (output_bits)); } \
  static const OSSL_DISPATCH name[] = {ENTRY(OSSL_FUNC_DIGEST_NEWCTX, new_##name),                        \
                                       ENTRY(OSSL_FUNC_DIGEST_FREECTX, free_digest),                      \
                                       ENTRY(OSSL_FUNC_DIGEST_DUPCTX, copy_digest),                       \
                                       ENTRY(OSSL_FUNC_DIGEST_INIT, begin),                               \
                                       ENTRY(OSSL_FUNC_DIGEST_UPDATE, update),                            \
                                       ENTRY(OSSL_FUNC_DIGEST_FINAL, final),                              \
                                       SQUEEZE ENTRY(OSSL_FUNC_DIGEST_GET_PARAMS, get_##name),            \
                                       ENTRY(OSSL_FUNC_DIGEST_GETTABLE_PARAMS, gettable),                 \
                                       ENTRY(OSSL_FUNC_DIGEST_SET_CTX_PARAMS, set),                       \
                                       ENTRY(OSSL_FUNC_DIGEST_SETTABLE_CTX_PARAMS, settable),             \
                                       ENTRY(OSSL_FUNC_DIGEST_GET_CTX_PARAMS, get_of_context),            \
                                       ENTRY(OSSL_FUNC_DIGEST_GETTABLE_CTX_PARAMS, gettable_of_context),  \
                                       {0, NULL}};

DIGEST(skein_256_128, 256, 128)
DIGEST(skein_256_160, 256, 160)
DIGEST(skein_256_224, 256, 224)
DIGEST(skein_256_256, 256, 256)
DIGEST(skein_256_xof, 256, UINT64_MAX)
DIGEST(skein_512_128, 512, 128)
DIGEST(skein_512_160, 512, 160)
DIGEST(skein_512_224, 512, 224)
DIGEST(skein_512_256, 512, 256)
DIGEST(skein_512_384, 512, 384)
DIGEST(skein_512_512, 512, 512)
DIGEST(skein_512_xof, 512, UINT64_MAX)
DIGEST(skein_1024_384, 1024, 384)
DIGEST(skein_1024_512, 1024, 512)
DIGEST(skein_1024_1024, 1024, 1024)
DIGEST(skein_1024_xof, 1024, UINT64_MAX)

const OSSL_ALGORITHM provider_digests[] = {
    {"SKEIN-256-128", PROVIDER_PROPERTY, skein_256_128, "Skein with 256 bits of state, 128 bits of output"},
    {"SKEIN-256-160", PROVIDER_PROPERTY, skein_256_160, "Skein with 256 bits of state, 160 bits of output"},
    {"SKEIN-256-224", PROVIDER_PROPERTY, skein_256_224, "Skein with 256 bits of state, 224 bits of output"},
    {"SKEIN-256-256:SKEIN256", PROVIDER_PROPERTY, skein_256_256, "Skein with 256 bits of state and output"},
    {"SKEIN-256-XOF", PROVIDER_PROPERTY, skein_256_xof, "Skein with 256 bits of state, output without an end"},
    {"SKEIN-512-128", PROVIDER_PROPERTY, skein_512_128, "Skein with 512 bits of state, 128 bits of output"},
    {"SKEIN-512-160", PROVIDER_PROPERTY, skein_512_160, "Skein with 512 bits of state, 160 bits of output"},
    {"SKEIN-512-224", PROVIDER_PROPERTY, skein_512_224, "Skein with 512 bits of state, 224 bits of output"},
    {"SKEIN-512-256", PROVIDER_PROPERTY, skein_512_256, "Skein with 512 bits of state, 256 bits of output"},
    {"SKEIN-512-384", PROVIDER_PROPERTY, skein_512_384, "Skein with 512 bits of state, 384 bits of output"},
    {"SKEIN-512-512:SKEIN512", PROVIDER_PROPERTY, skein_512_512, "Skein with 512 bits of state and output"},
    {"SKEIN-512-XOF", PROVIDER_PROPERTY, skein_512_xof, "Skein with 512 bits of state, output without an end"},
    {"SKEIN-1024-384", PROVIDER_PROPERTY, skein_1024_384, "Skein with 1024 bits of state, 384 bits of output"},
    {"SKEIN-1024-512", PROVIDER_PROPERTY, skein_1024_512, "Skein with 1024 bits of state, 512 bits of output"},
    {"SKEIN-1024-1024:SKEIN1024", PROVIDER_PROPERTY, skein_1024_1024, "Skein with 1024 bits of state and output"},
    {"SKEIN-1024-XOF", PROVIDER_PROPERTY, skein_1024_xof, "Skein with 1024 bits of state, output without an end"},
    {NULL, NULL, NULL, NULL},
};
