// states.spec.ts — what else a screen can be: waiting, broken, by keyboard alone.
import { expect, test } from '@playwright/test';

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem('peck.settings'))
      localStorage.setItem('peck.settings', JSON.stringify({ language: 'en', speed: 'instant', motion: false }));
  });
});

test('a game that does not exist says so', async ({ page }) => {
  await page.goto('./#/play/none?game=chess&seats=you,easy');
  await expect(page.getByRole('alert')).toContainText('no such game');
  await page.getByRole('link', { name: 'To the start', exact: true }).click();
  await expect(page.locator('[data-box]')).toHaveCount(5);
});

test('a broken record says so', async ({ page }) => {
  await page.goto('./');
  await page.evaluate(() =>
    localStorage.setItem('peck.match.broken', JSON.stringify({ record: 'match 1\ngame chess\n', game: 'heckmeck', over: false, at: 1 })),
  );
  await page.goto('./#/play/broken');
  await expect(page.getByRole('alert')).toContainText('cannot be read');
});

test('a server that is away is said to be away', async ({ page }) => {
  await page.goto('./#/table/somewhere');
  await expect(page.getByRole('status').filter({ hasText: 'No connection' })).toBeVisible();
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
