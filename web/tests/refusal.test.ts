// refusal.test.ts — refusals in the reader's language: what the forms of the advisor can bring about,
// entered at random, is known in every language; and what has parts is put together again.
import { beforeAll, expect, test } from 'vitest';
import { refusals } from '../catalogue.ts';
import { type Engine, EngineError } from '../src/engine/engine.ts';
import { retell } from '../src/i18n/refusal.ts';
import { loadEngine } from './load.ts';

const pairs = { de: refusals('de'), pl: refusals('pl'), ru: refusals('ru') };

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

test('a sentence is told with its parts', () => {
  const told = (sentence: string) => retell(sentence, pairs.de);
  expect(told("it is not this seat's turn")).toBe('Dieser Platz ist nicht am Zug.');
  expect(told('line 9: it is not for seat 2 to act, but for chance (*)')).toBe(
    'Zeile 9: Nicht Platz 2 ist am Zug, sondern der Zufall (*).',
  );
  expect(told("line 3: 'x' is not legal here; legal: take, refuse")).toBe(
    "Zeile 3: 'x' ist hier nicht erlaubt; erlaubt: take, refuse",
  );
  expect(told("expected a tile from 21 to 36, found '37'")).toBe(
    "erwartet: ein Stein von 21 bis 36; gefunden: '37'",
  );
  expect(told('expected at most eight dice, found the end')).toBe(
    'erwartet: höchstens acht Würfel; gefunden: das Ende',
  );
  expect(told('something that nobody says')).toBeNull();
});

/** A small generator, so that the same is entered every time. */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
type Roll = ReturnType<typeof dice>;
const some = (count: number, one: () => string | number) =>
  Array.from({ length: count }, one).map(String);
const orNone = (things: string[], between: string) => things.join(between) || '-';

/** Each thing in one pile at most, as the forms have it. */
function piles(roll: Roll, things: number[], count: number, often: number): number[][] {
  const all = Array.from({ length: count }, (): number[] => []);
  for (const thing of things) if (roll(often) === 0) all[roll(count)]?.push(thing);
  return all;
}

function heckmeck(roll: Roll, extra: boolean): Record<string, string> {
  const seats = 2 + roll(3);
  const tiles = [...(extra ? [11, 13] : []), ...Array.from({ length: 16 }, (_, i) => 21 + i)];
  const [down = [], mine = [], ...others] = piles(roll, tiles, seats + 1, 1 + roll(6));
  const away = new Set([down, mine, ...others].flat());
  const kept = some(roll(9), () => '12345W'[roll(6)] ?? '');
  const rolled = some(roll(2) === 0 ? 8 - kept.length : roll(9 - kept.length), () => '12345W'[roll(6)] ?? '');
  const words: Record<string, string> = {
    mine: orNone(mine.map(String), '+'),
    tops: others.map((pile) => orNone(pile.map(String), '+')).join(','),
    grill: orNone(tiles.filter((tile) => !away.has(tile)).map(String), ','),
  };
  if (kept.length > 0) words['dice'] = kept.join('') + (extra && roll(6) === 0 ? '+W' : '');
  if (rolled.length > 0) words['rolled'] = rolled.join('') + (extra && roll(6) === 0 ? '+1' : '');
  if (!extra) return words;
  const where = () => ['me', String(1 + roll(seats - 1)), String(tiles[roll(tiles.length)]), 'gone'][roll(4)];
  const placed = ['red-worm', 'hen', 'weasel', 'golden-die', 'raven'].flatMap((who) => (roll(3) === 0 ? [`${who}=${where()}`] : []));
  if (placed.length > 0) words['specialists'] = placed.join(',');
  words['worms'] = some(seats, () => roll(4)).join(',');
  if (roll(4) === 0) words['golden'] = roll(2) === 0 ? 'yes' : 'no';
  if (roll(4) === 0) words['weasel'] = 'used';
  return words;
}

