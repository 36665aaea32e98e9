// keyboard.spec.ts — a whole match of every game by keyboard alone. The focus is always somewhere and
// always seen, and the live log tells every ply.
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, expectRoom, expectTold, listen } from './judge.ts';

declare global {
  interface Window {
    /** What had the focus before it was on nothing, at the end of a frame. */
    lost: string[];
  }
}

/** Where the focus is. */
interface Focus {
  action: string | null;
  cell: number;
  over: boolean;
  unseen: string;
}

test.beforeEach(async ({ page }) => {
  await listen(page);
  await page.addInitScript(() => {
    localStorage.setItem('peck.settings', JSON.stringify({ language: 'en', speed: 'instant', motion: false, settle: 0 }));
    window.lost = [];
    let before = '';
    const watch = () => {
      const focus = document.activeElement;
      if (before !== '' && focus === document.body) window.lost.push(before);
      before = focus === null || focus === document.body ? '' : focus.outerHTML.slice(0, 200);
      requestAnimationFrame(watch);
    };
    watch();
  });
});

/** `unseen` says what is wrong with how it is shown: it has a ring, inside the window. */
function focusNow(page: Page): Promise<Focus> {
  return page.evaluate(async () => {
    // On the table itself it rests while others act.
    while (document.activeElement?.matches('main'))
      await new Promise((resolve) => setTimeout(resolve, 2));
    const focus = document.activeElement as HTMLElement;
    const { left, top, right, bottom, width } = focus.getBoundingClientRect();
    const { outlineStyle, outlineWidth } = getComputedStyle(focus);
    const drawn = focus.dataset['cell'] !== undefined && document.querySelector('.board .focus') !== null;
    const ring = drawn || (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2);
    const inside = left < innerWidth && top < innerHeight && right > 0 && bottom > 0;
    return {
      action: focus.matches(':enabled') ? (focus.dataset['action'] ?? null) : null,
      cell: focus.dataset['cell'] === undefined ? 0 : width,
      over: document.querySelector('main h2[data-next]') !== null,
      unseen: ring && inside ? '' : `${ring} ${inside} ${focus.outerHTML.slice(0, 200)}`,
    };
  });
}

async function tabTo(page: Page, key: string, selector: string): Promise<void> {
  const there = () => page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector);
  for (let i = 0; i < 40 && !(await there()); i++) await page.keyboard.press(key);
  expect(await there(), `${selector} is reached by ${key}`).toBe(true);
}

for (const { box, game, options, keys } of [
  { box: 'Heckmeck', game: 'heckmeck', options: 'fast flip-always first=0', keys: ['ArrowRight'] },
  { box: 'Extra Wurm', game: 'heckmeck', options: 'fast flip-always extra-wurm first=0', keys: ['ArrowRight'] },
  { box: 'Karteneck', game: 'karteneck', options: 'first=0', keys: ['ArrowRight'] },
  { box: 'No Thanks!', game: 'nothanks', options: 'first=0', keys: ['ArrowRight'] },
  { box: 'Hexx & Hopp', game: 'hexxhopp', options: 'turns rounds=1 first=0', keys: ['ArrowUp', 'r', 'Shift+R'] },
])
  test(box, async ({ page }) => {
    const seats = 'you,random,random,random,random'; // few decisions of ours
    const query = new URLSearchParams({ game, options, seats, seed: '6' });
    await page.goto(`./#/play/keys?${query}`);
    await expect(page.locator('main .game')).toBeVisible();
    if (game === 'hexxhopp') await page.keyboard.press('m');
    await tabTo(page, 'Tab', 'main [data-action]:enabled');
    let decisions = 0;
    for (let i = 0; i < 4000; i++) {
      const { action, cell, over, unseen } = await focusNow(page);
      expect(unseen).toBe('');
      if (over) break;
      if (action === null) await page.keyboard.press('Tab');
      else {
        if (decisions % 5 === 0) for (const key of keys) await page.keyboard.press(key);
        if (decisions === 0 && game !== 'hexxhopp') expect((await focusNow(page)).action, 'the arrow goes on').not.toBe(action);
        decisions++;
        if (cell > 0) expect(cell, 'large enough for a finger').toBeGreaterThanOrEqual(44);
        await page.keyboard.press('Enter');
      }
    }
    expect(await page.evaluate(() => window.lost)).toEqual([]);
    await expect(page.locator('main h2[data-next]')).toBeFocused();
    await expectAccessible(page);

    await tabTo(page, 'Shift+Tab', '[aria-controls=drawer]');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tab', { name: 'Log' })).toBeFocused();
    await expectTold(page);
    await page.keyboard.press('Escape');
    await expect(page.locator('[aria-controls=drawer]')).toBeFocused();
    await expectRoom(page);
  });
