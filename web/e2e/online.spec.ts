// online.spec.ts — two browsers and a bot at a table of a real server, which is killed in the middle.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Browser, type Page } from '@playwright/test';

const peck = process.env['PECK'] ?? '../build/release/peck';
const port = Number(process.env['PECK_TEST_PORT'] ?? 4173) + 1;
const home = `http://127.0.0.1:${port}/`;
let folder = '';
let server: ChildProcess;

async function serve(): Promise<void> {
  server = spawn(peck, ['serve', '--port', String(port), '--store', `sqlite:${folder}/store.sqlite`,
    '--www', '../build/web', '--log', 'warn'], { stdio: ['ignore', 'ignore', 'inherit'] });
  await expect.poll(async () => (await fetch(home).catch(() => null))?.status, { timeout: 15_000 }).toBe(200);
}

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'peck-web-'));
  await serve();
});
test.afterAll(() => {
  server.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

async function person(browser: Browser, name: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  await page.addInitScript((who) => {
    if (!localStorage.getItem('peck.settings'))
      localStorage.setItem('peck.settings', JSON.stringify({ language: 'en', speed: 'instant', motion: false, name: who }));
  }, name);
  return page;
}

const over = (page: Page) => page.getByRole('region', { name: 'Result' });

/** Both press what they may until the match is over; `meanwhile` is called once, after some plies. */
async function play(pages: Page[], meanwhile: () => Promise<void>): Promise<void> {
  for (let i = 0; i < 1500 && !(await over(pages[0] as Page).isVisible()); i++) {
    if (i === 12) await meanwhile();
    for (const page of pages) {
      const actions = page.locator('[data-action]:enabled');
      const count = await actions.count();
      if (count > 0) await actions.nth(i % count).click({ timeout: 500 }).catch(() => undefined);
    }
  }
}

test('two people and a bot play No Thanks!, and the server dies in between', async ({ browser }) => {
  test.setTimeout(300_000);
  const anna = await person(browser, 'Anna');
  await anna.goto(home);
  await anna.locator('[data-setup=nothanks]').click();
  await anna.getByLabel('Players in all').selectOption('3');
  await anna.getByRole('button', { name: 'Open a table' }).click();
  await anna.locator('[data-sit="0"]').click();
  await anna.locator('[data-bot="2"]').selectOption('easy');
  const bert = await person(browser, 'Bert');
  await bert.goto(anna.url().replace('#/table/', 't/')); // the link of the QR code
  await expect(bert).toHaveURL(anna.url());
  await bert.locator('[data-sit="1"]').click();
  for (const page of [anna, bert]) await page.locator('[data-ready]:enabled').click();
  await play([anna, bert], async () => {
    server.kill('SIGKILL');
    await expect(anna.getByText('No connection')).toBeVisible();
    await serve();
    await expect(anna.getByText('Online')).toBeVisible({ timeout: 30_000 });
    await expect(bert.getByText('Online')).toBeVisible({ timeout: 30_000 });
  });
  for (const page of [anna, bert]) await expect(over(page)).toBeVisible();
  await expect(over(bert)).toContainText('Anna');

  const replay = await bert.context().newPage();
  const record = await bert.getByRole('link', { name: 'Replay and analysis' }).getAttribute('href');
  await replay.goto(new URL(record ?? '', bert.url()).href);
  await replay.getByRole('button', { name: 'Check the dice' }).click();
  await expect(replay.getByText(/Proved: all \d+ outcomes/)).toBeVisible();
  await replay.getByRole('button', { name: 'To the end' }).click();
  const link = await replay.getByLabel('Link to this ply').inputValue();
  const shared = await anna.context().newPage();
  await shared.goto(link);
  await expect(shared.getByRole('slider', { name: 'Ply', exact: true })).toHaveValue(new URL(link).hash.match(/ply=(\d+)/)?.[1] ?? '');

  for (const page of [anna, bert]) await over(page).getByRole('button', { name: 'Once more' }).click();
  for (const page of [anna, bert]) await over(page).getByRole('link', { name: 'To the next match' }).click();
  for (const page of [anna, bert]) await page.locator('[data-ready]:enabled').click();
  await expect(anna.locator('[data-ready]')).toHaveCount(0);
});

test('a dead link says so', async ({ browser }) => {
  const page = await person(browser, 'Carl');
  await page.goto(`${home}#/table/nosuchtable`);
  await expect(page.getByRole('alert')).toContainText('does not exist');
});
