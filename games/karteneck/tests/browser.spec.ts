// browser.spec.ts — Heckmeck am Karteneck by hand: cards are gathered and laid by tap and by keyboard,
// the total becomes what the button promised, and the hand can be sorted.
import { expect, test } from '@playwright/test';
import { expectApart, expectLetters } from '../../../web/e2e/judge.ts';

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('peck.settings', JSON.stringify({ language: 'en', speed: 'instant', motion: false, settle: 0 }));
  });
  await page.goto('./#/play/karten?game=karteneck&options=first=0&seats=you,random&seed=7');
  await expect(page.locator('.hand [data-action]:enabled').first()).toBeVisible();
});

test('a tap gathers, the bar lays, and the total is what it said', async ({ page }) => {
  const card = page.locator('.hand [data-action^="lay"]:not([data-action^="lay W"])').first();
  const action = await card.getAttribute('data-action');
  await card.click();
  await expect(card).toHaveAttribute('aria-pressed', 'true');
  const lay = page.locator(`.bar [data-action="${action}"]`);
  const promised = /→\s*(\d+)/.exec(await lay.innerText())?.[1] ?? 'nothing promised';
  await lay.click();
  await expect(page.locator('.own .total')).toHaveText(new RegExp(`${promised}$`));
});

test('the keyboard alone lays cards, and a pass says what it brings', async ({ page }) => {
  await expect(page.locator('.bar [data-action=pass]')).toContainText(/Pass\s· take \d+, draw 2/);
  await page.locator('.hand [data-action]:enabled').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page.locator('.hand [aria-pressed=true]')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page.locator('.own .fan > span').first()).toBeVisible();
});

test('hints are followed, up to one that advises to pass', async ({ page }) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  const best = page.locator('.bar [data-action]', { hasText: 'best' });
  for (let i = 0; i < 20; i++) {
    await page.getByRole('button', { name: 'Hint' }).click();
    await expect(best).toHaveCount(1);
    const action = await best.getAttribute('data-action');
    await best.click();
    if (action === 'pass') break;
    await expect(best).toHaveCount(0); // it was about what is done now
    await expect(page.locator('.hand [data-action]:enabled, .bar [data-action]:enabled').first()).toBeVisible();
  }
  await expect(page.getByRole('log')).toContainText('You pass');
  expect(errors).toEqual([]);
});

test('the hand is sorted another way, and keeps its cards', async ({ page }) => {
  const names = () => page.locator('.hand button').evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')));
  const before = await names();
  await page.getByRole('button', { name: 'Sort your hand' }).click();
  await expect.poll(names).not.toEqual(before);
  expect((await names()).sort()).toEqual(before.sort());
});

test('the end of a round says who had what and who gets which tile, until somebody taps', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('peck.settings', JSON.stringify({ language: 'en', speed: 'fast', motion: false, settle: 0 }));
  });
  await page.reload();
  await page.locator('[data-action=pass]:enabled').click();
  const summary = page.getByRole('region', { name: 'End of round 1' });
  await expect(summary.getByRole('listitem')).toHaveCount(2);
  await expect(summary.getByRole('listitem').filter({ hasText: 'You' })).toContainText('failed');
  await expect(page.locator('[data-action]:enabled')).toHaveCount(0);
  await expect(page.getByText('Round 1 of 9', { exact: true })).toBeVisible();
  await page.screenshot({ path: '../build/web-tests/screens/round-karteneck-phone.png' });
  await summary.getByRole('button', { name: 'Continue' }).press('Enter');
  await expect(summary).toHaveCount(0);
  await expect(page.getByText('Round 2 of 9', { exact: true })).toBeVisible();
});

test('words at the seats cover no card and no tile, and no letter is cut', async ({ page }) => {
  for (const [seats, width] of [[3, 360], [5, 360], [5, 1280]] as const) {
    await page.setViewportSize({ width, height: 740 });
    const bots = Array.from({ length: seats - 1 }, () => 'random').join(',');
    await page.goto(`./#/play/apart${seats}${width}?game=karteneck&options=first=0&seats=you,${bots}&seed=7`);
    await expect(page.locator('.hand [data-action]:enabled').first()).toBeVisible();
    await page.locator('[data-action=pass]:enabled').click(); // the others lay cards, and one gets a tile
    await expect(page.locator('.seats .top .tile').first()).toBeVisible();
    await expectApart(page, '.players :is(.state, .name, .points, .total, .worms)', '.players :is(.tile, .face)');
    await expectLetters(page);
  }
});
