// rules.ts — the short rules, i18n/rules/<game>.<language>.md, loaded when somebody reads them: those of what
// is played, without the options by the names that a terminal wants.
import type { Language } from '../engine/engine.ts';

const texts = import.meta.glob<string>('../../../i18n/rules/*.md', {
  query: '?raw',
  import: 'default',
});

/** The sections for a box of the game: one that lists names of options is for the terminal, and that of the
 * expansion for whoever plays with it. */
export function abridged(text: string, expansion: boolean): string {
  const sections = text.split(/^(?=## )/m);
  return sections.filter((section) => !/^- `/m.test(section) && (expansion || !/^## .*Extra Wurm/.test(section))).join('');
}

export async function rulesOf(game: string, language: Language, expansion: boolean): Promise<string> {
  const load = texts[`../../../i18n/rules/${game}.${language}.md`];
  if (!load) throw new Error(`no rules of ${game}`);
  return abridged(await load(), expansion);
}
