// nothanks.test.ts — cards and chips of No Thanks! put in order for drawing, held to what the engine says.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { Engine } from '../src/engine/engine.ts';
import { cardWidth, cost, piles, short, signed } from '../src/games/nothanks.ts';
import type { NoThanksTable, View } from '../src/table/view.ts';

let engine: Engine;
beforeAll(async () => {
  const wasm = new URL('../../build/wasm/engine.wasm', import.meta.url);
  engine = await Engine.load(readFileSync(wasm), { net: () => null });
});

test('a card costs what the engine then counts more', () => {
  const costs: number[] = [];
  for (let seed = 1; seed <= 5; seed++) {
    const seats = ['random', 'random', 'random'];
    const table = engine.begin({ game: 'nothanks', options: [], seats, seed: [0, seed], language: 'en' });
    let before: NoThanksTable | null = null;
    let plies = 0;
    for (let over = false; !over; ) {
      const turn = engine.next(table, 0);
      const view = engine.view(table, 0, undefined, turn.ply - plies) as View<NoThanksTable>;
      const taker = view.last.find(({ name }) => name === 'take')?.seat;
      if (before?.card && taker != null) {
        const had = before.seats[taker];
        const has = view.table.seats[taker];
        const more = cost(had?.runs ?? [], before.card);
        expect((had?.card_points ?? 0) + more).toBe(has?.card_points);
        costs.push(more);
      }
      before = view.table;
      plies = turn.ply;
      over = turn.over;
      if (!over) engine.bot(table);
    }
    engine.close(table);
  }
  expect(costs.length).toBe(5 * 24);
  expect(costs).toContain(0);
  expect(costs).toContain(-1);
}, 30_000);

test('a card between two runs joins them', () => {
  expect(cost([[13], [15, 16]], 14)).toBe(-15);
  expect(cost([[13]], 20)).toBe(20);
});

test('numbers are short and have a sign', () => {
  expect([signed(17), signed(0), signed(-1)]).toEqual(['+17', '±0', '−1']);
  expect([short([7]), short([7, 8]), short([7, 8, 9])]).toEqual([
    ['7', ''],
    ['7', ' 8'],
    ['7', '–9'],
  ]);
});

test('chips lie in piles of five, in the middle', () => {
  expect(piles(0)).toEqual([]);
  expect(piles(1)).toEqual([{ x: 0, y: 0 }]);
  expect(piles(7).map(({ x }) => x)).toEqual([-0.5, -0.5, -0.5, -0.5, -0.5, 0.5, 0.5]);
  expect(piles(55)).toHaveLength(25);
});

test('my cards lie in two rows, also a dozen of them', () => {
  for (let cards = 1; cards <= 12; cards++) {
    const across = Math.floor((344 - 130) / (cardWidth(344, 640, cards) + 6));
    expect(2 * across).toBeGreaterThanOrEqual(cards);
  }
});
