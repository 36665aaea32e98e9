// beats.spec.ts — the moments people play for stay on the screen, and a second tap plays nothing.
import { expect, test, type Page } from '@playwright/test';

async function set(page: Page, kept: object): Promise<void> {
  await page.addInitScript(
    (wanted) => localStorage.setItem('peck.settings', JSON.stringify(wanted)),
    { language: 'en', motion: false, ...kept },
  );
}

/** From the next page on, writes down for how long each beat was on the screen, in ms. */
async function time(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: { kind: string; from: number; to: number }[] = [];
    Object.assign(window, { beats: shown });
    let now: (typeof shown)[number] | null = null;
    new MutationObserver(() => {
      const kind = document.querySelector<HTMLElement>('[data-beat]')?.dataset['beat'];
      if (now) now.to = performance.now();
      if (now?.kind === kind) return;
      now = kind ? { kind, from: performance.now(), to: 0 } : null;
      if (now) shown.push(now);
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
}

/** Keeps the first face it may and rolls, until a roll fails. */
async function playUntilFailed(page: Page): Promise<void> {
  await page.evaluate(async () => {
    while (!document.querySelector('[data-beat=failed]')) {
      const roll = document.querySelector<HTMLElement>('[data-action=roll]:enabled');
      const face = document.querySelector<HTMLElement>('[data-action^=keep]:enabled');
      const other = document.querySelector<HTMLElement>('main [data-action]:enabled');
      (roll ?? face ?? other)?.click();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
}

test('a failed roll stands until it was seen, and a tap goes on', async ({ page }) => {
  await set(page, { speed: 'normal', settle: 0 });
  await page.goto('./#/play/fails?game=heckmeck&options=first=0&seats=you,easy&seed=6');
  await expect(page.locator('[data-action]:enabled').first()).toBeVisible();
  await playUntilFailed(page);
  const dice = page.locator('[data-beat=failed]');
  await expect(dice.locator('.die').first()).toBeVisible();
  await expect(page.locator('[data-action]:enabled')).toHaveCount(0);
  await page.screenshot({ path: '../build/web-tests/screens/failed-phone.png' });
  await page.locator('main .grill').click();
  await expect(dice).toHaveCount(0);
});

test('a failed roll holds for more than a second, with and without motion', async ({ page }) => {
  await time(page);
  for (const motion of [true, false]) {
    await set(page, { speed: 'normal', settle: 0, motion });
    await page.goto('about:blank');
    await page.goto(`./#/play/holds${motion}?game=heckmeck&options=first=0&seats=you,easy&seed=6`);
    await expect(page.locator('[data-action]:enabled').first()).toBeVisible();
    await playUntilFailed(page);
    await expect(page.locator('[data-beat=failed]')).toHaveCount(0);
    const [first] = await page.evaluate(() => (window as unknown as { beats: { from: number; to: number }[] }).beats);
    expect((first?.to ?? 0) - (first?.from ?? 0)).toBeGreaterThan(1000);
  }
});

test('a second tap, and one that never ends, waits until the choices were seen', async ({ page }) => {
  await set(page, { speed: 'instant' });
  await page.goto('./#/play/twice?game=nothanks&options=first=0&seats=you,easy,easy&seed=2');
  await expect(page.locator('[data-action=take]:enabled')).toBeVisible();
  // A finger that taps in every frame. After taking a card, the player sees the next one.
  const times = await page.evaluate(async () => {
    const taken: number[] = [];
    const lines = () => [...document.querySelectorAll('[role=log] p')].filter((line) => line.textContent?.startsWith('You take')).length;
    while (taken.length < 4) {
      document.querySelector<HTMLElement>('[data-action=take]:enabled')?.click();
      await new Promise((resolve) => requestAnimationFrame(resolve));
      while (taken.length < lines()) taken.push(performance.now());
    }
    return taken;
  });
  for (const [i, at] of times.slice(1).entries()) expect(at - (times[i] ?? 0)).toBeGreaterThan(330);
});
