// online_opener.spec.ts — whoever opened a table decides who sits, chats and watches there.
// Every step waits for what the pages show; nothing depends on how fast anybody is.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { Host, person } from './host.ts';
import { expectAccessible, expectNarrow } from './judge.ts';

const host = new Host(6);

test.describe.configure({ mode: 'serial' });
test.beforeAll(() => host.start());
test.afterAll(() => host.remove());
test.afterEach(({ browser }) => Promise.all(browser.contexts().map((context) => context.close())));

/** Somebody opens a table from their own browser, so that it is theirs. */
async function opened(browser: Browser, seats: number): Promise<{ anna: Page; address: string }> {
  const anna = await person(browser, 'Anna');
  await anna.goto(host.home);
  const answer = await anna.request.post(`${host.home}api/tables`, {
    headers: { origin: new URL(host.home).origin },
    data: { game: 'nothanks', seats },
  });
  const { table } = (await answer.json()) as { table: string };
  const address = `${host.home}#/table/${table}`;
  await anna.goto(address);
  await expect(anna.getByRole('heading', { name: 'Your table' })).toBeVisible();
  return { anna, address };
}

async function guest(browser: Browser, name: string, address: string, seat: number): Promise<Page> {
  const page = await person(browser, name);
  await page.goto(address);
  await page.locator(`[data-sit="${seat}"]`).click();
  await expect(page.locator('[data-leave]')).toBeVisible();
  return page;
}

test('the host of an online table removes somebody, closes seats, and three play at a table for five', async ({ browser }) => {
  const { anna, address } = await opened(browser, 5);
  await anna.locator('[data-sit="0"]').click();
  await expect(anna.locator('[data-leave]')).toBeVisible();
  const rude = await guest(browser, 'Rude', address, 1);
  await expect(rude.getByRole('heading', { name: 'Your table' })).toHaveCount(0);
  await expect(rude.locator('[data-close]')).toHaveCount(0);
  await anna.locator('[data-host="1"]').selectOption('remove');
  await expect(rude.locator('[data-leave]')).toHaveCount(0);
  await rude.locator('[data-sit="1"]').click();
  await expect(rude.getByRole('alert')).toContainText("The host doesn’t allow that.");

  const bert = await guest(browser, 'Bert', address, 2);
  const cleo = await guest(browser, 'Cleo', address, 4);
  await cleo.locator('[data-ready]').click();
  await anna.locator('[data-close="1"]').click();
  await expect(anna.locator('[data-close]')).toHaveCount(1);
  await anna.locator('[data-close]').click();
  await expect(anna.locator('[data-close]')).toHaveCount(0);
  await anna.locator('[data-open]').click();
  await anna.locator('[data-close="3"]').click();
  await expect(anna.locator('[data-close]')).toHaveCount(0);
  await anna.setViewportSize({ width: 360, height: 640 });
  for (const colorScheme of ['dark', 'light'] as const) {
    await anna.emulateMedia({ colorScheme });
    await expectAccessible(anna);
  }
  await expectNarrow(anna);
  // Cleo is ready since before, on whatever seat that is now.
  for (const page of [anna, bert]) await page.locator('[data-ready]').click();
  for (const page of [anna, bert, cleo])
    await expect(page.getByRole('list', { name: 'Players', exact: true })).toBeVisible();
});

test('the host of an online table switches chat and watching off, and hands it over', async ({ browser }) => {
  const { anna, address } = await opened(browser, 3);
  await anna.locator('[data-sit="0"]').click();
  const bert = await guest(browser, 'Bert', address, 1);
  const carl = await person(browser, 'Carl');
  await carl.goto(address);
  await expect(carl.getByLabel('Say something')).toBeVisible();
  await anna.locator('[data-talk]').selectOption('players');
  await expect(carl.getByText('The host has switched chat off.')).toBeVisible();
  await bert.getByLabel('Say something').fill('Hello');
  await bert.getByRole('button', { name: 'Send' }).click();
  await expect(carl.getByText('Bert Hello')).toBeVisible();
  await anna.locator('[data-bot="2"]').selectOption('easy');
  await anna.locator('[data-watch]').uncheck();
  await anna.locator('[data-host="1"]').selectOption('hand');
  await expect(bert.getByRole('heading', { name: 'Your table' })).toBeVisible();
  await expect(anna.getByRole('heading', { name: 'Your table' })).toHaveCount(0);
  for (const page of [anna, bert]) await page.locator('[data-ready]').click();
  await expect(carl.getByRole('alert')).toContainText("doesn’t let others watch");
  for (const page of [anna, bert])
    await expect(page.getByRole('list', { name: 'Players', exact: true })).toBeVisible();
});

