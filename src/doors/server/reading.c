/* reading.c — reads a table's log from the store and folds its new steps into the table.
 *
 * The hub reads a log when it takes a table into memory, when another process has appended
 * or may have, and before it refuses a command. It asks for the steps from table.seq on;
 * hub_read folds them and sends a view to everybody if there were any, or else only to
 * clients who have none yet. While a log is being read, the commands of that table wait;
 * other tables go on.
 *
 * A log that is not the one the table was folded from is read again from its start. One
 * that is damaged is given up: its clients get `damaged` and are disconnected.
 *
 * If the store does not answer, the outcome depends on what is in memory. A table of which
 * nothing is known is given up: its clients get `no-table` (the log is empty) or
 * `unavailable`, and are disconnected. A table with earlier steps stays:
 * waiting commands are refused as `unavailable`, and the log is asked for again after
 * RETRY_MS. */
#include "place.h"

#include <string.h>

static struct peck_names *names_of(struct hub *hub, const struct peck_game *game)
{
    int number = 0;
    while (peck_games[number] != game)
        number++;
    return &hub->names[number];
}

bool place_fold(struct hub *hub, struct place *place, const struct step *step)
{
    struct peck_error error;
    const struct terms *terms = step->opens ? &step->terms : &place->table.terms;
    return terms->game != NULL &&
           table_fold(&place->table, names_of(hub, terms->game), step, &error) == PECK_OK;
}

void place_read(struct hub *hub, struct place *place)
{
    PECK_ASSERT(!place->busy && !place->reading);
    place->noticed = false;
    place->reading = true;
    hub->host.read(hub->host.context, place->id, place->table.seq, place->table.hash);
}

static bool fold_all(struct hub *hub, struct place *place,
                     const struct log_reading *reading)
{
    const char *json = reading->steps.bytes;
    for (uint32_t i = 0; i < reading->count; i++) {
        size_t count = strlen(json);
        struct step step;
        struct peck_error error;
        if (step_read(json, count, &step, &error) != PECK_OK)
            return false;
        struct table before = place->table;
        bool folded = place_fold(hub, place, &step);
        step_free(&step);
        if (!folded) {
            table_return(&place->table, &before); /* not half of the step */
            return false;
        }
        json += count + 1;
    }
    place->table.hash = reading->last;
    return true;
}

enum unread { UNREAD_NONE, UNREAD_DAMAGED, UNREAD_NOW };

static void send_away(struct hub *hub, struct client *client, enum unread why)
{
    static const struct {
        const char *code, *sentence;
    } words[] = {
        [UNREAD_NONE] = {"no-table", "there is no such table"},
        [UNREAD_DAMAGED] = {"damaged", "the log of this table is damaged"},
        [UNREAD_NOW] = {"unavailable", "the server cannot read this table now; come again"},
    };
    hub_refuse(hub, client, NULL, words[why].code, words[why].sentence);
    hub->host.drop(hub->host.context, client->socket);
}

/* There is no such table, or it cannot be read: its clients are disconnected. */
static void give_up(struct hub *hub, struct place *place, enum unread why)
{
    while (place->clients != NULL) {
        struct client *client = place->clients;
        place->clients = client->next;
        client->place = NULL;
        send_away(hub, client, why);
    }
    place_free(hub, place);
}

/* The log cannot be read now. The table stays in memory, perhaps without its last steps. */
static void read_later(struct hub *hub, struct place *place)
{
    place_refuse_all(hub, place);
    for (struct client *client = place->clients; client != NULL; client = client->next) {
        if (!client->told)
            send_away(hub, client, UNREAD_NOW);
        client->told = true;
    }
    place->noticed = true;
    hub->host.wake(hub->host.context, place->id,
                   hub->host.now(hub->host.context) + RETRY_MS);
}

/* The log is not the one that this table was folded from: a standby without the last steps
 * has taken over, or somebody was forgotten. What the log has is the table. */
static void begin_anew(struct hub *hub, struct place *place)
{
    table_free(&place->table);
    place_read(hub, place);
}

void hub_read(struct hub *hub, const struct log_reading *reading)
{
    struct place *place = place_find(hub, reading->table);
    PECK_ASSERT(place != NULL && place->reading && place->table.seq == reading->seq);
    place->reading = false;
    if (reading->fine && reading->replaced) {
        begin_anew(hub, place);
        return;
    }
    bool fine = reading->fine && fold_all(hub, place, reading);
    if (reading->damaged || (reading->fine && !fine)) {
        if (hub->host.damaged != NULL)
            hub->host.damaged(hub->host.context, place->id,
                              reading->damaged ? reading->at : place->table.seq);
        give_up(hub, place, UNREAD_DAMAGED);
        return;
    }
    if (reading->seq == 0 && (!fine || place->table.seq == 0)) {
        give_up(hub, place, fine ? UNREAD_NONE : UNREAD_NOW);
        return;
    }
    if (!fine) {
        read_later(hub, place);
        place_unload(hub, place);
        return;
    }
    int64_t ahead = place->table.touched - hub->host.now(hub->host.context);
    if (ahead > place->ahead)
        place->ahead = ahead;
    if (place->table.seq != reading->seq)
        place_show(hub, place);
    else
        place_greet(hub, place);
    place_pump(hub, place);
    place_unload(hub, place);
}
