// layout.ts — how cards and chips of No Thanks! are put in order for drawing. Pure functions, tested
// without a browser.

/** With its sign, and a true minus. */
export function signed(number: number): string {
  if (number === 0) return '±0';
  return number < 0 ? `−${-number}` : `+${number}`;
}

/** A run in few letters: the number that counts, and the rest. */
export function short(run: number[]): [first: string, rest: string] {
  const [first = 0, ...rest] = run;
  const last = rest.at(-1);
  if (last === undefined) return [String(first), ''];
  return [String(first), rest.length === 1 ? ` ${last}` : `–${last}`];
}

interface Spot {
  x: number;
  y: number;
}

/** A chip is one wide. */
const high = 5;
const rise = 0.2;
const drawn = 25;

/** Where chips lie in piles of five, from the left; a number beside them says how many there are. */
export function piles(chips: number): Spot[] {
  const shown = Math.min(chips, drawn);
  const count = Math.ceil(shown / high);
  return Array.from({ length: shown }, (_, i) => ({
    x: Math.floor(i / high) - (count - 1) / 2,
    y: (i % high) * rise,
  }));
}

/** How wide my cards are, in px: so that twelve lie in two rows, none of them in a run. */
export function cardWidth(width: number, height: number, cards: number): number {
  if (width >= 700) return 56;
  const across = Math.max(1, Math.ceil(cards / 2));
  const room = Math.floor((width - 130) / across) - 6;
  return Math.max(26, Math.min(height >= 630 ? 48 : 40, room));
}