test('lines of chat at an online table are reported, and the host mutes their author and deletes them', async ({ browser }) => {
  const { anna, address } = await opened(browser, 3);
  await anna.locator('[data-sit="0"]').click();
  const bert = await guest(browser, 'Bert', address, 1);
  const carl = await person(browser, 'Carl');
  await carl.goto(address);
  const say = async (page: Page, text: string) => {
    await page.getByLabel('Say something').fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
  };
  await say(bert, 'a rude line');
  await say(anna, 'a kind line');
  await expect(bert.getByText('a kind line')).toBeVisible();
  // One's own line has no menu, and only the host has more than a report.
  await expect(bert.locator('[data-line="0"]')).toHaveCount(0);
  await carl.locator('[data-line="0"]').focus();
  await carl.keyboard.press('Enter');
  await expect(carl.getByRole('button', { name: 'Delete message' })).toHaveCount(0);
  await carl.keyboard.press('Escape');
  await expect(carl.getByRole('button', { name: 'Report' })).toHaveCount(0);
  await carl.keyboard.press('Enter');
  await carl.keyboard.press('Tab');
  await carl.keyboard.press('Enter');
  await expect(carl.getByText('Reported.')).toBeVisible();
  await expect(carl.locator('[data-line="0"]')).toBeFocused();

  await anna.setViewportSize({ width: 360, height: 640 });
  await anna.getByRole('button', { name: 'Options for the message from Bert' }).click();
  for (const colorScheme of ['dark', 'light'] as const) {
    await anna.emulateMedia({ colorScheme });
    await expectAccessible(anna);
  }
  await expectNarrow(anna);
  await anna.getByRole('button', { name: 'Mute Bert' }).click();
  await say(bert, 'another one');
  await expect(bert.getByRole('alert')).toContainText('muted');
  await anna.locator('[data-line="0"]').click();
  await anna.getByRole('button', { name: 'Unmute Bert' }).click();
  await anna.locator('[data-line="0"]').click();
  await expect(anna.getByRole('button', { name: 'Mute Bert', exact: true })).toBeVisible();
  await say(bert, 'heard again');
  await expect(carl.getByText('heard again')).toBeVisible();
  await anna.getByRole('button', { name: 'Delete message' }).click();
  for (const page of [anna, bert, carl]) await expect(page.getByText('a rude line')).toHaveCount(0);
  await expect(carl.getByText('a kind line')).toBeVisible();
});

test('somebody stands up before an online match, and others stay ready', async ({ browser }) => {
  const { anna, address } = await opened(browser, 3);
  await anna.locator('[data-sit="0"]').click();
  await anna.locator('[data-ready]').click();
  const ready = anna.getByText('✓ ready');
  await expect(ready).toHaveCount(1);
  const bert = await guest(browser, 'Bert', address, 1);
  await expect(anna.getByRole('main')).toContainText('Bert');
  await bert.locator('[data-leave]').click();
  await expect(anna.getByRole('main')).not.toContainText('Bert');
  await expect(ready).toHaveCount(1);
  await expect(bert.locator('[data-sit="1"]')).toBeVisible();
});

test('a link to a seat at an online table asks before it replaces the one that is here', async ({ browser }) => {
  const { anna, address } = await opened(browser, 3);
  await anna.locator('[data-sit="0"]').click();
  const link = await anna.getByLabel('Your seat on another device').inputValue();
  const bert = await guest(browser, 'Bert', address, 1);
  const seat = () => bert.evaluate(() => JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith('peck.seat.'))));
  const before = await seat();
  await bert.goto('about:blank');
  await bert.goto(link);
  await expect(bert.locator('[data-keep]')).toBeVisible();
  await expectAccessible(bert);
  expect(await seat()).toBe(before);
  await bert.locator('[data-keep]').click();
  await expect(bert).toHaveURL(address);
  await expect(bert.getByRole('main')).toContainText('Bert (You)');
  expect(await seat()).toBe(before);
  await bert.goto('about:blank');
  await bert.goto(link);
  await bert.locator('[data-take]').click();
  await expect(bert.getByRole('main')).toContainText('Anna (You)');
});
