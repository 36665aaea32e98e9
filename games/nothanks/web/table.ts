// table.ts — the table of a view, and its choices, as types: docs/reference/view.md.
import type { Choice as Offered } from '#web/table/table.ts';

export interface Table {
  phase: 'first' | 'flip' | 'choice' | 'over';
  turn: number | null;
  card: number | null;
  pot: number;
  left: number;
  out: number[];
  seats: { runs: number[][]; card_points: number; chips: number | null }[];
}

/** A choice, and what it brings: the points of the card, the chips on it; the chips left after refusing. */
export interface Choice extends Offered {
  points?: number;
  chips?: number;
  left?: number;
}
