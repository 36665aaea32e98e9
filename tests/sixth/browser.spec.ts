// browser.spec.ts — a game that brings rules alone, in a real browser: see tests/sixth_game.py.
import { expect, test } from '@playwright/test';
import { expectFit, openMatch } from '../../../web/e2e/seat.ts';

test('the start page, the set-up, the rules and the advisor have the game', async ({ page }) => {
  await page.goto('./');
  const entry = page.locator('li.box', { hasText: 'Coins' });
  await expect(entry).toContainText('one hidden coin at a time');
  await expect(entry.locator('svg').first()).toBeVisible();
  await page.locator('[data-setup=coins]').click();
  await expect(page.getByLabel('turns of each seat')).toHaveValue('3');
  await page.goto('./#/learn/coins');
  await expect(page.locator('main')).toContainText('one hidden coin at a time');
  await page.goto('./#/advisor/coins');
  await expect(page.getByRole('textbox')).toHaveValue(/^coins seats=\d.* \| p turn=/);
  await expect(page.locator('main')).toContainText(/keep/);
  await expect(page.locator('main')).toContainText(/drop/);
});

for (const language of ['en', 'de', 'pl', 'ru'])
  test(`a match is played to its end in ${language}`, async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await openMatch(page, 'coins', 3, 'rounds=2', language);
    for (let turn = 0; turn < 2; turn++) {
      const keep = page.locator('[data-action=keep]:enabled');
      await keep.waitFor();
      await expect(page.locator('dd', { hasText: /^(heads|tails)$/ })).toBeVisible();
      if (turn === 0) await expectFit(page);
      await keep.click();
    }
    await expect(page.locator('main > section')).toContainText(/1\./);
    expect(errors).toEqual([]);
  });
