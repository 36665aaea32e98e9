/* train.c — trains the two networks of No Thanks! by self-play and at mixed tables.
 *
 * Both networks learn each seat's share of the win before a card is turned up. The target
 * is a weighted mean over the rest of the match: the value of the next card's chain, of the
 * chain after it, and so on to the outcome, with weights that fall by 0.7 (TD(lambda)). A
 * chain is already an optimum over all decisions about a card, so it says more than the
 * single line that was played.
 *
 * `maxn` plays against itself. In half of the matches random styles play the first cards,
 * so that it also sees positions it would not get into. `mix` sits at mixed tables and
 * learns from its own seats only: types it knows, random styles it does not know, flat
 * playouts, maxⁿ players, repliers and copies of itself. At half of the tables the guests
 * are all alike, because people at one table often are.
 *
 * docs/training.md says how the networks in data/ were made. */
#include "train.h"
#include "../simulation.h"

#include <stdlib.h>
#include <string.h>

static const float LATER = 0.7f;
enum { MATCHES_A_STEP = 4, STEPS_A_REPORT = 3000 };

/* One match: what is learnt from. */
struct lesson {
    struct net_input inputs[SEATS_MAX][DECK];
    float values[SEATS_MAX][DECK][SEATS_MAX]; /* of the next card's chain, by seat */
    uint8_t turns[DECK];                      /* the seat that turned the card up */
};

struct school {
    const struct nothanks_lessons *lessons;
    struct net_trainer *trainer;
    struct peck_rng rng;
    struct company company;
    struct lesson lesson;
    double loss;
    uint32_t examples;
};

static float draw_between(struct peck_rng *rng, float low, float high)
{
    return low + (high - low) * kit_float(rng);
}

/* Somebody nobody has met: any slope, bias and thirst, and half of them milk. */
static struct guest draw_stranger(struct peck_rng *rng)
{
    struct guest guest = {.kind = GUEST_STYLE};
    uint32_t die = peck_rng_below(rng, 8);
    guest.style.kind = die < 5 ? STYLE_LINE : die < 6 ? STYLE_VALUE : STYLE_EXTORT;
    guest.style.patience = nothanks_chance(rng, 0.5) ? MILKS_FREE : TAKES_AT_ONCE;
    guest.style.slope = draw_between(rng, 0.6f, 3.5f);
    guest.style.bias = draw_between(rng, -2, 14);
    guest.style.thirst = nothanks_chance(rng, 0.5) ? draw_between(rng, 0, 3) : 0;
    guest.style.blur = nothanks_chance(rng, 0.3) ? draw_between(rng, 0.5f, 3) : 0;
    if (guest.style.kind == STYLE_EXTORT) {
        guest.style.slope = draw_between(rng, 0.2f, 0.7f);
        guest.style.bias = draw_between(rng, 0.1f, 0.5f);
    }
    guest.slip = nothanks_chance(rng, 0.5) ? draw_between(rng, 0, 0.1f) : 0;
    return guest;
}

static struct guest draw_guest(struct peck_rng *rng)
{
    struct guest guest = {.kind = GUEST_STYLE};
    uint32_t die = peck_rng_below(rng, 20);
    if (die < 4) {
        guest.kind = GUEST_MAXN;
        guest.unsure = nothanks_chance(rng, 0.5) ? draw_between(rng, 0, 0.06f) : 0;
    } else if (die < 6) {
        guest.kind = GUEST_REPLIER;
    } else if (die < 8) {
        guest.kind = GUEST_MIX;
    } else if (die < 9) {
        guest.kind = GUEST_FLAT;
    } else if (die < 15) {
        guest.style = nothanks_types[peck_rng_below(rng, TYPE_SOFT)];
    } else {
        return draw_stranger(rng);
    }
    guest.slip = nothanks_chance(rng, 0.3) ? 0.05f : 0;
    return guest;
}

/* One learner at least. The others are of one kind at many tables, and at many there is
 * more than one who learns. */
