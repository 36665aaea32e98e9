// online.spec.ts — two browsers and a bot at a table of a real server, which is killed in the middle.
import { expect, test, type Browser, type Page } from '@playwright/test';
import { Host, over, person } from './host.ts';
import { expectAccessible, expectRoom, expectTold, judge } from './judge.ts';

const host = new Host(1);

test.describe.configure({ mode: 'serial' });
test.beforeAll(() => host.start());
test.afterAll(() => host.remove());
// All come from one address, which may have only so many connections.
test.afterEach(({ browser }) => Promise.all(browser.contexts().map((context) => context.close())));

/** All press what they may until the match is over or they have pressed `most` times; `meanwhile` is called once,
 * after some presses. */
async function play(pages: Page[], meanwhile: () => Promise<void>, most = Infinity): Promise<void> {
  let presses = 0;
  for (let i = 0; presses < most && !(await over(pages[0] as Page).isVisible()); i++)
    for (const page of pages) {
      const actions = page.locator('[data-action]:enabled');
      const count = await actions.count();
      if (count === 0) continue;
      const pressed = await actions.nth(i % count).click({ timeout: 2000 }).then(() => true, () => false);
      if (pressed && ++presses === 12) await meanwhile();
    }
}

test('two people and a bot play No Thanks!, and the server dies in between', async ({ browser }) => {
  const anna = await person(browser, 'Anna');
  await anna.goto(host.home);
  await anna.locator('[data-setup=nothanks]').click();
  await anna.getByLabel('Number of players').selectOption('3');
  await anna.getByRole('button', { name: 'Open a table' }).click(); // and sits there
  await anna.locator('[data-bot="2"]').selectOption('easy');
  const bert = await person(browser, 'Bert');
  await bert.goto(anna.url().replace('#/table/', 't/')); // the link of the QR code
  await expect(bert).toHaveURL(anna.url());
  await bert.locator('[data-sit="1"]').click();
  for (const page of [anna, bert]) await page.locator('[data-ready]:enabled').click();
  await play([anna, bert], async () => {
    host.kill();
    await expect(anna.getByText('Connection lost')).toBeVisible();
    await host.start();
    for (const page of [anna, bert]) await expect(page.getByText('Online')).toBeVisible();
  });
  for (const page of [anna, bert]) await expect(over(page)).toBeVisible();
  await expect(over(bert)).toContainText('Anna');
  for (const page of [anna, bert]) await expectTold(page);

  const replay = await bert.context().newPage();
  await over(bert).getByRole('button', { name: 'More' }).click();
  const record = await bert.getByRole('link', { name: 'Replay and analysis' }).getAttribute('href');
  await replay.goto(new URL(record ?? '', bert.url()).href);
  await replay.getByRole('button', { name: 'Check the dice' }).click();
  await expect(replay.getByText(/Proved: all \d+ random outcomes/)).toBeVisible();
  await expect(replay.getByText('saved before the match')).toBeVisible();
  await replay.getByRole('button', { name: 'To the end' }).click();
  const link = await replay.getByLabel('Link to this move').inputValue();
  const shared = await anna.context().newPage();
  await shared.goto(link);
  await expect(shared.getByRole('slider', { name: 'Move', exact: true })).toHaveValue(new URL(link).hash.match(/ply=(\d+)/)?.[1] ?? '');

  // One tap each: the other sees it, and when both have agreed the next match begins.
  const first = anna.url();
  await over(anna).getByRole('button', { name: 'Play again' }).click();
  await expect(over(bert)).toContainText('Anna wants to play again.');
  await over(bert).getByRole('button', { name: 'Play again' }).click();
  for (const page of [anna, bert]) {
    await expect(page).not.toHaveURL(first);
    await expect(page.getByRole('list', { name: 'Players', exact: true })).toBeVisible();
  }
  await expect(anna.locator('[data-ready]')).toHaveCount(0);
});

/** The page presses what it may by itself, again and again: by hand a match takes minutes. */
const letPlay = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    let turn = 0;
    setInterval(() => {
      const actions = document.querySelectorAll('[data-action]:not(:disabled)');
      actions[turn++ % actions.length]?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    }, 20);
  });

