// layout.ts — where hexagons lie and what touches what, for drawing, and the placements among the
// choices by cell and rotation. Pure functions. What fits is only ever what the choices name.
import type { Choice, Table } from './table.ts';

export interface Cell {
  q: number;
  r: number;
}
export type Stone = Table['figure'][number];

/** From a hexagon's centre to its corners, in units of the drawing. */
export const edge = 20;
/** Across its flat sides. */
export const across = edge * Math.sqrt(3);

/** The neighbour that segment k faces: east, then clockwise as drawn. */
export const steps = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
] as const;

/** How many tiles a seat has in all. */
export const tilesOf = ({ stack, aside, open }: Table['seats'][number]): number =>
  stack + aside + Number(open !== null);

export const keyOf = ({ q, r }: Cell): string => `${q},${r}`;
export const centre = ({ q, r }: Cell): { x: number; y: number } => ({
  x: across * (q + r / 2),
  y: edge * 1.5 * r,
});
export const besides = ({ q, r }: Cell): Cell[] => steps.map(([dq, dr]) => ({ q: q + dq, r: r + dr }));

/** A point this far from the centre, in the direction of segment k; halves are corners. */
export function point(k: number, far: number): { x: number; y: number } {
  const angle = (k * Math.PI) / 3;
  return { x: far * Math.cos(angle), y: far * Math.sin(angle) };
}
const corner = (k: number, far: number): string => {
  const { x, y } = point(k - 0.5, far);
  return `${x.toFixed(2)},${y.toFixed(2)}`;
};
export const outline = (far = edge): string =>
  Array.from({ length: 6 }, (_, k) => corner(k, far)).join(' ');
export const segment = (k: number): string => `0,0 ${corner(k, edge)} ${corner(k + 1, edge)}`;

/** The colours as they lie after so many turns clockwise. */
export const turned = (colours: number[], rotation: number): number[] =>
  colours.map((_, k) => colours[(k - rotation + 6) % 6] ?? 0);

export const byCell = (figure: Stone[]): Map<string, Stone> =>
  new Map(figure.map((stone) => [keyOf(stone), stone]));

/** How many tiles of the figure the cell of a placement touches: `place q,r R`, or with a tile before. */
export function contactsOf(figure: Stone[], name: string): number {
  const [, q, r] = /(-?\d+),(-?\d+)/.exec(name) ?? [];
  const around = new Set(besides({ q: Number(q), r: Number(r) }).map(keyOf));
  return figure.filter((stone) => around.has(keyOf(stone))).length;
}

/** The free cells beside the figure, row by row. */
export function rim(figure: Stone[]): Cell[] {
  const taken = byCell(figure);
  const free = new Map<string, Cell>();
  for (const cell of figure.flatMap(besides)) if (!taken.has(keyOf(cell))) free.set(keyOf(cell), cell);
  return [...free.values()].sort((a, b) => a.r - b.r || a.q - b.q);
}

/** What lies beside a cell: for each segment the colour that faces it, or null. */
export function facing(taken: Map<string, Stone>, cell: Cell): (number | null)[] {
  return besides(cell).map((next, k) => taken.get(keyOf(next))?.colours[(k + 3) % 6] ?? null);
}

/** The placements of one tile: cell, then rotation. In turns the choice names the tile. */
export function placements(choices: Choice[], tile: number | null): Map<string, Map<number, Choice>> {
  const places = new Map<string, Map<number, Choice>>();
  for (const choice of choices) {
    if (choice.verb !== 'place') continue;
    const [rotation, cell = '', which] = [...choice.args].reverse();
    if (which !== undefined && Number(which) !== tile) continue;
    const here = places.get(cell) ?? new Map<number, Choice>();
    places.set(cell, here.set(Number(rotation), choice));
  }
  return places;
}

/** In turns: the tiles of which some placement is among the choices. */
export const fitting = (choices: Choice[]): Set<number> =>
  new Set(choices.flatMap(({ verb, args }) => (verb === 'place' && args.length > 2 ? [Number(args[0])] : [])));

/** The one of the cells that is nearest to a place. */
export function nearest(cells: Cell[], place: Cell): Cell | null {
  const far = ({ q, r }: Cell) => Math.abs(q - place.q) + Math.abs(r - place.r) + Math.abs(q + r - place.q - place.r);
  return cells.reduce<Cell | null>((best, cell) => (best && far(best) <= far(cell) ? best : cell), null);
}

/** The nearest of the cells in the direction of an arrow; the same cell when there is none. */
export function towards(cells: Cell[], from: Cell, dx: number, dy: number): Cell {
  const at = centre(from);
  let best = from;
  let least = Infinity;
  for (const cell of cells) {
    const { x, y } = centre(cell);
    const ahead = (x - at.x) * dx + (y - at.y) * dy;
    const aside = Math.abs((x - at.x) * dy) + Math.abs((y - at.y) * dx);
    const cost = ahead + 2 * aside;
    if (ahead > 1 && cost < least) [best, least] = [cell, cost];
  }
  return best;
}

/** Scale and place of the drawing on the board: a point p is drawn at k·p + (x, y). */
export interface Camera {
  k: number;
  x: number;
  y: number;
}

/** From where to where the cells reach, in one direction. */
function reach(cells: Cell[], axis: 'x' | 'y'): [number, number] {
  const places = cells.map((cell) => centre(cell)[axis]);
  return [Math.min(...places) - edge, Math.max(...places) + edge];
}

/** All cells in sight, in the middle of a board of this size. */
export function fit(cells: Cell[], width: number, height: number): Camera {
  const [left, right] = reach(cells, 'x');
  const [top, bottom] = reach(cells, 'y');
  const k = Math.max(0.3, Math.min(2.4, width / (right - left), height / (bottom - top)));
  return { k, x: (width - k * (left + right)) / 2, y: (height - k * (top + bottom)) / 2 };
}

/** At that scale, one cell in the middle as far as no room is wasted beyond the outermost ones. */
export function around(cells: Cell[], cell: Cell, k: number, width: number, height: number): Camera {
  const along = (axis: 'x' | 'y', room: number) => {
    const [low, high] = reach(cells, axis);
    if (k * (high - low) <= room) return (room - k * (low + high)) / 2;
    return Math.min(-k * low, Math.max(room - k * high, room / 2 - k * centre(cell)[axis]));
  };
  return { k, x: along('x', width), y: along('y', height) };
}

/** The same camera, larger by a factor, with the point (x, y) of the board held in its place. */
export function zoom({ k, x, y }: Camera, factor: number, px: number, py: number): Camera {
  const next = Math.max(0.4, Math.min(5, k * factor));
  return { k: next, x: px - ((px - x) * next) / k, y: py - ((py - y) * next) / k };
}
