// rules.test.ts — the short rules as the browser shows them, in every language.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { abridged } from '../src/lib/rules.ts';

const folder = new URL('../../i18n/rules/', import.meta.url);
const titles = (text: string) => [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title);

test.each(readdirSync(folder))('%s has what is played, and nothing for a terminal', (file) => {
  const whole = readFileSync(new URL(file, folder), 'utf8');
  const [game, expansion] = [false, true].map((extra) => titles(abridged(whole, extra)));
  const names = titles(whole);
  expect(expansion).toEqual(names.slice(0, -1)); // the last are the options
  expect(game).toEqual(names.slice(0, file.startsWith('heckmeck') ? -2 : -1));
});
