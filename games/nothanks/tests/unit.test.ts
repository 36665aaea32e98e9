// unit.test.ts — cards and chips of No Thanks! put in order for drawing.
import { expect, test } from 'vitest';
import { testPromise } from '../../../web/tests/promise.ts';
import { cardWidth, piles, short, signed } from '../web/layout.ts';
import type { Table } from '../web/table.ts';

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
    const across = Math.floor((344 - 130) / (cardWidth(344, 571, cards) + 6));
    expect(2 * across).toBeGreaterThanOrEqual(cards);
  }
});

testPromise<Table>('nothanks', [], 'points', ({ seats }, seat) => seats[seat]?.card_points, true);
testPromise<Table>('nothanks', [], 'left', ({ seats }, seat) => seats[seat]?.chips);
