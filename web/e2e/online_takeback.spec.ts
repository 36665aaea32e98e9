// online_takeback.spec.ts — a move at a table online is taken back when the other allows it, and stays when not.
import { expect, test, type Page } from '@playwright/test';
import { Host, person } from './host.ts';
import { judge } from './judge.ts';

const host = new Host(9);

test.beforeAll(() => host.start());
test.afterAll(() => host.remove());

const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });
const lines = (page: Page) => page.getByRole('tabpanel').locator('li');

test('a move at an online table is taken back by consent', async ({ browser }) => {
  const [anna, bert] = [await person(browser, 'Anna'), await person(browser, 'Bert')];
  await anna.goto(host.home);
  const answer = await anna.request.post(`${host.home}api/tables`, {
    headers: { origin: new URL(host.home).origin },
    data: { game: 'nothanks', seats: 3, options: { first: 0 } },
  });
  const { table } = (await answer.json()) as { table: string };
  for (const [seat, page] of [anna, bert].entries()) {
    await page.goto(`${host.home}#/table/${table}`);
    await page.locator(`[data-sit="${seat}"]`).click();
  }
  await anna.locator('[data-bot="2"]').selectOption('random');
  for (const page of [anna, bert]) await page.locator('[data-ready]:enabled').click();
  await expect(anna.locator('[data-action]:enabled').first()).toBeVisible();
  await expect(undo(anna)).toHaveCount(0); // nothing was done yet
  await anna.locator('[data-action=refuse]').click();
  await expect(bert.locator('[data-action]:enabled').first()).toBeVisible();
  await undo(anna).click();
  await expect(anna.getByText('The others are asked')).toBeVisible();
  await expect(bert.getByText('Anna would like to take back their last move.')).toBeVisible();
  await bert.setViewportSize({ width: 360, height: 740 });
  for (const colorScheme of ['dark', 'light'] as const) {
    await bert.emulateMedia({ colorScheme });
    await judge(bert, `takeback-phone-${colorScheme}-en`);
  }
  await bert.locator('[data-refuse]').click();
  await expect(anna.getByText('The others are asked')).toHaveCount(0);
  await expect(anna.locator('[data-action]:enabled')).toHaveCount(0);
  await undo(anna).click();
  await bert.locator('[data-agree]').click();
  await expect(anna.locator('[data-action]:enabled').first()).toBeVisible();
  await expect(lines(anna).getByText(/^You say/)).toHaveCount(0);
  await anna.locator('[data-action=take]').click(); // and now something else
  await expect(lines(anna).getByText(/^You take/).first()).toBeVisible();
});
