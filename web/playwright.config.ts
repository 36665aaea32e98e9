// playwright.config.ts — the tests in a real browser, against what `vite build` made.
import { createServer } from 'node:net';
import { defineConfig } from '@playwright/test';
import { executablePath } from './chromium.mjs';

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** The first of ten ports: of the pages, and of each spec with a server of its own (host.ts, static.spec.ts).
 * They are below those that the kernel gives away, so nobody gets one while a server is dead. */
async function freePorts(): Promise<number> {
  for (;;) {
    const first = 11_000 + Math.floor(Math.random() * 21_000);
    const free = await Promise.all([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((place) => isFree(first + place)));
    if (free.every(Boolean)) return first;
  }
}

// Several people may test on one machine. The workers find it in their environment.
process.env['PECK_TEST_PORT'] ??= String(await freePorts());
const port = Number(process.env['PECK_TEST_PORT']);

export default defineConfig({
  testDir: '..',
  respectGitIgnore: true,
  outputDir: '../build/web-tests',
  // Only what hangs takes so long, on the busiest machine.
  timeout: 600_000,
  expect: { timeout: 90_000, toPass: { timeout: 90_000 } },
  workers: 2,
  // A test that passes only the second time is listed as flaky (tools/summary.py), to be mended.
  retries: 1,
  reporter: [['list'], ['junit', { outputFile: '../build/reports/browser-play.xml', includeRetries: true }]],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    locale: 'en-GB',
    actionTimeout: 90_000,
    launchOptions: {
      executablePath,
      args: ['--no-sandbox', '--host-resolver-rules=MAP spieltisch.local 127.0.0.1'], // for online_lan.spec.ts
    },
  },
  // Every test once, and screens tagged @wide in both sizes.
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 360, height: 640 }, hasTouch: true },
      testMatch: ['web/e2e/*.spec.ts', 'games/*/tests/*.spec.ts'],
      testIgnore: 'web/e2e/o*line*',
    },
    {
      name: 'wide',
      use: { viewport: { width: 1280, height: 800 } },
      testMatch: ['web/e2e/o*line*.spec.ts', 'web/e2e/screens.spec.ts'],
      grep: /online|offline|@wide/,
    },
  ],
  webServer: {
    command: `node serve.mjs ${port}`,
    port,
    reuseExistingServer: false,
  },
});
