// seats.test.ts — whether a record keeps what the server had promised before the match.
import { expect, test } from 'vitest';
import { fingerprint, partIn, promised, seatIn, seatLink, type Seat } from '../src/table/seats.ts';

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

/** Seat 2 gave its link for plies 1 and 4, before the two rolls. */
const course = ['* first 1', '* roll 11345WWW', '1 keep W', '1 roll', '* roll 11222', '1 keep 2'];
const linked: Seat = { ...seat, given: { 1: fingerprint(course.slice(0, 1)), 4: fingerprint(course.slice(0, 4)) } };
const rolled = (plies: string[], ...missing: string[]) =>
  record(digits('b'), digits('a')).replace('match 1\n', ['match 1', 'plies', ...plies, 'end', ...missing, ''].join('\n'));

test('links that I gave are in the record, for what I had seen', () => {
  expect(partIn(rolled(course), linked)).toBe('held');
  expect(partIn(rolled(course, '# fair missing 4 0 1'), linked)).toBe('held');
});

test('a link that the server took and left out is found; one that came too late is none', () => {
  expect(partIn(rolled(course, '# fair missing 4 0 2'), linked)).toBe('left-out');
  expect(partIn(rolled(course, '# fair missing 4 0 2'), { ...linked, late: [4] })).toBe('held');
});

test('a server that had shown something else to get my link is found', () => {
  const other = course.with(2, '1 keep 1');
  expect(partIn(rolled(other), linked)).toBe('lured');
  expect(partIn(rolled(course.slice(0, 3)), linked)).toBe('lured');
});

test('a link brings the seat and its part in the dice to another device', () => {
  const page = 'https://peck.example/#/table/abc';
  const words = (link: string) => new URLSearchParams(link.slice(link.indexOf('?')));
  const whole: Seat = { ...seat, last: digits('e'), draw: 2 };
  expect(seatLink(page, whole).startsWith(`${page}?`)).toBe(true);
  expect(seatIn(words(seatLink(page, { ...whole, eager: true, given: { 1: 'x' } })))).toEqual(whole);
  expect(seatIn(words(seatLink(page, { token: digits('1'), value: '' })))).toEqual({ token: digits('1'), value: '' });
  expect(seatIn(new URLSearchParams())).toBe(null);
  expect(seatIn(new URLSearchParams({ token: 'short', value: digits('a') }))).toBe(null);
  expect(seatIn(new URLSearchParams({ token: digits('1'), value: 'no', draw: 'x' }))).toEqual({ token: digits('1'), value: '' });
});
