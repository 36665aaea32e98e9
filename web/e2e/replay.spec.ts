// replay.spec.ts — records opened in every way, gone through, proved and analysed; and broken ones.
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';

const golden = '../games/heckmeck/tests/golden/4-fast.match';
const record = readFileSync(golden, 'utf8');
const plies = record.split('\n').filter((line) => /^[*\d] /.test(line)).length;

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('peck.settings', JSON.stringify({ language: 'en', speed: 'instant', motion: false, settle: 0 }));
  });
});

const slider = (page: Page) => page.getByRole('slider', { name: 'Move', exact: true });

async function openFile(page: Page): Promise<void> {
  await page.goto('./#/replay');
  await page.getByLabel('File').setInputFiles(golden);
  await expect(slider(page)).toHaveAttribute('max', String(plies));
}

test('a file is gone through by buttons, keys and by itself', async ({ page }) => {
  await openFile(page);
  await expect(slider(page)).toHaveValue('2'); // the first decision
  await slider(page).press('Home');
  await expect(page.getByText('The match begins.')).toBeVisible();
  await page.getByRole('button', { name: 'One move forward' }).click();
  await expect(page.getByText(/begins\.$/)).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(/rolls: /)).toBeVisible();
  await expect(slider(page)).toHaveValue('2');
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(slider(page)).toHaveValue(String(plies));
  await expect(result).toContainText(/win.*1\..*Zoë Żółw.*point/);
  await page.keyboard.press('ArrowLeft');
  await expect(slider(page)).toHaveValue(String(plies - 1));
  await page.getByLabel('Speed').selectOption('fast');
  await page.getByRole('button', { name: 'Play on' }).click();
  await expect(slider(page)).toHaveValue(String(plies));
  await expect(page.getByRole('button', { name: 'Play on' })).toBeVisible();
  await page.getByLabel('View as').selectOption('1');
  await expect(page.getByRole('list', { name: 'Players' })).toContainText('Zoë Żółw');
  await expect(page.getByRole('list', { name: 'Players' })).not.toContainText('Player 2');
  expect(await page.locator('[data-action]:enabled').count()).toBe(0);
});

test('the analysis has a curve for each player, and leads to the errors', async ({ page }) => {
  await openFile(page);
  await page.getByRole('button', { name: 'Analyse the match' }).click();
  await expect(page.getByRole('img', { name: /Zoë Żółw: chance of winning, from 25% to \d+%/ })).toBeVisible();
  await expect(page.locator('svg[role=img]')).toHaveCount(4);
  const curve = page.getByRole('slider', { name: 'Move, in the chart' });
  const place = await curve.boundingBox();
  await curve.click({ position: { x: (place?.width ?? 0) / 2, y: 30 } });
  const fromHalf = async () => Math.abs(Number(await slider(page).inputValue()) - plies / 2);
  await expect.poll(fromHalf).toBeLessThan(2);
  const error = page.locator('[data-error]').first();
  const [, ply = ''] = /Move (\d+)/.exec((await error.textContent()) ?? '') ?? [];
  await error.click();
  await expect(slider(page)).toHaveValue(String(Number(ply) - 1)); // with the dice still on the table
  await expect(page.getByText(/That cost \d/)).toBeVisible();
  await expect(page.locator('li em', { hasText: 'best' })).toHaveCount(1);
  await expect(page.locator('li em', { hasText: 'played' })).toHaveCount(1);

  // The best move and the one played are drawn on the table, of a mistake between two things that lie there.
  const marked = (sign: string) => page.locator(`.game [data-judged=${sign}]`);
  const told = page.locator('footer .judged');
  for (const mistake of await page.locator('[data-error]').all()) {
    await mistake.click();
    await expect(told).toContainText(/best: .*played: /i);
    if ((await marked('best').count()) > 0 && (await marked('played').count()) > 0) break;
  }
  await expect(marked('best').first()).toHaveAttribute('data-choice', /^(keep|take|steal) /);
  await expect(marked('played').first()).toBeVisible();
  await page.screenshot({ path: '../build/web-tests/screens/judged-phone.png' });
  await slider(page).press('Home');
  await expect(marked('best')).toHaveCount(0);
});

test('an analysis can be stopped', async ({ page }) => {
  // On a busy machine it may be over before we press: then again.
  await expect(async () => {
    await page.goto('./');
    await page.goto('./#/replay');
    await page.getByLabel('File').setInputFiles('../games/nothanks/tests/golden/3.match');
    await page.getByRole('button', { name: 'Analyse the match' }).click();
    await expect(page.getByText(/Analysed: [1-9]/)).toBeVisible({ timeout: 5000 });
    await page.getByRole('button', { name: 'One move forward' }).click();
    await expect(slider(page)).toHaveValue('3');
    await page.getByRole('button', { name: 'Stop' }).click({ timeout: 5000 });
    await expect(page.getByRole('button', { name: 'Analyse the match' })).toBeVisible({ timeout: 5000 });
  }).toPass();
});

