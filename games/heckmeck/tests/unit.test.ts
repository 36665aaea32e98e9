// unit.test.ts — the table of Heckmeck put in order for drawing.
import { expect, test } from 'vitest';
import type { View } from '#web/table/view.ts';
import { testPromise } from '../../../web/tests/promise.ts';
import { arrange, ended, goldenFace, groups, rows, sizes } from '../web/layout.ts';
import type { Choice, Table } from '../web/table.ts';

type HeckmeckView = View<Table>;
const choice = (name: string): Choice => {
  const [verb = '', ...args] = name.split(' ');
  return { code: 0, name, verb, args, text: name };
};

test('dice lie in groups, and the golden die in its own', () => {
  expect(groups([2, 0, 0, 0, 0, 1], 'W')).toEqual([
    { face: '1', count: 2, golden: false },
    { face: 'W', count: 1, golden: true },
  ]);
  const table = { golden_die: 'rolled-1' } as Table;
  expect(goldenFace(table, 'rolled')).toBe('1');
  expect(goldenFace(table, 'kept')).toBeNull();
  expect(goldenFace({ golden_die: 'off' } as Table, 'rolled')).toBeNull();
});

test('the grill lies in two rows, 11 and 13 before the others, and is read in order', () => {
  const slot = (tile: number) => ({ tile, worms: 1, lies: 'up', specialist: null }) as const;
  const plain = Array.from({ length: 16 }, (_, i) => slot(21 + i));
  const seen = (grill: ReturnType<typeof slot>[]) =>
    rows(grill).map(({ tile, row, column }) => `${tile}: ${row}/${column}`);
  expect(seen(plain).filter((_, i) => i % 5 === 0)).toEqual(['21: 1/1', '26: 1/6', '31: 2/3', '36: 2/8']);
  const extra = seen([slot(11), slot(13), ...plain]);
  expect(extra.slice(0, 3)).toEqual(['11: 1/1', '13: 2/1', '21: 1/2']);
  expect(extra.slice(9, 11)).toEqual(['28: 1/9', '29: 2/2']);
});

test('the bar has three buttons at most, and no choice is lost', () => {
  const names = (choices: Choice[]) => choices.map(({ name }) => name);
  const all = ['roll', 'take 25', 'steal 26', 'stop'].map(choice);
  const { bar, rest } = arrange(all, null);
  expect(names(bar)).toEqual(['take 25', 'steal 26', 'roll']);
  expect(names(rest)).toEqual(['stop']);
  expect(names(arrange(['roll', 'stop'].map(choice), null).bar)).toEqual(['roll', 'stop']);
  const roll = ['keep 1', 'keep W', 'weasel'].map(choice);
  expect(names(arrange(roll, null).bar)).toEqual(['weasel']);
  expect(names(arrange(roll, 'keep W').bar)).toEqual(['keep W', 'weasel']);
});

test('the end of a turn is told when the next begins, and not before', () => {
  const at = (turn: number, phase: string) =>
    ({ over: false, table: { turn, phase } }) as HeckmeckView;
  const ply = (seat: number | null, text: string) => ({ seat, name: 'roll', hidden: false, text });
  const plies = [ply(1, 'Anna takes tile 25.'), ply(null, 'You roll: 1.')];
  expect(ended({ before: at(1, 'decide'), plies }, at(0, 'keep'))).toBe('Anna takes tile 25.');
  expect(ended({ before: at(0, 'decide'), plies }, at(0, 'keep'))).toBeNull();
  expect(ended({ before: null, plies: [] }, at(0, 'keep'))).toBeNull();
});

test('tiles fit in their column', () => {
  for (const tiles of [16, 18])
    for (let width = 320; width < 1300; width += 7) {
      const { tile, row } = sizes(width, 571, tiles, 7);
      expect((tile + 2) * (row ? tiles : tiles / 2)).toBeLessThan(width);
    }
});

testPromise<Table>('heckmeck', [], 'total', ({ total }) => total);
testPromise<Table>('heckmeck', ['extra-wurm'], 'total', ({ total }) => total);
