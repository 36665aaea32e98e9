/* simulation.c — simulates tables, clients and processes below the hub, seed by seed.
 *
 * A seeded scheduler delays, repeats and reorders messages and kills processes. The store
 * is a list of steps as JSON, as the real ones keep them; a process has its own fold of it,
 * which lags behind until it reads on. What must hold for every seed: an acknowledged
 * message is in the log once, with the number that was answered; a repeat gets the first
 * answer; whoever may not act changes nothing; a table folded anew from the log shows every
 * viewer the same bytes; the match ends and its chance verifies. `server_simulation SEED`
 * runs one seed and says what happens. */
#include "play.h"
#include "test.h"

#include "doors/server/decide.h"
#include "doors/server/tell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PROCESSES = 3,
    TICKS = 60000,
    SEEDS = 120,
    SENT = 64 /* messages of a seat that may come again */
};

struct sent {
    struct command command;
    bool acknowledged;
    uint64_t seq;
};

struct world {
    struct peck_rng rng;
    char **log;
    uint32_t count, room;
    struct table process[PROCESSES];
    struct sent sent[PECK_SEATS_MAX][SENT];
    uint32_t sent_count[PECK_SEATS_MAX];
    uint32_t conflicts, repeats, refused, crashes;
    int64_t now;
    bool loud;
};

static uint32_t below(struct world *world, uint32_t n)
{
    return peck_rng_below(&world->rng, n);
}

static struct peck_names names;

static void read_step(struct table *table, const char *text)
{
    struct step step;
    struct peck_error error;
    if (step_read(text, strlen(text), &step, &error) != PECK_OK ||
        table_fold(table, &names, &step, &error) != PECK_OK)
        fail_msg("the log does not fold: %s", error_words(&error));
    step_free(&step);
}

/* Folds what other processes have appended. */
static void catch_up(struct world *world, struct table *table)
{
    while (table->seq < world->count)
        read_step(table, world->log[table->seq]);
}

/* The store: true when the step is there, false for a conflict. */
static bool append(struct world *world, uint64_t seq, const struct step *step)
{
    struct peck_buffer buffer = {0};
    if (seq != world->count)
        return false;
    if (world->count == world->room) {
        world->room = world->room == 0 ? 64 : world->room * 2;
        world->log = realloc(world->log, world->room * sizeof *world->log);
        assert_non_null(world->log);
    }
    assert_int_equal(step_write(step, &buffer), PECK_OK);
    if (world->loud)
        printf("%u %s\n", world->count, buffer.bytes);
    world->log[world->count++] = buffer.bytes;
    return true;
}

/* One command to one process, until it is appended or refused. */
static enum refusal command(struct world *world, struct table *table,
                            const struct command *wish, uint64_t *seq)
{
    for (;;) {
        struct decision decision = table_decide(table, wish, world->now);
        if (decision.refusal != REFUSED_NOT) {
            if (table->seq < world->count) { /* final only when nothing is unread */
                catch_up(world, table);
                continue;
            }
            *seq = decision.seq;
            world->refused++;
            return decision.refusal;
        }
        *seq = table->seq;
        bool appended = append(world, table->seq, &decision.step);
        step_free(&decision.step);
        if (appended) {
            catch_up(world, table);
            return REFUSED_NOT;
        }
        world->conflicts++;
        catch_up(world, table);
    }
}

static void open_table(struct world *world, const struct peck_game *game)
{
    struct step step = {.at = world->now, .opens = true};
    struct terms *terms = &step.terms;
    struct peck_error error;
    union peck_state state;
    terms->game = game;
    do {
        int seats = game->seats_min +
                    (int)below(world, (uint32_t)(game->seats_max - game->seats_min + 1));
        peck_setup_begin(game, seats, &terms->setup);
    } while (peck_init(game, &state, &terms->setup, &error) != PECK_OK);
    terms->clock = below(world, CLOCK_KINDS);
    terms->time = 1000;
    for (int i = 0; i < PECK_HASH; i++)
        terms->secret[i] = (uint8_t)below(world, 256);
    peck_sha256(terms->secret, PECK_HASH, terms->commitment);
    assert_true(append(world, 0, &step));
    for (int i = 0; i < PROCESSES; i++)
        catch_up(world, &world->process[i]);
}

static void put_words(struct command *wish, const char *words)
{
    struct peck_text text = peck_text_begin(wish->text, sizeof wish->text);
    peck_put(&text, words);
}

/* A seat's token and value are made of its number; the last byte tells them apart. */
static void secret_of(int seat, uint8_t kind, uint8_t bytes[PECK_HASH])
{
    memset(bytes, 0x40 + seat, PECK_HASH);
    bytes[PECK_HASH - 1] = kind;
}