static void seat_mixed(struct company *company, int seats, struct peck_rng *rng)
{
    const struct guest learner = {.kind = GUEST_MIX, .slip = 0.01f};
    bool alike = nothanks_chance(rng, 0.5);
    double learning = nothanks_chance(rng, 0.4) ? 0.5 : 0;
    struct guest guest = draw_guest(rng);
    for (int i = 0; i < seats; i++) {
        company->guests[i] = nothanks_chance(rng, learning) ? learner : guest;
        if (!alike)
            guest = draw_guest(rng);
    }
    company->guests[peck_rng_below(rng, seats)] = learner;
}

static void seat_strangers(struct company *company, int seats, struct peck_rng *rng)
{
    for (int i = 0; i < seats; i++)
        company->guests[i] = draw_stranger(rng);
}

static void seat_maxn(struct company *company, int seats)
{
    for (int i = 0; i < seats; i++)
        company->guests[i] = (struct guest){.kind = GUEST_MAXN, .slip = 0.01f};
}

static bool begin_match(struct school *school, struct nothanks *s)
{
    extern const struct peck_game peck_nothanks;
    struct peck_setup setup;
    struct peck_error error;
    peck_setup_begin(&peck_nothanks, school->lessons->seats, &setup);
    setup.option[OPTION_TACTICAL] = nothanks_chance(&school->rng, 0.15);
    setup.option[OPTION_LARGE] = setup.seats > SEATS_SMALL;
    setup.option[OPTION_FIRST] = peck_rng_below(&school->rng, setup.seats);
    nothanks_beliefs_begin(&school->company.beliefs);
    return peck_nothanks.init(s, &setup, &error) == PECK_OK;
}

/* The seats that learn from this match: bits. For maxⁿ row 0 is that of whoever took. */
static uint32_t learners(const struct school *school)
{
    uint32_t mask = 0;
    if (!school->lessons->mix)
        return 1;
    for (int i = 0; i < school->lessons->seats; i++)
        mask |= (uint32_t)(school->company.guests[i].kind == GUEST_MIX) << i;
    return mask;
}

static int viewer_of(const struct school *school, int row, int turn)
{
    return school->lessons->mix ? row : turn;
}

/* Plays a match and notes inputs before each flip but the first `skip`, which strangers
 * play, and the value of the chain after it. */
static void play_lesson(struct school *school, struct nothanks *s, int skip)
{
    struct company *company = &school->company;
    struct lesson *lesson = &school->lesson;
    uint32_t rows = learners(school);
    for (int card = 0; card < DECK; card++) {
        if (card == skip && !school->lessons->mix)
            seat_maxn(company, s->seats);
        lesson->turns[card] = s->turn;
        nothanks_beliefs_views(&company->beliefs, s->seats, company->by_seat);
        for (int row = 0; row < s->seats && card > 0; row++) {
            if (rows >> row & 1)
                nothanks_input(s, viewer_of(school, row, s->turn),
                               school->lessons->mix ? &company->by_seat[row] : NULL,
                               &lesson->inputs[row][card]);
        }
        nothanks_company_flip(s, &school->rng);
        nothanks_company_auction(company, s, &school->rng);
        for (int row = 0; row < s->seats; row++) {
            const struct chain *chain =
                school->lessons->mix ? &company->views[row] : &company->minds.maxn;
            if (rows >> row & 1)
                memcpy(lesson->values[row][card], chain->value[0],
                       sizeof lesson->values[row][card]);
        }
    }
}

static void learn_row(struct school *school, const struct nothanks *over, int row, int skip)
{
    const struct lesson *lesson = &school->lesson;
    int seats = over->seats;
    float target[SEATS_MAX], seen[SEATS_MAX];
    nothanks_shares(over, target);
    for (int card = DECK - 1; card > 0 && card >= skip; card--) {
        int viewer = viewer_of(school, row, lesson->turns[card]);
        for (int i = 0; i < seats; i++)
            target[i] = LATER * target[i] + (1 - LATER) * lesson->values[row][card][i];
        for (int i = 0; i < seats; i++)
            seen[i] = target[(viewer + i) % seats];
        school->loss +=
            net_trainer_add(school->trainer, &lesson->inputs[row][card], seats, seen);
        school->examples++;
    }
}

