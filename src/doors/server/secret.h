/* secret.h — reads the secret that signs cookies from a file, or makes such a file. */
#ifndef SERVER_SECRET_H
#define SERVER_SECRET_H

#include "api.h"
#include "serve.h"

enum { SECRET_LEAST = 32 }; /* bytes in the file */

/* False with the sentence. In production the file must be named, belong to nobody else's
 * eyes, and be no less than it takes. */
bool secret_read(const struct serve_options *options, uint8_t secret[API_SECRET],
                 struct peck_error *error);

#endif
