/* admin.h — what an administrator can ask and do: lists, closing tables, bans.
 *
 * docs/host/club.md has the verbs. A request is a JSON array of words, such as ["close",
 * "TABLE", "why"]. The answer is a JSON object, which has `code` and `why` when nothing was
 * done.
 *
 * With PostgreSQL an administrator works on the database as one more process. A file of
 * SQLite has one process that writes; so a running server does the work itself, asked
 * through a socket beside the file, PATH.control, that only the server's own user may open.
 */
#ifndef SERVER_ADMIN_H
#define SERVER_ADMIN_H

#include "api.h"

void admin_answer(struct api *api, const char *request, size_t count,
                  struct peck_buffer *answer);

/* The server's side of the socket, on its own thread; none for PostgreSQL. False with
 * the sentence when it cannot be. */
struct control;
bool admin_control_start(struct control **control, struct api *api, const char *where,
                         struct peck_error *error);
/* NULL is none. */
void admin_control_stop(struct control *control);
/* The other side is serve_ask: serve.h. */

#endif
