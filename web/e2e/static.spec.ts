// static.spec.ts — the client on a plain web server, in a folder of it, as people put the zip of `make dist` there: bots
// play, everything is kept for use offline, and pages that need `peck serve` say so.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from '@playwright/test';

const port = Number(process.env['PECK_TEST_PORT']) + 4;
const home = `http://127.0.0.1:${port}/games/peck/`;
let folder: string;
let server: ChildProcess;

test.use({ viewport: { width: 1280, height: 800 } }); // the log is seen beside the table

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'peck-static-'));
  mkdirSync(join(folder, 'games'));
  symlinkSync(resolve(process.env['PECK_WEB'] ?? '../build/web'), join(folder, 'games', 'peck'));
  const words = ['-m', 'http.server', String(port), '--bind', '127.0.0.1', '--directory', folder];
  server = spawn('python3', words, { stdio: 'ignore' });
  await expect.poll(async () => (await fetch(home).catch(() => null))?.status).toBe(200);
});
test.afterAll(() => {
  server.kill();
  rmSync(folder, { recursive: true });
});
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    localStorage.setItem('peck.settings', JSON.stringify({ language: 'en', speed: 'instant', motion: false, settle: 0 }));
  }),
);

test('a match against bots, and then without a network', async ({ page, context }) => {
  await page.goto(home);
  await expect(page.getByRole('link', { name: 'Club' })).toHaveCount(0);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)).toBe(home);
  await page.locator('[data-box=nothanks]').click();
  await page.locator('[data-action=refuse]:enabled').click(); // then it is a bot's turn
  const [bot = '?'] = await page.locator('.players .name').allTextContents();
  await expect(page.getByRole('tabpanel')).toContainText(bot);
  const action = page.locator('[data-action]:enabled').first();
  await expect(action).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await action.click();
});

for (const address of ['#/club', '#/me', '#/table/k3x7', '#/replay?table=k3x7'])
  test(`${address} says that there is no server`, async ({ page }) => {
    await page.goto(`${home}${address}`);
    await expect(page.getByText('The server isn’t responding.')).toBeVisible();
  });
