// rules.ts — the short rules, i18n/rules/<game>.<language>.md, loaded when somebody reads them.
import type { Language } from '../engine/engine.ts';

const texts = import.meta.glob<string>('../../../i18n/rules/*.md', {
  query: '?raw',
  import: 'default',
});

export async function rulesOf(game: string, language: Language): Promise<string> {
  const load = texts[`../../../i18n/rules/${game}.${language}.md`];
  if (!load) throw new Error(`no rules of ${game}`);
  return load();
}
