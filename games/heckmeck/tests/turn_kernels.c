/* turn_kernels.c — the two kernels of the turn solver give the same to the last bit.
 *
 * So a match does not depend on the processor. The test is built for x86-64, where there
 * are two, and skipped on a processor that cannot run the wide one. */
#include "../players/turn_tables.h"

#include "test.h"

#include <peck/rng.h>

#include <string.h>

static struct turn_solutions narrow, wide;

/* Any payoffs, with some of them equal. */
static void fill(struct turn_payoffs *payoffs)
{
    struct peck_rng rng;
    float *numbers = payoffs->stop[0][0][0];
    peck_rng_seed(&rng, 11);
    for (size_t i = 0; i < sizeof *payoffs / sizeof *numbers; i++)
        numbers[i] = (float)peck_rng_below(&rng, 100) / 100;
}

static void solve_with(void (*run)(const struct task *, float *, const float *),
                       enum turn_kind kind, bool lead, bool weasel,
                       struct turn_solutions *solutions)
{
    struct task task = {
        .kind = kind,
        .lead = lead,
        .fail = {solutions->payoff.fail[0], solutions->payoff.fail[1]},
        .golden = {solutions->payoff.golden[0], solutions->payoff.golden[1]}};
    for (int layer = 0; layer <= weasel; layer++) {
        task.value = solutions->value[layer][0];
        task.used = layer == 1 ? solutions->value[0][0] : NULL;
        run(&task, solutions->value[layer][0], solutions->payoff.stop[0][0][0]);
    }
}

TEST(same_bits)
{
    if (!__builtin_cpu_supports("avx2"))
        skip();
    const struct kernel *a = &heckmeck_turn_kernel_narrow, *b = &heckmeck_turn_kernel_wide;
    fill(&narrow.payoff);
    heckmeck_turn_solve_batch(&narrow, TURN_PLAIN, false); /* makes the tables */
    wide.payoff = narrow.payoff;
    for (enum turn_kind kind = 0; kind < TURN_KINDS; kind++) {
        bool weasel = kind == TURN_EXTRA;
        memset(narrow.value, 0, sizeof narrow.value);
        memset(wide.value, 0, sizeof wide.value);
        solve_with(a->batch, kind, false, weasel, &narrow);
        solve_with(b->batch, kind, false, weasel, &wide);
        assert_memory_equal(narrow.value, wide.value, sizeof wide.value);
        solve_with(a->lead, kind, true, weasel, &narrow);
        solve_with(b->lead, kind, true, weasel, &wide);
        assert_memory_equal(narrow.value, wide.value, sizeof wide.value);
    }
}
