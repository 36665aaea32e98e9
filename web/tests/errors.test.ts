// errors.test.ts — what the engine refuses, in the reader's language.
import { beforeAll, expect, test, vi } from 'vitest';
import { type Engine, EngineError, type Language, languages } from '../src/engine/engine.ts';
import { speech } from '../src/i18n/index.svelte.ts';
import { loadEngine } from './load.ts';

let engine: Engine;
beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  engine = await loadEngine();
});

async function told(ask: () => unknown, language: Language): Promise<string> {
  await speech.speak(language);
  try {
    ask();
  } catch (error) {
    if (error instanceof EngineError) return speech.explain(error.problem);
    throw error;
  }
  return 'nothing was refused';
}

test('values that are messages are told in the same language', async () => {
  const words = { card: '17', pot: '3', chips: '8', cards: '3 3/-/-' };
  const all = [];
  for (const language of languages) all.push(await told(() => engine.line('nothanks', words), language));
  expect(all).toEqual([
    "expected each card only once, found '3/-/-'",
    "erwartet: jede Karte nur einmal; gefunden: '3/-/-'",
    "oczekiwano: każda karta tylko raz; jest: '3/-/-'",
    "ожидалось: каждая карта только раз; найдено: '3/-/-'",
  ]);
});

test('numbers, plurals, and where in a record or a line', async () => {
  expect(await told(() => engine.line('heckmeck', { mine: '37' }), 'de')).toBe("erwartet: ein Stein von 21 bis 36; gefunden: '37'");
  expect(await told(() => engine.line('nothanks', { card: '17', chips: '8', cards: '3/-/-', left: '9' }), 'pl')).toBe(
    'Na stole leżą 2 karty, więc z 24 zostało 22, nie 9.',
  );
  expect(await told(() => engine.verify('match 1\ngame chess\n'), 'ru')).toMatch(/^строка 2: Игры 'chess' нет; есть heckmeck, /);
  expect(await told(() => engine.look('nothanks seats=x |', 0), 'en')).toMatch(/^column 16: expected 3 to 5 seats, found 'x /);
  expect(await told(() => engine.advise('heckmeck', { dice: 'WW', rolled: 'W' }, 'de'), 'de')).toBe(
    'Alle Würfel, die nicht herausgelegt sind, müssen gewürfelt sein.',
  );
});
