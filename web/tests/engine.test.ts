// engine.test.ts — the engine as WebAssembly: the same rules as natively, every game to its end, and
// sentences for everything that happens.
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { type Engine, EngineError, languages, type Wish } from '../src/engine/engine.ts';
import { boxes } from '../src/games/index.ts';
import { loadEngine } from './load.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await loadEngine();
});

const wish = (game: string, more: Partial<Wish> = {}): Wish => ({
  game,
  options: [],
  seats: ['you', 'easy', 'random'],
  seed: [1, 2],
  language: 'en',
  ...more,
});

/** Plays one choice after the other until the match is over; returns the sentences. */
function playOut(table: number): string[] {
  let now = 0;
  for (let i = 0; i < 3000; i++) {
    const turn = engine.next(table, now);
    if (turn.over) return engine.told(table, 0, 0, 5000);
    const [person] = turn.persons;
    if (turn.bot !== null && (person === undefined || i % 3 > 0)) {
      now += turn.due;
      engine.bot(table);
      continue;
    }
    const view = engine.view(table, person ?? 0);
    const choices = engine.choices(table, person ?? 0);
    expect(choices).toHaveLength(view.actions.length);
    for (const choice of choices) expect(choice).not.toMatch(/^$|[{}]/);
    const action = view.actions[i % view.actions.length];
    engine.act(table, person ?? 0, action?.name ?? '', now);
  }
  throw new Error('the match does not end');
}

/** A view of the first seat, as a server would send it. */
const sent = (table: number, ply: number, plies = 0): string =>
  `{"type":"view","seq":${ply},"table":{"chairs":${JSON.stringify(engine.names(table))},"chat":[{"text":"\\"view\\":{"}]},"view":${JSON.stringify(engine.view(table, 0, ply, plies))}}`;

test('a hen plays for a bot: the same at the seat of a table, with her own name and face', () => {
  const facts = engine.games().find(({ name }) => name === 'nothanks');
  const levels = facts?.bots.filter(({ characters }) => characters.length > 0) ?? [];
  expect(levels.map(({ name }) => name)).toEqual(['random', 'easy', 'normal', 'hard', 'expert']);
  for (const { characters } of levels) expect(new Set(characters.map(({ temper }) => temper)).size).toBe(7);
  const hens = (seed: number) => {
    const table = engine.begin({ ...wish('nothanks', { seats: ['you', 'normal', 'normal', 'hard'] }), seed: [0, seed] });
    const record = engine.record(table);
    const told = engine.names(table);
    const again = engine.resume(record, [0, 0], 'ru');
    expect(engine.names(again).map(({ character }) => character)).toEqual(told.map(({ character }) => character));
    expect(engine.names(again)[1]?.name).toMatch(/^[А-Яа-я]+$/);
    engine.close(table);
    engine.close(again);
    // Whoever asks for the record of a server finds the hens of its table there.
    const online = engine.resume(`# fair table z9fkb4e7\n${record.replace(/^# seed.*\n/, '')}`, [0, seed], 'en');
    const there = engine.names(online).map(({ character }) => character);
    engine.close(online);
    return [told, there] as const;
  };
  const [[one, there], [two, same]] = [hens(1), hens(2)];
  expect(one[0]).toMatchObject({ name: 'You', character: null });
  expect(new Set(one.map(({ name }) => name)).size).toBe(4);
  expect(two.map(({ character }) => character)).not.toEqual(one.map(({ character }) => character));
  expect(same).toEqual(there);
});

test('names that are equal have numbers, but for the own one', () => {
  const table = engine.begin(wish('nothanks', { seats: ['Ann', 'Ann', 'Ann', 'hard', 'hard'] }));
  const view = engine.view(table, 0);
  const names = (viewer: number | null) => engine.seen(null, JSON.stringify({ ...view, viewer }), 'de').names;
  expect(names(null)).toEqual(['Ann', 'Ann 2', 'Ann 3', 'Könner', 'Könner 2']);
  expect(names(0)).toEqual(['Ann', 'Ann', 'Ann 2', 'Könner', 'Könner 2']);
  expect(names(1)).toEqual(['Ann', 'Ann', 'Ann 2', 'Könner', 'Könner 2']);
  const unnamed = JSON.stringify({ ...view, names: view.names.map(() => null) });
  expect(engine.seen(null, unnamed, 'en').names.slice(1)).toEqual(['Player 2', 'Player 3', 'Player 4', 'Player 5']);
  engine.close(table);
});

test('the result of a view has names, points and places', () => {
  const view = { game: 'nothanks', seats: 3, names: ['Ann', 'Bob', 'Cy'], viewer: 1, over: true };
  const told = (places: number[], over = true) =>
    engine.seen(null, JSON.stringify({ ...view, over, score: { points: [7, -3, 7], places } }), 'en').result;
  expect(told([2, 1, 2])).toEqual(['You win!', '1. You: -3 points.', '2. Ann: 7 points.', '2. Cy: 7 points.']);
  expect(told([1, 3, 1])?.[0]).toBe('Shared win: Ann and Cy.');
  expect(told([1, 3, 2])?.[0]).toBe('Ann wins.');
  expect(told([2, 1, 2], false)).toBe(null);
  expect(told([])).toBe(null);
});

