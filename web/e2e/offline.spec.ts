// offline.spec.ts — after the first visit everything is there without a network: the page, the
// engine, and the networks of bots that never played before.
import { expect, test } from '@playwright/test';

test('a match is begun and continued offline', async ({ page, context }) => {
  await page.addInitScript(() => {
    localStorage.setItem('peck.settings', JSON.stringify({ language: 'en', speed: 'instant', motion: false, settle: 0 }));
  });
  await page.goto('./');
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
  await context.setOffline(true);
  await page.reload();
  await page.goto('./#/play/offline?game=nothanks&seats=you,hard,hard&options=first%3D1&seed=3');
  const action = page.locator('[data-action]:enabled').first();
  await action.click();
  await page.reload(); // continued from the browser's storage
  await expect(action).toBeVisible();
  const [bot = '?'] = await page.locator('.players .name').allTextContents();
  await expect(page.getByRole('tabpanel')).toContainText(bot);
  await expect(page.locator('.players .state').first()).toHaveText('Hard');
});
