// seat.ts — for the specs of single games: a seat at a match of bots, and whether all of it fits.
import { expect, type Page } from '@playwright/test';

/** Opens a match of `seats` with me first and bots at random, told in a language, and with the coach beside it. */
export async function openMatch(
  page: Page,
  game: string,
  seats: number,
  options: string,
  language = 'en',
  coach = false,
): Promise<void> {
  await page.addInitScript(
    (kept) => localStorage.setItem('peck.settings', JSON.stringify(kept)),
    { language, speed: 'instant', motion: false, settle: 0 },
  );
  const players = ['you', ...Array.from({ length: seats - 1 }, () => 'random')];
  const query = new URLSearchParams({ game, options: `first=0 ${options}`, seed: '6' });
  query.set('seats', players.join(','));
  if (coach) query.set('coach', '1');
  await page.goto(`./#/play/${game}-${seats}?${query}`);
}

/** Nothing beside the page or below its fold, no control too small for a finger. */
export async function expectFit(page: Page): Promise<void> {
  const faults = await page.evaluate(() => {
    const main = document.querySelector('main');
    const small = [...(main?.querySelectorAll('button') ?? [])].filter((button) => {
      const { width, height } = button.getBoundingClientRect();
      return width < 44 || height < 44;
    });
    return {
      sideways: (main?.scrollWidth ?? 0) - (main?.clientWidth ?? 0),
      down: (main?.scrollHeight ?? 0) - (main?.clientHeight ?? 0),
      small: small.map((button) => button.textContent),
    };
  });
  expect(faults).toEqual({ sideways: 0, down: 0, small: [] });
}