static void learn_match(struct school *school)
{
    struct nothanks s;
    int skip = 0;
    if (!begin_match(school, &s))
        return;
    if (school->lessons->mix) {
        seat_mixed(&school->company, s.seats, &school->rng);
    } else {
        seat_strangers(&school->company, s.seats, &school->rng);
        skip =
            nothanks_chance(&school->rng, 0.5) ? 0 : peck_rng_below(&school->rng, DECK - 4);
    }
    play_lesson(school, &s, skip);
    for (uint32_t rows = learners(school); rows != 0; rows &= rows - 1)
        learn_row(school, &s, __builtin_ctz(rows), skip);
}

static void report(struct school *school, uint32_t done)
{
    const struct nothanks_lessons *lessons = school->lessons;
    if (lessons->report != NULL)
        lessons->report(lessons->context, done, school->loss / school->examples);
    school->loss = 0;
    school->examples = 0;
}

bool nothanks_learn(const struct nothanks_lessons *lessons, struct net_trainer *trainer)
{
    const float fast = 0.002f, slow = 0.00005f;
    struct school *school = calloc(1, sizeof *school);
    if (school == NULL)
        return false;
    school->lessons = lessons;
    school->trainer = trainer;
    peck_rng_seed(&school->rng, lessons->seed);
    if (!net_trainer_begin(trainer, nothanks_inputs(lessons->seats, lessons->mix),
                           lessons->hidden, lessons->seats, &school->rng)) {
        free(school);
        return false;
    }
    school->company.nets.maxn = lessons->mix ? lessons->maxn : &trainer->net;
    school->company.nets.mix = &trainer->net;
    school->company.naive = !lessons->mix;
    school->company.clever = ~0u;
    uint32_t steps = lessons->matches / MATCHES_A_STEP;
    for (uint32_t step = 0; step < steps; step++) {
        for (int i = 0; i < MATCHES_A_STEP; i++)
            learn_match(school);
        float rest = 1 - (float)step / steps;
        net_trainer_step(trainer, slow + (fast - slow) * rest * rest);
        if ((step + 1) % STEPS_A_REPORT == 0)
            report(school, (step + 1) * MATCHES_A_STEP);
    }
    free(school);
    return true;
}

/* ---- The door. ---- */

struct door {
    const struct peck_training *training;
    uint64_t before; /* matches of the network made first */
};

static void pass_on(void *context, uint32_t done, double loss)
{
    const struct door *door = context;
    if (door->training->progress != NULL)
        door->training->progress(door->training->context, door->before + done);
}

static enum peck_status save(const struct peck_training *training, const struct net *net,
                             const char *kind)
{
    char name[NOTHANKS_NAME];
    nothanks_net_name(kind, training->setup.seats, name);
    return net_save(net, name, training);
}

static enum peck_status learn_and_save(const struct nothanks_lessons *lessons,
                                       const struct peck_training *training,
                                       struct net_trainer *trainer)
{
    if (!nothanks_learn(lessons, trainer))
        return PECK_NO_MEMORY;
    return save(training, &trainer->net, lessons->mix ? "mix" : "maxn");
}

enum peck_status nothanks_train(const struct peck_training *training)
{
    enum { HIDDEN_MAXN = 64, HIDDEN_MIX = 96, HIDDEN_WIDE = 64, SEATS_WIDE = 7 };
    struct net_trainer maxn = {0}, mix = {0};
    struct door door = {training, 0};
    struct nothanks_lessons lessons = {
        .seats = training->setup.seats,
        .hidden = HIDDEN_MAXN,
        .matches = training->matches / 2,
        .seed = training->seed,
        .report = pass_on,
        .context = &door,
    };
    enum peck_status status = learn_and_save(&lessons, training, &maxn);
    if (status == PECK_OK) {
        door.before = lessons.matches;
        lessons.mix = true;
        lessons.maxn = &maxn.net;
        lessons.hidden = lessons.seats < SEATS_WIDE ? HIDDEN_MIX : HIDDEN_WIDE;
        lessons.matches = training->matches - door.before;
        status = learn_and_save(&lessons, training, &mix);
    }
    net_trainer_free(&maxn);
    net_trainer_free(&mix);
    return status;
}