test('views are not kept, told or refused', () => {
  const padding = 'x'.repeat(1 << 20);
  const hollow = JSON.stringify({ game: 'nothanks', seats: 3, padding });
  const unknown = JSON.stringify({ game: 'nogame', seats: 3, padding });
  const held = () => engine['memory'].buffer.byteLength;
  let before = 0;
  for (let i = 0; i < 48; i++) {
    expect(engine.seen(hollow, hollow, 'en').told).toEqual([]);
    expect(() => engine.seen(hollow, unknown, 'en')).toThrow(EngineError);
    if (i === 8) before = held();
  }
  expect(held()).toBe(before);
});

test('the signature is the one of the native engine', () => {
  const golden = readFileSync(new URL('../../tests/golden/signature', import.meta.url), 'utf8');
  expect(engine.signature()).toBe(golden.trim());
});

for (const { id, game, options } of boxes)
  test(`${id} is played to its end, saved and loaded`, () => {
    const table = engine.begin(wish(game, { options }));
    const told = playOut(table);
    const view = engine.view(table, 0);
    expect(view.over).toBe(true);
    expect(told).toHaveLength(view.ply);
    expect(told.filter((text) => text !== '').length).toBeGreaterThan(10);
    expect(told.join(' ')).not.toMatch(/[{}]/);
    const again = engine.resume(engine.record(table), [0, 0], 'en');
    expect(engine.view(again, 0)).toEqual(view);
    expect(engine.result(again)).toEqual(engine.result(table));
  expect(engine.story(table)).toMatch(/^$|^[^{}]+ That decides it: [^{}]+\.$/);
    // A server sends several plies at once: they are told as where every one was seen.
    for (let ply = 5; ply <= view.ply; ply += Math.ceil(view.ply / 20)) {
      const seen = engine.seen(sent(table, ply - 5), sent(table, ply, 5), 'en');
      expect(seen.told).toEqual(told.slice(ply - 5, ply));
      expect(seen.choices).toEqual(engine.choices(table, 0, ply));
      expect(seen.result).toEqual(ply === view.ply ? engine.result(table) : null);
    }
    expect(engine.seen(null, sent(table, view.ply), 'en').result).toEqual(engine.result(table));
    // Who was away for longer is told the last plies exactly, and of the others nothing wrong.
    for (let ply = 30; ply <= view.ply; ply += Math.ceil(view.ply / 20))
      for (const before of [null, sent(table, ply - 30)]) {
        const { told: seen } = engine.seen(before, sent(table, ply, 30), 'en');
        expect(seen.lastIndexOf(null)).toBe(22);
        expect(seen.slice(23)).toEqual(told.slice(ply - 7, ply));
      }
    engine.close(table);
    engine.close(again);
  });

test('what chance can deal is told by name', () => {
  const dealt = (game: string, verb: string) => {
    const table = engine.begin(wish(game));
    engine.next(table, 0);
    const names = engine.outcomes(table, verb);
    engine.close(table);
    return names.map((name) => name.slice(verb.length + 1)).join(' ');
  };
  expect(dealt('nothanks', 'flip')).toMatch(/^3 4 5 .* 34 35$/);
  expect(dealt('karteneck', 'card')).toMatch(/^1 2 3 4 5 W1 W2 .* W25$/);
  expect(dealt('karteneck', 'tile')).toMatch(/^0 16 17 .* 41 42$/);
  expect(dealt('hexxhopp', 'tile').split(' ')).toHaveLength(72);
  expect(dealt('heckmeck', 'flip')).toBe('');
});

test('every language tells the same match', () => {
  const table = engine.begin(wish('nothanks'));
  playOut(table);
  const told = languages.map((language) => {
    engine.setLanguage(table, language);
    return engine.told(table, 0, 0, 5000).join('\n');
  });
  expect(new Set(told).size).toBe(languages.length);
  engine.close(table);
});

test('hints have an estimate for each action and one best', () => {
  const table = engine.begin(wish('nothanks', { options: ['first=0'] }));
  engine.next(table, 0);
  const { estimates } = engine.hint(table, 0);
  expect(estimates.map(({ action }) => action)).toEqual(
    engine.view(table, 0).actions.map(({ name }) => name),
  );
  expect(estimates.filter(({ best }) => best)).toHaveLength(1);
  engine.close(table);
});

test('undo goes back to the last decision, and the match goes on as it would have', () => {
  const table = engine.begin(wish('heckmeck', { seats: ['you', 'easy'], options: ['first=0'] }));
  engine.next(table, 0);
  const before = engine.view(table, 0);
  const name = before.actions[0]?.name ?? '';
  engine.act(table, 0, name, 0);
  engine.next(table, 0);
  const after = engine.view(table, 0);
  engine.undo(table);
  engine.next(table, 0);
  expect(engine.view(table, 0)).toEqual(before);
  engine.act(table, 0, name, 0);
  engine.next(table, 0);
  expect(engine.view(table, 0)).toEqual(after);
  engine.close(table);
});

