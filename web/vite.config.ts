// vite.config.ts — how the pages of the browser client are built: into build/web, with the engine from
// build/wasm and its networks as assets with a hash in their name. build.mjs does the rest.
/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { boxes } from './boxes.ts';
import { catalogue } from './catalogue.ts';

export default defineConfig({
  base: './',
  plugins: [boxes(), catalogue(), svelte({ configFile: '../svelte.config.js' })],
  assetsInclude: ['**/*.net'],
  build: {
    outDir: '../build/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses.json' },
  },
  worker: { format: 'es', plugins: () => [catalogue()] },
  server: { fs: { allow: ['..'] } },
  test: { dir: '..', include: ['web/tests/*.test.ts', 'games/*/tests/*.test.ts'], testTimeout: 60_000 },
});
