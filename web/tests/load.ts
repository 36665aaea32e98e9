// load.ts — the engine as the browser has it, for the tests: its WebAssembly from build/wasm, its networks from the games.
import { existsSync, readFileSync } from 'node:fs';
import { Engine } from '../src/engine/engine.ts';

const built = new URL('../../build/wasm/', import.meta.url);

export function loadEngine(): Promise<Engine> {
  return Engine.load(readFileSync(new URL('engine.wasm', built)), {
    net(name) {
      const game = name.split(/[-_]/)[0];
      const file = new URL(`../../games/${game}/data/${name}.net`, import.meta.url);
      return existsSync(file) ? readFileSync(file) : null;
    },
  });
}
