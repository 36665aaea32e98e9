// logged.ts — the plies of a view as lines of the log.
// A view has its last plies exactly; of earlier ones only the number is known. The log says how many are
// missing and invents nothing.
import type { LogLine } from './table.ts';
import type { View } from './view.ts';

/** The lines of the plies after the first `from` of the match. `told` has a sentence for each of the
 * view's last plies, '' for none, null where it cannot be told any more; `skips` says how many those are. */
export function logged(
  from: number,
  { ply: now, last }: Pick<View, 'ply' | 'last'>,
  told: (string | null)[],
  skips: (count: number) => string,
): LogLine[] {
  const first = now - last.length;
  const next = Math.max(first + told.lastIndexOf(null) + 1, from);
  const lines = last.flatMap(({ seat }, i) => {
    const text = told[i];
    return text && first + i >= next ? [{ ply: first + i + 1, seat, text }] : [];
  });
  return next === from ? lines : [{ ply: next, seat: null, text: skips(next - from) }, ...lines];
}
