// view.ts — the types of docs/reference/view.md: what one viewer may know of a match, and nothing else.

/** What an action may be. What it brings is for its game to say, in members of its own. */
export interface Action {
  code: number;
  name: string;
  verb: string;
  args: string[];
}

export interface Ply {
  /** null: chance. */
  seat: number | null;
  name: string;
  hidden: boolean;
  /** The table behind it, as the viewer saw it: of the last eight but one. */
  table?: unknown;
}

export interface View<Table = unknown> {
  view: 1;
  game: string;
  title: string;
  seats: number;
  options: Record<string, boolean | number | null>;
  names: (string | null)[];
  viewer: number | null;
  ply: number;
  over: boolean;
  movers: number[];
  chance: boolean;
  actions: Action[];
  last: Ply[];
  score: { points: number[]; places: number[] };
  table: Table;
}
