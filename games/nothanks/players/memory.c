/* memory.c — replays the plies a seat saw, and learns from them how the others play.
 *
 * Beliefs are a function of all plies of the match, and each card needs the minds of
 * everybody (auction.h), which is most of a strong player's time. Reading the match again
 * at each decision would multiply that by the length of the match. So each thread keeps
 * what it read last, with the plies it was read from. When it is asked about a match that
 * begins with just these plies, it goes on from there; otherwise it starts again. The
 * result is the same either way. Since everything is played openly, all seats of a match
 * read the same, and the bots at one table share the work.
 *
 * A forced take, without a chip to refuse with, teaches nothing. */
#include "memory.h"

#include <string.h>

/* What the plies of a match show, up to one of them. Working out everybody's beliefs again
 * for each card of a long match, at each decision, would be most of a strong player's time;
 * so a thread keeps what it read last, and goes on from there when it is asked about the
 * same match again. All is played openly: every seat of a match reads the same. */
struct reading {
    struct peck_setup setup;
    uint32_t count;
    struct peck_ply plies[1 + DECK * (1 + CHAIN_MAX)]; /* who begins; flips and chains */
    struct nothanks state;
    struct beliefs beliefs;
    struct minds minds; /* about the card up … */
    int step;           /* … and how often it was refused */
};

static void begin_match(struct nothanks *s, const struct peck_seat *seat)
{
    union peck_state start;
    enum peck_status begun = seat->game->init(&start, seat->setup, NULL);
    PECK_ASSERT(begun == PECK_OK);
    (void)begun;
    memcpy(s, &start, sizeof *s);
}

static bool same_setup(const struct peck_setup *a, const struct peck_setup *b)
{
    return a->seats == b->seats && memcmp(a->option, b->option, sizeof a->option) == 0;
}

/* True when what was read is the beginning of what the seat saw. */
static bool goes_on(const struct reading *reading, const struct peck_seat *seat)
{
    if (reading->count == 0 || reading->count > seat->count ||
        !same_setup(&reading->setup, seat->setup))
        return false;
    for (uint32_t i = 0; i < reading->count; i++) {
        if (reading->plies[i].action != seat->plies[i].action ||
            reading->plies[i].seat != seat->plies[i].seat)
            return false;
    }
    return true;
}

static void begin_reading(struct reading *reading, const struct peck_seat *seat)
{
    begin_match(&reading->state, seat);
    reading->setup = *seat->setup;
    reading->count = 0;
    nothanks_beliefs_begin(&reading->beliefs);
}

/* What a decision says about the seat; a forced one says nothing. */
static void learn(struct reading *reading, bool took)
{
    int seat = reading->state.turn, step = reading->step++;
    if (reading->state.chips[seat] > 0)
        nothanks_mixture_learn(reading->beliefs.of[seat],
                               nothanks_minds_odds(&reading->minds, step), took);
}

static void read_on(struct reading *reading, const struct peck_seat *seat,
                    const struct nets *nets)
{
    struct beliefs views[SEATS_MAX];
    struct nothanks *s = &reading->state;
    for (; reading->count < seat->count; reading->count++) {
        struct peck_ply ply = seat->plies[reading->count];
        if (ply.seat != PECK_CHANCE)
            learn(reading, ply.action == VERB_TAKE);
        seat->game->apply(s, ply.seat, ply.action);
        if (VERB(ply.action) == VERB_FLIP) {
            reading->step = 0;
            nothanks_beliefs_views(&reading->beliefs, s->seats, views);
            nothanks_minds_read(&reading->minds, nets, s, ~0u, views);
        }
        reading->plies[reading->count] = ply;
    }
}

static void recall_people(struct memory *memory, const struct peck_seat *seat,
                          const struct nets *nets)
{
    static _Thread_local struct reading last;
    if (!goes_on(&last, seat))
        begin_reading(&last, seat);
    read_on(&last, seat, nets);
    memory->worlds[0] = last.state;
    memory->beliefs = last.beliefs;
}

static void recall_chips(struct memory *memory, const struct peck_seat *seat)
{
    begin_match(&memory->worlds[0], seat);
    for (uint32_t i = 0; i < seat->count; i++)
        seat->game->apply(&memory->worlds[0], seat->plies[i].seat, seat->plies[i].action);
}

static bool has_blanks(const struct nothanks *s)
{
    return memchr(s->chips, BLANK, s->seats) != NULL;
}

void nothanks_recall(struct memory *memory, const struct peck_seat *seat,
                     const struct nets *nets, struct peck_rng *rng)
{
    const struct nothanks *view = (const void *)seat->view;
    memory->seat = seat->seat;
    memory->count = 1;
    nothanks_beliefs_begin(&memory->beliefs);
    if (seat->plies != NULL) {
        if (nets != NULL)
            recall_people(memory, seat, nets);
        else
            recall_chips(memory, seat);
        PECK_ASSERT(memory->worlds[0].turn == seat->seat &&
                    memory->worlds[0].phase == PHASE_CHOICE);
        nothanks_beliefs_views(&memory->beliefs, view->seats, memory->by_seat);
        return;
    }
    nothanks_beliefs_views(&memory->beliefs, view->seats, memory->by_seat);
    memory->count = has_blanks(view) ? WORLDS_MAX : 1;
    for (int i = 0; i < memory->count; i++) {
        memory->worlds[i] = *view;
        if (memory->count > 1)
            seat->game->determinize(&memory->worlds[i], seat->seat, rng);
    }
}
