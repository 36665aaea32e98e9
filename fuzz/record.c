/* record.c — fuzz target: any bytes as a file of records.
 *
 * What loads is written and read again, and must be the same match with the same text. Then
 * every viewer's record and view of it must be writable, and a seat's record must not load.
 */
#include "target.h"

#include <string.h>

static void check_views(const struct peck_match *match)
{
    struct peck_buffer buffer = {0};
    for (int viewer = 0; viewer <= match->setup.seats; viewer++) {
        int who = viewer < match->setup.seats ? viewer : PECK_CHANCE;
        struct peck_match again;
        struct peck_error error;
        buffer.length = 0;
        MUST(peck_view_write(match, who, 8, &buffer) == PECK_OK);
        buffer.length = 0;
        MUST(peck_record_write(match, who, &buffer) == PECK_OK);
        struct peck_reader reader = peck_reader_begin(buffer.bytes, buffer.length);
        if (who != PECK_CHANCE)
            MUST(peck_record_read(&reader, &again, &error) == PECK_BAD_RECORD);
    }
    peck_buffer_free(&buffer);
}

static void check_match(const struct peck_match *match)
{
    struct peck_buffer first = {0}, second = {0};
    struct peck_match again;
    struct peck_error error;
    MUST(match->game->check(&match->state) == NULL);
    MUST(peck_record_write(match, -1, &first) == PECK_OK);
    struct peck_reader reader = peck_reader_begin(first.bytes, first.length);
    MUST(peck_record_read(&reader, &again, &error) == PECK_OK);
    MUST(!peck_reader_more(&reader));
    MUST(again.count == match->count);
    MUST(again.game == match->game && again.setup.seats == match->setup.seats);
    MUST(memcmp(again.setup.option, match->setup.option, sizeof again.setup.option) == 0);
    MUST(memcmp(again.name, match->name, sizeof again.name) == 0);
    MUST(memcmp(again.state.bytes, match->state.bytes, PECK_STATE_MAX) == 0);
    MUST(peck_record_write(&again, -1, &second) == PECK_OK);
    MUST(strcmp(first.bytes, second.bytes) == 0);
    peck_match_free(&again);
    peck_buffer_free(&first);
    peck_buffer_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct peck_reader reader = peck_reader_begin((const char *)bytes, count);
    while (peck_reader_more(&reader)) {
        struct peck_match match;
        struct peck_error error = {0};
        if (peck_record_read(&reader, &match, &error) != PECK_OK) {
            MUST(error.line > 0 && is_told(&error));
            return 0;
        }
        check_match(&match);
        check_views(&match);
        peck_match_free(&match);
    }
    return 0;
}
