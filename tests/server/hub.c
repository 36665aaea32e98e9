/* hub.c — whole servers without sockets: two hubs on one log, clients that speak JSON, and
 * a seeded scheduler in the place of network, store, threads and clock.
 *
 * Every answer of the store, every thought and every message takes its own random time;
 * connections break with what is on them, messages are repeated, hubs die and are made
 * anew, the store fails now and then. For every seed: what was acknowledged is in the log
 * under its number, once; nobody is told what the log does not have; the match comes to its
 * end through reconnections; both hubs tell a seat the same. `server_hub SEED` shows one
 * seed. */
#include "../support/rules.h"

#include "front/server/hub.h"

#include <jansson.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HUBS = 2, CLIENTS = 4, TICKS = 40000, SEEDS = 40, POSTED = 512 };

/* Something that happens later. */
enum post_kind { POST_APPEND, POST_THOUGHT, POST_WAKE, POST_MESSAGE, POST_TOLD };
struct post {
    enum post_kind kind;
    int64_t at;
    int hub;
    uint32_t life; /* of the hub or the connection: what was meant for a dead one is lost */
    int client;
    struct append append;
    struct thinking *thinking;
    char *text;
};

struct player {
    int hub; /* -1: not connected */
    uint32_t life;
    struct client *client;
    uint8_t token[PECK_HASH], value[PECK_HASH];
    bool spectator;
    char id[STEP_ID]; /* of the message that waits for its answer; "": none does */
    char *last;       /* that message */
    uint32_t messages;
    int64_t patience; /* until it is sent again */
    uint64_t seq;     /* the newest it was told of */
    char phase[16];
    int64_t wire[2]; /* when the last of each direction arrives */
};

struct world;
struct process {
    struct world *world;
    int number;
    uint32_t life;
    struct hub *hub;
};

struct world {
    struct peck_rng rng;
    int64_t now;
    char table[STORE_TABLE];
    char **log;
    uint32_t count, room;
    struct process process[HUBS];
    struct player players[CLIENTS];
    struct post posts[POSTED];
    uint32_t posted;
    uint32_t acks, refusals, crashes, cuts, conflicts, failures;
    bool over, loud;
};

static uint32_t below(struct world *world, uint32_t n)
{
    return peck_rng_below(&world->rng, n);
}

/* On a connection nothing overtakes; between connections everything may. */
static void post(struct world *world, struct post post, uint32_t most)
{
    assert_true(world->posted < POSTED);
    post.at = post.kind == POST_WAKE ? post.at : world->now + 1 + below(world, most);
    if (post.kind == POST_MESSAGE || post.kind == POST_TOLD) {
        int64_t *last = &world->players[post.client].wire[post.kind == POST_TOLD];
        *last = post.at > *last ? post.at : *last + 1;
        post.at = *last;
    }
    world->posts[world->posted++] = post;
}

/* ---- The host of a hub ---- */

static int64_t host_now(void *context)
{
    return ((struct process *)context)->world->now;
}

static void host_random(void *context, void *bytes, size_t count)
{
    struct process *process = context;
    for (size_t i = 0; i < count; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)below(process->world, 256);
}

static void host_append(void *context, const struct append *append)
{
    struct process *process = context;
    post(process->world,
         (struct post){.kind = POST_APPEND,
                       .hub = process->number,
                       .life = process->life,
                       .append = *append},
         20);
}

static enum peck_status host_read(void *context, const char *table, uint64_t seq,
                                  store_step *step, void *step_context,
                                  struct peck_error *error)
{
    struct world *world = ((struct process *)context)->world;
    (void)error;
    if (strcmp(table, world->table) != 0)
        return PECK_OK;
    for (; seq < world->count; seq++) {
        if (!step(step_context, seq, world->log[seq], strlen(world->log[seq])))
            break;
    }
    return PECK_OK;
}

static void host_think(void *context, struct thinking *thinking)
{
    struct process *process = context;
    post(process->world,
         (struct post){.kind = POST_THOUGHT,
                       .hub = process->number,
                       .life = process->life,
                       .thinking = thinking},
         50);
}

