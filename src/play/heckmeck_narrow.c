/* heckmeck_narrow.c — the kernel of the turn solver for any processor. */
#include "heckmeck_kernel.h"

const struct kernel turn_kernel_narrow = {solve_one, solve_batch, solve_lead, roll_at};
