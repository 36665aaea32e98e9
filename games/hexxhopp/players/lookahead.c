/* lookahead.c — adds up a placement's gain, the others' answers, and the own next move.
 *
 * The placement is laid in a copy of the rim. Its own contacts bring tiles to give away.
 * Then the others answer with the best of what they have in the figure as it will be, and
 * then the seat goes on. What the others hold is not known, so all tiles that the view does
 * not show count alike. If a share p of them reaches n contacts, the best of h such tiles
 * does so with chance 1 - (1 - p)^h; the expected worth is summed over n from these
 * chances, without dealing any hands.
 *
 * The weights come from matches against most-contacts and random-legal. In the race it
 * hardly pays to deny the others a place, because nobody knows who will be there first; in
 * `turns` it does. So the others' answers count only in `turns`. This is the judgement of
 * the level hard, and orders the candidates of expert. */
#include "lookahead.h"

#include <math.h>

static const double threat_weight = 1; /* in `turns` only */
static const double own_weight_race = 0.3, own_weight_turns = 0.2;
static const double fit_weight = 0.2; /* of each own tile that has a place, in `turns` */
static const double round_won = 25;   /* in tiles */

/* Tiles that the seat's view does not show: with others, or not in the round. */
static struct set hidden_tiles(const struct hexxhopp *s, const struct set *mine, int placed)
{
    struct set rest = set_all();
    for (int i = 0; i < s->laid; i++)
        set_remove(&rest, s->stone[i].tile);
    for (int seat = 0; seat < s->seats; seat++) {
        if (s->open[seat] != NONE)
            set_remove(&rest, s->open[seat]);
    }
    for (int i = 0; i < 2; i++)
        rest.word[i] &= ~mine->word[i];
    set_remove(&rest, placed);
    return rest;
}

/* What placing a tile with so many contacts is worth to somebody with so many tiles: those
 * it gets rid of, and those that others get. */
static double worth(int contacts, int tiles)
{
    int gifts = may_give(contacts);
    if (contacts == 0)
        return 0;
    return contacts == SEGMENTS || 1 + gifts >= tiles ? round_won : 1 + 2 * gifts;
}

/* share[n]: of the hidden tiles, how many reach n contacts. */
struct outlook {
    double share[SEGMENTS + 1];
};

static struct outlook look_out(const struct contents *box, const struct rim *rim,
                               const struct sight *sight, struct set tiles)
{
    struct outlook outlook = {{0}};
    int count = set_count(&tiles);
    for (int tile; (tile = set_take(&tiles)) >= 0;) {
        for (int n = sight_most(rim, sight, box->tile[tile]); n > 0; n--)
            outlook.share[n] += 1.0 / count;
    }
    return outlook;
}

/* What the best of `hand` hidden tiles is worth to somebody with so many tiles. */
static double expect(const struct outlook *outlook, int hand, int tiles)
{
    double sum = 0, before = 0;
    for (int n = 2; n <= SEGMENTS; n++) {
        double now = worth(n, tiles);
        sum += (now - before) * (1 - pow(1 - outlook->share[n], hand));
        before = now;
    }
    return sum;
}

/* What the others can expect on average, in `turns`: they see all their tiles. */
static double threat(const struct hexxhopp *s, int seat, const struct outlook *outlook)
{
    double sum = 0;
    for (int other = 0; other < s->seats; other++) {
        int left = tiles_left(s, other);
        sum += other != seat ? expect(outlook, left, left) : 0;
    }
    return sum / (s->seats - 1);
}

double hexxhopp_ahead(const struct hexxhopp *s, int seat, const struct spot *spot)
{
    struct rim rim = s->rim;
    struct around around = rim_around(&rim, spot->cell);
    rim_lay(&rim, spot->cell, shown(&s->box, spot->tile, spot->rotation), &around);
    struct sight sight = sight_of(&rim);
    struct set mine = s->turns ? hexxhopp_stack(s, seat) : s->aside[seat];
    struct outlook outlook =
        look_out(&s->box, &rim, &sight, hidden_tiles(s, &mine, spot->tile));
    int left = tiles_left(s, seat), best = 0, fit = 0;
    set_remove(&mine, spot->tile);
    for (int tile; (tile = set_take(&mine)) >= 0;) {
        int most = sight_most(&rim, &sight, s->box.tile[tile]);
        best = most > best ? most : best;
        fit += most > 0;
    }
    double now = worth(spot->contacts, left), own = worth(best, left - 1);
    if (s->turns)
        return now - threat_weight * threat(s, seat, &outlook) + own_weight_turns * own +
               fit_weight * fit;
    return now + own_weight_race * fmax(own, expect(&outlook, 1, left - 1));
}
