/* golden.c — golden files: whole matches with full dumps, and counts of action sequences.
 *
 * All are in games/<game>/tests/golden. `setups` has a line for each match: its name, the
 * seats and the options. <name>.match is a sound record of a random match, with comments at
 * three marked plies: the position line, and the view of seat 0 and of a spectator.
 * `counts` has, for the start and the middle of each match, how many sequences of actions
 * (chance's included) there are to depth 1, 2, 3 … as chess programs have perft.
 * `golden GAMES` compares those of every game; `golden --write GAMES` writes, and the
 * change is reviewed as a diff. */
#include <peck/match.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COUNTED_MANY = 5000, WORD_MAX = 32, PATH_ROOM = 512 };

struct golden {
    const struct peck_game *game;
    char name[WORD_MAX], seats[WORD_MAX];
    char options[PECK_OPTIONS_MAX][WORD_MAX]; /* up to the first that is empty */
};

/* A tool of the tests: what cannot go wrong, if it does, ends it. */
static void must(enum peck_status status, const char *what)
{
    if (status != PECK_OK) {
        fprintf(stderr, "golden: %s\n", what);
        exit(1);
    }
}

static void play_golden(const struct golden *golden, struct peck_match *match)
{
    struct peck_error error = {0};
    struct peck_setup setup;
    struct peck_rng rng;
    uint32_t actions[PECK_ACTIONS_MAX];
    const struct peck_game *game = golden->game;
    peck_setup_begin(game, atoi(golden->seats), &setup);
    for (int i = 0; i < PECK_OPTIONS_MAX && golden->options[i][0] != '\0'; i++)
        must(peck_setup_option(game, &setup, golden->options[i], &error), error.key);
    must(peck_match_begin(match, game, &setup, &error), error.key);
    must(peck_match_name(match, 0, "Zoë Żółw", &error), error.key);
    peck_rng_seed(&rng, 42);
    for (;;) {
        must(peck_match_chance(match, &rng, &error), error.key);
        uint32_t movers = game->movers(&match->state);
        if (movers == 0)
            break;
        int seat = peck_rng_bit(&rng, movers);
        uint32_t count = game->legal(&match->state, seat, actions);
        must(peck_match_play(match, seat, actions[peck_rng_below(&rng, count)], &error),
             error.key);
    }
}

static void put(struct peck_buffer *out, const char *string)
{
    must(peck_buffer_put(out, string), "no memory");
}

/* The comments of a marked ply: the match as it stood then, from every side. */
static void dump(const struct peck_match *match, uint32_t ply, struct peck_buffer *out)
{
    char line[PECK_LINE_MAX];
    struct peck_match then = *match;
    then.count = ply;
    peck_match_state_at(match, ply, &then.state);
    struct peck_text text = peck_text_begin(line, sizeof line);
    peck_encode(match->game, &then.state, &text);
    put(out, "# position ");
    put(out, line);
    put(out, "\n# view of seat 0 ");
    must(peck_view_write(&then, 0, 3, out), "no memory");
    put(out, "\n# view of a spectator ");
    must(peck_view_write(&then, PECK_CHANCE, 3, out), "no memory");
    put(out, "\n");
}

/* The record, line by line, with dumps after three plies. */
static void tell(const struct peck_match *match, struct peck_buffer *out)
{
    struct peck_buffer record = {0};
    uint32_t ply = 0;
    bool plies = false;
    must(peck_record_write(match, -1, &record), "no memory");
    for (char *line = record.bytes, *end; (end = strchr(line, '\n')) != NULL;
         line = end + 1) {
        *end = '\0';
        put(out, line);
        put(out, "\n");
        if (!plies) {
            plies = strcmp(line, "plies") == 0;
        } else if (++ply < match->count && ply % (match->count / 4) == 0) {
            dump(match, ply, out);
        }
    }
    peck_buffer_free(&record);
}

/* Sequences of actions of that length from here. */
static uint64_t count_sequences(const struct peck_game *game, const union peck_state *state,
                                int depth)
{
    uint64_t total = 0;
    for (uint32_t movers = game->movers(state); movers != 0; movers &= movers - 1) {
        int seat = __builtin_ctz(movers);
        uint32_t actions[PECK_ACTIONS_MAX];
        uint32_t count = game->legal(state, seat, actions);
        if (depth == 1) {
            total += count;
            continue;
        }
        for (uint32_t i = 0; i < count; i++) {
            union peck_state next = *state;
            game->apply(&next, seat, actions[i]);
            total += count_sequences(game, &next, depth - 1);
        }
    }
    return total;
}