for (const [game, options] of [
  ['heckmeck', { fast: true }],
  ['karteneck', {}],
  ['hexxhopp', { rounds: 1 }],
  ['heckmeck', { 'extra-wurm': true, fast: true, 'flip-always': true }],
] as const)
  test(`two people and a bot play ${game} ${Object.keys(options).join(' ')} to its end`, async ({ browser }) => {
    const [anna, bert] = [await person(browser, 'Anna'), await person(browser, 'Bert')];
    await anna.goto(host.home);
    const opened = await anna.request.post(`${host.home}api/tables`, {
      headers: { origin: new URL(host.home).origin },
      data: { game, seats: 3, options },
    });
    const { table } = (await opened.json()) as { table: string };
    for (const [seat, page] of [anna, bert].entries()) {
      await page.goto(`${host.home}#/table/${table}`);
      await page.locator(`[data-sit="${seat}"]`).click();
    }
    await anna.locator('[data-bot="2"]').selectOption('easy');
    for (const page of [anna, bert]) await page.locator('[data-ready]:enabled').click();
    for (const page of [anna, bert]) await letPlay(page);
    for (const page of [anna, bert]) await expect(over(page)).toBeVisible({ timeout: 300_000 });
    if (game === 'heckmeck') await expectLinks(anna, table);
  });

/** Both browsers had a part in the rolls, at the moment of each; and the check says so. */
async function expectLinks(page: Page, table: string): Promise<void> {
  const record = await (await page.request.get(`${host.home}api/tables/${table}/record`)).text();
  for (const seat of [0, 1]) expect(record).toMatch(new RegExp(`^# fair link ${seat} \\d+ [0-9a-f]{64}$`, 'm'));
  await page.goto(`${host.home}#/replay?table=${table}`);
  await page.getByRole('button', { name: 'Check the dice' }).click();
  await expect(page.getByText(/^.*Proved: all \d+ random outcomes/)).toBeVisible();
  await expect(page.getByText(/Not even the server could foresee a roll\.|The server could foresee/)).toBeVisible();
  await expect(page.getByText('The server’s promise and your own share are the ones this browser saved')).toBeVisible();
}

test('a seat brings its part in the dice to another device', async ({ browser }) => {
  const anna = await person(browser, 'Anna');
  await anna.goto(host.home);
  await anna.locator('[data-setup=heckmeck]').click();
  await anna.getByLabel('Number of players').selectOption('2');
  await anna.getByRole('button', { name: 'Open a table' }).click();
  await anna.locator('[data-bot="1"]').selectOption('random');
  const early = await anna.getByLabel('Your seat on another device').inputValue();
  await anna.locator('[data-ready]:enabled').click();
  const tablet = await person(browser, 'Anna');
  // From before Anna was ready: it has no part in the dice, and the page says so.
  await tablet.goto(early);
  await expect(tablet.locator('[data-part]')).toBeVisible();
  await anna.locator('#tab-chat').click();
  const link = await anna.getByLabel('Your seat on another device').inputValue();
  await anna.close();
  await tablet.goto('about:blank');
  await tablet.goto(link);
  await expect(tablet.locator('#panel li').first()).toBeVisible();
  await expect(tablet.locator('[data-part]')).toHaveCount(0);
  await play([tablet], async () => undefined, 4);
  const kept = () => tablet.evaluate(() => JSON.stringify(Object.entries(localStorage).filter(([key]) => key.startsWith('peck.seat.'))));
  await expect.poll(kept).toContain('given'); // it gives links
});

