/* tell_story.c — a finished match in a sentence or two: what decided it, and by how much.
 *
 * It is read off the points after every ply. What decided the match is the last ply by
 * which the winner passed the rival; where there is none, the one that brought the winner
 * the most against the rival. The rival is the only person at the table, if that one has
 * lost, else the second. An analysis knows better, and takes seconds; this takes none. */
#include "tell.h"

#include <string.h>

enum { SENTENCE = 512 };

/* The winner and the rival; false: several have won, or all have. */
static bool find_pair(const struct session *session, const uint8_t places[], int *winner,
                      int *rival)
{
    int winners = 0;
    *rival = -1;
    for (int seat = 0; seat < session->match.setup.seats; seat++) {
        if (places[seat] == 1) {
            *winner = seat;
            winners++;
        } else if (session->persons == 1u << seat ||
                   (*rival < 0 ||
                    (places[seat] < places[*rival] && session->persons != 1u << *rival))) {
            *rival = seat;
        }
    }
    return winners == 1 && *rival >= 0;
}

/* By how many points the winner is before the rival. */
static int32_t lead_in(const struct peck_game *game, const union peck_state *state,
                       int winner, int rival)
{
    int32_t points[PECK_SEATS_MAX];
    uint8_t places[PECK_SEATS_MAX];
    game->score(state, points, places);
    int32_t lead = points[winner] - points[rival];
    return game->low_wins ? -lead : lead;
}

/* The number of the ply that decided it. */
static uint32_t decisive(const struct session *session, int winner, int rival)
{
    const struct peck_match *match = &session->match;
    union peck_state state;
    peck_match_state_at(match, 0, &state);
    uint32_t passed = UINT32_MAX, best = 0;
    int32_t most = INT32_MIN, before = lead_in(match->game, &state, winner, rival);
    for (uint32_t i = 0; i < match->count; i++) {
        match->game->apply(&state, match->plies[i].seat, match->plies[i].action);
        int32_t after = lead_in(match->game, &state, winner, rival);
        if (before <= 0 && after > 0)
            passed = i;
        if (after - before > most) {
            most = after - before;
            best = i;
        }
        before = after;
    }
    return passed != UINT32_MAX ? passed : best;
}

void tell_story(const struct session *session, struct peck_text *text)
{
    const struct peck_match *match = &session->match;
    char sentence[SENTENCE], counted[64];
    int32_t points[PECK_SEATS_MAX];
    uint8_t places[PECK_SEATS_MAX];
    int winner = 0, rival = -1;
    match->game->score(&match->state, points, places);
    if (!find_pair(session, places, &winner, &rival))
        return;
    bool alone = session->persons != 0 && (session->persons & (session->persons - 1)) == 0;
    struct peck_text told = peck_text_begin(sentence, sizeof sentence);
    tell_ply(session, decisive(session, winner, rival),
             alone ? __builtin_ctz(session->persons) : PECK_CHANCE, &told);
    int32_t behind = points[winner] - points[rival];
    struct peck_text count = peck_text_begin(counted, sizeof counted);
    say(&count, session->language, MESSAGE_COUNT_POINTS,
        (struct say_value[]){{"count", .number = behind < 0 ? -behind : behind}, {0}});
    enum message message =
        session_is_you(session, rival) ? MESSAGE_RESULT_STORY_YOU : MESSAGE_RESULT_STORY;
    if (behind == 0)
        message = MESSAGE_RESULT_STORY_EQUAL;
    say(text, session->language, message,
        (struct say_value[]){{"sentence", .text = sentence},
                             {"who", .text = session_name(session, rival)},
                             {"points", .text = counted},
                             {0}});
}
