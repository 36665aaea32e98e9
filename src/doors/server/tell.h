/* tell.h — what one viewer of a table may see, as JSON (docs/reference/protocol.md).
 *
 * Made from the redacted state, from the plies as the viewer saw them, and from what
 * everybody may know of the table, so it cannot reveal more. Two logs that differ only in
 * what a viewer may not see give that viewer the same bytes; tests/server/cheat.c checks
 * this. */
#ifndef SERVER_TELL_H
#define SERVER_TELL_H

#include "table.h"

/* The whole of the table for a seat, or for a spectator (PECK_CHANCE), with the last
 * `plies` plies. Appends one JSON object to the buffer. */
enum peck_status table_tell(const struct table *table, int viewer, uint32_t plies,
                            struct peck_buffer *buffer) PECK_MUST_USE;
/* The same in two parts. The first is the same for everybody, and most of the bytes. */
enum peck_status table_tell_head(const struct table *table,
                                 struct peck_buffer *buffer) PECK_MUST_USE;
enum peck_status table_tell_view(const struct table *table, int viewer, uint32_t plies,
                                 struct peck_buffer *buffer) PECK_MUST_USE;

/* The record of the match for a viewer as above or, when it is over, for everybody (-1),
 * with the proof of its chance. */
enum peck_status table_record(const struct table *table, int viewer,
                              struct peck_buffer *buffer) PECK_MUST_USE;

#endif
