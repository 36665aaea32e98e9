// people.spec.ts — identity at a real server: an account, rated matches, what becomes of them, and how one
// is forgotten; slow tables, clocks that run out, and doors that are closed.
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { Host, over, person } from './host.ts';
import { judge } from './judge.ts';

const host = new Host(2);

test.describe.configure({ mode: 'serial' });
test.beforeAll(() => host.start());
test.afterAll(() => host.remove());

async function setLook(page: Page, look: { language: string; theme: string }): Promise<void> {
  await page.evaluate((wanted) => {
    const kept = JSON.parse(localStorage.getItem('peck.settings') ?? '{}') as object;
    localStorage.setItem('peck.settings', JSON.stringify({ ...kept, ...wanted }));
  }, look);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', look.language);
}

/** The screen as two readers see it, whose languages and looks are far apart. `back` goes there again after
 * the page was reloaded. */
async function judgeTwice(page: Page, name: string, back: () => Promise<unknown>): Promise<void> {
  for (const look of [{ language: 'ru', theme: 'dark' }, { language: 'en', theme: 'light' }]) {
    await setLook(page, look);
    await back();
    await judge(page, `${name}-phone-${look.theme}-${look.language}`);
  }
}

/** Takes every card, is ready, and asks for another match until `matches` were played. Whoever takes plays
 * on, so a match lasts as many plies as there are cards. */
async function playAlone(page: Page, matches: number): Promise<void> {
  await page.evaluate((most) => {
    const tables = new Set<string>();
    let pressed: [HTMLElement | null, number] = [null, 0];
    const timer = setInterval(() => {
      tables.add(location.hash);
      const next = document.querySelector<HTMLElement>('section[aria-label=Result] .ember:not(:disabled)');
      if (next && tables.size === most) return clearInterval(timer);
      const wanted = next ?? document.querySelector<HTMLElement>('[data-action=take]:enabled, [data-ready]:enabled');
      if (!wanted || (pressed[0] === wanted && !wanted.dataset['action'] && Date.now() < pressed[1] + 500)) return;
      pressed = [wanted, Date.now()];
      wanted.click();
    }, 20);
  }, matches);
}

