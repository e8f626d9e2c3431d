/* SPDX-License-Identifier: Apache-2.0 */
/* The provider for OpenSSL: what its source files share. */
#ifndef SKEIN_PROVIDER_H
#define SKEIN_PROVIDER_H

#include <openssl/core.h>
#include <skein.h>

/* What OpenSSL hands over when it loads the provider. */
struct provider;

/* What can be wrong; provider.c has the sentences. */
enum reason {
  REASON_NO_KEY = 1,
  REASON_BAD_SIZE,
  REASON_NO_XOF_LENGTH,
  REASON_BAD_XOF_LENGTH,
  REASON_SHORT_BUFFER,
  REASON_BAD_PARAMETER,
  REASON_XOF_TOO_LATE,
  REASON_NOT_STARTED,
  REASON_LIBRARY /* what libskein says, in its own words */
};

/* Put an error into OpenSSL's queue; `detail` is a further sentence or NULL. Always 0. */
int provider_error(const struct provider *provider, enum reason reason, const char *detail);

/* The same for a status of libskein: 1 for SKEIN_OK, else 0 with an error. */
int provider_status(const struct provider *provider, int status);

extern const OSSL_ALGORITHM provider_digests[]; /* digest.c */
extern const OSSL_ALGORITHM provider_macs[];    /* mac.c */

/* Property by which `fetch` can ask for this provider. */
#define PROVIDER_PROPERTY "provider=skein"

/* An entry of a dispatch table. */
#define ENTRY(number, function) \
  { (number), (void (*)(void))(function) }

#endif
