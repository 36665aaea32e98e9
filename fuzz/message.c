/* message.c — fuzz target: any messages of any clients at a table.
 *
 * A line of the input is a message; its first byte says which of four clients sends it, and
 * `+` lets a second pass. Whatever they send, each is answered, the log folds to the table
 * that the hub has, and a table folded again shows everybody the same. */
#include "target.h"

#include "desk.h"

#include "doors/server/place.h"
#include "doors/server/tell.h"

#include <string.h>

enum { GUESTS = 4, MESSAGES = 64 };

/* From the log, as a process does that has just started. */
static void fold(struct log *log, struct table *table)
{
    static struct peck_names names;
    for (uint32_t i = 0; i < log->count; i++) {
        struct peck_error error;
        struct step step;
        MUST(step_read(log->steps[i], strlen(log->steps[i]), &step, &error) == PECK_OK);
        MUST(table_fold(table, &names, &step, &error) == PECK_OK);
        step_free(&step);
    }
}

static void check_log(struct desk *desk, const char *name)
{
    struct table fresh = {0};
    struct place *place = place_find(desk->process[0].hub, name);
    fold(desk_log(desk, name), &fresh);
    if (place == NULL) { /* nobody looks at it */
        table_free(&fresh);
        return;
    }
    MUST(fresh.seq == place->table.seq && fresh.phase == place->table.phase);
    for (int viewer = 0; viewer <= fresh.terms.setup.seats; viewer++) {
        int who = viewer == fresh.terms.setup.seats ? PECK_CHANCE : viewer;
        struct peck_buffer one = {0}, two = {0};
        MUST(table_tell(&fresh, who, 10, &one) == PECK_OK);
        MUST(table_tell(&place->table, who, 10, &two) == PECK_OK);
        MUST(strcmp(one.bytes, two.bytes) == 0);
        peck_buffer_free(&one);
        peck_buffer_free(&two);
    }
    table_free(&fresh);
}

/* One message; a connection that is to be closed is, and another one made. */
static void hear(struct guest *guest, const char *line, size_t count)
{
    uint32_t told = guest->answers + guest->views;
    if (guest_send(guest, line, count)) {
        MUST(guest->answers + guest->views > told);
        return;
    }
    MUST(guest_hears(guest, "\"type\":\"error\""));
    struct desk *desk = guest->desk;
    int hub = guest->hub;
    guest_leave(guest);
    guest_join(guest, desk, hub);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    struct desk *desk = desk_new(1);
    struct guest guests[GUESTS];
    struct terms terms = {
        .game = peck_game_find("nothanks"), .clock = CLOCK_MOVE, .time = 5000};
    const char *at = (const char *)bytes, *end = at + count;
    char name[STORE_TABLE];
    peck_setup_begin(terms.game, 3, &terms.setup);
    snprintf(name, sizeof name, "%s", desk_open(desk, &terms));
    for (int i = 0; i < GUESTS; i++)
        MUST(guest_hello(&guests[i], desk, i % 2, name, NULL));
    for (int i = 0; i < MESSAGES && at < end; i++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (stop == NULL)
            stop = end;
        if (*at == '+')
            desk_pass(desk, 1000);
        else if (stop > at)
            hear(&guests[(uint8_t)*at % GUESTS], at + 1, (size_t)(stop - at - 1));
        at = stop + 1;
    }
    for (uint32_t i = 0; i < desk->logs.count; i++)
        check_log(desk, desk->logs.list[i].table);
    for (int i = 0; i < GUESTS; i++)
        guest_leave(&guests[i]);
    desk_free(desk);
    return 0;
}