test('an account, five rated matches, and all that is known of them', async ({ browser }) => {
  const anna = await person(browser, 'Anna');
  await anna.goto(host.home);
  await anna.getByRole('link', { name: 'Profile' }).click();
  await expect(anna.getByRole('heading', { name: 'Guest' })).toBeVisible();
  const make = () => anna.locator('[aria-expanded]').first().click();
  await judgeTwice(anna, 'me-guest', make);
  const [name, password] = [anna.getByLabel('Name'), anna.getByLabel('Password', { exact: true })];
  await expect(name).toBeFocused();
  await expect(password).toHaveAttribute('autocomplete', 'new-password');
  await anna.keyboard.press('Enter');
  await expect(name).toHaveAccessibleDescription(/1 to 63/);
  await expect(name).toBeFocused();
  await name.fill('Anna');
  await password.fill('short');
  await anna.keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription(/8 to 256 characters/);
  await password.fill('correct horse');
  await anna.keyboard.press('Enter');
  await expect(anna.getByRole('heading', { name: 'Anna' })).toBeFocused();
  await expect(anna.getByRole('status')).toContainText('you’re logged in');

  const bert = await person(browser, 'Bert');
  await bert.goto(`${host.home}#/me`);
  await bert.getByRole('button', { name: 'Create an account' }).click();
  await bert.getByLabel('Name').fill('anna');
  await bert.getByLabel('Password', { exact: true }).fill('correct horse');
  await bert.keyboard.press('Enter');
  await expect(bert.getByLabel('Name')).toHaveAccessibleDescription(/already taken/);
  await bert.getByLabel('Name').fill('Bert');
  await bert.getByLabel('Password', { exact: true }).fill('password');
  await bert.keyboard.press('Enter');
  await expect(bert.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/Many people/);
  await bert.getByLabel('Password', { exact: true }).fill('donkey stable');
  await bert.keyboard.press('Enter');
  await expect(bert.getByRole('heading', { name: 'Bert' })).toBeFocused(); // ratings are for accounts

  await anna.goto(host.home);
  const setUp = async () => {
    await anna.locator('[data-setup=nothanks]').click();
    await anna.locator('[data-clock]').selectOption('move');
    await anna.locator('dialog button').last().scrollIntoViewIfNeeded();
  };
  await judgeTwice(anna, 'setup-online', setUp);
  await anna.getByLabel('Number of players').selectOption('3');
  await anna.getByLabel('Anyone can join').check();
  await anna.getByLabel('Rated match').check();
  await anna.getByRole('combobox', { name: 'Time', exact: true }).selectOption('1 day');
  await anna.getByRole('button', { name: 'Open a table' }).click();
  await anna.locator('[data-bot="2"]').selectOption('easy');
  await expect(anna.getByText('rated · 1 day per move')).toBeVisible();

  await bert.goto(host.home);
  await expect(bert.getByText('2 of 3 seats taken · rated · 1 day per move')).toBeVisible();
  await bert.getByRole('link', { name: 'Join', exact: true }).click();
  await bert.locator('[data-sit="1"]').click();
  for (const page of [anna, bert]) await playAlone(page, 5);
  const played = async () => {
    const answer = await anna.request.get(`${host.home}api/records?person=me`);
    return ((await answer.json()) as { records: unknown[] }).records.length;
  };
  await expect.poll(played, { timeout: 300_000 }).toBe(5);
  await expect(over(anna)).toBeVisible();

  await anna.goto(`${host.home}#/me`);
  await expect(anna.getByText('5 rated matches')).toBeVisible();
  const replays = anna.locator('a[href^="#/replay?table="]');
  await judgeTwice(anna, 'me', () => expect(replays).toHaveCount(5));
  await anna.getByRole('link', { name: /5 rated matches/ }).click();
  await expect(anna.getByRole('row')).toHaveCount(3);
  await expect(anna.getByRole('row', { name: /Anna \(You\)/ })).toContainText('5');
  await expect(anna.getByRole('row', { name: /Bert/ })).toContainText('5');
  await judgeTwice(anna, 'club', () => expect(replays).toHaveCount(5));
  await replays.first().click();
  await expect(anna.getByRole('slider', { name: 'Move', exact: true })).toBeVisible();
  await anna.goto(`${host.home}#/club/hexxhopp`);
  await expect(anna.getByText('First place is up for grabs')).toBeVisible();
  await judge(anna, 'club-empty-phone-light-en');

  await anna.goto(`${host.home}#/me`);
  await anna.getByRole('button', { name: 'Change password' }).click();
  await anna.getByLabel('Current password').fill('wrong one');
  await anna.getByLabel('New password').fill('battery staple');
  await anna.keyboard.press('Enter');
  await expect(anna.getByLabel('Current password')).toHaveAccessibleDescription(/Wrong password/);
  await anna.getByLabel('Current password').fill('correct horse');
  await anna.keyboard.press('Enter');
  await expect(anna.getByRole('status')).toContainText('Your password has been changed');
  await anna.getByRole('button', { name: 'Log out' }).click();
  await expect(anna.getByRole('heading', { name: 'Guest' })).toBeVisible();
  await expect(anna.getByText('You haven’t finished a match yet')).toBeVisible();
  const logIn = () => anna.locator('[aria-expanded]').last().click();
  await logIn();
  await judgeTwice(anna, 'me-login', logIn);
  await anna.getByLabel('Name').fill('ANNA');
  await anna.getByLabel('Password', { exact: true }).fill('correct horse');
  await anna.keyboard.press('Enter');
  await expect(anna.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/Wrong name or password/);
  await anna.getByLabel('Password', { exact: true }).fill('battery staple');
  await anna.keyboard.press('Enter');
  await expect(anna.getByRole('status')).toContainText('Welcome, Anna.');

  const download = anna.waitForEvent('download');
  await anna.getByRole('button', { name: 'Download my data' }).click();
  const file = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as { account: { name: string }; matches: unknown[] };
  expect(file.account.name).toBe('Anna');
  expect(file.matches).toHaveLength(5);

  const ask = () => anna.locator('#data ~ div button').last().click();
  await ask();
  await expect(anna.getByRole('dialog').getByLabel('Password')).toBeFocused();
  await judgeTwice(anna, 'me-forget', ask);
  await expect(anna.getByRole('button', { name: 'Delete me for good' })).toBeDisabled();
  await anna.getByRole('dialog').getByLabel('Password').fill('battery staple');
  await anna.getByRole('button', { name: 'Delete me for good' }).click();
  await expect(anna.getByRole('status')).toContainText('cleaned the logs of 5 tables');
  await expect(anna.getByRole('heading', { name: 'Guest' })).toBeVisible();
  await bert.goto(`${host.home}#/club/nothanks`);
  await expect(bert.getByRole('row')).toHaveCount(2);
});

/** A table of No Thanks! with bots, at which it is this person's turn. */
async function openTable(page: Page, terms: object): Promise<string> {
  const answer = await page.request.post(`${host.home}api/tables`, {
    data: { game: 'nothanks', seats: 3, options: { first: 0 }, ...terms },
  });
  const { table } = (await answer.json()) as { table: string };
  await page.goto(`${host.home}#/table/${table}`);
  await page.locator('[data-sit="0"]').click();
  for (const seat of [1, 2]) await page.locator(`[data-bot="${seat}"]`).selectOption('easy');
  await page.locator('[data-ready]:enabled').click();
  await expect(page.locator('[data-action]:enabled').first()).toBeVisible();
  return table;
}

