// rules.test.ts — the short rules as the browser shows them, in every language.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languages } from '../src/engine/engine.ts';
import { boxes, games } from '../src/games/index.ts';
import { rulesOf } from '../src/lib/rules.ts';

const titles = (text: string) => [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title);

const textOf = (game: string, language: string) =>
  new URL(`../../games/${game}/text/rules.${language}.md`, import.meta.url);

for (const game of games.filter((each) => existsSync(textOf(each, 'en'))))
  test.each(languages)(`${game} in %s has what is played, and nothing for a terminal`, async (language) => {
    const wanted = titles(readFileSync(textOf(game, language), 'utf8')).slice(0, -1); // the last are the options
    const own = boxes.filter((box) => box.game === game);
    const shown = await Promise.all(own.map(async (box) => titles(await rulesOf(box, language))));
    expect(wanted.filter((title) => shown.some((each) => each.includes(title)))).toEqual(wanted);
    // The first box of a game is what its other boxes add to.
    expect(shown.slice(1).every((each) => each.length > (shown[0]?.length ?? 0))).toBe(true);
  });

test('a game without short rules is told in a sentence', async () => {
  const box = { ...boxes[0]!, id: 'none', game: 'none', title: 'None', summary: 'About nothing.' };
  expect(await rulesOf(box, 'de')).toBe('# None\n\nAbout nothing.\n');
});
