// beats.ts — the moments of Karteneck (see web/src/table/beats.ts): a tile that changes hands, and the share-out at the end
// of a round.
import { moments, type Beat, type Choreography, type Moment } from '#web/table/beats.ts';
import type { Table } from './table.ts';

/** What a seat had at the end of a round, and the tile it got for it; a seat that failed has its tile already. */
export interface Share {
  seat: number;
  total: number;
  failed: boolean;
  tile: { value: number; worms: number } | null;
}

/** Who gets which tile, the highest total first, and those who failed last. */
export function shares(before: Table, after: Table): Share[] {
  return before.seats
    .map((state, seat) => {
      const stack = after.seats[seat]?.stack ?? [];
      const failed = state.standing === 'failed' || (state.standing === 'in' && before.pass?.success === false);
      return { seat, total: failed ? 0 : state.total, failed, tile: stack.length > state.stack.length ? (stack.at(-1) ?? null) : null };
    })
    .sort((a, b) => Number(a.failed) - Number(b.failed) || (b.tile?.value ?? 0) - (a.tile?.value ?? 0));
}

/** What a pass brings, when it is more than that somebody stands. */
function passed({ ply, index, before, behind }: Moment<Table>): Beat<Table>[] {
  const pass = before?.table.pass;
  if (!pass || !behind || ply.seat === null || ply.name !== 'pass' || behind.table.round !== before.table.round) return [];
  const beat = { view: behind, plies: index + 1, hold: 800 };
  if (!pass.success) return [{ ...beat, kind: 'failed', moods: { [ply.seat]: 'sad' }, must: ply.seat === before.viewer }];
  if (pass.steal === null || pass.from === null) return [];
  return [{ ...beat, kind: 'stolen', moods: { [ply.seat]: 'glad', [pass.from]: 'sad' } }];
}

export const beats: Choreography<Table> = (before, after, plies) => [
  ...moments(before, after, plies).flatMap(passed),
  ...rounded(before, after, plies, true),
];

const rounded: Choreography<Table> = (before, after, plies) => {
  const at = plies.findIndex(({ table }, i) => {
    const behind = i === plies.length - 1 ? after.table : (table as Table | undefined);
    return behind !== undefined && behind.round !== before.table.round;
  });
  // Of a long gap the tables in between are not known.
  if (at < 0 || before.table.grill.length === 0) return [];
  const { round, rounds } = before.table;
  const dealt = at === plies.length - 1 ? after.table : (plies[at]?.table as Table);
  const view = { ...after, over: false, movers: [], actions: [], ply: before.ply + at + 1, table: { ...dealt, round, rounds } };
  const found: Beat<Table>[] = [{ kind: 'round', view, plies: at + 1, hold: Infinity }];
  return found;
};
