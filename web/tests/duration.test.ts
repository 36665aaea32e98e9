// duration.test.ts — times as people read them: for forms, and on a clock that runs down.
import { expect, test } from 'vitest';
import { duration, left } from '../src/lib/duration.ts';

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

test('a duration is told in its largest whole unit, with the right plural', () => {
  expect(duration(15 * second, 'en')).toBe('15 seconds');
  expect(duration(90 * second, 'en')).toBe('90 seconds');
  expect(duration(minute, 'en')).toBe('1 minute');
  expect(duration(12 * hour, 'de')).toBe('12 Stunden');
  expect(duration(3 * day, 'en')).toBe('3 days');
  expect(duration(3 * day, 'ru')).toBe('3 дня');
  expect(duration(7 * day, 'ru')).toBe('7 дней');
  expect(duration(5 * minute, 'pl')).toBe('5 minut');
});

test('a clock counts seconds below an hour, and never shows more than there is above', () => {
  expect(left(-5 * second, 'en')).toBe('0:00');
  expect(left(1, 'en')).toBe('0:01');
  expect(left(59 * minute + 59 * second, 'en')).toBe('59:59');
  expect(left(hour, 'en')).toBe('1h');
  expect(left(hour + 119 * second, 'en')).toBe('1h 1m');
  expect(left(day - second, 'en')).toBe('23h 59m');
  expect(left(2 * day + 5 * hour + 59 * minute, 'en')).toBe('2d 5h');
  expect(left(30 * day, 'en')).toBe('30d');
});
