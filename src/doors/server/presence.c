/* presence.c — tells clients which seats are connected and how many people are watching.
 *
 * Presence is in no log, because little depends on it but the display: before the match a
 * seat whose person has had no connection for GONE_MS becomes free. Whoever comes to a
 * table at which nobody was does not wait so long for a seat left an hour ago: GRACE_MS, in
 * which its person may come back after a restart of the server. A process counts its own
 * connections. Where several processes serve a table, each announces its own count to the
 * others through the host (NOTIFY of PostgreSQL): when the count changes, every
 * ANNOUNCE_MS, and when it first hears of a process it does not know. It adds up what it
 * has heard and forgets a process that has said nothing for FORGET_MS.
 *
 * The clients hear of a change SETTLE_MS after it began; whoever reloads a page within that
 * time was never gone. Announcements may be lost, and two in a row do no harm. A process
 * that crashes leaves its people present for up to 75 s. A table in more than PEERS other
 * processes does not count the rest. */
#include "place.h"

#include <peck/json.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    SETTLE_MS = 250,     /* from a change to its telling */
    ANNOUNCE_MS = 30000, /* from an announcement to the next */
    FORGET_MS = 75000,   /* two of them may be lost */
    GONE_MS = 300000,    /* before the match, until a seat is free again … */
    GRACE_MS = 120000,   /* … and this long at least after the table was loaded */
};

static void tell_crowd(struct hub *hub, const char *table, uint32_t people, bool here)
{
    if (hub->host.crowd != NULL)
        hub->host.crowd(hub->host.context, table, people, here);
}

void presence_look(struct hub *hub, struct place *place)
{
    uint32_t people = 0;
    for (const struct client *client = place->clients; client; client = client->next)
        people++;
    tell_crowd(hub, place->id, people, true);
    if (place->presence.tell == 0)
        place->presence.tell = place_now(hub, place) + SETTLE_MS;
}

/* Of this process. */
static struct present count_own(const struct place *place)
{
    struct present own = {0};
    for (const struct client *client = place->clients; client; client = client->next) {
        if (client->seat >= 0)
            own.here |= UINT32_C(1) << client->seat;
        else
            own.watching++;
    }
    return own;
}

static void tell(struct hub *hub, struct place *place, const struct present *all)
{
    char bytes[256];
    struct peck_text text = peck_text_begin(bytes, sizeof bytes);
    struct peck_json json = peck_json_begin(&text);
    peck_json_object(&json, NULL);
    peck_json_string(&json, "type", "presence");
    peck_json_array(&json, "here");
    for (int seat = 0; seat < PECK_SEATS_MAX; seat++) {
        if (all->here >> seat & 1)
            peck_json_int(&json, NULL, seat);
    }
    peck_json_end_array(&json);
    peck_json_int(&json, "watching", all->watching);
    peck_json_end_object(&json);
    place_tell_all(hub, place, bytes, text.length);
}

static void announce(struct hub *hub, struct place *place, const struct present *own)
{
    char text[64];
    if (hub->host.announce == NULL)
        return;
    snprintf(text, sizeof text, "%016" PRIx64 " %" PRIx32 " %" PRIu32, hub->process,
             own->here, own->watching);
    hub->host.announce(hub->host.context, place->id, text);
    place->presence.announced = *own;
}

int64_t presence_tend(struct hub *hub, struct place *place, int64_t now)
{
    struct presence *presence = &place->presence;
    struct present own = count_own(place), all = own;
    bool others = hub->host.announce != NULL && place->clients != NULL;
    for (int i = 0; i < PEERS; i++) {
        struct peer *peer = &presence->peers[i];
        if (peer->until != 0 && peer->until <= now)
            *peer = (struct peer){0};
        all.here |= peer->present.here;
        all.watching += peer->present.watching;
    }
    presence->all = all;
    bool settled = presence->tell != 0 && presence->tell <= now;
    bool news = memcmp(&own, &presence->announced, sizeof own) != 0;
    if (others && (presence->announce <= now || (settled && news))) {
        announce(hub, place, &own);
        presence->announce = now + ANNOUNCE_MS;
    }
    if (settled ||
        (presence->tell == 0 && memcmp(&all, &presence->told, sizeof all) != 0)) {
        tell(hub, place, &all);
        presence->told = all;
        presence->tell = 0;
    }
    int64_t next = presence->tell != 0 ? presence->tell : INT64_MAX;
    return others && presence->announce < next ? presence->announce : next;
}

/* Since when the person of a seat that nobody is connected to has been away, as far as we
 * know. Of a person we never saw here, only that the last step may have been theirs. */
static int64_t gone_since(const struct place *place, int seat, uint64_t author, int64_t now)
{
    int64_t since = place->presence.gone[seat].since;
    if (place->presence.gone[seat].author == author)
        return since != 0 ? since : now;
    since = now - (GONE_MS - GRACE_MS);
    return place->table.touched > since ? place->table.touched : since;
}

int presence_gone(struct place *place, int64_t now, int64_t *next)
{
    const struct table *table = &place->table;
    for (int seat = 0; seat < table->terms.setup.seats; seat++) {
        uint64_t author = table_author(table, seat);
        int64_t since = gone_since(place, seat, author, now);
        bool here = place->presence.all.here >> seat & 1;
        if (here || table->chairs[seat].sitter != SITTER_PERSON)
            since = 0;
        place->presence.gone[seat].author = author;
        place->presence.gone[seat].since = since;
        if (since != 0 && since + GONE_MS <= now)
            return seat;
        if (since != 0 && since + GONE_MS < *next)
            *next = since + GONE_MS;
    }
    return -1;
}

void presence_end(struct hub *hub, struct place *place)
{
    struct present none = {0};
    tell_crowd(hub, place->id, 0, true);
    if (place->presence.announced.here != 0 || place->presence.announced.watching != 0)
        announce(hub, place, &none);
}

bool hub_here(struct hub *hub, const char *table, uint32_t *seats)
{
    const struct place *place = place_find(hub, table);
    if (place == NULL || place->clients == NULL)
        return false;
    *seats = count_own(place).here;
    for (int i = 0; i < PEERS; i++)
        *seats |= place->presence.peers[i].present.here;
    return true;
}

static struct peer *peer_of(struct presence *presence, uint64_t process)
{
    struct peer *free_one = NULL;
    for (int i = 0; i < PEERS; i++) {
        if (presence->peers[i].until == 0)
            free_one = &presence->peers[i];
        else if (presence->peers[i].process == process)
            return &presence->peers[i];
    }
    return free_one;
}

void hub_announced(struct hub *hub, const char *table, const char *text)
{
    struct place *place = place_find(hub, table);
    struct present present;
    uint64_t process;
    if (sscanf(text, "%" SCNx64 " %" SCNx32 " %" SCNu32, &process, &present.here,
               &present.watching) != 3 ||
        process == hub->process)
        return;
    tell_crowd(hub, table, present.here != 0 ? 1 : present.watching, false);
    if (place == NULL || place->clients == NULL)
        return;
    struct peer *peer = peer_of(&place->presence, process);
    if (peer == NULL)
        return; /* more processes than there is room for */
    bool gone = present.here == 0 && present.watching == 0;
    bool known = peer->until != 0;
    bool news = !known || memcmp(&present, &peer->present, sizeof present) != 0;
    *peer = (struct peer){process, present, place_now(hub, place) + FORGET_MS};
    if (gone)
        *peer = (struct peer){0}; /* it has forgotten us, too */
    else if (!known)
        place->presence.announce = 0; /* it does not know us either */
    if (news)
        presence_look(hub, place);
    place_pump(hub, place);
}
