// play.spec.ts — every game, from the start page to its end, against bots, in a real browser.
import { expect, test, type Page } from '@playwright/test';

const boxes = ['heckmeck', 'extrawurm', 'karteneck', 'nothanks', 'hexxhopp'];

/** Presses some button that plays until the result is there. */
export async function playOut(page: Page): Promise<void> {
  const result = page.getByRole('region', { name: 'Result' });
  const actions = page.locator('[data-action]:enabled');
  for (let i = 0; !(await result.isVisible()); i++) {
    const count = await actions.count();
    if (count === 0) await page.waitForTimeout(10);
    else await actions.nth(i % count).click({ timeout: 1000 }).catch(() => undefined);
  }
}

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('peck.settings', JSON.stringify({ language: 'en', speed: 'instant', motion: false, settle: 0 }));
  });
});

for (const box of boxes)
  test(`${box} is played to its end`, async ({ page }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto('./');
    await page.locator(`[data-box=${box}]`).click();
    // Where only what is near is seen, a cell further away cannot be pressed.
    if (box === 'hexxhopp') await page.getByRole('button', { name: 'Show the whole figure' }).click();
    await playOut(page);
    expect(errors).toEqual([]);
  });
