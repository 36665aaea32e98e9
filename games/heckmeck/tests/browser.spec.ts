// browser.spec.ts — Heckmeck by pointer, and what fits on a phone.
import { expect, test, type Page } from '@playwright/test';
import { expectApart } from '../../../web/e2e/judge.ts';
import { beats, expectFit, longest, openMatch, watchBeats } from '../../../web/e2e/seat.ts';

/** What can be done now, in one question to the page: it may change between two. */
type Now = { over: boolean; faces: string[]; actions: string[] };
function now(page: Page): Promise<Now> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('main [data-action]:enabled')];
    const names = (things: HTMLElement[]) => things.map((thing) => thing.dataset['action'] ?? '');
    return {
      over: document.querySelector('main > section') !== null,
      faces: names(all.filter((thing) => thing.matches('[aria-pressed=false]'))),
      actions: names(all.filter((thing) => !thing.matches('[aria-pressed]'))),
    };
  });
}

/** Does `step` at every decision until the match is over or `enough` of them were made. */
async function play(page: Page, step: (can: Now, i: number) => Promise<unknown>, enough = 1500): Promise<boolean> {
  for (let i = 0; i < enough; ) {
    const can = await now(page);
    if (can.over) return true;
    if (can.faces.length + can.actions.length === 0) await page.waitForTimeout(5);
    else await step(can, i++);
  }
  return false;
}

const press = (page: Page, action = '') => page.locator(`[data-action="${action}"]`).first().click();

// With these options every failed turn takes a tile out of the game: a match is short.
const short = 'fast flip-always';

for (const options of [short, `${short} extra-wurm`])
  test(`a match by pointer: ${options}`, async ({ page }) => {
    await openMatch(page, 'heckmeck', 3, options);
    const over = await play(page, async ({ faces, actions }, i) => {
      const [face] = faces;
      if (face === undefined) return press(page, actions[i % actions.length]);
      // The first tap gathers and says the sum, the second keeps.
      await press(page, face);
      await expect(page.locator('[aria-pressed=true]')).toContainText(/= \d+/);
      await press(page, face);
      return expect(page.locator('[aria-pressed=true]')).toHaveCount(0);
    });
    expect(over).toBe(true);
  });

for (const language of ['de', 'ru'])
  test(`seven seats of Extra Wurm fit, in ${language}`, async ({ page }) => {
    await openMatch(page, 'heckmeck', 7, `${short} extra-wurm`, language);
    await expect(page.locator('.grill .figure')).toHaveCount(5);
    await expectApart(page, '.grill .figure', '.grill .tile b');
    const step = async ({ faces, actions }: Now, i: number) => {
      await expectFit(page);
      if (i < 4) {
        await page.locator('header button').nth(1).click(); // hints
        await expect(page.locator('main small').first()).toBeVisible();
        await expectFit(page);
      }
      const all = [...faces, ...actions];
      await press(page, all[i % all.length]);
    };
    await play(page, step, 20);
  });

test('what the total takes is lifted on the grill', async ({ page }) => {
  await openMatch(page, 'heckmeck', 2, '');
  const tile = page.getByRole('list', { name: 'Grill' }).getByRole('button');
  let taken = '';
  const step = async ({ faces, actions }: Now) => {
    const take = actions.find((action) => action.startsWith('take'));
    if (!take) return press(page, faces.at(-1) ?? actions[0]);
    await expect(tile).toHaveAccessibleName(/^Take tile \d+.*worm/);
    taken = take;
    await tile.click();
    return expect(page.locator(`[data-action="${take}"]`)).toHaveCount(0);
  };
  for (let i = 0; i < 400 && taken === ''; i++) await play(page, step, 1);
  expect(taken).toMatch(/^take/);
});

test('a replay shows how a tile is stolen: it lights up, it flies, and who is robbed minds', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem('peck.settings', JSON.stringify({ language: 'en', speed: 'slow', motion: false, settle: 0 })),
  );
  await watchBeats(page);
  await page.goto('./#/replay');
  await page.getByLabel('File').setInputFiles('../games/heckmeck/tests/steal.match');
  const slider = page.getByRole('slider', { name: 'Move', exact: true });
  const plies = Number(await slider.getAttribute('max'));
  await slider.fill(String(plies - 1));
  await expect(page.locator('.pile')).toHaveCount(2);
  await page.getByRole('button', { name: 'One move forward' }).click();
  await expect.poll(async () => (await beats(page)).map(({ kind }) => kind)).toEqual(['choice', 'stolen']);
  await expect(page.locator('[data-beat]')).toHaveCount(0);
  expect((await beats(page)).at(-1)?.moods.sort()).toEqual(['glad', 'sad']);
  expect(await longest(page, 'stolen')).toBeGreaterThan(1000);
  await expect(slider).toHaveValue(String(plies));
});
