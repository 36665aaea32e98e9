/* player.c — plays by the protocol; finds what it needs in a view by searching its text.
 *
 * Thousands of players share one thread, so messages are not parsed as JSON. The player
 * trusts its server; tests/server checks the server with a real parser. */
#include "player.h"

#include <peck/pack.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 2 * PECK_HASH + 1 };

static void digits_of(const uint8_t bytes[PECK_HASH], char digits[DIGITS])
{
    struct peck_text text = peck_text_begin(digits, DIGITS);
    peck_put_hash(&text, bytes);
}

const struct peck_game *player_game(void)
{
    for (int i = 0; i < peck_game_count; i++) {
        if (peck_pack_of(peck_games[i])->boxes[0].seats == PLAYER_SEATS)
            return peck_games[i];
    }
    fprintf(stderr, "no game is usually played with %d seats\n", PLAYER_SEATS);
    exit(1);
}

void player_begin(struct player *player, const char *table, int seat, uint64_t number)
{
    *player = (struct player){.seat = seat};
    snprintf(player->table, sizeof player->table, "%s", table);
    peck_rng_seed(&player->rng, number);
    for (int i = 0; i < PECK_HASH; i++) {
        player->token[i] = (uint8_t)peck_rng_below(&player->rng, 256);
        player->value[i] = (uint8_t)peck_rng_below(&player->rng, 256);
    }
    memcpy(player->token, &number, sizeof number); /* no two have the same */
}

void player_hello(const struct player *player, char message[PLAYER_MESSAGE])
{
    char token[DIGITS];
    digits_of(player->token, token);
    bool seated = player->seat >= 0;
    snprintf(message, PLAYER_MESSAGE,
             "{\"type\":\"hello\",\"protocol\":1,\"table\":\"%s\"%s%s%s}", player->table,
             seated ? ",\"token\":\"" : "", seated ? token : "", seated ? "\"" : "");
}

/* What stands behind the first `key` in the text; NULL: it is not there. */
static const char *behind(const char *text, const char *key)
{
    const char *found = strstr(text, key);
    return found != NULL ? found + strlen(key) : NULL;
}

static int64_t number_behind(const char *text, const char *key)
{
    const char *found = behind(text, key);
    return found != NULL ? strtoll(found, NULL, 10) : -1;
}

static bool starts(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

static void take_view(struct player *player, const char *message)
{
    const char *phase = behind(message, "\"phase\":\""),
               *view = behind(message, ",\"view\":{"), *name = NULL;
    player->seq = number_behind(message, "\"seq\":");
    player->choices = 0;
    if (phase == NULL || view == NULL)
        return;
    player->gathering = starts(phase, "gathering");
    player->showing = starts(phase, "showing");
    player->over = starts(phase, "over") || starts(phase, "closed");
    if (!player->gathering && !player->showing)
        player->stage = PLAYER_PLAYS; /* a value shown too late has no part in the dice */
    player->ply = number_behind(view, "\"ply\":");
    name = behind(view, "\"actions\":[");
    while (name != NULL && *name == '{' && player->choices < 2) {
        name = behind(name, "\"name\":\"");
        size_t length = name != NULL ? strcspn(name, "\"") : PECK_NAME_MAX;
        if (length >= PECK_NAME_MAX)
            return;
        char *action = player->actions[player->choices++];
        memcpy(action, name, length);
        action[length] = '\0';
        name = behind(name, "}"); /* nothing in an action has braces of its own */
        name = name != NULL && *name == ',' ? name + 1 : NULL;
    }
}

/* Whether the answer is to what waits. */
static bool answers(const struct player *player, const char *message)
{
    const char *id = behind(message, "\"id\":\"");
    size_t length = strlen(player->id);
    return length > 0 && id != NULL && strncmp(id, player->id, length) == 0 &&
           id[length] == '"';
}

static bool is_unavailable(const char *message)
{
    const char *code = behind(message, "\"code\":\"");
    return code != NULL && starts(code, "unavailable\"");
}

enum player_heard player_hear(struct player *player, const char *message)
{
    const char *type = behind(message, "\"type\":\"");
    if (type == NULL || starts(type, "error"))
        return HEARD_ERROR;
    if (starts(type, "view")) {
        take_view(player, message);
        return HEARD_VIEW;
    }
    bool done = starts(type, "done");
    if (!done && !starts(type, "refused"))
        return HEARD_OTHER;
    if (!done && answers(player, message) && is_unavailable(message))
        return HEARD_AGAIN;
    if (answers(player, message)) {
        player->id[0] = '\0';
        if (done && player->stage < PLAYER_PLAYS)
            player->stage++;
        if (done && number_behind(message, "\"seq\":") >= player->seq)
            player->choices = 0; /* it was of a view that is old now: wait for the next */
    }
    return done ? HEARD_DONE : HEARD_REFUSED;
}

static void say(struct player *player, const char *type, const char *rest)
{
    uint64_t self;
    memcpy(&self, player->token, sizeof self);
    snprintf(player->id, sizeof player->id, "%llx-%u", (unsigned long long)self,
             player->number++);
    snprintf(player->said, sizeof player->said, "{\"type\":\"%s\",\"id\":\"%s\",%s}", type,
             player->id, rest);
}

/* Mostly the last of two, which makes matches long where it is to refuse something. */
static void say_action(struct player *player)
{
    char rest[PLAYER_MESSAGE / 2];
    bool first = player->choices == 1 || peck_rng_below(&player->rng, 5) == 0;
    snprintf(rest, sizeof rest, "\"ply\":%lld,\"action\":\"%s\"", (long long)player->ply,
             player->actions[first ? 0 : 1]);
    say(player, "act", rest);
}

static void say_sit(struct player *player)
{
    char rest[PLAYER_MESSAGE / 2], token[DIGITS];
    digits_of(player->token, token);
    snprintf(rest, sizeof rest, "\"seat\":%d,\"name\":\"Load %d\",\"token\":\"%s\"",
             player->seat, player->seat, token);
    say(player, "sit", rest);
}

static void say_bytes(struct player *player, const char *type, const char *key,
                      const uint8_t bytes[PECK_HASH])
{
    char rest[PLAYER_MESSAGE / 2], digits[DIGITS];
    digits_of(bytes, digits);
    snprintf(rest, sizeof rest, "\"%s\":\"%s\"", key, digits);
    say(player, type, rest);
}

bool player_speak(struct player *player)
{
    uint8_t hash[PECK_HASH];
    if (player->seat < 0 || player->id[0] != '\0')
        return false;
    if (player->gathering && player->stage == PLAYER_SITS) {
        say_sit(player);
    } else if (player->gathering && player->stage == PLAYER_READIES) {
        peck_sha256(player->value, PECK_HASH, hash);
        say_bytes(player, "ready", "hash", hash);
    } else if (player->showing && player->stage == PLAYER_SHOWS) {
        say_bytes(player, "show", "value", player->value);
    } else if (player->choices > 0 && player->stage == PLAYER_PLAYS) {
        say_action(player);
    } else {
        return false;
    }
    return true;
}