static void host_wake(void *context, const char *table, int64_t at)
{
    struct process *process = context;
    struct world *world = process->world;
    (void)table;
    for (uint32_t i = 0; i < world->posted; i++) {
        struct post *old = &world->posts[i];
        if (old->kind == POST_WAKE && old->hub == process->number) {
            old->at = at;
            old->life = process->life;
            return;
        }
    }
    post(world,
         (struct post){
             .kind = POST_WAKE, .hub = process->number, .life = process->life, .at = at},
         1);
}

static void host_send(void *context, void *socket, const char *bytes, size_t count)
{
    struct world *world = ((struct process *)context)->world;
    struct player *player = socket;
    post(world,
         (struct post){.kind = POST_TOLD,
                       .client = (int)(player - world->players),
                       .life = player->life,
                       .text = strndup(bytes, count)},
         10);
}

static void start(struct world *world, int number)
{
    struct process *process = &world->process[number];
    struct host host = {process,   host_now,   host_random, host_append,
                        host_read, host_think, host_wake,   host_send};
    process->world = world;
    process->number = number;
    process->life++;
    process->hub = hub_new(&host);
    assert_non_null(process->hub);
}

/* ---- Clients ---- */

static void speak(struct world *world, struct player *player, json_t *json)
{
    char *text = json_dumps(json, JSON_COMPACT);
    json_decref(json);
    assert_non_null(text);
    free(player->last);
    player->last = text;
    player->patience = world->now + 400;
    post(world,
         (struct post){.kind = POST_MESSAGE,
                       .client = (int)(player - world->players),
                       .life = player->life,
                       .text = strdup(text)},
         10);
}

static void digits_of(const uint8_t bytes[PECK_HASH], char digits[2 * PECK_HASH + 1])
{
    struct peck_text text = peck_text_begin(digits, 2 * PECK_HASH + 1);
    peck_put_hash(&text, bytes);
}

static void connect_player(struct world *world, struct player *player)
{
    char token[2 * PECK_HASH + 1], hello[256];
    digits_of(player->token, token);
    player->hub = (int)below(world, HUBS);
    player->life++;
    player->client = hub_join(world->process[player->hub].hub, player, "");
    snprintf(hello, sizeof hello,
             "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\"%s%s%s}", world->table,
             player->spectator ? "" : ",\"token\":\"", player->spectator ? "" : token,
             player->spectator ? "" : "\"");
    post(world,
         (struct post){.kind = POST_MESSAGE,
                       .client = (int)(player - world->players),
                       .life = player->life,
                       .text = strdup(hello)},
         5);
}

static void cut(struct world *world, struct player *player)
{
    if (player->hub < 0)
        return;
    hub_leave(world->process[player->hub].hub, player->client);
    player->hub = -1;
    player->life++;
    world->cuts++;
}

/* Two bytes of the token tell players apart. */
static const char *fresh_id(struct player *player)
{
    snprintf(player->id, sizeof player->id, "%02x%02x-%u", player->token[0],
             player->token[1], player->messages++);
    return player->id;
}

static int seat_of(json_t *view)
{
    const json_t *viewer = json_object_get(view, "viewer");
    return json_is_integer(viewer) ? (int)json_integer_value(viewer) : -1;
}