test('somebody looks on, and a seat follows its link to another device', async ({ browser }) => {
  const anna = await person(browser, 'Anna');
  await anna.goto(host.home);
  await anna.locator('[data-setup=heckmeck]').click();
  await anna.getByLabel('Number of players').selectOption('2');
  await anna.getByRole('button', { name: 'Open a table' }).click(); // and sits there
  await anna.locator('[data-bot="1"]').selectOption('random');
  const link = await anna.getByLabel('Your seat on another device').inputValue();
  for (const colorScheme of ['dark', 'light'] as const) {
    await anna.emulateMedia({ colorScheme });
    await expectAccessible(anna);
  }
  const carl = await person(browser, 'Carl');
  await carl.setViewportSize({ width: 360, height: 640 });
  await carl.goto(anna.url());
  await expect(carl.getByText('All seats are taken. You can watch.')).toBeVisible();
  await expect(carl.getByRole('button', { name: 'Remove' })).toHaveCount(0);
  await judge(carl, 'gathering-full-phone-light-en');
  await expectRoom(carl);
  await carl.setViewportSize({ width: 1280, height: 800 });
  await anna.locator('[data-ready]:enabled').click();
  await expect(carl.getByRole('list', { name: 'Players', exact: true })).toContainText('Anna');

  const tablet = await person(browser, 'Anna');
  await tablet.goto(link);
  await expect(tablet).toHaveURL(anna.url()); // the token is gone from the address
  const turn = () => expect(tablet.locator('[data-action]:enabled').first()).toBeVisible();
  await turn();
  await play([tablet], async () => undefined, 8);
  const lines = (page: Page) => page.getByRole('tabpanel').locator('li p');
  // A bot may play on between two looks.
  const sameLog = (a: Page, b: Page) =>
    expect(async () => expect(await lines(a).count()).toBe(await lines(b).count())).toPass();
  await sameLog(anna, tablet);
  await expect(carl.locator('[data-action]')).toHaveCount(0);
  await anna.getByRole('tab', { name: 'Chat' }).click();
  await expect(anna.getByText('1 spectator')).toBeVisible();
  await anna.getByLabel('Say something').fill('Hello');
  await anna.getByRole('button', { name: 'Send' }).click();
  await expectAccessible(anna);
  await carl.getByRole('tab', { name: 'Chat' }).click();
  await expect(carl.getByText('Anna Hello')).toBeVisible();
  for (const page of [anna, carl]) {
    await page.getByRole('tab', { name: 'Log' }).click();
    await expectTold(page);
  }

  // Somebody who comes in the middle sees the last plies and how many came before.
  await play([tablet], async () => undefined, 8);
  await turn(); // no bot plays on, which may take it some rolls
  await sameLog(carl, tablet);
  const all = await lines(carl).allTextContents();
  await carl.reload();
  await expect(lines(carl).first()).toHaveText(/^… \d+ earlier moves$/);
  const [, ...last] = await lines(carl).allTextContents();
  expect(last.length).toBeGreaterThan(2);
  expect(all.slice(-last.length)).toEqual(last);
});

test('who talks too much is told so in their language', async ({ browser }) => {
  const anna = await person(browser, 'Anna');
  await anna.goto(host.home);
  await anna.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('peck.settings') ?? '{}') as object;
    localStorage.setItem('peck.settings', JSON.stringify({ ...kept, language: 'de' }));
  });
  await anna.reload();
  await anna.locator('[data-setup=nothanks]').click();
  await anna.getByRole('button', { name: 'Tisch eröffnen' }).click(); // and sits there
  const line = anna.locator('form input').last();
  const alert = anna.getByRole('alert');
  // Five in ten seconds are enough; on a busy machine it may take a while until six are in ten.
  for (let i = 0; i < 200 && (await alert.count()) === 0; i++) {
    await line.fill(`Hallo ${i}`);
    await line.press('Enter');
  }
  await expect(alert).toContainText('Nicht so schnell');
  await expect(alert.locator('[lang]')).toHaveCount(0);
});

/** At a table of No Thanks! with two bots, with the match begun. */
async function sitWithBots(page: Page): Promise<void> {
  await page.goto(host.home);
  await page.locator('[data-setup=nothanks]').click();
  await page.getByLabel('Number of players').selectOption('3');
  await page.getByRole('button', { name: 'Open a table' }).click(); // and sits there
  for (const seat of [1, 2]) await page.locator(`[data-bot="${seat}"]`).selectOption('easy');
  await page.locator('[data-ready]:enabled').click();
}

test('nothing is played twice while its effect is on the way', async ({ browser }) => {
  const anna = await person(browser, 'Anna');
  let acts = 0;
  let done = false;
  let holds = true;
  const held: (() => void)[] = []; // views, until they are let go
  await anna.routeWebSocket(/\/ws\?table=/, (page) => {
    const server = page.connectToServer();
    page.onMessage((text) => {
      if (String(text).startsWith('{"type":"act"')) acts++;
      server.send(text);
    });
    server.onMessage((text) => {
      if (holds && acts > 0 && String(text).startsWith('{"type":"view"')) return held.push(() => page.send(text));
      page.send(text);
      done ||= acts > 0 && String(text).startsWith('{"type":"done"');
    });
  });
  await sitWithBots(anna);
  await anna.locator('[data-action=take]:enabled').click();
  await expect.poll(() => done && held.length > 0).toBe(true);
  await anna.waitForTimeout(300); // it is done, and not seen yet: the page has time for mistakes
  expect(await anna.locator('[data-action]:enabled').count()).toBe(0);
  holds = false;
  for (const letGo of held) letGo();
  await expect(anna.getByRole('tabpanel').getByText(/^You take/).first()).toBeVisible();
  expect(acts).toBe(1);
});

