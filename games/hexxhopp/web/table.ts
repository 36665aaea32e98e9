// table.ts — the table of a view, and its choices, as types: docs/reference/view.md.
import type { Choice as Offered } from '#web/table/table.ts';

export interface Hexagon {
  tile: number;
  /** Of the segments 0 to 5: 0 red, 1 yellow, 2 blue, 3 white. */
  colours: number[];
}

export interface Table {
  phase: 'first' | 'deal' | 'turn' | 'play' | 'stop' | 'over';
  round: number;
  rounds: number;
  dealer: number | null;
  turn: number | null;
  drawn: Hexagon | null;
  last: { seat: number | null; q: number; r: number; contacts: number } | null;
  /** In the order of placement; colours as they lie. */
  figure: { q: number; r: number; tile: number; rotation: number; colours: number[] }[];
  seats: {
    stack: number;
    stack_tiles: Hexagon[] | null;
    aside: number;
    aside_tiles: Hexagon[] | null;
    open: Hexagon | null;
    owed: number;
    penalties: number;
  }[];
}

/** A choice, and what it brings: how many tiles a placement touches. */
export interface Choice extends Offered {
  contacts?: number;
}
