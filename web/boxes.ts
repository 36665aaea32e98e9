// boxes.ts — the boxes of the start page as the module `virtual:boxes`. The engine defines them; the build asks it,
// so that the page can be drawn before the engine is there.
import { readFileSync } from 'node:fs';
import type { Box } from 'virtual:boxes';
import type { Plugin } from 'vite';
import { fileOf, read } from './catalogue.ts';
import { Engine, type GameFacts } from './src/engine/engine.ts';

const virtual = 'virtual:boxes';
const engine = new URL('../build/wasm/engine.wasm', import.meta.url);

/** What the engine says of the options that the catalogue has no words for. */
function helpsOf({ name: game, options }: GameFacts): Record<string, string> {
  const told = read('en');
  const plain = options.filter(({ name, kind }) => kind !== 'seat' && !(`${game}.option.${name}` in told));
  return Object.fromEntries(plain.map(({ name, help }) => [name, help]));
}

function boxesOf(facts: GameFacts): Box[] {
  const { name: game, title, summary, options, boxes } = facts;
  const first = options.some(({ name }) => name === 'first');
  return boxes.map((box) => ({ game, title, summary, first, helps: helpsOf(facts), ...box }));
}

export function boxes(): Plugin {
  return {
    name: 'boxes',
    resolveId: (id) => (id === virtual ? `\0${virtual}` : undefined),
    async load(id) {
      if (id !== `\0${virtual}`) return undefined;
      for (const file of [engine, fileOf('en')]) this.addWatchFile(file.pathname);
      const asked = await Engine.load(readFileSync(engine), { net: () => null });
      return `export default ${JSON.stringify(asked.games().flatMap(boxesOf))}`;
    },
  };
}
