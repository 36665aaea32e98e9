/* nothanks_memory.c — see nothanks_memory.h. */
#include "nothanks_memory.h"

#include <string.h>

/* One card as it is being played for. */
struct watch {
    struct minds minds;
    int step;
};

/* What a decision tells about the seat; a forced one tells nothing. */
static void learn(struct memory *memory, struct watch *watch, const struct nothanks *s,
                  bool took)
{
    int seat = s->turn, step = watch->step++;
    if (s->chips[seat] > 0)
        mixture_learn(memory->beliefs.of[seat], watch->minds.takes[step], took);
}

static void replay(struct memory *memory, const struct peck_seat *seat,
                   const struct nets *nets)
{
    struct watch watch;
    union peck_state start;
    struct nothanks *s = &memory->worlds[0];
    enum peck_status begun = seat->game->init(&start, seat->setup, NULL);
    PECK_ASSERT(begun == PECK_OK);
    (void)begun;
    memcpy(s, &start, sizeof *s);
    for (uint32_t i = 0; i < seat->count; i++) {
        const struct peck_ply *ply = &seat->plies[i];
        if (ply->seat != PECK_CHANCE && nets != NULL)
            learn(memory, &watch, s, ply->action == VERB_TAKE);
        seat->game->apply(s, ply->seat, ply->action);
        if (VERB(ply->action) == VERB_FLIP && nets != NULL) {
            watch.step = 0;
            beliefs_views(&memory->beliefs, s->seats, memory->by_seat);
            minds_read(&watch.minds, nets, s, ~0u, memory->by_seat);
        }
    }
    PECK_ASSERT(s->turn == seat->seat && s->phase == PHASE_CHOICE);
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
    beliefs_begin(&memory->beliefs);
    if (seat->plies != NULL) {
        replay(memory, seat, nets);
        beliefs_views(&memory->beliefs, view->seats, memory->by_seat);
        return;
    }
    beliefs_views(&memory->beliefs, view->seats, memory->by_seat);
    memory->count = has_blanks(view) ? WORLDS_MAX : 1;
    for (int i = 0; i < memory->count; i++) {
        memory->worlds[i] = *view;
        if (memory->count > 1)
            seat->game->determinize(&memory->worlds[i], seat->seat, rng);
    }
}
