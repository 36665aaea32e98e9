/* answers.c — prints what the bots `normal` and `hard` do at a few positions of every game,
 * with a budget of work and not of time. tools/ports.sh compares the lines of different
 * processors: a network read in the wrong byte order, say, plays legally but badly. */
#include <peck/bot.h>

#include <stdio.h>
#include <stdlib.h>

enum { PLIES = 12, WORK = 64 };

static void must(enum peck_status status)
{
    if (status != PECK_OK)
        exit(1);
}

/* The name of the action that the bot takes. */
static uint32_t answer(const struct peck_match *match, int seat, const char *bot,
                       struct peck_rng *rng)
{
    struct peck_player player;
    struct peck_error error;
    struct peck_thought thought = {0};
    char name[PECK_NAME_MAX];
    must(peck_player_find(match->game, bot, &player, &error));
    player.budget = (struct peck_budget){.work = WORK};
    must(peck_player_think(&player, match, seat, rng, &thought));
    struct peck_text text = peck_text_begin(name, sizeof name);
    match->game->action_name(thought.action, &text);
    printf("%s, %d seats, ply %u, %s: %s\n", match->game->name, match->setup.seats,
           (unsigned)match->count, bot, name);
    return thought.action;
}

/* The first plies of a match in which `hard` plays for everybody. */
static void play(const struct peck_game *game, int seats)
{
    struct peck_match match;
    struct peck_setup setup;
    struct peck_error error;
    struct peck_rng rng;
    peck_setup_begin(game, seats, &setup);
    must(peck_match_begin(&match, game, &setup, &error));
    peck_rng_seed(&rng, 5);
    for (int i = 0; i < PLIES; i++) {
        must(peck_match_chance(&match, &rng, &error));
        uint32_t movers = game->movers(&match.state);
        if (movers == 0)
            break;
        int seat = peck_rng_bit(&rng, movers);
        answer(&match, seat, "normal", &rng);
        must(peck_match_play(&match, seat, answer(&match, seat, "hard", &rng), &error));
    }
    peck_match_free(&match);
}

int main(void)
{
    for (int i = 0; i < peck_game_count; i++) {
        play(peck_games[i], peck_games[i]->seats_min);
        play(peck_games[i], 4);
    }
    return 0;
}
