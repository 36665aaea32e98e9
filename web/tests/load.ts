// load.ts — the engine as the browser has it, for the tests: its WebAssembly and networks from build/wasm.
import { existsSync, readFileSync } from 'node:fs';
import { Engine } from '../src/engine/engine.ts';

const built = new URL('../../build/wasm/', import.meta.url);

export function loadEngine(): Promise<Engine> {
  return Engine.load(readFileSync(new URL('engine.wasm', built)), {
    net(name) {
      const file = new URL(`nets/${name}.net`, built);
      return existsSync(file) ? readFileSync(file) : null;
    },
  });
}