test('the advisor takes a line or words, and says the same', () => {
  const words = { card: '17', pot: '3', chips: '8', cards: '3 4 10/7 8/-' };
  const told = engine.advise('nothanks', words, 'en');
  expect(told.actions.map(({ action }) => action).sort()).toEqual(['refuse', 'take']);
  expect(engine.advise('nothanks', told.position, 'en')).toEqual(told);
  const view = engine.look(told.position, 0);
  expect(view.actions.map(({ name }) => name).sort()).toEqual(['refuse', 'take']);
  expect(engine.lookChoices(told.position, 0, ['ich', 'A', 'B'], 'de')).toHaveLength(2);
  expect(() => engine.lookChoices(told.position, 5, [], 'de')).toThrow('error.no-seat');
  expect(() => engine.look(told.position, 5)).toThrow('error.no-seat');
  expect(engine.advise('heckmeck', { dice: 'WW4', rolled: '11355' }, 'en').table?.rows.length).toBeGreaterThan(10);
  expect(() => engine.advise('nothanks', { colour: '1' }, 'en')).toThrow('error.words.other');
  expect(() => engine.advise('nothanks', { dice: '1' }, 'en')).toThrow('error.words.other');
  expect(() => engine.advise('nothanks', 'nothanks | nonsense', 'en')).toThrow(EngineError);
});

test('reasons are told in the language asked for', () => {
  const words = { card: '17', pot: '3', chips: '8', cards: '3 4 10/7 8/-' };
  const why = languages.map((language) => engine.advise('nothanks', words, language).actions.find(({ action }) => action === 'take')?.why);
  expect(why[0]).toMatch(/^the card counts \+17, the chips -3, together \+14 points; .*'refuse'$/);
  expect(why[1]).toMatch(/^die Karte zählt \+17, die Chips -3, zusammen \+14 Punkte; .*'refuse'$/);
  expect(why[2]).toMatch(/razem \+14 punktów; .*'refuse'$/);
  expect(why[3]).toMatch(/вместе \+14 очков; .*'refuse'$/);
  const table = engine.begin(wish('heckmeck', { options: ['first=0'], language: 'ru' }));
  engine.next(table, 0);
  for (const { why } of engine.hint(table, 0).estimates) expect(why).toMatch(/^даёт \d+, оста/);
  engine.close(table);
});

test('a finished match is analysed: what luck and errors did adds up', () => {
  const table = engine.begin(wish('heckmeck', { seats: ['you', 'easy'] }));
  playOut(table);
  const analysis = engine.analyse(table);
  expect(analysis.steps).toHaveLength(engine.view(table, 0).ply);
  for (const { start, result, luck, errors, gifts, residual } of analysis.accounts)
    expect(start + luck - errors + gifts + residual).toBeCloseTo(result, 4);
  const kept = analysis.steps.filter(({ action }) => action.startsWith('keep '));
  for (const { ply, best = '' } of kept.filter(({ best }) => best?.startsWith('keep')))
    expect(engine.reason(table, ply - 1, best)).toMatch(/^makes \d+ with \d/);
  expect(kept.length).toBeGreaterThan(5);
  expect(() => engine.reason(table, 0, 'keep 9')).toThrow(EngineError);
  engine.close(table);
});

test('chance is verified, and a record that tells nothing of it is not', () => {
  const table = engine.begin(wish('nothanks'));
  playOut(table);
  expect(() => engine.verify(engine.record(table))).toThrow('error.fair.none');
  engine.close(table);
});

test('bad input is an answer', () => {
  expect(() => engine.begin(wish('chess'))).toThrow(EngineError);
  expect(() => engine.begin(wish('nothanks', { seats: ['you'] }))).toThrow('error.setup.seats');
  const values = { found: "'hello'", what: "'match '" };
  const problem = { key: 'error.expected', line: 2, column: 1, values };
  expect(() => engine.resume('\nhello', [0, 0], 'en')).toThrow(expect.objectContaining({ problem }));
  expect(() => engine.view(5, 0)).toThrow('error.no-table');
  const table = engine.begin(wish('nothanks', { options: ['first=0'] }));
  engine.next(table, 0);
  expect(() => engine.act(table, 0, 'steal 25', 0)).toThrow('error.late');
  expect(() => engine.act(table, 9, 'take', 0)).toThrow(EngineError);
  for (const text of ['', '{}', '{"game":"nothanks"}', '{"game":"nothanks","seats":3', '[1e5]'])
    expect(() => engine.seen(null, text, 'en')).toThrow('error.no-view');
  expect(() => engine.choices(table, 5)).toThrow('error.no-seat');
  engine.close(table);
});
