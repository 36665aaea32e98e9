// unit.test.ts — which of the choices stand in the bar below the hand, and what gathered worm cards play.
import { expect, test } from 'vitest';
import { testPromise } from '../../../web/tests/promise.ts';
import { arrange, gather, moveOf, together } from '../web/layout.ts';
import type { Choice, Table } from '../web/table.ts';

const choice = (name: string): Choice => {
  const [verb = '', ...args] = name.split(' ');
  return { code: 0, name, verb, args, text: name };
};
const choices = ['pass', 'lay 2*1', 'lay W9'].map(choice);
const [pass, two] = choices;

test('what is gathered comes first, and nothing stands there twice', () => {
  const names = (gathered: Choice | undefined) => arrange(choices, gathered).map(({ name }) => name);
  expect(names(undefined)).toEqual(['pass']);
  expect(names(two)).toEqual(['lay 2*1', 'pass']);
  expect(names(pass)).toEqual(['pass']); // as a hint has it that advises to pass
});

testPromise<Table>('karteneck', [], 'total', ({ seats }, seat) => seats[seat]?.total);

test('worm cards are gathered into one move, from the highest down', () => {
  const worms = ['lay W2', 'lay W9', 'lay W5', 'lay 2*1'].map((name) => ({ ...choice(name), total: 12 }));
  const [low, high, middle, hen] = worms as [Choice, Choice, Choice, Choice];
  const all = [low, high, middle].reduce<string[]>(gather, []);
  expect(all).toEqual(['W9', 'W5', 'W2']);
  expect(together(worms, all, 7)).toEqual({ ...high, total: 22 });
  expect(moveOf('lay W9', all)).toBe('lay W9; add W5; add W2; done');
  expect(moveOf('lay W2', ['W2'])).toBe('lay W2; done'); // whatever stays in the hand
  expect(gather(all, hen)).toEqual(['2*1']);
  expect(moveOf('lay 2*1', ['2*1'])).toBe('lay 2*1');
});
