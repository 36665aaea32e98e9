/* tell_result.c — the end of a match in sentences: who has won, and what decided it.
 *
 * What decided it is read off an analysis (peck/analysis.h), which has every player's
 * chance of winning after each ply. Three lists are made, of at most TOLD plies each: those
 * that changed somebody's chance the most, the costliest mistakes, and the luckiest rolls
 * and draws. A list is a `struct kind`: a function that measures a ply, and the messages to
 * print. What is too small to notice is left out, and a list with nothing in it has no
 * heading. */
#include "tell.h"

#include <math.h>
#include <string.h>

enum {
    TOLD = 3,         /* plies of each kind */
    WHOLE_ROOM = 512, /* a ply's sentence */
};

/* Less than this is not worth a line: half of what makes a decision inaccurate. */
static const double least = 0.01;

/* ---- Places ---- */

static void tell_winners(const struct session *session, const uint8_t places[],
                         struct peck_text *text)
{
    char list[PECK_SEATS_MAX * (SESSION_SHOWN_MAX + 8)];
    struct peck_text names = peck_text_begin(list, sizeof list);
    uint32_t winners = 0;
    for (int seat = 0; seat < session->match.setup.seats; seat++)
        winners |= places[seat] == 1 ? 1u << seat : 0;
    tell_seats(session, winners, &names);
    enum message message = MESSAGE_RESULT_SHARED;
    if ((winners & (winners - 1)) == 0)
        message = session_is_you(session, __builtin_ctz(winners)) ? MESSAGE_RESULT_WIN_YOU
                                                                  : MESSAGE_RESULT_WIN;
    say(text, session->language, message,
        (struct say_value[]){{"who", .text = list}, {"list", .text = list}, {0}});
    peck_put_char(text, '\n');
}

void tell_places(const struct session *session, const int32_t points[],
                 const uint8_t places[], struct peck_text *text)
{
    int seats = session->match.setup.seats;
    tell_winners(session, places, text);
    for (int place = 1; place <= seats; place++) {
        for (int seat = 0; seat < seats; seat++) {
            if (places[seat] != place)
                continue;
            char counted[64];
            struct peck_text count = peck_text_begin(counted, sizeof counted);
            say(&count, session->language, MESSAGE_COUNT_POINTS,
                (struct say_value[]){{"count", .number = points[seat]}, {0}});
            say(text, session->language, MESSAGE_RESULT_PLACE,
                (struct say_value[]){{"place", .number = place},
                                     {"who", .text = session_name(session, seat)},
                                     {"points", .text = counted},
                                     {0}});
            peck_put_char(text, '\n');
        }
    }
}

void tell_result(const struct session *session, struct peck_text *text)
{
    const struct peck_match *match = &session->match;
    int32_t points[PECK_SEATS_MAX];
    uint8_t places[PECK_SEATS_MAX];
    match->game->score(&match->state, points, places);
    tell_places(session, points, places, text);
}

/* ---- What decided it ---- */

/* One kind of telling ply: how much a ply was of it, and for which seat. */
struct kind {
    enum message head, line;
    double (*of)(const struct peck_analysis *analysis, uint32_t index, int *seat);
};

static double value_before(const struct peck_analysis *analysis, uint32_t index, int seat)
{
    return index > 0 ? analysis->steps[index - 1].value[seat] : analysis->seat[seat].start;
}

static double swing(const struct peck_analysis *analysis, uint32_t index, int *seat)
{
    double most = 0;
    for (int s = 0; s < analysis->match->setup.seats; s++) {
        double change =
            fabs(analysis->steps[index].value[s] - value_before(analysis, index, s));
        if (change > most) {
            most = change;
            *seat = s;
        }
    }
    return most;
}

static double loss(const struct peck_analysis *analysis, uint32_t index, int *seat)
{
    const struct peck_step *step = &analysis->steps[index];
    *seat = step->seat;
    return step->seat == PECK_CHANCE || step->quality == PECK_FORCED ? 0 : step->loss;
}