/* One line of counts, to the first depth that has many. */
static void tell_counts(const char *name, const char *where, const struct peck_match *match,
                        uint32_t ply, struct peck_buffer *out)
{
    char number[32];
    union peck_state state;
    uint64_t count = 1;
    peck_match_state_at(match, ply, &state);
    put(out, name);
    put(out, where);
    for (int depth = 1; count > 0 && count < COUNTED_MANY; depth++) {
        count = count_sequences(match->game, &state, depth);
        snprintf(number, sizeof number, " %llu", (unsigned long long)count);
        put(out, number);
    }
    put(out, "\n");
}

static int settle(const char *directory, const char *file, const struct peck_buffer *out,
                  bool write)
{
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s", directory, file);
    FILE *stream = fopen(path, write ? "wb" : "rb");
    if (stream == NULL) {
        fprintf(stderr, "golden: cannot open %s\n", path);
        return 1;
    }
    int bad = 0;
    if (write) {
        bad = fwrite(out->bytes, 1, out->length, stream) != out->length;
    } else {
        char *bytes = malloc(out->length + 1);
        must(bytes != NULL && out->bytes != NULL ? PECK_OK : PECK_NO_MEMORY, "no memory");
        size_t length = fread(bytes, 1, out->length + 1, stream);
        bad = length != out->length || memcmp(bytes, out->bytes, length) != 0;
        free(bytes);
        if (bad)
            fprintf(stderr, "golden: %s differs; `make golden` and review the diff\n",
                    path);
    }
    if (fclose(stream) != 0)
        bad = 1;
    return bad;
}

/* A line of `setups`; false when it is none. */
static bool read_setup(const char *line, struct golden *golden)
{
    char(*options)[WORD_MAX] = golden->options;
    memset(golden->options, 0, sizeof golden->options);
    _Static_assert(PECK_OPTIONS_MAX == 4 && WORD_MAX == 32, "as the format has it");
    return sscanf(line, "%31s %31s %31s %31s %31s %31s", golden->name, golden->seats,
                  options[0], options[1], options[2], options[3]) >= 2;
}

static int settle_match(const char *directory, const struct golden *golden,
                        struct peck_buffer *counts, bool write)
{
    struct peck_match match;
    struct peck_buffer out = {0};
    char file[WORD_MAX + 8];
    play_golden(golden, &match);
    tell(&match, &out);
    tell_counts(golden->name, " start", &match, 0, counts);
    tell_counts(golden->name, " middle", &match, match.count / 2, counts);
    snprintf(file, sizeof file, "%s.match", golden->name);
    int bad = settle(directory, file, &out, write);
    peck_buffer_free(&out);
    peck_match_free(&match);
    return bad;
}

/* All of one game; `matches` counts them. A game need not have any. */
static int settle_game(const char *games, const struct peck_game *game, bool write,
                       int *matches)
{
    char directory[PATH_ROOM / 2], path[PATH_ROOM], line[256];
    struct golden golden = {.game = game};
    struct peck_buffer counts = {0};
    int bad = 0;
    snprintf(directory, sizeof directory, "%s/%s/tests/golden", games, game->name);
    snprintf(path, sizeof path, "%s/setups", directory);
    FILE *setups = fopen(path, "r");
    if (setups == NULL)
        return 0;
    while (fgets(line, sizeof line, setups) != NULL) {
        must(read_setup(line, &golden) ? PECK_OK : PECK_BAD_SETUP, path);
        bad |= settle_match(directory, &golden, &counts, write);
        ++*matches;
    }
    fclose(setups);
    bad |= settle(directory, "counts", &counts, write);
    peck_buffer_free(&counts);
    return bad;
}

int main(int argc, char **argv)
{
    bool write = argc == 3 && strcmp(argv[1], "--write") == 0;
    int bad = 0, matches = 0;
    if (argc != 2 && !write) {
        fprintf(stderr, "usage: golden [--write] GAMES\n");
        return 2;
    }
    for (int i = 0; i < peck_game_count; i++)
        bad |= settle_game(argv[argc - 1], peck_games[i], write, &matches);
    must(matches > 0 ? PECK_OK : PECK_NO_FILE, "no game has golden files");
    return bad;
}
