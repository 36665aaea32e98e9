// sizes.test.ts — the sizes we promise, as they travel (brotli): a first visit without the engine under
// 150 kB, the engine under 200 kB. build/web must be built.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const top = fileURLToPath(new URL('../../build/web/', import.meta.url));
const assets = readdirSync(`${top}assets`);

/** The bytes that travel for a file. */
function size(path: string): number {
  return statSync(existsSync(`${top}${path}.br`) ? `${top}${path}.br` : top + path).size;
}

/** What a first visit loads: the page, what it names, what those import at once, and a language. */
function firstLoad(): string[] {
  const wanted = ['index.html'];
  for (const path of wanted) {
    const text = readFileSync(top + path, 'utf8');
    const named = text.matchAll(/(?:from|import|src=|href=)\s*"(?:\.\/)?(?:assets\/)?([\w.-]+\.(?:js|css))"/g);
    for (const [, name] of named) if (!wanted.includes(`assets/${name}`)) wanted.push(`assets/${name}`);
  }
  const language = assets.find((name) => /^ru-.*\.js$/.test(name));
  return [...wanted, `assets/${language}`];
}

test('a first visit loads less than 150 kB before the engine', () => {
  const loaded = firstLoad();
  expect(loaded.length).toBeGreaterThan(3);
  expect(loaded.reduce((total, path) => total + size(path), 0)).toBeLessThan(150_000);
});

test('the engine is smaller than 200 kB', () => {
  const engine = assets.filter((name) => name.endsWith('.wasm'));
  expect(engine).toHaveLength(1);
  expect(size(`assets/${engine[0]}`)).toBeLessThan(200_000);
});
