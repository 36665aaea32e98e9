/* bot.c — finds bots by name, and asks them with exactly what their seat may know.
 *
 * A name is looked up among the game's own bots first, then among those for any game
 * (general.c). peck_player_think() builds what a seat knows: the redacted state, and all
 * plies as the seat saw them, by playing the match again. A bot never gets a state that its
 * seat could not see. */
#include "general.h"

#include <peck/character.h>
#include <peck/pack.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct peck_skill no_skill;

const char *const peck_level_names[PECK_LEVELS] = {"random", "easy", "normal", "hard",
                                                   "expert"};

const struct peck_skill *peck_skill_of(const struct peck_game *game)
{
    const struct peck_pack *pack = peck_pack_of(game);
    return pack != NULL && pack->players != NULL ? pack->players : &no_skill;
}

static void put_bots(struct peck_json *json, const struct peck_game *game)
{
    const struct peck_skill *skill = peck_skill_of(game);
    bool own = skill->count > 0;
    const struct peck_bot *bots = own ? skill->bots : peck_general_bots;
    peck_json_array(json, "bots");
    for (int i = 0; i < (own ? skill->count : peck_general_bot_count); i++) {
        peck_json_object(json, NULL);
        peck_json_string(json, "name", bots[i].name);
        peck_json_string(json, "help", bots[i].help);
        peck_json_bool(json, "number", bots[i].high != 0);
        peck_json_characters(json, "characters", bots[i].name);
        peck_json_end_object(json);
    }
    peck_json_end_array(json);
}

void peck_json_games(struct peck_json *json, const char *key)
{
    peck_json_array(json, key);
    for (int i = 0; i < peck_game_count; i++) {
        peck_json_object(json, NULL);
        peck_json_game(json, peck_games[i]);
        put_bots(json, peck_games[i]);
        peck_json_end_object(json);
    }
    peck_json_end_array(json);
}

/* What follows the dash when the name is that of a bot with a parameter, else NULL. */
static const char *digits_of(const struct peck_bot *bot, const char *name)
{
    size_t length = strlen(bot->name);
    bool takes = bot->high != 0 && strncmp(name, bot->name, length) == 0;
    return takes && name[length] == '-' ? name + length + 1 : NULL;
}

/* Whether the name is the bot's, alone or with a parameter: `pimc-128`. */
static bool matches(const struct peck_bot *bot, const char *name, int *parameter)
{
    *parameter = bot->standard;
    if (peck_same(bot->name, name))
        return true;
    struct peck_error unused;
    const char *digits = digits_of(bot, name);
    if (digits == NULL)
        return false;
    struct peck_scan scan = peck_scan_begin(digits, strlen(digits), &unused);
    return peck_scan_number(&scan, bot->low, bot->high, parameter) && scan.at == scan.end;
}

static bool find_in(const struct peck_bot *bots, int count, const char *name,
                    struct peck_player *player)
{
    for (int i = 0; i < count; i++) {
        int parameter;
        if (matches(&bots[i], name, &parameter)) {
            *player = (struct peck_player){&bots[i], parameter, bots[i].budget};
            return true;
        }
    }
    return false;
}

static bool is_among(const char *name, const struct peck_bot *bots, int count)
{
    for (int i = 0; i < count; i++) {
        if (peck_same(bots[i].name, name))
            return true;
    }
    return false;
}

/* Leaves out those that `skill` has by the same name. */
static void put_names(struct peck_text *text, const struct peck_bot *bots, int count,
                      const struct peck_skill *skill)
{
    for (int i = 0; i < count; i++) {
        if (bots != skill->bots && is_among(bots[i].name, skill->bots, skill->count))
            continue;
        peck_put(text, bots == skill->bots && i == 0 ? "" : ", ");
        peck_put(text, bots[i].name);
        if (bots[i].high != 0)
            peck_put(text, "-N");
    }
}

/* As much of what was given as fits in a sentence. */
static void say_start(struct peck_error *error, const char *name, const char *words)
{
    struct peck_text text = peck_error_open(error, name);
    peck_put_bytes(&text, words, strlen(words) < 32 ? strlen(words) : 32);
}

/* Refuses a number that the bot does not take. */
static bool misnumbered(const struct peck_bot *bots, int count, const char *name,
                        struct peck_error *error)
{
    int i = 0;
    while (i < count && digits_of(&bots[i], name) == NULL)
        i++;
    if (i == count)
        return false;
    peck_error_say(error, "error.bot.number");
    peck_error_text(error, "bot", bots[i].name);
    peck_error_number(error, "low", bots[i].low);
    peck_error_number(error, "high", bots[i].high);
    say_start(error, "given", digits_of(&bots[i], name));
    return true;
}

enum peck_status peck_player_find(const struct peck_game *game, const char *name,
                                  struct peck_player *player, struct peck_error *error)
{
    const struct peck_skill *skill = peck_skill_of(game);
    if (find_in(skill->bots, skill->count, name, player) ||
        find_in(peck_general_bots, peck_general_bot_count, name, player))
        return PECK_OK;
    if (misnumbered(skill->bots, skill->count, name, error) ||
        misnumbered(peck_general_bots, peck_general_bot_count, name, error))
        return PECK_BAD_SETUP;
    peck_error_say(error, "error.bot.unknown");
    say_start(error, "bot", name);
    peck_error_text(error, "game", game->name);
    struct peck_text text = peck_error_open(error, "bots");
    put_names(&text, skill->bots, skill->count, skill);
    put_names(&text, peck_general_bots, peck_general_bot_count, skill);
    return PECK_BAD_SETUP;
}

enum peck_status peck_player_think(const struct peck_player *player,
                                   const struct peck_match *match, int seat,
                                   struct peck_rng *rng, struct peck_thought *thought)
{
    struct peck_ply *plies = malloc((match->count + 1) * sizeof *plies);
    if (plies == NULL)
        return PECK_NO_MEMORY;
    union peck_state state, view = match->state;
    peck_match_state_at(match, 0, &state);
    for (uint32_t i = 0; i < match->count; i++) {
        const struct peck_ply *ply = &match->plies[i];
        plies[i].seat = ply->seat;
        plies[i].action = match->game->seen(&state, ply->seat, ply->action, seat);
        match->game->apply(&state, ply->seat, ply->action);
    }
    match->game->redact(&view, seat);
    struct peck_seat knows = {match->game, &match->setup, seat, &view, plies, match->count};
    player->bot->think(player, &knows, rng, thought);
    free(plies);
    return PECK_OK;
}

/* Surely is by four standard errors, because the highest of a hundred noisy estimates is
 * often two or three off. */
uint32_t peck_thought_best(const struct peck_thought *thought)
{
    const struct peck_estimate *all = thought->estimates;
    const double least = 0.0005; /* what people are not shown */
    uint32_t best = 0, highest = 0;
    PECK_ASSERT(thought->count > 0);
    for (uint32_t i = 0; i < thought->count; i++) {
        if (all[i].action == thought->action)
            best = i;
        if (all[i].win > all[highest].win)
            highest = i;
    }
    double sure = 4 * hypot(all[highest].win_error, all[best].win_error);
    return all[highest].win - all[best].win > fmax(sure, least) ? highest : best;
}