test('slow tables wait on the start page, and a clock that runs warns before its time is up', async ({ browser }) => {
  const [carl, olga] = [await person(browser, 'Carl'), await person(browser, 'Olga')];
  for (const page of [carl, olga]) await page.goto(host.home);
  await setLook(olga, { language: 'ru', theme: 'dark' });
  const hasty = await carl.context().newPage();
  const warned = [hasty, olga].map(async (page, i) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await openTable(page, { clock: 'move', time: 24_000 }); // the last quarter is long enough to judge it
    const warning = page.locator('[role=alert].hurry');
    await expect(warning).toContainText(['You’re almost out of time', 'время'][i] ?? '', { timeout: 120_000 });
    await judge(page, ['hurry-phone-light-en', 'hurry-phone-dark-ru'][i] ?? '');
  });
  await openTable(carl, { clock: 'total', time: 3 * 86_400_000 });
  await expect(carl.getByRole('timer').first()).toHaveText('2d 23h');
  await expect(carl).toHaveTitle(/^● Your turn – No Thanks!/);
  await carl.goto(host.home);
  await expect(carl).toHaveTitle(/^● Your turn \([12]\) – Peck$/);
  await expect(carl.getByText('Your turn · 3 days for the match')).toBeVisible();
  await judgeTwice(carl, 'start-online', () => expect(carl.locator('#continue')).toBeVisible());
  await Promise.all(warned);
});

test('a table that gathers, with everything that a seat can be', async ({ browser }) => {
  const [fred, gina, hans] = await Promise.all(['Fred', 'Gina', 'Hans'].map((name) => person(browser, name)));
  if (!fred || !gina || !hans) throw new Error('nobody there');
  await fred.goto(host.home);
  const answer = await fred.request.post(`${host.home}api/tables`, {
    data: { game: 'nothanks', seats: 4, options: { tactical: true }, listed: true, clock: 'move', time: 86_400_000 },
  });
  const { table } = (await answer.json()) as { table: string };
  const sit = async (page: Page, seat: number) => {
    await page.goto(`${host.home}#/table/${table}`);
    await page.locator(`[data-sit="${seat}"]`).click();
    await expect(page.locator('[data-ready]')).toBeVisible();
  };
  const seats = gina.locator('main ul li');
  const there = () => expect(gina.getByRole('heading', { name: /No Thanks!|Нет, спасибо!/ })).toBeVisible();
  await sit(fred, 0);
  await fred.locator('[data-bot="2"]').selectOption('hard');
  await gina.setViewportSize({ width: 360, height: 640 });
  let come = () => {};
  const engine = new Promise<void>((resolve) => (come = resolve));
  await gina.route('**/*.wasm', (route) => engine.then(() => route.continue())); // a slow network
  await gina.goto(`${host.home}#/table/${table}`);
  await expect(seats).toHaveCount(4);
  await judge(gina, 'gathering-engine');
  come();
  await there();
  await gina.unroute('**/*.wasm');
  await judgeTwice(gina, 'gathering-guest', there);
  await sit(gina, 1);
  await judgeTwice(gina, 'gathering-seated', there);
  await sit(hans, 3);
  await hans.locator('[data-ready]:enabled').click();
  await expect(gina.getByText('✓')).toHaveCount(1);
  await judgeTwice(gina, 'gathering-full', there);
  await gina.locator('[data-ready]:enabled').click();
  await judgeTwice(gina, 'gathering-ready', there);
});

test('a full table, a closed one, and a server that does not want one', async ({ browser }) => {
  const dora = await person(browser, 'Dora');
  await dora.goto(host.home);
  const table = await openTable(dora, {});
  const emil = await person(browser, 'Emil');
  await emil.goto(`${host.home}#/table/${table}`);
  await expect(emil.getByRole('status').filter({ hasText: 'You’re watching' })).toBeVisible();
  await expect(emil.locator('[data-action]')).toHaveCount(0);
  host.admin('close', table, 'the club closes at ten');
  for (const page of [dora, emil]) {
    await expect(page.getByText('This table is closed')).toBeVisible();
    await expect(page.getByText('“the club closes at ten”')).toBeVisible();
  }
  await expect(dora.locator('[data-action]:enabled')).toHaveCount(0);
  await judge(dora, 'closed-phone-light-en');

  const { person: id } = (await (await emil.request.get(`${host.home}api/me`)).json()) as { person: string };
  host.admin('ban', id, 'spam');
  await emil.reload();
  await expect(emil.getByRole('alert')).toContainText('has banned you');
  await expect(emil.getByRole('status').filter({ hasText: 'Not connected' })).toBeVisible();
  let tries = 0;
  emil.on('websocket', () => tries++);
  await emil.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await emil.waitForTimeout(500);
  expect(tries).toBe(0);
  await judge(emil, 'banned-phone-light-en');
  await emil.goto(host.home);
  await emil.locator('[data-setup=nothanks]').click();
  await emil.getByRole('button', { name: 'Open a table' }).click();
  await expect(emil.getByRole('alert')).toContainText('doesn’t let you do that');
});