test('who stands up is offered nothing until they are back', async ({ browser }) => {
  const anna = await person(browser, 'Anna');
  await sitWithBots(anna);
  await expect(anna.locator('[data-action]:enabled').first()).toBeVisible();
  // Two bots of a level are two hens.
  const names = await anna.locator('.players .name').allTextContents();
  expect(new Set(names).size).toBe(names.length);
  await anna.getByRole('tab', { name: 'Chat' }).click();
  await anna.getByRole('button', { name: 'Leave my seat' }).click();
  const back = anna.getByRole('button', { name: 'Take over again' });
  await expect(back).toBeVisible();
  await expect(anna.locator('[data-action]')).toHaveCount(0);
  await expect(anna.getByRole('button', { name: 'Leave my seat' })).toHaveCount(0);
  await back.click();
  await expect(anna.locator('[data-action]:enabled').first()).toBeVisible();
});

test('it is seen who has gone, and that somebody has said something', async ({ browser }) => {
  const anna = await person(browser, 'Anna');
  await anna.goto(host.home);
  const answer = await anna.request.post(`${host.home}api/tables`, { data: { game: 'heckmeck', seats: 2 } });
  const { table } = (await answer.json()) as { table: string };
  const bert = await person(browser, 'Bert');
  for (const [seat, page] of [anna, bert].entries()) {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`${host.home}#/table/${table}`);
    await page.locator(`[data-sit="${seat}"]`).click();
  }
  for (const page of [anna, bert]) await page.locator('[data-ready]:enabled').click();
  const menu = anna.locator('[aria-controls=drawer]');
  await expect(menu).toHaveAccessibleName('Menu');
  await bert.locator('[aria-controls=drawer]').click();
  await bert.getByRole('tab', { name: 'Chat' }).click();
  await bert.getByRole('textbox').first().fill('Hello!');
  await bert.keyboard.press('Enter');
  await expect(menu).toHaveAccessibleName('Menu: New message');
  await expect(bert.locator('[aria-controls=drawer]')).toHaveAccessibleName('Menu'); // it is bert's own
  await menu.click();
  await anna.getByRole('tab', { name: 'Chat' }).click();
  await expect(anna.getByRole('tabpanel')).toContainText('Hello!');
  await expect(menu).toHaveAccessibleName('Menu');
  const others = anna.getByRole('list', { name: 'Players', exact: true });
  await expect(others).not.toContainText('Not connected');
  await bert.goto('about:blank');
  await expect(others).toContainText('Not connected');
  await bert.goto(`${host.home}#/table/${table}`);
  await expect(others).not.toContainText('Not connected');
});

test('what the server cannot store just now is sent again', async ({ browser }) => {
  const anna = await person(browser, 'Anna');
  const refused: string[] = [];
  await anna.routeWebSocket(/\/ws\?table=/, (page) => {
    const server = page.connectToServer();
    page.onMessage((text) => {
      const { type, id } = JSON.parse(String(text)) as { type: string; id: string };
      if (type !== 'act' || refused.includes(id)) return server.send(text);
      refused.push(id);
      page.send(JSON.stringify({ type: 'refused', id, code: 'unavailable', why: '' }));
    });
  });
  await sitWithBots(anna);
  await anna.locator('[data-action=take]:enabled').click();
  await expect(anna.getByRole('tabpanel').getByText(/^You take/).first()).toBeVisible();
  expect(refused).toHaveLength(1);
});

/** Somebody whose bots play at a speed. */
async function at(browser: Browser, speed: string): Promise<Page> {
  const page = await person(browser, 'Anna');
  await page.addInitScript((wanted) => {
    const kept = JSON.parse(localStorage.getItem('peck.settings') ?? '{}') as object;
    localStorage.setItem('peck.settings', JSON.stringify({ ...kept, speed: wanted }));
  }, speed);
  return page;
}

