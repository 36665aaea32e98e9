/* vec.c — many matches at once: the same on any number of threads, rows like single
 * matches, and a step that is refused changes nothing. */
#include "test.h"
#include "setups.h"

#include <peck/vec.h>

#include <stdlib.h>
#include <string.h>

enum { COUNT = 11, STEPS = 60 };

/* Everything a step writes. */
struct out {
    struct peck_vec_out to;
    size_t sizes[7];
};

static void *room(struct out *out, int index, size_t size)
{
    out->sizes[index] = size;
    return test_calloc(size, 1);
}

static struct out out_begin(const struct peck_vec_wish *wish)
{
    struct out out = {0};
    size_t features = wish->game->features * sizeof(int16_t);
    out.to.observations = room(&out, 0, COUNT * features);
    out.to.masks = room(&out, 1, (size_t)COUNT * peck_choice_count(wish->game));
    out.to.players = room(&out, 2, COUNT);
    out.to.rewards = room(&out, 3, COUNT * wish->setup.seats * sizeof(float));
    out.to.terminals = room(&out, 4, COUNT);
    out.to.truncations = room(&out, 5, COUNT);
    out.to.finals = room(&out, 6, COUNT * features);
    return out;
}

static void out_free(struct out *out)
{
    test_free(out->to.observations);
    test_free(out->to.masks);
    test_free(out->to.players);
    test_free(out->to.rewards);
    test_free(out->to.terminals);
    test_free(out->to.truncations);
    test_free(out->to.finals);
}

static void assert_same(const struct out *a, const struct out *b)
{
    assert_memory_equal(a->to.observations, b->to.observations, a->sizes[0]);
    assert_memory_equal(a->to.masks, b->to.masks, a->sizes[1]);
    assert_memory_equal(a->to.players, b->to.players, a->sizes[2]);
    assert_memory_equal(a->to.rewards, b->to.rewards, a->sizes[3]);
    assert_memory_equal(a->to.terminals, b->to.terminals, a->sizes[4]);
    assert_memory_equal(a->to.truncations, b->to.truncations, a->sizes[5]);
    assert_memory_equal(a->to.finals, b->to.finals, a->sizes[6]);
}

static struct peck_vec *begin(const struct peck_vec_wish *wish, struct out *out)
{
    struct peck_vec *vec;
    struct peck_error error;
    *out = out_begin(wish);
    assert_int_equal(peck_vec_begin(&vec, wish, &error), PECK_OK);
    assert_int_equal(peck_vec_reset(vec, wish->seed, &out->to), PECK_OK);
    return vec;
}

/* One learner among random players. */
static struct peck_vec_wish wish_of(const struct peck_game *game,
                                    const struct peck_setup *setup)
{
    struct peck_vec_wish wish = {.game = game,
                                 .setup = *setup,
                                 .count = COUNT,
                                 .threads = 1,
                                 .seed = 5,
                                 .rotate = true,
                                 .limit = 40};
    struct peck_error error;
    for (int p = 1; p < setup->seats; p++)
        assert_int_equal(peck_player_find(game, "random", &wish.players[p], &error),
                         PECK_OK);
    return wish;
}

static void walk(const struct peck_game *game, const struct peck_setup *setup, void *unused)
{
    struct peck_vec_wish wish = wish_of(game, setup);
    struct out out, more;
    struct peck_error error;
    struct peck_vec *alone = begin(&wish, &out);
    wish.threads = 3;
    struct peck_vec *three = begin(&wish, &more);
    int32_t choices[COUNT], again[COUNT];
    for (int step = 0; step < STEPS; step++) {
        assert_same(&out, &more);
        for (uint32_t i = 0; i < COUNT; i++) {
            assert_int_equal(out.to.players[i], 0);
            assert_null(game->check(peck_vec_state(alone, i)));
        }
        peck_vec_sample(alone, choices);
        peck_vec_sample(three, again);
        assert_memory_equal(choices, again, sizeof choices);
        again[COUNT - 1] = (int32_t)peck_choice_count(game);
        assert_int_equal(peck_vec_step(three, again, &more.to, &error), PECK_ILLEGAL);
        assert_same(&out, &more);
        assert_int_equal(peck_vec_step(alone, choices, &out.to, &error), PECK_OK);
        assert_int_equal(peck_vec_step(three, choices, &more.to, &error), PECK_OK);
    }
    peck_vec_free(alone);
    peck_vec_free(three);
    out_free(&out);
    out_free(&more);
}

TEST(threads_change_nothing)
{
    each_setup(walk, NULL);
}

TEST(bad_wishes_are_refused)
{
    struct peck_setup setup;
    struct peck_vec *vec = NULL;
    struct peck_error error;
    const struct peck_game *game = peck_game_find("nothanks");
    peck_setup_begin(game, 3, &setup);
    struct peck_vec_wish wish = wish_of(game, &setup), wrong = wish;
    wrong.players[0] = wish.players[1];
    assert_int_equal(peck_vec_begin(&vec, &wrong, &error), PECK_BAD_SETUP);
    wrong = wish;
    wrong.count = 0;
    assert_int_equal(peck_vec_begin(&vec, &wrong, &error), PECK_BAD_SETUP);
    wrong = wish;
    wrong.threads = PECK_VEC_THREADS_MAX + 1;
    assert_int_equal(peck_vec_begin(&vec, &wrong, &error), PECK_BAD_SETUP);
    wrong = wish;
    wrong.setup.seats = 6;
    assert_int_equal(peck_vec_begin(&vec, &wrong, &error), PECK_BAD_SETUP);
    assert_null(vec);
}
