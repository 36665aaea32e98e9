// layout.ts — how the table of Heckmeck is put in order for drawing: dice by their faces, the grill
// in columns, the choices between tiles, dice and bar. Pure functions, tested without a browser.
import type { News } from '#web/table/table.ts';
import type { View } from '#web/table/view.ts';
import type { Choice, Table } from './table.ts';

export const faces = ['1', '2', '3', '4', '5', 'W'] as const;
export type Face = (typeof faces)[number];

/** Dice that show the same, the golden one last. */
export interface Group {
  face: Face;
  count: number;
  golden: boolean;
}

/** The faces that are there, ascending; `golden` is the face that the golden die shows among them. */
export function groups(counts: number[], golden: string | null): Group[] {
  return faces.flatMap((face, i) => {
    const count = counts[i] ?? 0;
    return count > 0 ? [{ face, count, golden: face === golden }] : [];
  });
}

/** The face that the golden die shows while it is `rolled` or `kept`; null when it is not. */
export function goldenFace(table: Table, state: 'rolled' | 'kept'): string | null {
  const [now, face] = table.golden_die.split('-');
  return now === state && face !== undefined ? face : null;
}

export type Slot = Table['grill'][number];

/** A tile of the grill, and where it lies when there are two rows. */
interface Placed extends Slot {
  row: number;
  column: number;
}

/** The grill in ascending order, as it is read: 21 to 28 over 29 to 36, and 11 over 13 before them. */
export function rows(grill: Slot[]): Placed[] {
  const low = grill.filter(({ tile }) => tile < 21).length;
  const first = low > 0 ? 2 : 1;
  const half = Math.ceil((grill.length - low) / 2);
  return grill.map((slot, i) =>
    i < low
      ? { ...slot, row: i + 1, column: 1 }
      : { ...slot, row: i - low < half ? 1 : 2, column: first + ((i - low) % half) },
  );
}

const order = ['take', 'steal', 'use', 'hold', 'roll', 'weasel', 'leave', 'stop'];
const most = 3;

/**
 * The choices for the bar, the likeliest first and three at most, and those that stand back: the end
 * without a tile beside the end with one. Faces are chosen at the dice, seats to rob at the table;
 * `gathered` is a face that was chosen.
 */
export function arrange(choices: Choice[], gathered: string | null): { bar: Choice[]; rest: Choice[] } {
  const wins = choices.some(({ verb }) => verb === 'take' || verb === 'steal');
  const kept = choices.filter(({ name }) => name === gathered);
  const others = choices
    .filter(({ verb }) => order.includes(verb))
    .sort((a, b) => order.indexOf(a.verb) - order.indexOf(b.verb));
  const all = [...kept, ...others];
  const last = wins ? all.findIndex(({ verb }) => verb === 'stop') : most;
  return { bar: all.slice(0, last), rest: all.slice(last) };
}

/** How the last turn ended, when this view begins another: the sentence of its last ply. */
export function ended(news: News, view: View<Table>): string | null {
  const before = news.before?.table as Table | undefined;
  if (!before || (before.turn === view.table.turn && !view.over)) return null;
  // The dice of the new turn are on the screen; what came before them is in the log.
  const past = view.table.phase === 'keep' ? news.plies.slice(0, -1) : news.plies;
  return past.findLast(({ text }) => text !== '')?.text ?? null;
}

/** How wide things are, in px. */
interface Sizes {
  tile: number;
  /** Tiles lie in one row rather than two. */
  row: boolean;
  /** A tile on a stack. */
  small: number;
  die: number;
  /** A die set aside. */
  kept: number;
  /** Many seats or a coach on a small page, or a low one: everything draws closer. */
  tight: boolean;
}

/** For a column of this width and height. */
export function sizes(width: number, height: number, tiles: number, seats: number): Sizes {
  const row = width >= 56 * tiles;
  const across = row ? tiles : Math.ceil(tiles / 2);
  const room = Math.floor((width - 16) / across) - 5;
  const [tall, low] = [height >= 630, height < 411];
  const desk = width >= 560 && height >= 700;
  const tile = Math.max(26, Math.min(room, desk ? 84 : tall ? 64 : 40));
  if (desk) return { row, tile, small: 40, die: 76, kept: 48, tight: false };
  if (width >= 700 && !low) return { row, tile, small: 34, die: tall ? 68 : 46, kept: 40, tight: false };
  const tight = low || (!tall && (seats > 4 || height < 540));
  return { row, tile, small: tight ? 22 : 26, die: tall ? 46 : tight ? 32 : 36, kept: tight ? 24 : 26, tight };
}
