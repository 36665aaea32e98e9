// online_room.spec.ts — the living room: one screen that everybody sees, and two phones as hands, in every game.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { Host, person } from './host.ts';
import { expectAccessible, expectNarrow, judge } from './judge.ts';

const host = new Host(7);

test.beforeAll(() => host.start());
test.afterAll(() => host.remove());
test.afterEach(({ browser }) => Promise.all(browser.contexts().map((context) => context.close())));

const phone = { width: 360, height: 740 };

/** Opens the shared screen for a box, from the start page by one tap. */
async function screenFor(browser: Browser, box: string, size = { width: 1920, height: 1080 }): Promise<{ screen: Page; code: string }> {
  const screen = await person(browser, '');
  await screen.setViewportSize(size);
  await screen.goto(host.home);
  await screen.locator('.first select').selectOption(box);
  await screen.locator('[data-screen]').click();
  await expect(screen.locator('[data-code]')).toHaveText(/^[A-Z]{5}$/);
  return { screen, code: (await screen.locator('[data-code]').textContent()) ?? '' };
}

async function joined(browser: Browser, name: string, address: string): Promise<Page> {
  const page = await person(browser, name);
  await page.setViewportSize(phone);
  await page.goto(address);
  await page.locator('[data-join]').click();
  await expect(page.getByRole('heading', { name })).toBeVisible();
  return page;
}

/** Whoever may presses something, until `most` presses were made. */
async function press(pages: Page[], most: number): Promise<void> {
  let presses = 0;
  for (let i = 0; presses < most; i++)
    for (const page of pages) {
      const actions = page.locator('[data-action]:enabled:visible');
      const count = await actions.count();
      if (count === 0) continue;
      presses += await actions.nth(i % count).click({ timeout: 2000 }).then(() => 1, () => 0);
    }
}

for (const box of ['heckmeck', 'extrawurm', 'karteneck', 'nothanks', 'hexxhopp'])
  test(`one screen and two phones play ${box}, with bots`, async ({ browser }) => {
    const { screen, code } = await screenFor(browser, box);
    if (box === 'heckmeck') await judge(screen, 'room-lobby-tv-light-en');
    const anna = await joined(browser, 'Anna', `${host.home}j/${code.toLowerCase()}`); // the QR code's
    await expect(screen.getByText('Anna starts the match.')).toBeVisible();
    const bert = await joined(browser, 'Bert', `${host.home}#/join/${code}`);
    await expect(screen.getByRole('list', { name: 'Players' })).toContainText('Bert');
    await expect(bert.locator('[data-fill]')).toHaveCount(0); // the first one starts
    if (box === 'heckmeck') await judge(anna, 'room-hand-lobby-phone-light-en');
    await anna.locator('[data-fill]').click();
    const hands = [anna, bert];
    await expect(screen.locator('[role=log] p').first()).toBeVisible();
    await press(hands, 6);
    // A hand has its own things and what it can do; the others and their table are on the screen.
    for (const page of hands) {
      await expect(page.getByRole('list', { name: 'Players', exact: true })).toBeHidden();
      for (const shared of await page.locator('.public').all()) await expect(shared).toBeHidden();
      await expectNarrow(page);
    }
    await expect(screen.getByRole('list', { name: 'Players', exact: true })).toContainText('Anna');
    await expect(screen.getByRole('list', { name: 'Players', exact: true })).toContainText('Bert');
    await expect(screen.locator('[data-action]')).toHaveCount(0);
    await expect(screen.locator('.mine')).toHaveCount(0);
    await judge(screen, `room-${box}-tv-light-en`);
    await expect
      .poll(async () => (await Promise.all(hands.map((page) => page.locator('[data-action]:enabled:visible').count()))).some((count) => count > 0))
      .toBe(true);
    for (const [i, page] of hands.entries()) await judge(page, `room-${box}-hand-${i}-phone-light-en`);
    for (const page of [screen, anna]) {
      await page.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(page);
      await page.screenshot({ path: `../build/web-tests/screens/room-${box}-${page === screen ? 'tv' : 'hand'}-dark-en.png` });
    }
  });

test('a screen never shows a hand, also where the browser has a seat', async ({ browser }) => {
  const { screen, code } = await screenFor(browser, 'karteneck', { width: 1024, height: 768 });
  const anna = await joined(browser, 'Anna', `${host.home}#/join/${code}`);
  await anna.locator('[data-fill]').click();
  await expect(anna.getByRole('group', { name: 'Your hand' })).toBeVisible();
  const table = screen.url().split('/').at(-1) ?? '';
  const second = await anna.context().newPage();
  await second.goto(`${host.home}#/screen/${table}`);
  await expect(second.getByRole('list', { name: 'Players', exact: true })).toContainText('Anna');
  for (const page of [screen, second]) {
    await expect(page.getByRole('group', { name: 'Your hand' })).toHaveCount(0);
    await expect(page.locator('[data-action]')).toHaveCount(0);
  }
  await expectNarrow(screen);
});

test('a code that no table has, and one typed in small letters', async ({ browser }) => {
  const anna = await person(browser, 'Anna');
  await anna.setViewportSize(phone);
  await anna.goto(`${host.home}join`);
  await anna.locator('[data-code]').fill('bbbbb');
  await judge(anna, 'join-phone-light-en');
  await anna.keyboard.press('Enter');
  await expect(anna.getByRole('alert')).toContainText('No table has this code');
  await expectAccessible(anna);
  const { code } = await screenFor(browser, 'nothanks');
  await anna.locator('[data-code]').fill(code.toLowerCase());
  await anna.keyboard.press('Enter');
  await expect(anna.getByRole('heading', { name: 'Anna' })).toBeVisible();
});

test('two sit down at the same moment, and the screen goes along to the next match', async ({ browser }) => {
  const { screen, code } = await screenFor(browser, 'nothanks');
  const hands = await Promise.all(['Anna', 'Bert', 'Cleo'].map((name) => joined(browser, name, `${host.home}#/join/${code}`)));
  await expect.poll(async () => (await Promise.all(hands.map((page) => page.locator('[data-start]').count()))).filter(Boolean).length).toBe(1);
  for (const page of hands) if (await page.locator('[data-start]').count()) await page.locator('[data-start]').click();
  await expect(screen.getByRole('list', { name: 'Players', exact: true })).toContainText('Cleo');
  for (const page of hands)
    await page.evaluate(() => {
      setInterval(() => document.querySelector<HTMLElement>('[data-action=take]:enabled')?.click(), 20);
    });
  await expect(screen.getByRole('region', { name: 'Result' })).toBeVisible();
  await judge(screen, 'room-result-tv-light-en');
  const before = screen.url();
  for (const page of hands) await page.getByRole('button', { name: 'Play again' }).click();
  for (const page of hands) await expect(page).toHaveURL(/#\/hand\//);
  await expect(screen).not.toHaveURL(before);
  await expect(screen.getByRole('list', { name: 'Players', exact: true })).toContainText('Anna');
});
