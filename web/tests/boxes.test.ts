// boxes.test.ts — the boxes of the start page are those of the engine, and a match belongs to the right one.
import { expect, test } from 'vitest';
import { boxes, boxOf, games, makesBox, optionsIn, valuesOf } from '../src/games/index.ts';
import { loadEngine } from './load.ts';

test('the page has the boxes of the engine', async () => {
  const facts = (await loadEngine()).games();
  expect(games).toEqual(facts.map(({ name }) => name));
  expect(boxes.map(({ id }) => id)).toEqual(facts.flatMap((game) => game.boxes.map(({ id }) => id)));
});

test.each(boxes)('a match with the options of $id is of that box', ({ id, game, options }) => {
  const record = ['option first=1', ...options.map((option) => `option ${option}`), '0 roll'].join('\n');
  expect(boxOf(game, valuesOf(options))?.id).toBe(id);
  expect(boxOf(game, optionsIn(record))?.id).toBe(id);
});

test('a match that fits no box is of the first', () => {
  expect(boxOf('hexxhopp', { rounds: 7 })?.id).toBe('hexxhopp');
  expect(boxOf('heckmeck', { 'extra-wurm': false })?.id).toBe('heckmeck');
  expect(boxOf('chess')).toBeUndefined();
});

test('what makes a box another is not asked, what one box presets is', () => {
  expect(makesBox('heckmeck', 'extra-wurm')).toBe(true);
  expect(makesBox('hexxhopp', 'rounds')).toBe(false);
});

test('the facts say with which option people act in turn', async () => {
  const facts = (await loadEngine()).games();
  expect(facts.filter(({ at_once }) => at_once).map(({ name }) => name)).toEqual(['hexxhopp']);
  const calm = facts.flatMap(({ at_once, options }) => options.filter((option) => option.at_once !== at_once));
  expect(calm.map(({ name }) => name)).toEqual(['turns']);
});
