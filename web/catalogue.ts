// catalogue.ts — the catalogue of messages, merged by the build of the engine, as modules: `virtual:catalogue/<language>` has
// the messages that the browser uses itself (the others are told by the engine), `virtual:catalogue/more-<language>`
// those of them that the start page can do without, and `virtual:catalogue/errors-<language>` why the engine refuses something.
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const virtual = /^\0?virtual:catalogue\/(more-|errors-|)([a-z]+)$/;
/** Of the terminal, and the sentences that the engine makes. */
const elsewhere =
  /^(any|link|plain|screen|setup|turn|result)\.|^advice\.(?!column)|^(?!web)[a-z]+\.(ply|chance|do|why|odds|table|help|brief|guide)\b/;
/** Of pages that are loaded when they are opened, and of nothing else. */
export const later = /^(quality|character)\.|^web\.(advisor|club|code|hand|hurry|log|me|refused|replay|said|screen|takeback|temper)\.(?!about$)/;

type Catalogue = Record<string, unknown>;
export const fileOf = (language: string) => new URL(`../build/wasm/generated/catalogue/${language}.json`, import.meta.url);
export const read = (language: string) => JSON.parse(readFileSync(fileOf(language), 'utf8')) as Catalogue;

const error = /^([a-z]+\.)?error\./;

const kindOf = (key: string): string | null =>
  error.test(key) ? 'errors-' : elsewhere.test(key) ? null : later.test(key) ? 'more-' : '';

function said(language: string, kind: string): Catalogue {
  return Object.fromEntries(Object.entries(read(language)).filter(([key]) => kindOf(key) === kind));
}

export function catalogue(): Plugin {
  return {
    name: 'catalogue',
    resolveId: (id) => (virtual.test(id) ? '\0' + id : undefined),
    load(id) {
      const [, kind, language = ''] = virtual.exec(id) ?? [];
      if (kind === undefined) return undefined;
      this.addWatchFile(fileOf(language).pathname);
      return `export default ${JSON.stringify(said(language, kind))}`;
    },
  };
}
