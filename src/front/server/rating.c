/* rating.c — see rating.h. */
#include "rating.h"

#include <peck/game.h>

#include <math.h>

static const double first_mu = 25, first_sigma = 25.0 / 3;
static const double beta = 25.0 / 6; /* how much one match may mislead */
static const double least = 1e-4;    /* a match leaves this share of a variance at least */

struct rating rating_new(void)
{
    return (struct rating){first_mu, first_sigma};
}

/* What the sums over q need of each player. */
struct field {
    double c;
    double e[PECK_SEATS_MAX], sum[PECK_SEATS_MAX];
    int sharing[PECK_SEATS_MAX];
};

static void reckon(const struct rating ratings[], const uint8_t places[], int count,
                   struct field *field)
{
    double square = 0;
    for (int i = 0; i < count; i++)
        square += ratings[i].sigma * ratings[i].sigma + beta * beta;
    field->c = sqrt(square);
    for (int i = 0; i < count; i++)
        field->e[i] = exp(ratings[i].mu / field->c);
    for (int q = 0; q < count; q++) {
        field->sum[q] = 0;
        field->sharing[q] = 0;
        for (int s = 0; s < count; s++) {
            if (places[s] >= places[q])
                field->sum[q] += field->e[s];
            field->sharing[q] += places[s] == places[q];
        }
    }
}

void rating_update(struct rating ratings[], const uint8_t places[], int count)
{
    struct field field;
    PECK_ASSERT(count <= PECK_SEATS_MAX);
    reckon(ratings, places, count, &field);
    for (int i = 0; i < count; i++) {
        double variance = ratings[i].sigma * ratings[i].sigma, rise = 0, fall = 0;
        for (int q = 0; q < count; q++) {
            if (places[q] > places[i])
                continue;
            double share = field.e[i] / field.sum[q];
            rise += ((q == i) - share) / field.sharing[q];
            fall += share * (1 - share) / field.sharing[q];
        }
        double factor =
            1 - ratings[i].sigma / field.c * variance / (field.c * field.c) * fall;
        ratings[i].mu += variance / field.c * rise;
        ratings[i].sigma *= sqrt(factor > least ? factor : least);
    }
}