test('bots play as fast as was chosen, and a failed roll is seen, as at a table here', async ({ browser }) => {
  const anna = await at(browser, 'normal');
  await anna.goto(host.home);
  await anna.locator('[data-setup=heckmeck]').click();
  await anna.getByLabel('Number of players').selectOption('2');
  await anna.locator('[data-seat="1"]').selectOption('random');
  await anna.getByRole('button', { name: 'Open a table' }).click();
  await anna.locator('[data-ready]:enabled').click();
  await expect(anna.locator('main .grill')).toBeVisible();
  const hen = await anna.locator('.players .name').last().innerText();
  const seen = await anna.evaluate(async (bot) => {
    let failed = 0;
    let held = 0;
    const times: { at: number; bot: boolean }[] = [];
    const log = document.querySelector('[role=log]') as HTMLElement;
    new MutationObserver(() => times.push({ at: performance.now(), bot: log.lastElementChild?.textContent?.startsWith(bot) === true })).observe(log, { childList: true });
    const pairs = () => times.flatMap(({ at, bot }, i) => (bot && times[i - 1]?.bot ? [at - (times[i - 1]?.at ?? 0)] : []));
    while ((held === 0 || pairs().length < 3) && !document.querySelector('[aria-label=Result]')) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      if (document.querySelector('[data-beat=failed]')) failed ||= performance.now();
      else if (failed && !held) held = performance.now() - failed;
      const roll = document.querySelector<HTMLElement>('[data-action=roll]:enabled');
      (roll ?? document.querySelector<HTMLElement>('main [data-action]:enabled'))?.click();
    }
    return { held, gaps: pairs() };
  }, hen);
  expect(seen.held).toBeGreaterThan(900);
  expect(seen.gaps.length).toBeGreaterThan(2);
  for (const gap of seen.gaps) expect(gap).toBeGreaterThan(400); // a ply without motion stays for 450 ms at normal speed
});

test('without a network that is said within seconds, and a move waits for it', async ({ browser }) => {
  const anna = await person(browser, 'Anna');
  await sitWithBots(anna);
  await expect(anna.locator('[data-action=take]:enabled')).toBeVisible();
  await anna.context().setOffline(true);
  await expect(anna.getByRole('status').filter({ hasText: 'Connection lost. Reconnecting' })).toBeVisible();
  await anna.locator('[data-action=take]:enabled').click();
  await expect(anna.getByText('Your move is saved')).toBeVisible();
  await anna.context().setOffline(false);
  await expect(anna.getByRole('tabpanel').getByText(/^You take/).first()).toBeVisible();
  await expect(anna.getByText('Your move is saved')).toHaveCount(0);
});

test('a connection that is dead without a word is noticed', async ({ browser }) => {
  const anna = await person(browser, 'Anna');
  let dead = false;
  await anna.routeWebSocket(/\/ws\?table=/, (page) => {
    const server = page.connectToServer();
    page.onMessage((text) => dead || server.send(text));
    server.onMessage((text) => dead || page.send(text));
  });
  await sitWithBots(anna);
  await expect(anna.locator('[data-action=take]:enabled')).toBeVisible();
  dead = true;
  await expect(anna.getByRole('status').filter({ hasText: 'Connection lost. Reconnecting' })).toBeVisible({ timeout: 30_000 });
});

test('a table is opened with the bots that were chosen, and full ones are not offered', async ({ browser }) => {
  const [anna, bert] = [await person(browser, 'Anna'), await person(browser, 'Bert')];
  await anna.goto(host.home);
  await anna.locator('[data-setup=nothanks]').click();
  await anna.getByLabel('Number of players').selectOption('3');
  await anna.locator('[data-seat="2"]').selectOption('hard');
  await anna.getByLabel('Anyone can join').check();
  await anna.getByRole('button', { name: 'Open a table' }).click();
  const seats = anna.getByRole('main').locator('ul.list > li');
  await expect(seats.nth(0)).toContainText('Anna (you)', { ignoreCase: true });
  await expect(seats.nth(1)).toContainText('free');
  await expect(seats.nth(2)).toContainText('Hard');
  await bert.goto(host.home);
  const join = bert.locator(`a[href="${new URL(anna.url()).hash}"]`);
  await expect(join).toHaveText('Join');
  await anna.locator('[data-bot="1"]').selectOption('easy');
  await expect(seats.nth(1)).toContainText('Easy');
  await bert.reload();
  await expect(bert.getByRole('heading', { name: 'Open tables' })).toBeVisible();
  await expect(join).toHaveCount(0);
});

test('a dead link says so', async ({ browser }) => {
  const page = await person(browser, 'Carl');
  await page.goto(`${host.home}#/table/nosuchtable`);
  await expect(page.getByRole('alert')).toContainText('doesn’t exist');
  await page.goto(`${host.home}#/table/nosuchtable-with-something-behind-it`);
  await expect(page.getByRole('alert')).toContainText('doesn’t exist');
});
