// seats.test.ts — whether a record keeps what the server had promised before the match.
import { expect, test } from 'vitest';
import { partIn, promised, type Seat } from '../src/table/seats.ts';

const digits = (digit: string) => digit.repeat(64);
const seat: Seat = { token: digits('1'), value: digits('a'), commitment: digits('b') };
const record = (commitment: string, value: string) =>
  `match 1\n# fair version 1\n# fair commitment ${commitment}\r\n# fair hash 2 ${digits('c')}\n# fair value 2 ${value}\n`;

test('a record with my share and the promise I was given', () => {
  expect(partIn(record(digits('b'), digits('a')), seat)).toBe('held');
});

test('a record with another promise, or without my share', () => {
  expect(partIn(record(digits('d'), digits('a')), seat)).toBe('promise');
  expect(partIn(record(digits('b'), digits('d')), seat)).toBe('share');
  expect(partIn(record(digits('b'), digits('d')).replace(/ 2 .*\n$/, ''), seat)).toBe('share');
});

test('who had no part here has nothing to compare', () => {
  expect(partIn(record(digits('b'), digits('a')), null)).toBe(null);
  expect(partIn(record(digits('b'), digits('a')), { ...seat, value: '' })).toBe(null);
  const { commitment: _, ...older } = seat;
  expect(partIn(record(digits('b'), digits('a')), older)).toBe(null);
  expect(promised(older, digits('d'))).toBe(true);
  expect(promised(seat, digits('b'))).toBe(true);
  expect(promised(seat, digits('d'))).toBe(false);
});
