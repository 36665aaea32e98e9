// beats.spec.ts — the moments people play for stay on the screen, and a second tap plays nothing.
import { expect, test, type Page } from '@playwright/test';
import { longest, watchBeats } from './seat.ts';

async function set(page: Page, kept: object): Promise<void> {
  await page.addInitScript(
    (wanted) => localStorage.setItem('peck.settings', JSON.stringify(wanted)),
    { language: 'en', motion: false, ...kept },
  );
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
  await watchBeats(page);
  for (const motion of [true, false]) {
    await set(page, { speed: 'normal', settle: 0, motion });
    await page.goto('about:blank');
    await page.goto(`./#/play/holds${motion}?game=heckmeck&options=first=0&seats=you,easy&seed=6`);
    await expect(page.locator('[data-action]:enabled').first()).toBeVisible();
    await playUntilFailed(page);
    await expect(page.locator('[data-beat=failed]')).toHaveCount(0);
    expect(await longest(page, 'failed')).toBeGreaterThan(1000);
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

test('one’s own failed roll is seen even where bots play instantly', async ({ page }) => {
  await watchBeats(page);
  await set(page, { speed: 'instant', settle: 0 });
  await page.goto('./#/play/instant?game=heckmeck&options=first=0&seats=you,easy&seed=6');
  await expect(page.locator('[data-action]:enabled').first()).toBeVisible();
  await playUntilFailed(page);
  await expect(page.locator('[data-beat=failed]')).toHaveCount(0);
  expect(await longest(page, 'failed')).toBeGreaterThan(1000);
});

test('dice tumble unsorted before they are offered, and a bot’s choice lights up', async ({ page }) => {
  await watchBeats(page);
  await set(page, { speed: 'normal', settle: 0, motion: true });
  await page.goto('./#/play/rolls?game=heckmeck&options=first=1&seats=you,easy&seed=6');
  await expect(page.locator('[data-beat=roll] .scattered .die').first()).toBeVisible();
  await expect(page.locator('[data-action]:enabled')).toHaveCount(0);
  await expect(page.locator('[data-beat=choice] .group.gathered')).toHaveCount(1);
  // The last sentence is told when the dice lie, not before.
  await expect(page.getByRole('log')).toContainText(/keeps|sets aside/);
  await expect.poll(() => longest(page, 'roll')).toBeGreaterThan(450);
  await expect.poll(() => longest(page, 'choice')).toBeGreaterThan(300);
});

/** Takes every card, which loses, or none, and sees the end. */
async function playNoThanks(page: Page, id: string, wanted: string): Promise<void> {
  await page.goto(`./#/play/${id}?game=nothanks&options=first=0&seats=you,random,random&seed=4`);
  await expect(page.locator('[data-action]:enabled').first()).toBeVisible();
  await page.evaluate(async (first) => {
    while (!document.querySelector('h2[data-next]')) {
      const other = document.querySelector<HTMLElement>('main [data-action]:enabled');
      (document.querySelector<HTMLElement>(`[data-action=${first}]:enabled`) ?? other)?.click();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }, wanted);
}

test('the end: the table stays, losing looks different, one sentence says why, and More is quiet', async ({ page }) => {
  await set(page, { speed: 'instant', settle: 0 });
  const result = page.getByRole('region', { name: 'Result' });
  await playNoThanks(page, 'loses', 'take');
  await expect(result).toHaveClass(/lost/);
  await expect(page.locator('.fan .one').first()).toBeInViewport();
  await playNoThanks(page, 'wins', 'refuse');
  await expect(result).not.toHaveClass(/lost/);
  await expect(result).toContainText('That decides it');
  await expect(result.getByRole('row', { name: 'You' }).locator('[aria-hidden] i')).toHaveCount(1);
  await expect(result.getByRole('link')).toHaveCount(0);
  await result.getByRole('button', { name: 'More' }).click();
  await expect(result.getByRole('link', { name: 'Replay and analysis' })).toBeVisible();
  await page.screenshot({ path: '../build/web-tests/screens/end-phone.png' });
});

test('points are counted up at the end, and stand at once for those who want no motion', async ({ page }) => {
  await watchBeats(page);
  await set(page, { speed: 'instant', settle: 0 });
  await playNoThanks(page, 'still', 'refuse');
  expect(await longest(page, 'end')).toBe(0);
  const kept = await page.evaluate(() => localStorage.getItem('peck.match.still') ?? '');
  await page.addInitScript((match) => localStorage.setItem('peck.match.moving', match), kept);
  await set(page, { speed: 'normal', settle: 0, motion: true });
  await page.goto('about:blank');
  await page.goto('./#/play/moving');
  await expect(page.locator('[data-beat=end]')).toBeVisible();
  await expect(page.locator('.dances')).toBeVisible();
  await expect(page.locator('[data-beat=end]')).toHaveCount(0);
});

test('sound is offered in the bar as soon as there is something to hear, and covers nothing', async ({ page }) => {
  await page.addInitScript(() => localStorage.getItem('peck.settings') ?? localStorage.setItem('peck.settings', '{"language":"en","speed":"instant","settle":0}'));
  await page.goto('./#/play/hears?game=nothanks&options=first=0&seats=you,easy,easy&seed=2');
  const sound = page.locator('header').getByRole('button', { name: 'Sound' });
  await expect(page.locator('[data-action=take]:enabled')).toBeVisible();
  await expect(sound).toHaveCount(0);
  await page.locator('[data-action=take]:enabled').click();
  await expect(sound).toHaveAttribute('aria-pressed', 'false');
  await sound.click();
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(sound).toHaveAttribute('aria-pressed', 'true');
});
