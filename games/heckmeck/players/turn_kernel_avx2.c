/* turn_kernel_avx2.c — the inner loops of the turn solver for processors with AVX2.
 *
 * Other processors than x86-64 compile nothing here. turn_solver.c asks the processor
 * before it calls this kernel. */
#if defined(__x86_64__)
#define KERNEL_WIDE
#include "turn_kernel.h"

const struct kernel heckmeck_turn_kernel_wide = {solve_batch, solve_lead, roll_at};
#else
#include "turn_tables.h"
#endif