test('a record that proves nothing says so', async ({ page }) => {
  await openFile(page);
  await page.getByRole('button', { name: 'Check the dice' }).click();
  await expect(page.getByText('Check failed:')).toBeVisible();
  await expect(page.getByText('nothing to check its chance with')).toBeVisible();
});

test('a link leads to one ply and seat', async ({ page }) => {
  await page.route('**/api/tables/abc/record', (route) => route.fulfill({ body: record }));
  await page.goto('./#/replay?table=abc&ply=12&seat=1');
  await expect(slider(page)).toHaveValue('12');
  await expect(page.getByLabel('View as')).toHaveValue('1');
  await page.getByRole('button', { name: 'One move forward' }).click();
  await expect(page.getByLabel('Link to this move')).toHaveValue(/#\/replay\?table=abc&ply=13&seat=1$/);
});

test('a link brings along a match that no server has', async ({ page }) => {
  await openFile(page);
  await page.getByRole('button', { name: 'One move forward' }).click();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const link = await page.getByLabel('Link to this move').inputValue();
  await page.getByRole('button', { name: 'One move forward' }).click(); // another link, not copied yet
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await page.goto('./');
  await page.goto(link);
  await expect(slider(page)).toHaveValue('3');
  await expect(slider(page)).toHaveAttribute('max', String(plies));
  await page.goto(link.replace(/.{40}&ply/, '&ply'));
  await expect(page.getByRole('alert')).toContainText('incomplete');
});

test('hands lie open, and as a seat they do not', async ({ page }) => {
  await page.goto('./#/replay?ply=60');
  await page.getByLabel('File').setInputFiles('../games/karteneck/tests/golden/4.match');
  await expect(page.getByText(/^Hand: hen/)).toHaveCount(4);
  await page.getByLabel('View as').selectOption('1');
  await expect(page.getByText(/^Hand: hen/)).toHaveCount(0);
});

test('a replay begins with the first decision, not with an empty table', async ({ page }) => {
  await page.goto('./#/replay');
  await page.getByLabel('File').setInputFiles('../games/hexxhopp/tests/golden/2.match');
  await expect.poll(() => page.locator('.shade').count()).toBe(7);
});

test('what cannot be had is explained', async ({ page }) => {
  await page.route('**/api/tables/gone/record', (route) => route.fulfill({ status: 404, json: { code: 'no-table' } }));
  await page.route('**/api/tables/busy/record', (route) => route.fulfill({ status: 409 }));
  await page.goto('./#/replay?table=gone');
  await expect(page.getByRole('alert')).toContainText('doesn’t know this match');
  await page.goto('./#/replay?table=busy');
  await expect(page.getByRole('alert')).toContainText('still being played');
  await page.goto('./#/replay?local=nothing');
  await expect(page.getByRole('alert')).toContainText('isn’t in this browser');
});

test('a broken record says what is wrong and where', async ({ page }) => {
  await page.goto('./#/replay');
  const lines = record.split('\n');
  const at = lines.indexOf('plies') + 3;
  lines[at - 1] = '0 keep 9';
  await page.getByLabel('Text of the record').fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('alert')).toContainText(`line ${at}`);
  await expect(page.getByRole('alert')).toContainText('0 keep 9');
  await page.getByLabel('Text of the record').fill(record);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(slider(page)).toBeVisible();
});

test('a name from right to left leaves numbers where they are', async ({ page }) => {
  await page.goto('./#/replay');
  await page.getByLabel('Text of the record').fill(record.replace('Zoë Żółw', 'שלום (7)'));
  await page.getByRole('button', { name: 'Open' }).click();
  const chip = page.locator('.players li', { hasText: 'שלום' });
  await expect(chip.locator('bdi')).toHaveText('שלום (7)');
  for (const [left, right] of [['.bird', '.name'], ['.name', '.points']] as const)
    expect((await chip.locator(left).boundingBox())?.x).toBeLessThan((await chip.locator(right).boundingBox())?.x ?? 0);
});

test('a match played here leads to its replay', async ({ page }) => {
  await page.addInitScript((kept) => {
    localStorage.setItem('peck.match.mine', JSON.stringify({ record: kept, game: 'heckmeck', over: true, at: 1 }));
  }, record);
  await page.goto('./#/play/mine');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Replay and analysis' }).click();
  await expect(page).toHaveURL(/local=mine/);
  await expect(page.getByRole('button', { name: 'Check the dice' })).toHaveCount(0); // there is no proof
  await expect(page.locator('svg[role=img]')).toHaveCount(4);
});
