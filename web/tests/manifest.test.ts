// manifest.test.ts — what a browser shows to whoever installs the client, and a messenger of a link to a table: the files
// that are named are there, and nobody keeps them for use offline.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Engine } from '../src/engine/engine.ts';

const top = new URL('../../build/web/', import.meta.url);
const there = (path: string) => existsSync(new URL(path, top));

test('the manifest names an id, shortcuts and screenshots of both shapes', () => {
  const manifest = JSON.parse(readFileSync(new URL('manifest.webmanifest', top), 'utf8')) as {
    id: string;
    shortcuts: { url: string }[];
    screenshots: { src: string; form_factor: string }[];
  };
  expect(manifest.id).toBe('./');
  expect(manifest.shortcuts.length).toBeGreaterThan(1);
  for (const { url } of manifest.shortcuts) expect(url).toMatch(/^\.\/#\//);
  for (const shape of ['wide', 'narrow']) expect(manifest.screenshots.some(({ form_factor }) => form_factor === shape)).toBe(true);
  for (const { src } of manifest.screenshots) expect(there(src), src).toBe(true);
});

test('every box has a preview of 1200 by 630', async () => {
  const engine = await Engine.load(readFileSync(new URL('../../build/wasm/engine.wasm', import.meta.url)), { net: () => null });
  for (const { id } of engine.games().flatMap(({ boxes }) => boxes)) {
    const head = readFileSync(new URL(`previews/${id}.png`, top));
    expect([head.readUInt32BE(16), head.readUInt32BE(20)], id).toEqual([1200, 630]);
  }
  expect(readFileSync(new URL('sw.js', top), 'utf8')).not.toMatch(/previews\/|screenshots\//);
});
