// mistakes.spec.ts — the page #/mistakes: finished matches of this browser become exercises, without a server.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible, expectNarrow } from './judge.ts';

/** A match of somebody who plays at random, which costs a lot. */
function careless(): string {
  const folder = mkdtempSync(join(tmpdir(), 'peck-mistakes-'));
  const file = join(folder, 'match');
  const words = ['sim', 'nothanks', '--matches', '1', '--seed', '5', '--bots', 'random,normal,normal', '--record', file];
  execFileSync(process.env['PECK'] ?? '../build/release/peck', words, { stdio: 'ignore' });
  const record = readFileSync(file, 'utf8').replace('name 0 random', 'name 0 Anna');
  rmSync(folder, { recursive: true });
  return record;
}

test('costly decisions are exercises with the answer and why, and there is a record of progress', async ({ page }) => {
  const record = careless();
  await page.addInitScript((kept) => {
    localStorage.setItem('peck.settings', JSON.stringify({ language: 'en', speed: 'instant', motion: false, settle: 0 }));
    localStorage.setItem('peck.match.own', JSON.stringify({ record: kept, game: 'nothanks', over: true, at: 2 }));
    // Two at one screen: nobody knows who practises.
    const shared = kept.replace('name 1 normal', 'name 1 Bert');
    localStorage.setItem('peck.match.shared', JSON.stringify({ record: shared, game: 'nothanks', over: true, at: 1 }));
  }, record);
  await page.goto('./#/mistakes');
  await expect(page.getByRole('heading', { name: 'What would you do?' })).toBeVisible();
  await expect(page.getByText('Looking through')).toHaveCount(0);
  await expect(page.locator('[data-answer]')).toHaveCount(2); // take, or no thanks
  await expectAccessible(page);
  await expectNarrow(page);
  const games = page.getByRole('table').first().getByRole('row').nth(1);
  await expect(games).toContainText('No Thanks!');
  await expect(games.getByRole('cell').first()).toHaveText('1');
  await expect(games.getByRole('cell').nth(1)).toHaveText('0');

  // Nothing tells the answer before; then it is told, with the reason.
  await expect(page.getByText('best', { exact: true })).toHaveCount(0);
  await page.locator('[data-answer]').first().click();
  const best = page.locator('li.best');
  await expect(best).toContainText('best');
  await expect(best.locator('small')).not.toBeEmpty();
  const won = (await best.textContent())?.includes('chosen') ?? false;
  await expect(page.locator('[data-verdict]')).toHaveText(won ? 'Right.' : 'There is something better.');
  await expect(page.getByText(`Exercises solved: ${won ? 1 : 0} of 1`)).toBeVisible();

  // Three of a match, and then no more; what was judged stays judged.
  for (let left = 3; left > 0; left--) {
    if (left < 3) await page.locator('[data-answer]').first().click();
    await page.locator('[data-next]').click();
  }
  await expect(page.getByText('That’s all for now.')).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Exercises solved: \d of 3$/)).toBeVisible();
  await expect(page.getByText('Looking through')).toHaveCount(0);
});

test('whoever has finished no match is told what to do', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('link', { name: 'Your mistakes' }).click();
  await expect(page.getByText('No costly decision yet.')).toBeVisible();
});