/* Somebody is to sit down, bring a bot, get ready, show, or act. */
static void respond(struct world *world, struct player *player, json_t *told)
{
    json_t *table = json_object_get(told, "table"), *view = json_object_get(told, "view");
    json_t *chairs = json_object_get(table, "chairs"),
           *actions = json_object_get(view, "actions");
    int seat = seat_of(view);
    int free_seat = -1;
    char digits[2 * PECK_HASH + 1];
    uint8_t hash[PECK_HASH];
    if (player->spectator || player->id[0] != '\0')
        return;
    for (int i = 0; i < (int)json_array_size(chairs); i++) {
        const char *sitter =
            json_string_value(json_object_get(json_array_get(chairs, (size_t)i), "sitter"));
        if (strcmp(sitter, "nobody") == 0)
            free_seat = i;
    }
    if (strcmp(player->phase, "gathering") == 0 && seat < 0 && free_seat >= 0) {
        digits_of(player->token, digits);
        speak(world, player,
              json_pack("{s:s, s:s, s:i, s:s, s:s}", "type", "sit", "id", fresh_id(player),
                        "seat", free_seat, "name", "Ann", "token", digits));
    } else if (strcmp(player->phase, "gathering") == 0 && seat >= 0 && free_seat >= 0) {
        if (below(world, 3) == 0)
            speak(world, player,
                  json_pack("{s:s, s:s, s:i, s:s}", "type", "bot", "id", fresh_id(player),
                            "seat", free_seat, "bot", "easy"));
    } else if (strcmp(player->phase, "gathering") == 0 && seat >= 0 &&
               !json_boolean_value(
                   json_object_get(json_array_get(chairs, (size_t)seat), "ready"))) {
        peck_sha256(player->value, PECK_HASH, hash);
        digits_of(hash, digits);
        speak(world, player,
              json_pack("{s:s, s:s, s:s}", "type", "ready", "id", fresh_id(player), "hash",
                        digits));
    } else if (strcmp(player->phase, "showing") == 0 && seat >= 0) {
        digits_of(player->value, digits);
        speak(world, player,
              json_pack("{s:s, s:s, s:s}", "type", "show", "id", fresh_id(player), "value",
                        digits));
    } else if (json_array_size(actions) > 0) {
        const json_t *action =
            json_array_get(actions, below(world, (uint32_t)json_array_size(actions)));
        speak(world, player,
              json_pack("{s:s, s:s, s:I, s:s}", "type", "act", "id", fresh_id(player),
                        "ply", json_integer_value(json_object_get(view, "ply")), "action",
                        json_string_value(json_object_get(action, "name"))));
    }
}

/* Nobody hears of a step that the log does not have. */
static void take_view(struct world *world, struct player *player, json_t *told)
{
    uint64_t seq = (uint64_t)json_integer_value(json_object_get(told, "seq"));
    assert_true(seq <= world->count);
    player->seq = seq;
    snprintf(player->phase, sizeof player->phase, "%s",
             json_string_value(json_object_get(json_object_get(told, "table"), "phase")));
    world->over = world->over || strcmp(player->phase, "over") == 0;
    respond(world, player, told);
}

static void take_done(struct world *world, struct player *player, json_t *told)
{
    uint64_t seq = (uint64_t)json_integer_value(json_object_get(told, "seq"));
    const char *id = json_string_value(json_object_get(told, "id"));
    char wanted[STEP_ID + 8];
    assert_true(seq < world->count);
    snprintf(wanted, sizeof wanted, "\"id\":\"%s\"", id);
    assert_non_null(strstr(world->log[seq], wanted));
    if (strcmp(id, player->id) == 0)
        player->id[0] = '\0';
    world->acks++;
}

static void hear(struct world *world, const struct post *post)
{
    struct player *player = &world->players[post->client];
    json_error_t error;
    json_t *told = json_loads(post->text, 0, &error);
    const char *type = json_string_value(json_object_get(told, "type"));
    if (world->loud)
        printf("%lld  client %d hears %.100s\n", (long long)world->now, post->client,
               post->text);
    if (strcmp(type, "view") == 0) {
        take_view(world, player, told);
    } else if (strcmp(type, "done") == 0) {
        take_done(world, player, told);
    } else if (strcmp(type, "refused") == 0) {
        player->id[0] = '\0';
        world->refusals++;
    } else {
        fail_msg("%s", post->text);
    }
    json_decref(told);
}

/* ---- What happens ---- */

