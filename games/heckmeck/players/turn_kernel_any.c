/* turn_kernel_any.c — the inner loops of the turn solver for any processor. */
#include "turn_kernel.h"

const struct kernel heckmeck_turn_kernel_narrow = {solve_batch, solve_lead, roll_at};
