// vite.config.ts — how the browser client is built: into build/web, with the engine and its
// networks from build/wasm (tools/wasm.sh) as assets with a hash in their name.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { catalogue } from './catalogue.ts';

export default defineConfig({
  base: './',
  plugins: [catalogue(), svelte()],
  assetsInclude: ['**/*.net'],
  build: {
    outDir: '../build/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es', plugins: () => [catalogue()] },
  server: { fs: { allow: ['..'] } },
  test: { include: ['tests/**/*.test.ts'], testTimeout: 60_000 },
});
