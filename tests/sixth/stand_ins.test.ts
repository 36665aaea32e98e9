// stand_ins.test.ts — what the browser says of a game that brings rules alone: see tests/sixth_game.py.
import { beforeAll, expect, test } from 'vitest';
import { type Engine, languages } from '../../../web/src/engine/engine.ts';
import { boxes, boxOf } from '../../../web/src/games/index.ts';
import { rulesOf } from '../../../web/src/lib/rules.ts';
import { boxAbout, boxTitle, optionText } from '../../../web/src/lib/terms.ts';
import { loadEngine } from '../../../web/tests/load.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});
const box = boxes.find(({ id }) => id === 'coins')!;

test('the box of coins has the title and the summary of the game', async () => {
  expect([boxTitle(box), boxAbout(box)]).toEqual(['Coins', 'a template: one hidden coin at a time']);
  expect(boxOf('coins', { rounds: 3 })).toBe(box);
  expect(optionText('coins', 'rounds')).toBe('turns of each seat');
  expect(optionText('coins', 'first')).toBeNull();
  for (const language of languages) expect(await rulesOf(box, language)).toMatch(/^# Coins\n\na template/);
});

test.each(languages)('plies and choices of coins are told by the names of actions in %s', (language) => {
  const table = engine.begin({ game: 'coins', options: ['first=0'], seats: ['you', 'easy'], seed: [1, 2], language });
  engine.next(table, 0);
  expect(engine.choices(table, 0)).toEqual(['keep', 'drop']);
  engine.act(table, 0, 'keep', 0);
  engine.next(table, 0);
  const told = engine.told(table, 0, 0, 10);
  expect(told).toHaveLength(3);
  expect(told[0]).toMatch(/: coin (heads|tails)\.$/);
  expect(told[1]).toMatch(/: keep\.$/);
  expect(told[2]).toMatch(/: coin \?\.$/);
  const [before, after] = [engine.view(table, 0, 0), engine.view(table, 0, 3, 3)].map((view) => JSON.stringify(view));
  expect(engine.seen(before!, after!, language).told).toEqual(told);
  engine.close(table);
});

test('the advisor takes a position line of coins', () => {
  const line = 'coins seats=2 first=0 | p turn=0 coin=h left=6 points=0,0';
  expect(engine.advise('coins', line, 'ru').best).toBe('keep');
  expect(engine.look(line, 0).actions.map(({ name }) => name)).toEqual(['keep', 'drop']);
});
