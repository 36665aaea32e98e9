/* turn_cache.c — remembers the turns a thread solved last, and rates actions with them.
 *
 * A turn has about seven decisions, and solving it is by far the largest part of the work.
 * The solution depends only on the state at the beginning of the turn, on the aim, and on a
 * round worm won since; key_of() erases the dice from the state, so all decisions of a turn
 * have the same key. Four solutions are kept, and the least recently used one is replaced.
 *
 * The memory belongs to the thread (`tss_t`), so several tables can think at once without a
 * lock. It takes 3.8 MB: four solutions, and one workspace for looking a turn ahead. A
 * thread that cannot have it gets `false`, and the bots then play by rule of thumb.
 *
 * docs/explain/benchmarks.md has the times of a decision. */
#include "turn_cache.h"
#include "worm_payoffs.h"

#include <stdlib.h>
#include <string.h>
#include <threads.h>

/* ---- Solved turns ---- */

/* All that a solution depends on: the state without the dice of the turn. */
struct key {
    struct heckmeck state;
    uint8_t aim, kind, weasel, gained;
};

enum { REMEMBERED = 4 };

struct memory {
    struct entry {
        struct key key;
        uint64_t used; /* 0: never */
        struct turn_solutions turn;
    } entries[REMEMBERED];
    uint64_t clock;
    struct turn_solutions ahead;
};

static tss_t memory_key;
static once_flag memory_made = ONCE_FLAG_INIT;

static void make_memory_key(void)
{
    if (tss_create(&memory_key, free) != thrd_success)
        __builtin_trap(); /* no thread-specific storage left: nothing to go on with */
}

static struct memory *memory_of_thread(void)
{
    call_once(&memory_made, make_memory_key);
    struct memory *memory = tss_get(memory_key);
    if (memory != NULL)
        return memory;
    memory = calloc(1, sizeof *memory);
    if (memory != NULL && tss_set(memory_key, memory) != thrd_success) {
        free(memory);
        memory = NULL;
    }
    return memory;
}

static struct key key_of(enum aim aim, const struct heckmeck *s)
{
    struct key key;
    struct turn_at at = heckmeck_moment_of(s);
    memset(&key, 0, sizeof key);
    key.state = *s;
    key.state.phase = PHASE_ROLL;
    key.state.kept = at.gain ? 2 : 0; /* two 1s: what heckmeck_fill_payoffs looks at */
    key.state.rolled = 0;
    key.state.dice = DICE;
    key.state.sum = 0;
    key.state.golden = GOLDEN_OFF;
    key.state.weasel_used = 0;
    key.aim = aim;
    key.kind = heckmeck_kind_of_turn(s);
    key.weasel = at.weasel;
    key.gained = at.gain;
    return key;
}

/* The evaluator of an aim. Worms count from `before`, the state without the dice. */
static struct evaluator evaluator_of(enum aim aim, const struct heckmeck *before)
{
    struct evaluator evaluator = {.before = before};
    if (aim == AIM_OWN || aim == AIM_SWING) {
        evaluator.value =
            aim == AIM_OWN ? heckmeck_value_by_own_worms : heckmeck_value_by_swing;
        return evaluator;
    }
    enum family family = heckmeck_family_of(before->seats, before->extra);
    char name[64];
    struct peck_text text = peck_text_begin(name, sizeof name);
    peck_put(&text, heckmeck_family_names[family]);
    evaluator.win = net_named(name);
    peck_put(&text, "-points");
    evaluator.points = net_named(name);
    PECK_ASSERT(evaluator.win != NULL &&
                evaluator.win->inputs == heckmeck_family_inputs(family));
    PECK_ASSERT(evaluator.points != NULL &&
                evaluator.points->inputs == heckmeck_family_inputs(family));
    evaluator.value = heckmeck_value_by_net;
    return evaluator;
}

/* An evaluator and what it points to. */
struct mind {
    struct evaluator evaluator, nearer;
    struct heckmeck before;
};

static void make_up(struct mind *mind, enum aim aim, const struct heckmeck *s,
                    struct memory *memory)
{
    mind->before = key_of(aim, s).state;
    mind->evaluator = evaluator_of(aim, &mind->before);
    if (aim != AIM_AHEAD)
        return;
    mind->nearer = mind->evaluator;
    mind->evaluator.value = heckmeck_value_ahead;
    mind->evaluator.nearer = &mind->nearer;
    mind->evaluator.workspace = &memory->ahead;
}

/* The solution of the turn that this state is in; with all dice when it has not begun. */
static const struct turn_solutions *solve_turn(struct memory *memory,
                                               const struct mind *mind, enum aim aim,
                                               const struct heckmeck *s)
{
    struct key key = key_of(aim, s);
    struct entry *entry = &memory->entries[0];
    memory->clock++;
    for (int i = 0; i < REMEMBERED; i++) {
        struct entry *other = &memory->entries[i];
        if (other->used > 0 && memcmp(&other->key, &key, sizeof key) == 0) {
            other->used = memory->clock;
            return &other->turn;
        }
        if (other->used < entry->used)
            entry = other;
    }
    entry->key = key;
    entry->used = memory->clock;
    heckmeck_fill_payoffs(&mind->evaluator, &key.state, &entry->turn.payoff);
    heckmeck_turn_solve_lead(&entry->turn, key.kind, key.weasel);
    return &entry->turn;
}

