// view.ts — docs/VIEW.md as types: what one viewer may know of a match, and nothing else.

/** What an action may be, and what it brings, as its game tells it. */
export interface Action {
  code: number;
  name: string;
  verb: string;
  args: string[];
  /** Heckmeck and Karteneck: the total that the dice or cards then make. */
  total?: number;
  /** Heckmeck: of a roll; of the tile taken. */
  dice?: number;
  worms?: number;
  /** No Thanks!: of the card taken and on it; after refusing. */
  points?: number;
  chips?: number;
  left?: number;
  /** Hexx & Hopp: tiles that a placement touches. */
  contacts?: number;
}

export interface Ply {
  /** null: chance. */
  seat: number | null;
  name: string;
  hidden: boolean;
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

export interface NoThanksTable {
  phase: 'first' | 'flip' | 'choice' | 'over';
  turn: number | null;
  card: number | null;
  pot: number;
  left: number;
  out: number[];
  seats: { runs: number[][]; card_points: number; chips: number | null }[];
}

export type Specialist = 'red-worm' | 'hen' | 'weasel' | 'golden-die' | 'raven';

export interface HeckmeckTable {
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

export interface KarteneckTable {
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

export interface Hexagon {
  tile: number;
  /** Of the segments 0 to 5: 0 red, 1 yellow, 2 blue, 3 white. */
  colours: number[];
}

export interface HexxHoppTable {
  phase: 'first' | 'deal' | 'turn' | 'play' | 'over';
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
