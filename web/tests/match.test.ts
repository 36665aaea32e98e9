// match.test.ts — what people type as names becomes what the engine takes for a person.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { Engine } from '../src/engine/engine.ts';
import { seatName } from '../src/lib/match.ts';

let engine: Engine;
beforeAll(async () => {
  const bytes = readFileSync(new URL('../../build/wasm/engine.wasm', import.meta.url));
  engine = await Engine.load(bytes, { net: () => null });
});

const open = (game: string, seats: string[], options: string[] = []) =>
  engine.begin({ game, options, seats, seed: [1, 2], language: 'en' });

test.each([
  ['Anna', 'Anna'],
  ['anna', 'Anna'],
  ['  anna,  bert ', 'Anna bert'],
  ['hard', 'Hard'],
  ['жанна', 'Жанна'],
  ['', 'you'],
  ['007', 'you'],
  ['exec:sh', 'Exec:sh'],
  ['a\nb\u2028c', 'A b c'],
  ['🐔'.repeat(20), '🐔'.repeat(15)],
])('%j sits there as %j', (typed, name) => {
  expect(seatName(typed)).toBe(name);
  const table = open('nothanks', [seatName(typed), 'random', 'random']);
  expect(engine.names(table).map(({ person }) => person)).toEqual([true, false, false]);
  engine.close(table);
});

test('the engine says whether the person to act has something to hide', () => {
  const hides = (game: string, options: string[] = []) => {
    const table = open(game, ['Anna', 'Bert', 'Carl'], options);
    const turn = engine.next(table, 0);
    engine.close(table);
    return turn.persons.length === 1 && turn.hides;
  };
  expect(hides('heckmeck')).toBe(false);
  expect(hides('nothanks')).toBe(true);
  expect(hides('karteneck')).toBe(true);
});
