// catalogue.test.ts — what the start page says is loaded with it: no message of the second part of the
// catalogue is named by any file that the start page imports.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { later } from '../catalogue.ts';

/** The files that are loaded at once: `import … from`, not `import(…)`. */
function loaded(start: URL): URL[] {
  const files = [start];
  for (const file of files)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/^ *import (?!type)[^;]*'(\.[^']+\.(?:svelte|ts))';/gm)) {
      const found = new URL(path, file);
      if (!files.some(({ href }) => href === found.href)) files.push(found);
    }
  return files;
}

const code = (file: URL) => readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\//g, '');

test('the start page has all its messages', () => {
  const files = loaded(new URL('../src/App.svelte', import.meta.url));
  const names = files.map(({ pathname }) => pathname.replace(/.*\/src\//, ''));
  expect(names).toContain('lib/SetUp.svelte');
  expect(names).not.toContain('pages/Me.svelte');
  const wanted = files.flatMap((file) =>
    [...code(file).matchAll(/['`](web\.[\w.-]+)/g)].map(([, key = '']) => key),
  );
  expect(wanted).toContain('web.tables.none');
  expect(wanted.filter((key) => later.test(key))).toEqual([]);
});

test('the second part is what pages other than the start say', () => {
  const keys = Object.keys(JSON.parse(readFileSync(new URL('../../build/wasm/generated/catalogue/en.json', import.meta.url), 'utf8')) as object);
  expect(keys.filter((key) => later.test(key)).length).toBeGreaterThan(100);
  expect(later.test('web.advisor.about')).toBe(false);
  expect(later.test('web.me')).toBe(false);
});