/* ---- Actions and states ---- */

bool heckmeck_rate_actions(enum aim aim, const struct heckmeck *s, struct rated *rated)
{
    struct memory *memory = memory_of_thread();
    struct mind mind;
    if (memory == NULL)
        return false;
    make_up(&mind, aim, s, memory);
    if (s->phase == PHASE_KEEP || s->phase == PHASE_DECIDE) {
        struct solved solved = {&mind.evaluator, solve_turn(memory, &mind, aim, s), 0};
        heckmeck_rate_turn(&solved, s, rated);
        return true;
    }
    if (s->phase == PHASE_HOLD || s->phase == PHASE_RAVEN) {
        heckmeck_rate_aside(&mind.evaluator, s, rated);
        return true;
    }
    rated->count = peck_heckmeck.legal(s, s->turn, rated->action); /* the turn goes on */
    for (uint32_t i = 0; i < rated->count; i++) {
        struct heckmeck next = *s;
        peck_heckmeck.apply(&next, s->turn, rated->action[i]);
        if (!heckmeck_rate_state(aim, &next, rated->worth[i]))
            return false;
    }
    return true;
}

bool heckmeck_rate_state(enum aim aim, const struct heckmeck *s, float lanes[TURN_LANES])
{
    struct memory *memory = memory_of_thread();
    struct rated rated;
    struct mind mind;
    if (memory == NULL)
        return false;
    make_up(&mind, aim, s, memory);
    if (s->phase == PHASE_OVER) {
        mind.evaluator.value(&mind.evaluator, s, s->turn, lanes);
        return true;
    }
    if (s->phase == PHASE_ROLL) {
        heckmeck_turn_rolls(solve_turn(memory, &mind, aim, s), heckmeck_moment_of(s),
                            lanes);
        return true;
    }
    if (!heckmeck_rate_actions(aim, s, &rated))
        return false;
    uint32_t best = heckmeck_best_rated(&rated);
    for (uint32_t i = 0; i < rated.count; i++) {
        if (rated.action[i] == best)
            memcpy(lanes, rated.worth[i], sizeof rated.worth[i]);
    }
    return true;
}

/* ---- The fixed evaluator of luck ---- */

/* The chance that the next roll shows no face to choose (HM-14). */
static double odds_to_fail(const struct heckmeck *s, struct turn_at at)
{
    double chosen = __builtin_popcount(at.faces), odds = 1;
    if (at.weasel)
        return 0; /* then it is the seat's choice */
    for (int i = 0; i < at.dice; i++)
        odds *= chosen / FACES;
    if (at.golden)
        odds *= golden_fails(s, at.faces & 1, at.faces >> WORM & 1);
    return odds;
}

static void by_seat(const struct heckmeck *s, const float *lanes, double win[])
{
    for (int i = 0; i < s->seats; i++)
        win[(s->turn + i) % s->seats] = lanes[i];
}

/* A roll that fails at once puts the next seat before its first roll. The solution of the
 * turn takes the network's word for that position, but heckmeck_win_chances() solves the
 * next turn there, too. The difference is added with the odds of failing, so that the value
 * before the roll is the mean of the values after it. The recursion ends after one step: a
 * first roll cannot fail. */
static void correct_failure(const struct heckmeck *s, double odds, double win[])
{
    struct heckmeck failed = *s;
    struct memory *memory = memory_of_thread();
    struct mind mind;
    float lanes[TURN_LANES];
    double after[SEATS_MAX];
    failed.phase = PHASE_DECIDE;
    peck_heckmeck.apply(&failed, s->turn, VERB_STOP);
    if (failed.phase == PHASE_OVER)
        return;
    heckmeck_win_chances(&failed, after);
    make_up(&mind, AIM_WIN, s, memory);
    mind.evaluator.value(&mind.evaluator, &failed, s->turn, lanes);
    for (int i = 0; i < s->seats; i++) {
        int seat = (s->turn + i) % s->seats;
        win[seat] += odds * (after[seat] - lanes[i]);
    }
}

void heckmeck_win_chances(const void *state, double win[])
{
    const struct heckmeck *s = state;
    float lanes[TURN_LANES];
    for (int seat = 0; seat < s->seats; seat++)
        win[seat] = 1.0 / s->seats;
    if (s->phase == PHASE_FIRST) { /* nothing tells the seats apart yet */
        return;
    }
    if (!heckmeck_rate_state(AIM_WIN, s, lanes))
        return;
    by_seat(s, lanes, win);
    double odds = s->phase == PHASE_ROLL ? odds_to_fail(s, heckmeck_moment_of(s)) : 0;
    if (odds > 0)
        correct_failure(s, odds, win);
}
