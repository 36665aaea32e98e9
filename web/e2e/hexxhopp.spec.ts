// hexxhopp.spec.ts — Hexx & Hopp by hand: keyboard, tap and drag place a tile; places are shown on
// request; the view zooms and fits again; tiles are given away.
import { expect, test, type Page } from '@playwright/test';

async function begin(page: Page, options: string, seats: string): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('peck.settings', JSON.stringify({ language: 'en', speed: 'instant', motion: false }));
  });
  await page.goto(`./#/play/hexx?game=hexxhopp&options=${options}&seats=${seats}&seed=7`);
  await expect(page.locator('.board')).toBeVisible();
}

const stones = (page: Page) => page.locator('.shade').count();

test('the keyboard alone opens, shows places, turns and places', async ({ page }) => {
  await begin(page, 'turns', 'you,random');
  await expect(page.locator('.spot').first()).toBeAttached();
  const before = await stones(page);
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.spot:focus')).toHaveAttribute('data-action', /^place \d+ -?\d+,-?\d+ \d$/);
  const label = await page.locator('.large').getAttribute('aria-label');
  await page.keyboard.press('r');
  await expect(page.locator('.large')).not.toHaveAttribute('aria-label', label ?? '');
  await page.keyboard.press('Shift+R');
  await expect(page.locator('.large')).toHaveAttribute('aria-label', label ?? '');
  await page.keyboard.press('Enter');
  await expect.poll(() => stones(page)).toBeGreaterThan(before);
});

test('a drag places a tile where it fits, and explains where it does not', async ({ page }) => {
  await begin(page, 'turns', 'you,random');
  const before = await stones(page);
  const hand = page.locator('.large');
  const spot = page.locator('.spot[data-action]');
  for (let i = 0; i < 6 && (await spot.count()) === 0; i++) await hand.click();
  const misfit = page.locator('.spot:not([data-action])').first();
  for (const [target, check] of [
    [misfit, async () => expect(page.locator('.notice')).toBeVisible()],
    [spot.first(), async () => expect.poll(() => stones(page)).toBeGreaterThan(before)],
  ] as const) {
    const [from, to] = [await hand.boundingBox(), await target.boundingBox()];
    if (!from || !to) throw new Error('nothing to drag');
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
    await page.mouse.up();
    await check();
  }
});

test('the view zooms, and fits again', async ({ page }) => {
  await begin(page, 'turns', 'you,random');
  const spot = page.locator('.spot').first();
  const width = async () => (await spot.boundingBox())?.width ?? 0;
  const fitted = await width();
  await page.getByRole('button', { name: 'Larger' }).click();
  expect(await width()).toBeGreaterThan(fitted);
  await page.getByRole('button', { name: 'Show the whole figure' }).click();
  expect(await width()).toBeCloseTo(fitted, 1);
});

test('in the race a tile is set aside and taken back', async ({ page }) => {
  await begin(page, 'rounds=1', 'you,easy');
  await page.keyboard.press('o');
  await expect(page.locator('[data-action=aside]')).toBeVisible();
  await page.keyboard.press('a');
  const back = page.locator('.tray [data-action^=back]');
  await expect(back).toHaveCount(1);
  await back.click();
  await expect(page.locator('[data-action=aside]')).toBeVisible();
});
