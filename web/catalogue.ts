// catalogue.ts — the shared catalogue i18n/<language>.json as modules `virtual:catalogue/<language>`,
// with the messages that the browser uses itself. The others are told by the engine.
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const prefix = 'virtual:catalogue/';
/** Of the terminal, and the sentences that the engine makes. */
const elsewhere = /^(plain|screen|setup|turn)\.|^result\.(?!win|shared|place)|^(?!web)[a-z]+\.(ply|chance|do|table|help|brief)\b/;

export function catalogue(): Plugin {
  return {
    name: 'catalogue',
    resolveId: (id) => (id.startsWith(prefix) ? '\0' + id : undefined),
    load(id) {
      if (!id.startsWith('\0' + prefix)) return undefined;
      const file = new URL(`../i18n/${id.slice(prefix.length + 1)}.json`, import.meta.url);
      const all = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
      this.addWatchFile(file.pathname);
      const kept = Object.entries(all).filter(([key]) => !elsewhere.test(key));
      return `export default ${JSON.stringify(Object.fromEntries(kept))}`;
    },
  };
}
