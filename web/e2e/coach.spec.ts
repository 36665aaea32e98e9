// coach.spec.ts — a first match beside the coach: the tip is there before every decision, and on a phone
// it takes its room from the table, which still fits whole.
import { expect, test } from '@playwright/test';
import { expectFit, openMatch } from './seat.ts';

for (const [box, game, seats, options] of [
  ['Heckmeck', 'heckmeck', 3, ''],
  ['Extra Wurm', 'heckmeck', 3, 'extra-wurm'],
  ['Karteneck', 'karteneck', 3, ''],
  ['No Thanks!', 'nothanks', 4, ''],
  ['Hexx & Hopp', 'hexxhopp', 3, 'rounds=1'],
  ['Hexx & Hopp in turns', 'hexxhopp', 3, 'turns rounds=1'],
] as const)
  test(`${box} and its coach fit`, async ({ page }) => {
    await openMatch(page, game, seats, options, 'ru', true); // the longest words
    const choice = page.locator('main [data-action]:enabled');
    const tip = page.locator('main aside .why');
    const over = page.locator('main > section');
    for (let i = 0; i < 8; i++) {
      await expect(over.or(tip).first()).toBeVisible();
      if ((await over.count()) > 0) break;
      await page.screenshot({ path: `../build/web-tests/screens/coach-${game}-${options.replaceAll(' ', '-')}.png` });
      await expectFit(page);
      const told = await tip.textContent({ timeout: 1000 }).catch(() => null);
      // In the race the tip may have gone while we looked.
      const pressed = choice.nth(i % Math.max(1, await choice.count()));
      await pressed.evaluate((button: HTMLElement) => button.click(), undefined, { timeout: 3000 }).catch(() => undefined);
      // Another tip, or none while others act; the same words may be right again.
      await expect
        .poll(() => tip.textContent({ timeout: 50 }).catch(() => null), { timeout: 2000 })
        .not.toBe(told)
        .catch(() => undefined);
    }
  });
