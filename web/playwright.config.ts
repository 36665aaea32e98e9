// playwright.config.ts — the tests in a real browser, against what `vite build` made.
import { defineConfig } from '@playwright/test';

// Several people may test on one machine: PECK_TEST_PORT is for each their own.
const port = Number(process.env['PECK_TEST_PORT'] ?? 4173);

export default defineConfig({
  testDir: 'e2e',
  outputDir: '../build/web-tests',
  timeout: 60_000,
  workers: 2,
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    locale: 'en-GB',
    launchOptions: { executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] },
  },
  // Every test once, and the screens in both sizes.
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 360, height: 640 }, hasTouch: true },
      testIgnore: /online|offline/,
    },
    {
      name: 'wide',
      use: { viewport: { width: 1280, height: 800 } },
      testMatch: /online|offline|screens/,
    },
  ],
  webServer: {
    command: `node serve.mjs ${port}`,
    port,
    reuseExistingServer: false,
  },
});
