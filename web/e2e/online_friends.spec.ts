// online_friends.spec.ts — friends first: how many taps it takes from the start page to a friend's first move, and on to
// another game with the same people. How long it took is printed (the machine may be busy), not asserted.
import { expect, test, type Page } from '@playwright/test';
import { Host, over, person } from './host.ts';
import { judge } from './judge.ts';

const host = new Host(8);

test.beforeAll(() => host.start());
test.afterAll(() => host.remove());
test.afterEach(({ browser }) => Promise.all(browser.contexts().map((context) => context.close())));

const phone = { width: 360, height: 740 };
const seats = (page: Page) => page.getByRole('main').locator('ul.list > li');
const mayAct = (page: Page) => page.locator('[data-action]:enabled');
const plays = (page: Page) => expect(page.getByRole('list', { name: 'Players', exact: true })).toBeVisible();

/** Plays by itself: by hand a match takes minutes. */
const letPlay = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    setInterval(() => document.querySelector<HTMLElement>('[data-action=take]:enabled')?.click(), 20);
  });

test('from the start page to a friend’s first move in four taps, then another game in one each', async ({ browser }) => {
  const [anna, bert] = [await person(browser, 'Anna'), await person(browser, '')];
  let taps = 0;
  const tap = async (page: Page, what: string) => {
    taps++;
    await page.locator(what).first().click();
  };
  for (const page of [anna, bert]) await page.setViewportSize(phone);
  await anna.goto(host.home);
  await anna.getByLabel('Game', { exact: true }).selectOption('No Thanks!'); // what was played last would be chosen
  await expect(anna.locator('[data-friends]')).toBeVisible();
  for (const [name, size] of [['phone', phone], ['wide', { width: 1440, height: 900 }]] as const)
    for (const colorScheme of ['dark', 'light'] as const) {
      await anna.setViewportSize(size);
      await anna.emulateMedia({ colorScheme });
      await judge(anna, `start-server-${name}-${colorScheme}-en`);
    }
  await anna.setViewportSize(phone);

  const begun = Date.now();
  await tap(anna, '[data-friends]');
  const link = await anna.locator('.share input').first().inputValue();
  await bert.goto(link);
  await bert.getByLabel('Your name').fill('Bert');
  await tap(bert, '[data-sit]');
  await expect(seats(anna).nth(1)).toContainText('Bert');
  await tap(anna, '[data-fill]');
  // Who begins is drawn; Anna plays on until it is the friend's turn.
  await expect(async () => {
    if (!(await mayAct(bert).count())) await anna.locator('[data-action=refuse]:enabled').click({ timeout: 500 });
    expect(await mayAct(bert).count()).toBeGreaterThan(0);
  }).toPass();
  await tap(bert, '[data-action]:enabled');
  await expect(bert.getByText(/^You (take|say)/).first()).toBeAttached();
  console.log(`from the start page to a friend's first move: ${taps} taps, ${Date.now() - begun} ms`);
  expect(taps).toBeLessThanOrEqual(4);

  for (const page of [anna, bert]) await letPlay(page);
  for (const page of [anna, bert]) await expect(over(page)).toBeVisible();
  await judge(bert, 'friends-result-phone-light-en');
  await bert.locator('[data-another=heckmeck]').click();
  await anna.locator('[data-join]').click();
  for (const page of [anna, bert]) await plays(page); // the bots came along, and nobody had to say that they are ready
  await expect(anna).toHaveURL(bert.url());
});

test('bots of the last table for friends are remembered, also for another game', async ({ browser }) => {
  const anna = await person(browser, 'Anna');
  for (const colorScheme of ['dark', 'light'] as const) {
    await anna.emulateMedia({ colorScheme });
    await anna.goto(host.home);
    await anna.getByLabel('Game', { exact: true }).selectOption('No Thanks!');
    await anna.locator('[data-friends]').click();
    await expect(seats(anna).nth(0)).toContainText('Anna');
    if (colorScheme === 'dark') await anna.locator('[data-bot="3"]').selectOption('hard');
    await expect(seats(anna).nth(3)).toContainText('Hard');
    await expect(seats(anna).nth(2)).toContainText('free');
    await judge(anna, `friends-wide-${colorScheme}-en`);
    await anna.setViewportSize(phone);
    await judge(anna, `friends-phone-${colorScheme}-en`);
    await anna.setViewportSize({ width: 1440, height: 900 });
  }
  await anna.goto(host.home);
  await anna.getByLabel('Game', { exact: true }).selectOption('Hexx & Hopp');
  await anna.locator('[data-friends]').click();
  await expect(seats(anna).nth(2)).toContainText('Hard');
  await expect(seats(anna).nth(1)).toContainText('free');
});