/* The store: the number decides; now and then it fails. */
static void take_append(struct world *world, struct post *post)
{
    struct append *append = &post->append;
    enum append_result result = append->seq == world->count ? APPEND_DONE : APPEND_CONFLICT;
    if (below(world, 200) == 0)
        result = APPEND_FAILED;
    world->conflicts += result == APPEND_CONFLICT;
    world->failures += result == APPEND_FAILED;
    if (result == APPEND_DONE) {
        if (world->count == world->room) {
            world->room = world->room == 0 ? 64 : world->room * 2;
            world->log = realloc(world->log, world->room * sizeof *world->log);
            assert_non_null(world->log);
        }
        if (world->table[0] == '\0')
            memcpy(world->table, append->table, sizeof world->table);
        if (world->loud)
            printf("%lld step %u by hub %d: %.100s\n", (long long)world->now, world->count,
                   post->hub, append->step);
        world->log[world->count++] = append->step;
    } else {
        free(append->step);
    }
    struct process *process = &world->process[post->hub];
    if (process->life == post->life) /* a dead process hears no answer */
        hub_appended(process->hub, append->table, append->seq, result, "");
    for (int i = 0; i < HUBS && result == APPEND_DONE; i++) {
        if (i != post->hub && below(world, 4) > 0) /* notices may be lost */
            hub_notice(world->process[i].hub, world->table);
    }
}

static void happen(struct world *world, struct post *post)
{
    struct process *process = &world->process[post->hub];
    struct player *player = &world->players[post->client];
    switch (post->kind) {
    case POST_APPEND: take_append(world, post); break;
    case POST_THOUGHT:
        thinking_run(post->thinking);
        if (process->life == post->life) {
            hub_thought(process->hub, post->thinking);
        } else {
            peck_match_free(&post->thinking->match);
            free(post->thinking);
        }
        break;
    case POST_WAKE:
        if (process->life == post->life)
            hub_wake(process->hub, world->table);
        break;
    case POST_MESSAGE:
        if (player->life == post->life && below(world, 100) == 0)
            cut(world, player);
        else if (player->life == post->life)
            assert_true(hub_hear(world->process[player->hub].hub, player->client,
                                 post->text, strlen(post->text)));
        free(post->text);
        break;
    case POST_TOLD:
        if (player->life == post->life && below(world, 100) == 0)
            cut(world, player);
        else if (player->life == post->life)
            hear(world, post);
        free(post->text);
        break;
    }
}

/* All that is due, in the order of its time. */
static void run_posts(struct world *world)
{
    for (;;) {
        uint32_t first = world->posted;
        for (uint32_t i = 0; i < world->posted; i++) {
            if (world->posts[i].at <= world->now &&
                (first == world->posted || world->posts[i].at < world->posts[first].at))
                first = i;
        }
        if (first == world->posted)
            return;
        struct post post = world->posts[first];
        world->posts[first] = world->posts[--world->posted];
        happen(world, &post);
    }
}

static void crash(struct world *world)
{
    int number = (int)below(world, HUBS);
    for (int i = 0; i < CLIENTS; i++) {
        if (world->players[i].hub == number)
            cut(world, &world->players[i]);
    }
    hub_free(world->process[number].hub);
    start(world, number);
    world->crashes++;
}

/* Clients come back, lose patience, and send again what was not answered. */
static void tend(struct world *world, struct player *player)
{
    if (player->hub < 0) {
        connect_player(world, player);
    } else if (below(world, 2000) == 0) {
        cut(world, player);
    } else if (player->id[0] != '\0' && player->patience < world->now) {
        player->patience = world->now + 400;
        post(world,
             (struct post){.kind = POST_MESSAGE,
                           .client = (int)(player - world->players),
                           .life = player->life,
                           .text = strdup(player->last)},
             10);
    } else if (player->id[0] == '\0' && below(world, 300) == 0) {
        cut(world, player); /* it has heard nothing for a while, perhaps */
    }
}

static void take_opened(void *context, const char *table, const char *reason)
{
    struct world *world = context;
    if (table == NULL)
        fail_msg("%s", reason);
    assert_string_equal(table, world->table);
}

