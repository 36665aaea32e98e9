// logged.test.ts — the log of a table online: every ply is a line, or is counted among those skipped.
import { expect, test } from 'vitest';
import { logged } from '../src/table/logged.ts';

const lines = (from: number, now: number, told: (string | null)[]) =>
  logged(from, { ply: now, last: told.map(() => ({ seat: 1, name: 'roll', hidden: false })) }, told, (count) => `… ${count}`).map(
    ({ ply, text }) => `${ply} ${text}`,
  );

test('what is new is told, a ply not worth a sentence left out', () => {
  expect(lines(3, 6, ['a', '', 'b'])).toEqual(['4 a', '6 b']);
  expect(lines(0, 0, [])).toEqual([]);
  expect(lines(6, 6, [])).toEqual([]);
});

test('what was told before is not told again', () => {
  expect(lines(5, 6, [null, null, 'b'])).toEqual(['6 b']);
  expect(lines(6, 6, [null, 'a', 'b'])).toEqual([]);
});

test('what nobody can tell any more is counted', () => {
  expect(lines(3, 6, [null, 'a', 'b'])).toEqual(['4 … 1', '5 a', '6 b']);
  expect(lines(0, 6, [null, 'a', 'b'])).toEqual(['4 … 4', '5 a', '6 b']);
  expect(lines(1, 90, [null, null, 'b'])).toEqual(['89 … 88', '90 b']);
  expect(lines(1, 90, ['a', 'b'])).toEqual(['88 … 87', '89 a', '90 b']);
});
