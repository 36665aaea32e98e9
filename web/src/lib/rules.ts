// rules.ts — loads the short rules of a game when somebody reads them.
// They are games/<game>/text/rules.<language>.md. Only the rules of the box that is played are shown, without
// the names of options that only a terminal needs.
import type { Language } from '../engine/engine.ts';
import { boxes, type Box } from '../games/index.ts';

const texts = import.meta.glob<string>('../../../games/*/text/rules.*.md', {
  query: '?raw',
  import: 'default',
});

/** Whether a section is about a box: its title has the box's id in it, spaces and capitals aside. */
function names(section: string, id: string): boolean {
  const title = /^## (.*)/.exec(section)?.[1] ?? '';
  return title.toLowerCase().replaceAll(' ', '').includes(id);
}

/** The sections for a box: one that lists names of options is for the terminal, and one about another box of the
 * game for whoever plays that. */
function abridged(text: string, id: string, others: string[]): string {
  const sections = text.split(/^(?=## )/m);
  const ours = (section: string) => names(section, id) || !others.some((other) => names(section, other));
  return sections.filter((section) => !/^- `/m.test(section) && ours(section)).join('');
}

/** A game without short rules has its title and what it is about. */
export async function rulesOf({ id, game, title, summary }: Box, language: Language): Promise<string> {
  const textIn = (name: Language) => texts[`../../../games/${game}/text/rules.${name}.md`];
  const load = textIn(language) ?? textIn('en');
  if (!load) return `# ${title}\n\n${summary}\n`;
  const others = boxes.flatMap((box) => (box.game === game && box.id !== id ? [box.id] : []));
  return abridged(await load(), id, others);
}
