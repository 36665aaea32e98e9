// beats.ts — the moments of Hexx & Hopp (see web/src/table/beats.ts): the figure at the end of a round, with who pays how many
// points, and in the race three seconds before the next. The engine clears the table with the last tile of a round, so
// that tile is put back here for everybody to see.
import type { Beat, Choreography } from '#web/table/beats.ts';
import type { Ply, View } from '#web/table/view.ts';
import { byCell, facing, turned } from './layout.ts';
import type { Table } from './table.ts';
import { tileOf } from './tiles.ts';

/** The table with the tile of a placement on it, which it does not have yet. */
export function placed(table: Table, { seat, name }: Ply): Table {
  const [verb, ...args] = name.split(' ');
  const [rotation = '', cell = '', which] = args.reverse();
  const hexagon = which === undefined ? table.seats[seat ?? -1]?.open : tileOf(Number(which));
  if (verb !== 'place' || seat === null || !hexagon) return table;
  const [q = 0, r = 0] = cell.split(',').map(Number);
  const stone = { q, r, tile: hexagon.tile, rotation: Number(rotation), colours: turned(hexagon.colours, Number(rotation)) };
  const contacts = facing(byCell(table.figure), stone).filter((colour) => colour !== null).length;
  const seats = table.seats.map((state, i) =>
    i !== seat ? state : which === undefined ? { ...state, open: null } : { ...state, stack: state.stack - 1 },
  );
  return { ...table, figure: [...table.figure, stone], last: { seat, q, r, contacts }, seats };
}

/** The table to draw: when the match is over, the figure as it was. */
export function finished({ over, table, last }: View<Table>): Table {
  const [before, end] = last.slice(-2);
  if (!over || !before?.table || !end) return table;
  const { figure, last: laid } = placed(before.table as Table, end);
  return { ...table, figure, last: laid };
}

export const beats: Choreography<Table> = (before, after, plies, waits) => {
  const at = plies.findIndex(({ seat }) => seat !== null);
  const end = plies[at];
  if (after.over || after.table.round === before.table.round || !end) return [];
  const race = after.movers.length > 1;
  const shown = placed(before.table, end);
  const seats = shown.seats.map((seat, i) => ({ ...seat, penalties: after.table.seats[i]?.penalties ?? seat.penalties }));
  const still = { ...before, movers: [], actions: [], over: false };
  const found: Beat<Table>[] = [
    { kind: 'round', view: { ...still, ply: before.ply + at + 1, table: { ...shown, seats } }, plies: at + 1, hold: race && !waits ? 3000 : Infinity },
  ];
  if (race && waits) found.push({ kind: 'count', view: { ...after, actions: [] }, plies: plies.length, hold: 3000 });
  return found;
};