function karteneck(roll: Roll): Record<string, string> {
  const seats = 2 + roll(3);
  const worms = piles(roll, Array.from({ length: 25 }, (_, i) => i + 1), seats + 2, 3);
  const cards = (place: number) =>
    orNone([...some(roll(4), () => `${1 + roll(5)}*${1 + roll(20)}`), ...(worms[place] ?? []).map((n) => `W${n}`)], ' ');
  const tall = roll(4) === 0;
  const all = [0, ...Array.from({ length: 27 }, (_, i) => i + 16)];
  const [grill = [], mine = [], ...others] = piles(roll, all, seats + 1, tall ? 1 : 6);
  const words: Record<string, string> = {
    hand: cards(seats),
    grill: orNone((roll(2) === 0 || grill.length === 0 ? [21, 28, 30, 33, 35].slice(0, seats) : grill).map(String), ','),
    mine: orNone(mine.filter((tile) => roll(2) === 0 || tile < 21).map(String), '+'),
    tops: others.map((pile) => orNone(pile.map(String), '+')).join(','),
    laid: some(seats, () => cards(roll(seats))).join('/'),
    held: some(seats - 1, () => (roll(9) === 0 ? 110 : roll(9))).join(','),
    discard: cards(seats + 1),
  };
  if (roll(2) === 0) words['passed'] = String(1 + roll(seats - 1));
  return words;
}

function nothanks(roll: Roll): Record<string, string> {
  const seats = 3 + roll(5);
  const cards = piles(roll, Array.from({ length: 33 }, (_, i) => i + 3), seats, 1 + roll(3));
  return {
    card: String(3 + roll(33)),
    pot: String(roll(56)),
    chips: String(roll(56)),
    cards: cards.map((pile) => orNone(pile.map(String), ' ')).join('/'),
  };
}

const figure = '0,0:021123 1,0:132021 2,0:032112 -1,1:033021 -2,2:021103 0,-1:120133 0,-2:232011';
function hexxhopp(roll: Roll): Record<string, string> {
  const tile = () => some(6, () => roll(4)).join('');
  const real = () => ['010223', '022130', '001323', '120033', '032201', '021123'][roll(6)] ?? '';
  const stones = figure.split(' ').filter(() => roll(20) > 0);
  const seats = 2 + roll(3);
  const words: Record<string, string> = {
    figure: [...stones, ...some(roll(2), () => `${roll(5) - 2},${roll(5) - 2}:${roll(2) ? real() : tile()}`)].join(' '),
  };
  if (roll(2) === 0) words['tile'] = roll(4) === 0 ? tile() : real();
  if (roll(3) === 0) words['aside'] = some(1 + roll(3), real).join(' ');
  if (roll(2) === 0) words['stacks'] = some(seats, () => 1 + roll(20)).join(',');
  if (roll(4) === 0) words['gifts'] = String(roll(7));
  return words;
}

for (const [name, game, options, words, least] of [
  ['Heckmeck', 'heckmeck', [], (roll: Roll) => heckmeck(roll, false), 4],
  ['Extra Wurm', 'heckmeck', ['extra-wurm'], (roll: Roll) => heckmeck(roll, true), 10],
  ['Karteneck', 'karteneck', [], karteneck, 8],
  ['No Thanks!', 'nothanks', [], nothanks, 3],
  ['Hexx & Hopp', 'hexxhopp', ['rounds=1'], hexxhopp, 7],
] as [string, string, string[], (roll: Roll) => Record<string, string>, number][])
  test(`${name}: what can be entered wrongly is refused in every language`, () => {
    const roll = dice(1);
    const refused = new Set<string>();
    for (let i = 0; i < 1000; i++) {
      try {
        engine.look(engine.line(game, words(roll), options), 0);
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        refused.add(error.message);
      }
    }
    const unknown = [...refused].filter((sentence) => retell(sentence, pairs.ru) === null);
    expect(unknown).toEqual([]);
    expect(refused.size).toBeGreaterThanOrEqual(least);
    for (const sentence of refused)
      for (const known of Object.values(pairs))
        expect(retell(sentence, known)).not.toMatch(/[{}]|\b(the|expected|found|tile|of)\b/);
  });
