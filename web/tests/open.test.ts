// open.test.ts — a match laid open: every seat shows what it has, and nothing is left that a seat sees.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { Engine, SPECTATOR } from '../src/engine/engine.ts';
import { laidOpen } from '../src/table/open.ts';
import type { View } from '../src/table/view.ts';
import type { Table as KarteneckTable } from '../../games/karteneck/web/table.ts';
import type { Table as NoThanksTable } from '../../games/nothanks/web/table.ts';

const top = new URL('../../', import.meta.url);
let engine: Engine;

beforeAll(async () => {
  engine = await Engine.load(readFileSync(new URL('build/wasm/engine.wasm', top)), { net: () => null });
});

/** The golden match after some plies: for spectators, and laid open. */
function views(game: string, name: string, ply: number): { shown: View; open: View } {
  const record = readFileSync(new URL(`games/${game}/tests/golden/${name}.match`, top), 'utf8');
  const table = engine.resume(record, [0, 0], 'en');
  const shown = engine.view(table, SPECTATOR, ply, 1);
  const own = Array.from({ length: shown.seats }, (_, seat) => engine.view(table, seat, ply, 1));
  engine.close(table);
  return { shown, open: laidOpen(shown, own) };
}

test('hands lie open, and a draw is told', () => {
  const { shown, open } = views('karteneck', '4', 20);
  const hidden = (shown.table as KarteneckTable).seats;
  const { seats } = open.table as KarteneckTable;
  expect(hidden.every(({ hand }) => hand === null)).toBe(true);
  for (const { hand, hand_size } of seats) expect(hand).toHaveLength(hand_size);
  expect(shown.last[0]?.name).toContain('?');
  expect(open.last[0]?.name).not.toContain('?');
});

test('chips are counted, in the points too', () => {
  const { shown, open } = views('nothanks', '3', 20);
  const { seats } = open.table as NoThanksTable;
  expect((shown.table as NoThanksTable).seats.every(({ chips }) => chips === null)).toBe(true);
  for (const [seat, { chips, card_points }] of seats.entries())
    expect(open.score.points[seat]).toBe(card_points - (chips ?? NaN));
});