static void put_action(struct world *world, const struct table *table, int seat,
                       struct command *wish)
{
    static uint32_t actions[PECK_ACTIONS_MAX];
    const struct peck_match *match = &table->match;
    wish->ply = match->count;
    if (table->phase != PHASE_PLAYING || below(world, 10) == 0) {
        put_words(wish, "roll"); /* most likely not legal */
        return;
    }
    uint32_t movers = match->game->movers(&match->state);
    int who = movers >> seat & 1 ? seat : (int)below(world, (uint32_t)match->setup.seats);
    uint32_t count = match->game->legal(&match->state, who, actions);
    struct peck_text text = peck_text_begin(wish->text, sizeof wish->text);
    if (count > 0)
        match->game->action_name(actions[below(world, count)], &text);
}

/* What a client at a seat, or wishing to be, might send. */
static struct command wish_of(struct world *world, const struct table *table, int seat)
{
    struct command wish = {.by = seat, .target = seat};
    uint8_t value[PECK_HASH];
    switch (below(world, table->phase == PHASE_PLAYING ? 40 : 12)) {
    case 0:
        wish.kind = COMMAND_SIT;
        wish.by = BY_SPECTATOR;
        put_words(&wish, "Zoë");
        secret_of(seat, 1, value);
        peck_sha256(value, PECK_HASH, wish.bytes);
        break;
    case 1:
        wish.kind = COMMAND_BOT;
        wish.target = (int)below(world, 8);
        put_words(&wish, below(world, 3) == 0 ? "nobody" : "easy");
        break;
    case 2: wish.kind = COMMAND_LEAVE; break;
    case 3: wish.kind = COMMAND_BACK; break;
    case 4:
    case 5:
        wish.kind = COMMAND_READY;
        secret_of(seat, 2, value);
        peck_sha256(value, PECK_HASH, wish.bytes);
        break;
    case 6:
    case 7:
        wish.kind = COMMAND_SHOW;
        secret_of(seat, (uint8_t)(below(world, 8) == 0 ? 3 : 2), wish.bytes);
        break;
    case 8:
        wish.kind = COMMAND_CHAT;
        put_words(&wish, "hello \"there\"");
        break;
    case 9: wish.kind = COMMAND_FREE; break;
    case 10: wish.kind = COMMAND_AGAIN; break;
    case 11: wish.kind = below(world, 2) ? COMMAND_CLOSE : COMMAND_NEXT; break;
    default: wish.kind = COMMAND_ACT; put_action(world, table, seat, &wish);
    }
    return wish;
}

/* Who has the token sits there; anybody else is a spectator. */
static int seat_by_token(const struct table *table, int seat)
{
    uint8_t token[PECK_HASH], hash[PECK_HASH];
    secret_of(seat, 1, token);
    peck_sha256(token, PECK_HASH, hash);
    return table_seat(table, hash) == seat ? seat : BY_SPECTATOR;
}

/* Sends a new message, or one again that was sent before, to any process. */
static void client_speaks(struct world *world)
{
    struct table *table = &world->process[below(world, PROCESSES)];
    int seat = (int)below(world, (uint32_t)table->terms.setup.seats);
    uint32_t count = world->sent_count[seat], kept = count < SENT ? count : SENT;
    bool again = kept > 0 && below(world, 6) == 0;
    struct sent *sent =
        again ? &world->sent[seat][below(world, kept)] : &world->sent[seat][count % SENT];
    if (!again) {
        struct command wish = wish_of(world, table, seat);
        if (wish.by >= 0)
            wish.by = seat_by_token(table, seat);
        snprintf(wish.id, sizeof wish.id, "%d-%u", seat, count);
        *sent = (struct sent){.command = wish};
        world->sent_count[seat]++;
    }
    uint64_t seq;
    enum refusal refusal = command(world, table, &sent->command, &seq);
    bool named = sent->command.by >= 0;
    if (again && sent->acknowledged && named) { /* never a second effect */
        assert_int_equal(refusal, REFUSED_REPEAT);
        assert_int_equal(seq, sent->seq);
        world->repeats++;
    }
    if (refusal == REFUSED_NOT) {
        sent->acknowledged = true;
        sent->seq = seq;
    }
}

/* Bots and clocks: any process may act for them, and two may at once. */
static void server_acts(struct world *world)
{
    static uint32_t actions[PECK_ACTIONS_MAX];
    struct table *table = &world->process[below(world, PROCESSES)];
    struct due due = table_due(table);
    struct command wish = {.by = BY_SERVER, .target = due.seat};
    if (due.at > world->now)
        return;
    if (due.kind == DUE_SHOW) {
        wish.kind = COMMAND_BEGIN;
    } else if (due.kind != DUE_BOT && due.kind != DUE_TIME) {
        return; /* nothing that a seat does */
    } else {
        const struct peck_match *match = &table->match;
        struct peck_text text = peck_text_begin(wish.text, sizeof wish.text);
        uint32_t count = match->game->legal(&match->state, due.seat, actions);
        wish.kind = COMMAND_ACT;
        wish.ply = match->count;
        match->game->action_name(actions[below(world, count)], &text);
    }
    uint64_t seq;
    command(world, table, &wish, &seq);
}

