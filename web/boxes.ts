// boxes.ts — the boxes of the start page as the module `virtual:boxes`. The engine defines them; the build asks it,
// so that the page can be drawn before the engine is there.
import { readFileSync } from 'node:fs';
import type { Box } from 'virtual:boxes';
import type { Plugin } from 'vite';
import { Engine, type GameFacts } from './src/engine/engine.ts';

const virtual = 'virtual:boxes';
const engine = new URL('../build/wasm/engine.wasm', import.meta.url);

const boxesOf = ({ name, title, summary, options, boxes }: GameFacts): Box[] =>
  boxes.map((box) => ({ game: name, title, summary, first: options.some((option) => option.name === 'first'), ...box }));

export function boxes(): Plugin {
  return {
    name: 'boxes',
    resolveId: (id) => (id === virtual ? `\0${virtual}` : undefined),
    async load(id) {
      if (id !== `\0${virtual}`) return undefined;
      this.addWatchFile(engine.pathname);
      const asked = await Engine.load(readFileSync(engine), { net: () => null });
      return `export default ${JSON.stringify(asked.games().flatMap(boxesOf))}`;
    },
  };
}
