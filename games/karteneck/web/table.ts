// table.ts — the table of a view, and its choices, as types: docs/reference/view.md.
import type { Choice as Offered } from '#web/table/table.ts';

export interface Table {
  phase: string;
  turn: number | null;
  round: number;
  rounds: number;
  rounds_left: number;
  draws: number;
  grill: { value: number; worms: number }[];
  supply: number;
  deck: number;
  discard: string[];
  seats: {
    standing: 'in' | 'passed' | 'failed';
    hand_size: number;
    hand: string[] | null;
    laid: string[];
    total: number;
    safe: boolean;
    /** From bottom to top. */
    stack: { value: number; worms: number }[];
    worms: number;
  }[];
  pass: {
    success: boolean;
    tile: number | null;
    steal: number | null;
    from: number | null;
    draws: number;
  } | null;
}

/** A choice, and what it brings: the total that the cards then make. */
export interface Choice extends Offered {
  total?: number;
}
