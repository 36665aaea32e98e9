// online.spec.ts — two browsers and a bot at a table of a real server, which is killed in the middle.
import { expect, test, type Page } from '@playwright/test';
import { Host, over, person } from './host.ts';

const host = new Host(1);

test.describe.configure({ mode: 'serial' });
test.beforeAll(() => host.start());
test.afterAll(() => host.remove());

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
  await anna.goto(host.home);
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
    host.kill();
    await expect(anna.getByText('No connection')).toBeVisible();
    await host.start();
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
  await page.goto(`${host.home}#/table/nosuchtable`);
  await expect(page.getByRole('alert')).toContainText('does not exist');
});
