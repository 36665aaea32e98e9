// unit.test.ts — the camera over the figure: what is near is in sight, and no room is wasted.
import { expect, test } from 'vitest';
import { testPromise } from '../../../web/tests/promise.ts';
import { around, centre, contactsOf, fit, type Cell, type Stone } from '../web/layout.ts';
import type { Table } from '../web/table.ts';

const cells: Cell[] = Array.from({ length: 121 }, (_, i) => ({ q: (i % 11) - 5, r: Math.floor(i / 11) - 5 }));
const [width, height] = [300, 280];
const place = (cell: Cell, camera: { k: number; x: number; y: number }) => {
  const { x, y } = centre(cell);
  return { x: camera.x + camera.k * x, y: camera.y + camera.k * y };
};

test('all cells fit', () => {
  const camera = fit(cells, width, height);
  for (const cell of cells) {
    const { x, y } = place(cell, camera);
    expect(x > 0 && x < width && y > 0 && y < height).toBe(true);
  }
});

test('what is near lies in the middle, or at the edge it is at', () => {
  const middle = place({ q: 0, r: 0 }, around(cells, { q: 0, r: 0 }, 1.3, width, height));
  expect([middle.x, middle.y]).toEqual([width / 2, height / 2]);
  for (const cell of cells) {
    const camera = around(cells, cell, 1.3, width, height);
    const { x, y } = place(cell, camera);
    expect(x >= 20 && x <= width - 20 && y >= 20 && y <= height - 20).toBe(true);
    const [first, last] = [cells[0] as Cell, cells.at(-1) as Cell];
    expect(place(first, camera).y).toBeLessThanOrEqual(20 * 1.3 + 0.001);
    expect(place(last, camera).y).toBeGreaterThanOrEqual(height - 20 * 1.3 - 0.001);
  }
});

test('a figure smaller than the board stays in its middle', () => {
  const few: Cell[] = [{ q: -1, r: 0 }, { q: 1, r: 0 }];
  const camera = around(few, few[0] as Cell, 1, width, height);
  expect(place({ q: 0, r: 0 }, camera)).toEqual({ x: width / 2, y: height / 2 });
});

testPromise<Table>('hexxhopp', ['rounds=1'], 'contacts', ({ last }) => last?.contacts);

test('the contacts of a placement, with and without the number of its tile', () => {
  const figure = [[0, 0], [1, 0], [-1, 1], [0, 1], [5, 5]].map(([q, r]) => ({ q, r }) as Stone);
  expect(contactsOf(figure, 'place 0,1 3')).toBe(3);
  expect(contactsOf(figure, 'place 44 -1,0 3')).toBe(2);
});
