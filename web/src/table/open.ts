// open.ts — a match with all cards open: combines what each seat sees of its own.
// The engine shows a viewer no more than that viewer may know. Whoever may look at every hand, as in a
// replay, sees this.
import type { View } from './view.ts';

/** `shown` is the spectator's view, `own` each seat's of the same ply. */
export function laidOpen(shown: View, own: View[]): View {
  const seatOf = (view: View | undefined, seat: number) =>
    (view?.table as { seats: unknown[] } | undefined)?.seats[seat];
  return {
    ...shown,
    last: shown.last.map(
      (ply, i) => own.map(({ last }) => last[i]).find((seen) => seen?.hidden === false) ?? ply,
    ),
    score: {
      ...shown.score,
      points: own.map(({ score }, seat) => score.points[seat] ?? 0),
    },
    table: {
      ...(shown.table as object),
      seats: own.map((view, seat) => seatOf(view, seat)),
    },
  };
}
