// catalogue.ts — the shared catalogue i18n/<language>.json as modules `virtual:catalogue/<language>`,
// with the messages that the browser uses itself, and `virtual:catalogue/more-<language>`, those that the
// start page can do without. The others are told by the engine.
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const prefix = 'virtual:catalogue/';
/** Of the terminal, and the sentences that the engine makes. */
const elsewhere = /^(plain|screen|setup|turn)\.|^result\.(?!win|shared|place)|^(?!web)[a-z]+\.(ply|chance|do|table|help|brief)\b/;
/** Of pages that are loaded when they are opened, and of nothing else. */
export const later = /^web\.(advisor|club|hurry|me|refused|replay)\.(?!about$)/;

export function catalogue(): Plugin {
  return {
    name: 'catalogue',
    resolveId: (id) => (id.startsWith(prefix) ? '\0' + id : undefined),
    load(id) {
      if (!id.startsWith('\0' + prefix)) return undefined;
      const name = id.slice(prefix.length + 1);
      const more = name.startsWith('more-');
      const file = new URL(`../i18n/${name.replace('more-', '')}.json`, import.meta.url);
      const all = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
      this.addWatchFile(file.pathname);
      const kept = Object.entries(all).filter(([key]) => !elsewhere.test(key) && later.test(key) === more);
      return `export default ${JSON.stringify(Object.fromEntries(kept))}`;
    },
  };
}
