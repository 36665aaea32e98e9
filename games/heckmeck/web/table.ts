// table.ts — the table of a view, and its choices, as types: docs/reference/view.md.
import type { Choice as Offered } from '#web/table/table.ts';

export type Specialist = 'red-worm' | 'hen' | 'weasel' | 'golden-die' | 'raven';

export interface Table {
  phase: string;
  turn: number | null;
  grill: {
    tile: number;
    worms: number;
    lies: 'up' | 'down' | 'owned';
    specialist: Specialist | null;
  }[];
  seats: {
    stack: number[];
    worms: number;
    round_worms: number;
    specialists: Specialist[];
  }[];
  /** How many of the faces 1 2 3 4 5 W. */
  kept: number[];
  rolled: number[];
  dice: number;
  total: number;
  golden_die: 'off' | 'ready' | 'rolled-1' | 'rolled-W' | 'kept-1' | 'kept-W';
  weasel_used: boolean;
  extra_wurm: boolean;
  supply: number;
}

/** A choice, and what it brings: the total that the dice then make, the dice of a roll, the worms of the tile. */
export interface Choice extends Offered {
  total?: number;
  dice?: number;
  worms?: number;
}
