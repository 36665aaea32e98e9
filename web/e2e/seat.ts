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

interface Shown {
  kind: string;
  from: number;
  to: number;
  /** What it was to the seats, each of them once. */
  moods: string[];
}

/** From the next page on, writes down which beats were on the screen, and for how long, in ms. */
export async function watchBeats(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: Shown[] = [];
    Object.assign(window, { beats: shown });
    let now: Shown | null = null;
    new MutationObserver(() => {
      const kind = document.querySelector<HTMLElement>('[data-beat]')?.dataset['beat'];
      if (now) now.to = performance.now();
      if (now?.kind !== kind) {
        now = kind ? { kind, from: performance.now(), to: 0, moods: [] } : null;
        if (now) shown.push(now);
      }
      for (const { dataset } of document.querySelectorAll<HTMLElement>('[data-mood]'))
        if (now && !now.moods.includes(dataset['mood'] ?? '')) now.moods.push(dataset['mood'] ?? '');
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
}

export const beats = (page: Page): Promise<Shown[]> => page.evaluate(() => (window as unknown as { beats: Shown[] }).beats);

/** For how long a kind of beat was on the screen, at most, in ms. */
export const longest = async (page: Page, wanted: string): Promise<number> =>
  Math.max(0, ...(await beats(page)).filter(({ kind }) => kind === wanted).map(({ from, to }) => to - from));
