// screens.spec.ts — every screen in both looks and all four languages is judged, and holds longer words.
import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { enlargeText, expectNarrow, expectReadable, expectRoom, expectWhole, judge } from './judge.ts';

const languages = ['en', 'de', 'pl', 'ru'];
const looks = ['light', 'dark'];
const games = ['heckmeck', 'karteneck', 'nothanks', 'hexxhopp'];

const matches: Record<string, string> = {
  ...Object.fromEntries(
    games.map((game) => [game, `#/play/${game}?game=${game}&seats=you,easy,easy&seed=7`]),
  ),
  extrawurm: '#/play/extra?game=heckmeck&options=extra-wurm&seats=you,easy,easy&seed=7',
};

async function prepare(page: Page, language: string, theme: string): Promise<void> {
  await page.addInitScript(
    (settings) => localStorage.setItem('peck.settings', JSON.stringify(settings)),
    { language, theme, speed: 'instant', motion: false, settle: 0 },
  );
}

/** Looks that are also tried on a wide screen, and shown to axe. */
const wide = ['light en', 'dark ru'];

/** For the documentation (tools/pictures.sh): a match in progress, on the player's turn. */
async function picture(page: Page, game: string, size: string): Promise<void> {
  const actions = page.locator('[data-action]:enabled');
  for (let i = 0; i < (game === 'karteneck' ? 3 : 9); i++)
    await (i % 2 ? actions.last() : actions.first()).click({ timeout: 3000 }).catch(() => undefined);
  await expect(actions.first()).toBeVisible();
  await page.screenshot({ path: `../build/web-tests/pictures/${game}-${size}.png` });
}

for (const look of looks)
  for (const language of languages)
    test(`${look} ${language}`, { tag: wide.includes(`${look} ${language}`) ? '@wide' : [] }, async ({ page }, { project }) => {
      const axe = wide.includes(`${look} ${language}`);
      const see = (screen: string) => judge(page, `${screen}-${project.name}-${look}-${language}`, axe);
      await prepare(page, language, look);
      await page.goto('./');
      await expect(page.locator('[data-box]')).toHaveCount(5);
      await see('start');
      await page.locator('[data-setup=hexxhopp]').click();
      await expect(page.locator('dialog select')).toHaveCount(5);
      await see('setup');
      await page.goto('./#/learn/nothanks');
      await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
      await see('learn');
      await page.goto('./#/replay');
      await see('record');
      await page.locator('input[type=file]').setInputFiles('../games/heckmeck/tests/golden/4-fast.match');
      await page.locator('[data-analyse]').click();
      await expect(page.locator('svg[role=img]')).toHaveCount(4);
      await page.locator('[data-error]').first().click();
      await see('replay');
      for (const [game, address] of Object.entries(matches)) {
        await page.goto(`./${address}`);
        await expect(page.locator('[data-action]:enabled').first()).toBeVisible();
        await see(game);
        if (look === 'light' && language === 'en') await picture(page, game, project.name);
      }
      const menu = page.locator('[aria-controls=drawer]');
      if ((await menu.getAttribute('aria-expanded')) !== 'true') await menu.click();
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click();
        await see(`drawer-${await tab.getAttribute('id')}`);
      }
    });

test('words may be 40 % longer', async ({ page }) => {
  await prepare(page, 'en', 'light');
  for (const address of ['', '#/learn/nothanks', '#/replay', '#/advisor', ...Object.values(matches)]) {
    await page.goto(`./${address}`);
    await page.reload(); // a page is left with words of ours
    await expect(page.locator('h1').first()).not.toBeEmpty();
    if (address.startsWith('#/play')) await expect(page.locator('[data-action]:enabled').first()).toBeVisible();
    await expectRoom(page);
  }
  await page.goto('./#/replay');
  await page.locator('input[type=file]').setInputFiles('../games/heckmeck/tests/golden/4-fast.match');
  await expect(page.getByRole('slider', { name: 'Move', exact: true })).toBeVisible();
  await expectRoom(page);
  await page.goto('./#/table/nowhere');
  await expect(page.getByRole('status').filter({ hasText: 'Connection lost' })).toBeVisible();
  await expectRoom(page);
  await page.goto('./');
  await page.locator('[data-setup=hexxhopp]').click();
  await page.locator('[data-seat="1"]').selectOption('person');
  await expectRoom(page);
});

/** Where words are long. */
test('text may be twice as large', async ({ page }) => {
  await prepare(page, 'ru', 'light');
  await enlargeText(page);
  const see = async (name: string) => {
    await page.screenshot({ path: `../build/web-tests/screens/large-${name}.png` });
    await expectReadable(page);
    await expectNarrow(page);
    await expectWhole(page);
  };
  await page.goto('./');
  await expect(page.locator('[data-box]')).toHaveCount(5);
  await see('start');
  await page.locator('[data-setup=hexxhopp]').click();
  await page.locator('[data-seat="1"]').selectOption('person');
  await see('setup');
  for (const [game, address] of Object.entries(matches)) {
    await page.goto(`./${address}`);
    await expect(page.locator('[data-action]:enabled').first()).toBeVisible();
    await see(game);
  }
  const record = readFileSync('../games/heckmeck/tests/golden/4-fast.match', 'utf8');
  await page.evaluate((kept) => localStorage.setItem('peck.match.over', JSON.stringify({ record: kept, game: 'heckmeck', over: true, at: 1 })), record);
  await page.goto('./#/play/over');
  await page.locator('[data-more]').click();
  await see('result');
  await page.goto('./#/replay?local=over&analyse');
  await expect(page.locator('svg[role=img]')).toHaveCount(4);
  await page.locator('[data-error]').first().click();
  await see('replay');
  for (const game of games) {
    await page.goto(`./#/advisor/${game}`);
    await expect(page.locator('main [role=status]')).toBeVisible();
    await see(`advisor-${game}`);
  }
});
