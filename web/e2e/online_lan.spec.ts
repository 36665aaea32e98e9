// online_lan.spec.ts — the page opened by the name of a machine in the same network: no TLS, so browsers
// keep the clipboard and other things from it, and an invitation that leads there.
import { expect, test } from '@playwright/test';
import { Host, person } from './host.ts';

const host = new Host(3);
const home = host.home.replace('127.0.0.1', 'spieltisch.local');

test.beforeAll(() => host.start());
test.afterAll(() => host.remove());

test('an invitation in the network at home', async ({ browser }) => {
  const anna = await person(browser, 'Anna');
  await anna.goto(home);
  expect(await anna.evaluate(() => isSecureContext)).toBe(false);
  await anna.locator('[data-setup=nothanks]').click();
  await anna.getByLabel('Number of players').selectOption('3');
  await anna.getByRole('button', { name: 'Open a table' }).click();
  await anna.locator('[data-bot="2"]').selectOption('easy');
  const share = anna.locator('.share').filter({ hasText: 'Share this link' });
  await expect.poll(() => share.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await share.getByRole('button').click();
  await expect(share.getByRole('button')).toHaveText('Copied');
  const link = await share.locator('input').inputValue();
  expect(link.startsWith(home)).toBe(true);

  const bert = await person(browser, 'Bert');
  await bert.goto(link);
  await bert.locator('[data-sit="1"]').click();
  for (const page of [anna, bert]) await page.locator('[data-ready]:enabled').click();
  for (const page of [anna, bert]) await expect(page.locator('[data-ready]')).toHaveCount(0);
});