static double luck(const struct peck_analysis *analysis, uint32_t index, int *seat)
{
    double most = 0;
    const struct peck_step *step = &analysis->steps[index];
    for (int s = 0; s < analysis->match->setup.seats && step->seat == PECK_CHANCE; s++) {
        if (step->luck[s] > most) {
            most = step->luck[s];
            *seat = s;
        }
    }
    return most;
}

/* The plies with the most of it, the greatest first; returns how many. */
static int find_most(const struct peck_analysis *analysis, const struct kind *kind,
                     uint32_t plies[])
{
    int count = 0, seat;
    double amount[TOLD + 1];
    for (uint32_t i = 0; i < analysis->match->count; i++) {
        double value = kind->of(analysis, i, &seat);
        if (value < least)
            continue;
        int at = count;
        for (; at > 0 && amount[at - 1] < value; at--) {
            amount[at] = amount[at - 1];
            plies[at] = plies[at - 1];
        }
        amount[at] = value;
        plies[at] = i;
        count += count < TOLD;
    }
    return count;
}

/* A share as per cent, into a buffer. */
static const char *per_cent(const struct session *session, double share, char room[16])
{
    struct peck_text text = peck_text_begin(room, 16);
    say_decimal(&text, session->language, 100 * share, 0);
    return room;
}

static void put_change(const struct session *session, const struct peck_analysis *analysis,
                       uint32_t index, int seat, struct peck_text *text)
{
    char before[16], after[16];
    per_cent(session, value_before(analysis, index, seat), before);
    per_cent(session, analysis->steps[index].value[seat], after);
    say(text, session->language, MESSAGE_RESULT_CHANGE,
        (struct say_value[]){{"who", .text = session_name(session, seat)},
                             {"before", .text = before},
                             {"after", .text = after},
                             {0}});
}

/* One line on one ply; its message says which of the values it needs. */
static void tell_one(const struct session *session, const struct peck_analysis *analysis,
                     uint32_t index, const struct kind *kind, struct peck_text *text)
{
    char sentence[WHOLE_ROOM], change[WHOLE_ROOM], best[WHOLE_ROOM], amount[16];
    struct peck_text ply = peck_text_begin(sentence, sizeof sentence);
    struct peck_text list = peck_text_begin(change, sizeof change);
    struct peck_text better = peck_text_begin(best, sizeof best);
    const struct peck_step *step = &analysis->steps[index];
    struct session_turn turn = {.persons = session->persons};
    int seat = 0;
    per_cent(session, kind->of(analysis, index, &seat), amount);
    tell_ply(session, index, session_viewer(session, &turn), &ply);
    if (ply.length == 0) { /* a tile of the deal, for which there is no sentence */
        session->match.game->action_name(step->action, &ply);
        peck_put_char(&ply, '.');
    }
    put_change(session, analysis, index, seat, &list);
    if (step->count > 0)
        tell_past_action(session, index,
                         analysis->estimates[step->first + step->best].action, &better);
    say(text, session->language, kind->line,
        (struct say_value[]){{"ply", .number = index + 1},
                             {"sentence", .text = sentence},
                             {"list", .text = change},
                             {"loss", .text = amount},
                             {"luck", .text = amount},
                             {"best", .text = best},
                             {"who", .text = session_name(session, seat)},
                             {0}});
    peck_put_char(text, '\n');
}

void tell_turning_points(const struct session *session,
                         const struct peck_analysis *analysis, struct peck_text *text)
{
    static const struct kind kinds[] = {
        {MESSAGE_RESULT_TURNING, MESSAGE_RESULT_SWING, swing},
        {MESSAGE_RESULT_ERRORS, MESSAGE_RESULT_ERROR, loss},
        {MESSAGE_RESULT_LUCK, MESSAGE_RESULT_LUCKY, luck}};
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        uint32_t plies[TOLD + 1];
        int count = find_most(analysis, &kinds[kind], plies);
        if (count == 0)
            continue;
        peck_put(text, say_literal(session->language, kinds[kind].head));
        peck_put_char(text, '\n');
        for (int i = 0; i < count; i++)
            tell_one(session, analysis, plies[i], &kinds[kind], text);
    }
}
