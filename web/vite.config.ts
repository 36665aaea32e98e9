// vite.config.ts — how the browser client is built: into build/web, with the engine and its
// networks from build/wasm (tools/wasm.sh) as assets with a hash in their name.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { catalogue } from './catalogue.ts';

/** Everything is kept at the first visit, so that every game is played offline. A new version waits
 * until the person takes it, or until all pages of the old one are closed: no match changes under
 * its players. */
const pwa: Parameters<typeof VitePWA>[0] = {
  registerType: 'prompt',
  injectRegister: null,
  manifest: {
    name: 'Peck',
    short_name: 'Peck',
    description: 'Five family games of dice, cards and hexagons, with bots and friends.',
    start_url: './',
    scope: './',
    display: 'standalone',
    background_color: '#FBF6EC',
    theme_color: '#FBF6EC',
    icons: [
      { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: 'icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  },
  workbox: {
    globPatterns: ['**/*.{html,js,css,svg,png,wasm,net}'],
    navigateFallbackDenylist: [/^\/(api|ws|t)\b/],
    dontCacheBustURLsMatching: /^assets\//,
  },
};

export default defineConfig({
  base: './',
  plugins: [catalogue(), svelte(), VitePWA(pwa)],
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
