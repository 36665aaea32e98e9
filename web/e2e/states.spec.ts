// states.spec.ts — what else a screen can be: waiting, broken, by keyboard alone.
import { expect, test } from '@playwright/test';
import { expectFit } from './seat.ts';

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem('peck.settings'))
      localStorage.setItem('peck.settings', JSON.stringify({ language: 'en', speed: 'instant', motion: false, settle: 0 }));
  });
});

test('a game that does not exist says so', async ({ page }) => {
  await page.goto('./#/play/none?game=chess&seats=you,easy');
  await expect(page.getByRole('alert')).toContainText('no such game');
  await page.getByRole('link', { name: 'Start page', exact: true }).click();
  await expect(page.locator('[data-box]')).toHaveCount(5);
});

test('an address that is broken or names nothing still leads somewhere', async ({ page }) => {
  await page.goto('./#/constructor');
  await expect(page.locator('[data-box]')).toHaveCount(5);
  await page.goto('./#/%');
  await expect(page.locator('[data-box]')).toHaveCount(5);
  await page.goto('./#/play/gone');
  await expect(page.getByRole('alert')).toContainText('This match isn’t in this browser');
  await page.getByRole('link', { name: 'Start page', exact: true }).click();
  await expect(page.locator('[data-box]')).toHaveCount(5);
});

test('a match left before it is there takes no room from the next ones', async ({ page }) => {
  let come = () => {};
  const engine = new Promise<void>((resolve) => (come = resolve));
  await page.route('**/*.wasm', (route) => engine.then(() => route.continue())); // a slow network
  await page.goto('./');
  for (let i = 0; i < 10; i++) {
    await page.goto(`./#/play/left${i}?game=nothanks&seats=you,easy,easy`);
    await expect(page.getByText('Setting the table')).toBeVisible();
    await page.goto('./#/');
  }
  await page.goto('./#/play/stays?game=nothanks&seats=you,easy,easy');
  come();
  await expect(page.locator('[data-action]:enabled').first()).toBeVisible();
});

