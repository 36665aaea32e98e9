/* leads.h — rules as positions: what is offered there, and where plies lead. */
#ifndef HECKMECK_LEADS_H
#define HECKMECK_LEADS_H

#include "play.h"
#include "test.h"

static inline void assert_legal(const struct board *board, int seat, const char *names)
{
    assert_string_equal(board_legal(board, seat), names);
}

static inline void assert_line(const struct board *board, const char *line)
{
    assert_string_equal(board_line(board), line);
}

/* In this position the seat has exactly these actions, joined by "; ". */
static inline void assert_offers(const char *line, int seat, const char *names)
{
    struct board board = board_at(line);
    assert_legal(&board, seat, names);
}

/* Plays lines from a position and compares the whole position reached. */
static inline void assert_leads(const char *from, const char *plies, const char *to)
{
    struct board board = board_at(from);
    board_play(&board, plies);
    assert_line(&board, to);
}

/* The sum of the weights of chance, and the number of its outcomes. */
static inline uint64_t weigh(const struct board *board, uint32_t *count)
{
    static uint32_t actions[PECK_OUTCOMES_MAX], weights[PECK_OUTCOMES_MAX];
    uint64_t sum = 0;
    *count = board->game->legal(&board->state, PECK_CHANCE, actions);
    board->game->weights(&board->state, weights);
    for (uint32_t i = 0; i < *count; i++)
        sum += weights[i];
    return sum;
}

#endif
