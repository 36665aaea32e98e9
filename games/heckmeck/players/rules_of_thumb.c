/* rules_of_thumb.c — chooses a face by a simple rule, and stops at the first tile.
 *
 * The rules differ in the face they choose. All of them end the turn as soon as a tile can
 * be had, the one with the most worms; of two with equal worms they prefer to steal. They
 * serve as opponents against which strength is measured, as the play of `easy`, and as a
 * fallback when a thread has no memory to solve a turn. */
#include "rules_of_thumb.h"

/* Worms first, then steals before the grill. */
uint32_t heckmeck_first_tile(const struct heckmeck *s)
{
    uint32_t actions[ACTIONS_MAX], count = peck_heckmeck.legal(s, s->turn, actions);
    uint32_t best = actions[0]; /* rolling, where one may; else whatever comes first */
    int most = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t verb = VERB(actions[i]);
        if (verb != VERB_TAKE && verb != VERB_STEAL)
            continue;
        int worth = 2 * tile_worms[ARGUMENT(actions[i])] + (verb == VERB_STEAL);
        if (worth > most) {
            most = worth;
            best = actions[i];
        }
    }
    return best;
}

uint32_t heckmeck_plain_aside(const struct heckmeck *s)
{
    uint32_t actions[ACTIONS_MAX];
    if (s->phase == PHASE_KEEP)
        return choosable(s) == 0 ? VERB_WEASEL : 0;
    if (s->phase == PHASE_DECIDE)
        return 0;
    peck_heckmeck.legal(s, s->turn, actions);
    return actions[0];
}

static int face_worth(const struct heckmeck *s, int face)
{
    return count_of(dice_shown(s), face) * face_value[face];
}

static bool may_choose(const struct heckmeck *s, int face)
{
    return choosable(s) >> 4 * face & 1;
}

/* Among equals the higher face. */
static int largest(const struct heckmeck *s)
{
    int best = -1;
    for (int face = 0; face < FACES; face++) {
        if (may_choose(s, face) && (best < 0 || face_worth(s, face) >= face_worth(s, best)))
            best = face;
    }
    return best;
}

/* How good the tile is that a face would allow: steals above the grill and by number; from
 * the grill by worms, then the lowest number; 0 for none. */
static int tile_at_once(const struct heckmeck *s, int face)
{
    struct heckmeck next = *s;
    peck_heckmeck.apply(&next, s->turn, VERB_KEEP + face);
    if (next.phase != PHASE_DECIDE ||
        ((next.kept & MANY_WORMS) == 0 && !red_worm_counts(&next)))
        return 0; /* HM-20 */
    int steal = steal_tile(&next, total(&next)), take = grill_tile(&next, total(&next));
    if (steal != NO_TILE)
        return 1000 + steal;
    return take == NO_TILE ? 0 : TILES * tile_worms[take] + TILES - take;
}

static int tag_face(const struct heckmeck *s)
{
    int best = -1, most = 0;
    for (int face = 0; face < FACES; face++) {
        int worth = may_choose(s, face) ? tile_at_once(s, face) : 0;
        if (worth > most) {
            most = worth;
            best = face;
        }
    }
    if (best >= 0)
        return best;
    bool two = may_choose(s, WORM) && count_of(dice_shown(s), WORM) >= 2;
    return two ? WORM : largest(s);
}

static int choose_face(enum manner manner, const struct heckmeck *s)
{
    int chosen = __builtin_popcount(faces_in(s->kept)), face = FACES - 1;
    switch (manner) {
    case MANNER_SAFE:
        while (!may_choose(s, face))
            face--;
        return face;
    case MANNER_SIMPLE: return chosen >= 2 && may_choose(s, WORM) ? WORM : largest(s);
    case MANNER_TAG: return tag_face(s);
    default: return largest(s);
    }
}

uint32_t heckmeck_plain_action(enum manner manner, const struct heckmeck *s)
{
    uint32_t aside = heckmeck_plain_aside(s);
    if (aside != 0)
        return aside;
    return s->phase == PHASE_KEEP ? VERB_KEEP + (uint32_t)choose_face(manner, s)
                                  : heckmeck_first_tile(s);
}