test('a match goes on in one window at a time', async ({ page, context }) => {
  const address = './#/play/two?game=nothanks&seats=you,easy,easy&options=first%3D0&seed=2';
  await page.goto(address);
  await expect(page.locator('[data-action]:enabled')).toHaveCount(2);
  const other = await context.newPage();
  await other.goto(address);
  await expect(other.locator('[data-action]:enabled')).toHaveCount(2);
  await expect(page.getByRole('alert')).toContainText('in another window');
  await expect(page.locator('[data-action]:enabled')).toHaveCount(0);
  await other.locator('[data-action=take]').click();
  await expect(other.getByRole('list', { name: 'Your cards' }).locator('[data-fly]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('list', { name: 'Your cards' }).locator('[data-fly]')).toHaveCount(1);
  await expect(other.getByRole('alert')).toContainText('in another window');
});

test('all that was begun can be continued or forgotten', async ({ page }) => {
  await page.goto('./');
  await page.evaluate(() => {
    for (let i = 0; i < 5; i++)
      localStorage.setItem(`peck.match.old${i}`, JSON.stringify({ record: '', game: 'nothanks', over: false, at: 1 + i }));
    localStorage.setItem('peck.match.odd', JSON.stringify({ record: '', at: 'long ago' }));
  });
  await page.reload();
  const rows = page.getByRole('link', { name: 'Continue: No Thanks!' });
  await expect(rows).toHaveCount(3);
  await page.getByRole('button', { name: 'Show older matches' }).click();
  await expect(rows).toHaveCount(5);
  await page.getByRole('button', { name: /^Delete this match/ }).last().press('Enter');
  await expect(rows).toHaveCount(4);
  await expect(page.getByRole('button', { name: /^Delete this match/ }).last()).toBeFocused();
});

test('a match that was deleted by mistake is brought back', async ({ page }) => {
  await page.goto('./');
  await page.evaluate(() => localStorage.setItem('peck.match.old', JSON.stringify({ record: '', game: 'nothanks', over: false, at: 1 })));
  await page.reload();
  const row = page.getByRole('link', { name: 'Continue: No Thanks!' });
  await page.locator('[data-forget]').click();
  await expect(row).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toHaveCount(1);
  await page.reload();
  await expect(row).toHaveCount(1);
});

test('back closes the drawer before it leaves the match', async ({ page }) => {
  await page.goto('./');
  await page.goto('./#/play/drawer?game=nothanks&seats=you,easy,easy&seed=2');
  const menu = page.locator('[aria-controls=drawer]');
  for (const close of [() => page.goBack(), () => page.keyboard.press('Escape'), () => menu.press('Enter')]) {
    await menu.click();
    await expect(page.locator('#drawer')).toBeVisible();
    await close();
    await expect(page.locator('#drawer')).toHaveCount(0);
    await expect(page).toHaveURL(/play\/drawer/);
  }
  await page.goBack();
  await expect(page.locator('[data-box]')).toHaveCount(5);
});

test('play now begins what was played last', async ({ page }) => {
  await page.goto('./');
  await page.getByLabel('Game', { exact: true }).selectOption('No Thanks!');
  await page.locator('[data-now]').click();
  await expect(page.locator('[data-action=take]')).toBeVisible();
  await page.goto('./#/');
  await expect(page.getByLabel('Game', { exact: true })).toHaveValue('nothanks');
});

test('what cannot be played is refused where it is set up', async ({ page }) => {
  await page.goto('./');
  await page.locator('[data-setup=nothanks]').click();
  await page.getByLabel('Number of players').selectOption('6');
  await page.locator('[data-play]').click();
  await expect(page.getByRole('alert')).toContainText('6 and 7 need the option large');
  await page.getByLabel(/^up to 7 players/).check();
  await page.locator('[data-play]').click();
  await expect(page.locator('[data-action]:enabled').first()).toBeVisible();
});

test('a hint that comes too late is nobody’s fault', async ({ page }) => {
  await page.goto('./#/play/late?game=nothanks&seats=you,easy,easy&options=first%3D0&seed=2');
  await expect(page.locator('[data-action]:enabled')).toHaveCount(2);
  await page.evaluate(() => {
    document.querySelector<HTMLElement>('[data-action=refuse]')?.click();
    document.querySelector<HTMLElement>('header [title=Hint]')?.click();
  });
  await expect(page.getByRole('log').locator('p')).not.toHaveCount(0);
  await expect(page.locator('[data-action]:enabled').first()).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a broken record says so', async ({ page }) => {
  await page.goto('./');
  await page.evaluate(() =>
    localStorage.setItem('peck.match.broken', JSON.stringify({ record: 'match 1\ngame chess\n', game: 'heckmeck', over: false, at: 1 })),
  );
  await page.goto('./#/play/broken');
  await expect(page.getByRole('alert')).toContainText('can’t be read');
});

test('a server that is away is said to be away', async ({ page }) => {
  await page.goto('./#/table/somewhere');
  const said = page.getByRole('status').filter({ hasText: 'Connection lost' });
  await expect(said).toBeVisible();
  expect((await said.boundingBox())?.x, 'no title in two letters a line beside it').toBeLessThan(60);
});

test('the language changes everything at once, in the middle of a match', async ({ page }) => {
  await page.goto('./#/play/speaks?game=nothanks&seats=you,easy,easy&seed=2');
  await page.locator('[data-action]:enabled').first().click();
  await page.locator('[aria-controls=drawer]').click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel('Language').selectOption('de');
  await page.getByRole('tab', { name: 'Verlauf' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('Karte');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
});

test('a first match begins with oneself, not with watching bots', async ({ page }) => {
  await page.goto('./');
  for (const box of ['heckmeck', 'karteneck', 'nothanks']) {
    await page.locator(`[data-box=${box}]`).click();
    await expect(page.locator('[data-action]:enabled').first()).toBeVisible();
    for (const name of await page.locator('.players .name').allTextContents())
      await expect(page.getByRole('log')).not.toContainText(name); // no bot has done anything
    await page.goto('./#/');
  }
  await page.locator('[data-box=nothanks]').click();
  await expect(page).not.toHaveURL(/first/);
});

test('from the start page to a first ply by keyboard alone', async ({ page }) => {
  await page.goto('./');
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-box') ?? '');
  for (let i = 0; i < 30 && (await focused()) !== 'nothanks'; i++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-action]:enabled').first()).toBeVisible();
  const action = () => page.evaluate(() => document.activeElement?.getAttribute('data-action') ?? '');
  for (let i = 0; i < 30 && (await action()) === ''; i++) await page.keyboard.press('Tab');
  const log = page.getByRole('log').locator('p');
  const before = await log.count();
  await page.keyboard.press('Enter');
  await expect.poll(() => log.count()).toBeGreaterThan(before);
});

test('a phone that lies on its side shows the table and what can be done', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 360 });
  for (const [game, options] of [['heckmeck', ''], ['heckmeck', 'extra-wurm '], ['karteneck', ''], ['nothanks', ''], ['hexxhopp', '']]) {
    await page.goto(`./#/play/low-${game}${options}?game=${game}&options=${options}first=0&seats=you,easy,easy&seed=3`);
    await expect(page.locator('[data-action]:enabled').first()).toBeVisible();
    await expectFit(page);
  }
});

test('on a desk the others sit around the table, with the log beside it', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('./#/play/desk?game=nothanks&options=first=0&seats=you,easy,easy,easy&seed=2');
  await expect(page.locator('[data-action]:enabled').first()).toBeVisible();
  await expect(page.locator('#drawer')).toBeVisible();
  const box = async (what: string) => (await page.locator(what).boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN };
  const [cloth, left, top, right, log] = [await box('.cloth'), await box('li[data-side=left]'), await box('li[data-side=top]'), await box('li[data-side=right]'), await box('#drawer')];
  expect(left.x + left.width).toBeLessThanOrEqual(cloth.x);
  expect(right.x).toBeGreaterThanOrEqual(cloth.x + cloth.width);
  expect(top.y + top.height).toBeLessThanOrEqual(cloth.y);
  expect(log.x).toBeGreaterThanOrEqual(right.x + right.width);
  await expectFit(page);
});

test('undo takes a decision back, hints judge every choice', async ({ page }) => {
  await page.goto('./#/play/undo?game=nothanks&seats=you,easy,easy&options=first%3D0&seed=2');
  const actions = page.locator('[data-action]:enabled');
  await expect(actions).toHaveCount(2);
  await page.getByRole('button', { name: 'Hint' }).click();
  await expect(actions.getByText('%')).toHaveCount(2);
  await expect(page.getByRole('complementary')).toContainText(/Tip: .*Why: (costs a chip|the card counts)/);
  await page.locator('[data-action=refuse]').click();
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeEnabled();
  await undo.click();
  await expect(undo).toBeDisabled();
});