static void open_world(struct world *world, uint64_t seed)
{
    static const char *const games[] = {"nothanks", "karteneck", "hexxhopp"};
    struct terms terms = {.game = peck_game_find(games[seed % 3]), .listed = true};
    peck_rng_seed(&world->rng, seed);
    world->now = 1000000;
    for (int i = 0; i < HUBS; i++)
        start(world, i);
    for (int i = 0; i < CLIENTS; i++) {
        struct player *player = &world->players[i];
        player->hub = -1;
        player->spectator = i == CLIENTS - 1;
        host_random(&world->process[0], player->token, PECK_HASH);
        host_random(&world->process[0], player->value, PECK_HASH);
    }
    peck_setup_begin(terms.game, 4, &terms.setup);
    terms.clock = seed % 2 ? CLOCK_MOVE : CLOCK_NONE;
    terms.time = 3000;
    hub_open(world->process[0].hub, &terms, take_opened, world);
    while (world->table[0] == '\0') {
        world->now++;
        run_posts(world);
    }
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* A message that took effect twice would stand twice in the log. */
static void check_once(const struct world *world)
{
    const char **ids = calloc(world->count, sizeof *ids);
    uint32_t count = 0;
    assert_non_null(ids);
    for (uint32_t i = 0; i < world->count; i++) {
        char *id = strstr(world->log[i], "\"id\":\"");
        if (id == NULL)
            continue;
        ids[count++] = id;
        id[strcspn(id, ",}")] = '\0';
    }
    qsort(ids, count, sizeof *ids, compare_texts);
    for (uint32_t i = 1; i < count; i++)
        assert_string_not_equal(ids[i - 1], ids[i]);
    assert_true(count > 0);
    free(ids);
}

static void close_world(struct world *world)
{
    for (int i = 0; i < CLIENTS; i++) {
        cut(world, &world->players[i]);
        free(world->players[i].last);
    }
    for (uint32_t i = 0; i < world->posted; i++) {
        struct post *post = &world->posts[i];
        if (post->kind == POST_APPEND)
            free(post->append.step);
        if (post->kind == POST_THOUGHT) {
            peck_match_free(&post->thinking->match);
            free(post->thinking);
        }
        free(post->text);
    }
    for (int i = 0; i < HUBS; i++)
        hub_free(world->process[i].hub);
    for (uint32_t i = 0; i < world->count; i++)
        free(world->log[i]);
    free(world->log);
    free(world);
}

struct tally {
    uint32_t over, crashes, cuts, conflicts, failures, acks, refusals;
};

static void run_seed(uint64_t seed, bool loud, struct tally *tally)
{
    struct world *world = calloc(1, sizeof *world);
    assert_non_null(world);
    world->loud = loud;
    open_world(world, seed);
    for (int i = 0; i < TICKS && !world->over; i++) {
        world->now += 1 + below(world, 10);
        run_posts(world);
        if (below(world, 800) == 0)
            crash(world);
        for (int c = 0; c < CLIENTS; c++)
            tend(world, &world->players[c]);
    }
    check_once(world);
    tally->over += world->over;
    tally->crashes += world->crashes;
    tally->cuts += world->cuts;
    tally->conflicts += world->conflicts;
    tally->failures += world->failures;
    tally->acks += world->acks;
    tally->refusals += world->refusals;
    close_world(world);
}

static void test_seeds(void **state)
{
    struct tally tally = {0};
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        run_seed(seed, false, &tally);
    printf("%u of %d over; %u acknowledged, %u refused, %u conflicts, %u failures, "
           "%u crashes, %u cuts\n",
           tally.over, SEEDS, tally.acks, tally.refusals, tally.conflicts, tally.failures,
           tally.crashes, tally.cuts);
    assert_int_equal(tally.over, SEEDS);
    assert_true(tally.crashes > SEEDS && tally.cuts > SEEDS && tally.conflicts > SEEDS &&
                tally.failures > 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_seeds)};
    struct tally tally = {0};
    if (argc == 2) {
        run_seed(strtoull(argv[1], NULL, 10), true, &tally);
        return !tally.over;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
