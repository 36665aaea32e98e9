// catalogue.ts — the catalogue of messages, merged by the build of the engine, as modules: `virtual:catalogue/<language>` has
// the messages that the browser uses itself (the others are told by the engine), `virtual:catalogue/more-<language>`
// those of them that the start page can do without, and `virtual:refusals-<language>` pairs of a refusal
// in English and in that language.
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const virtual = /^\0?virtual:(catalogue\/|catalogue\/more-|refusals-)([a-z]+)$/;
/** Of the terminal, and the sentences that the engine makes. */
const elsewhere =
  /^(any|plain|screen|setup|turn|result)\.|^advice\.(?!column)|^(?!web)[a-z]+\.(ply|chance|do|why|odds|table|help|brief)\b/;
/** Of pages that are loaded when they are opened, and of nothing else. */
export const later = /^quality\.|^web\.(advisor|club|hurry|log|me|refused|replay)\.(?!about$)/;
const refusal = /^web\.refusal\./;

type Catalogue = Record<string, unknown>;
export const fileOf = (language: string) => new URL(`../build/wasm/generated/catalogue/${language}.json`, import.meta.url);
export const read = (language: string) => JSON.parse(readFileSync(fileOf(language), 'utf8')) as Catalogue;

function said(language: string, more: boolean): Catalogue {
  const own = (key: string) => !elsewhere.test(key) && !refusal.test(key) && later.test(key) === more;
  return Object.fromEntries(Object.entries(read(language)).filter(([key]) => own(key)));
}

/** What says most by itself comes first: whole sentences, then those with places to fill. */
export function refusals(language: string): [english: string, told: string][] {
  const told = read(language);
  const weight = (english: string) => english.replace(/\{\w+\}/g, '').length - 1000 * Number(english.includes('{'));
  return Object.entries(read('en'))
    .flatMap(([key, english]): [string, string][] => (refusal.test(key) ? [[String(english), String(told[key])]] : []))
    .sort(([a], [b]) => weight(b) - weight(a));
}

export function catalogue(): Plugin {
  return {
    name: 'catalogue',
    resolveId: (id) => (virtual.test(id) ? '\0' + id : undefined),
    load(id) {
      const [, kind, language = ''] = virtual.exec(id) ?? [];
      if (kind === undefined) return undefined;
      for (const file of ['en', language]) this.addWatchFile(fileOf(file).pathname);
      const made = kind === 'refusals-' ? refusals(language) : said(language, kind === 'catalogue/more-');
      return `export default ${JSON.stringify(made)}`;
    },
  };
}
