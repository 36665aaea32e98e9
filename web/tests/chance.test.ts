// chance.test.ts — how numbers are told: chances that are rough say so, and a minus is one.
import { expect, test } from 'vitest';
import { chance, minus } from '../src/i18n/index.svelte.ts';

test('a chance that rests on few playouts is rough', () => {
  expect(chance({ win: 0.436, win_error: 0.096 })).toBe('≈\u200944%');
  expect(chance({ win: 0.436, win_error: 0.004 })).toBe('44%');
});

test('a minus is no hyphen', () => {
  expect([minus(-11), minus(0), minus(7)]).toEqual(['−11', '0', '7']);
});
