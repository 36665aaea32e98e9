// promise.ts — for the tests of single games: a number that a view promises of an action is what it then brings.
import { expect, test } from 'vitest';
import type { Engine } from '../src/engine/engine.ts';
import type { View } from '../src/table/view.ts';
import { loadEngine } from './load.ts';

/** Plays at random; before every ply what the mover sees, and after it the same. */
function* plies(engine: Engine, game: string, options: string[], seed: number): Generator<[seat: number, before: View, after: View]> {
  const seats = ['random', 'random', 'random'];
  const table = engine.begin({ game, options, seats, seed: [0, seed], language: 'en' });
  for (let now = 0; ; ) {
    const turn = engine.next(table, now);
    if (turn.over) break;
    const seat = turn.bot ?? 0;
    const before = engine.view(table, seat);
    now += turn.due;
    engine.bot(table);
    yield [seat, before, engine.view(table, seat, before.ply + 1, 1)];
  }
  engine.close(table);
}

/** Of the action's member `key`; `brought` is how much of it there is at a table. With `adds` the promise is of
 * what comes to that. */
export function testPromise<T>(
  game: string,
  options: string[],
  key: string,
  brought: (table: T, seat: number) => number | null | undefined,
  adds = false,
): void {
  test(`${game} ${options.join(' ')}: the ${key} that an action promises is what it then brings`, async () => {
    const engine = await loadEngine();
    const round = ({ table }: View) => (table as { round?: number }).round;
    const amount = ({ table }: View, seat: number) => Number(brought(table as T, seat));
    let checked = 0;
    for (let seed = 1; seed <= 3; seed++)
      for (const [seat, before, after] of plies(engine, game, options, seed)) {
        const action = before.actions.find(({ name }) => name === after.last[0]?.name) as Record<string, unknown> | undefined;
        const promised = action?.[key];
        if (promised === undefined || after.over || round(after) !== round(before)) continue;
        expect(amount(after, seat) - (adds ? amount(before, seat) : 0)).toBe(promised);
        checked++;
      }
    expect(checked).toBeGreaterThan(20);
  });
}