static void crash(struct world *world)
{
    struct table *table = &world->process[below(world, PROCESSES)];
    table_free(table);
    world->crashes++;
    catch_up(world, table);
}

/* Every process, and a table folded anew, tell every viewer the same. */
static void compare(struct world *world)
{
    struct table fresh = {0};
    catch_up(world, &fresh);
    for (int viewer = 0; viewer <= fresh.terms.setup.seats; viewer++) {
        int who = viewer == fresh.terms.setup.seats ? PECK_CHANCE : viewer;
        struct peck_buffer told = {0};
        assert_int_equal(table_tell(&fresh, who, 20, &told), PECK_OK);
        for (int i = 0; i < PROCESSES; i++) {
            struct peck_buffer other = {0};
            catch_up(world, &world->process[i]);
            assert_int_equal(table_tell(&world->process[i], who, 20, &other), PECK_OK);
            assert_string_equal(told.bytes, other.bytes);
            peck_buffer_free(&other);
        }
        peck_buffer_free(&told);
    }
    table_free(&fresh);
}

/* The record of the match, read and verified as a stranger would. */
static void verify(const struct table *table)
{
    struct peck_buffer record = {0};
    struct peck_match match;
    struct peck_fair fair;
    struct peck_error error;
    bool found;
    uint32_t ply;
    assert_int_equal(table_record(table, -1, &record), PECK_OK);
    struct peck_reader *reader = malloc(sizeof *reader);
    assert_non_null(reader);
    *reader = peck_reader_begin(record.bytes, record.length);
    assert_int_equal(peck_record_read(reader, &match, &error), PECK_OK);
    assert_int_equal(peck_fair_read(record.bytes, record.length, &fair, &found, &error),
                     PECK_OK);
    assert_true(found);
    if (peck_fair_verify(&match, &fair, &ply, &error) != PECK_OK)
        fail_msg("%s", error_words(&error));
    peck_match_free(&match);
    peck_buffer_free(&record);
    free(reader);
}

static void tick(struct world *world)
{
    world->now += below(world, 40);
    if (below(world, 300) == 0)
        crash(world);
    switch (below(world, 40)) {
    case 0:
    case 1:
    case 2:
    case 3:
    case 4: catch_up(world, &world->process[below(world, PROCESSES)]); break;
    default:
        if (below(world, 2))
            client_speaks(world);
        else
            server_acts(world);
    }
}

static void world_free(struct world *world)
{
    for (int i = 0; i < PROCESSES; i++)
        table_free(&world->process[i]);
    for (uint32_t i = 0; i < world->count; i++)
        free(world->log[i]);
    free(world->log);
    free(world);
}

/* What happened over all seeds: a run in which nothing went wrong would prove nothing. */
struct tally {
    uint32_t over, conflicts, repeats, crashes;
};

static void run_seed(uint64_t seed, bool loud, struct tally *tally)
{
    /* Heckmeck played at random takes thousands of plies, so it comes less often. */
    static const char *const games[] = {"nothanks",  "karteneck", "hexxhopp", "nothanks",
                                        "karteneck", "hexxhopp",  "nothanks", "heckmeck"};
    struct world *world = calloc(1, sizeof *world);
    assert_non_null(world);
    peck_rng_seed(&world->rng, seed);
    world->now = 1000000;
    world->loud = loud;
    open_table(world, peck_game_find(games[seed % 8]));
    int ticks = 0;
    for (; ticks < TICKS && world->process[0].phase != PHASE_OVER; ticks++)
        tick(world);
    compare(world);
    if (world->process[0].phase == PHASE_OVER) {
        verify(&world->process[0]);
        tally->over++;
    }
    if (loud)
        printf("seed %llu: %u steps, %u conflicts, %u repeats, %u refused, %u crashes\n",
               (unsigned long long)seed, world->count, world->conflicts, world->repeats,
               world->refused, world->crashes);
    tally->conflicts += world->conflicts;
    tally->repeats += world->repeats;
    tally->crashes += world->crashes;
    world_free(world);
}

TEST(test_seeds)
{
    struct tally tally = {0};
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        run_seed(seed, false, &tally);
    assert_true(tally.over > SEEDS * 9 / 10); /* a random match may be longer */
    assert_true(tally.conflicts > SEEDS && tally.repeats > SEEDS && tally.crashes > SEEDS);
}

int main(int argc, char **argv)
{
    struct tally tally = {0};
    if (argc == 2) {
        run_seed(strtoull(argv[1], NULL, 10), true, &tally);
        return 0;
    }
    return test_run(NULL, NULL);
}
