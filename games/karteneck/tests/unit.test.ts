// unit.test.ts — which of the choices stand in the bar below the hand.
import { expect, test } from 'vitest';
import { testPromise } from '../../../web/tests/promise.ts';
import { arrange } from '../web/layout.ts';
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
