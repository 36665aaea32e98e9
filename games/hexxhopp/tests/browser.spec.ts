// browser.spec.ts — Hexx & Hopp by hand: keyboard, tap and drag place a tile; places are shown on
// request; the view zooms and fits again, by buttons and by fingers.
import { expect, test, type Page } from '@playwright/test';

async function begin(page: Page, options: string, seats: string): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('peck.settings', JSON.stringify({ language: 'en', speed: 'instant', motion: false, settle: 0 }));
  });
  await page.goto(`./#/play/hexx?game=hexxhopp&options=${options}&seats=${seats}&seed=7`);
  await expect(page.locator('.board')).toBeVisible();
}

const stones = (page: Page) => page.locator('.shade').count();

test('the keyboard alone shows places, turns and places', async ({ page }) => {
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

test('the ghost says what the engine says of a placement, and nothing of its own', async ({ page }) => {
  await begin(page, 'turns', 'you,random');
  const [count, lights] = [page.locator('.count text'), page.locator('.light')];
  const spot = page.locator('.spot[data-action]');
  for (let i = 0; i < 6 && (await spot.count()) === 0; i++) await page.locator('.large').click();
  await spot.first().hover();
  await expect(count).toHaveText(/^[2-6]$/);
  await expect(lights).toHaveCount(Number(await count.textContent()));
  await page.locator('.spot:not([data-action])').first().hover();
  await expect(count).toHaveText('×');
  await expect(lights).toHaveCount(0);
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
  await expect.poll(width).toBeGreaterThan(fitted);
  const whole = page.getByRole('button', { name: 'Show the whole figure' });
  await whole.click();
  await expect.poll(width).toBeLessThanOrEqual(fitted);
  await whole.click(); // and what is near again
  await expect.poll(width).toBeCloseTo(fitted, 1);
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

/** Fingers that go from the first of their places to the last, together. */
async function fingers(page: Page, paths: [x: number, y: number][][]): Promise<void> {
  const touches = await page.context().newCDPSession(page);
  const steps = Math.max(...paths.map(({ length }) => length));
  for (let i = 0; i < steps; i++)
    await touches.send('Input.dispatchTouchEvent', {
      type: i === 0 ? 'touchStart' : 'touchMove',
      touchPoints: paths.map((path, id) => {
        const [x, y] = path[i] ?? [0, 0];
        return { x, y, id };
      }),
    });
  await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** So many places on the way, ends included. */
const way = (from: [number, number], to: [number, number], steps = 6) =>
  Array.from({ length: steps + 1 }, (_, i): [number, number] => [
    from[0] + ((to[0] - from[0]) * i) / steps,
    from[1] + ((to[1] - from[1]) * i) / steps,
  ]);

test('two fingers zoom and move the view, one moves it, and none of that plays', async ({ page }) => {
  await begin(page, 'turns', 'you,random');
  await page.keyboard.press('m'); // every cell that takes the tile would play it
  const area = (await page.locator('.board').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  const spot = page.locator('.spot').first();
  const place = async () => (await spot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const before = [await place(), await stones(page)] as const;
  const moves = async (from: { x: number; y: number }, x: number, y: number) => {
    await expect.poll(async () => (await place()).x - from.x).toBeCloseTo(x, 0);
    await expect.poll(async () => (await place()).y - from.y).toBeCloseTo(y, 0);
  };
  const zooms = (by: number) => expect.poll(async () => (await place()).width / before[0].width).toBeCloseTo(by, 1);

  await fingers(page, [way([x - 30, y], [x - 60, y]), way([x + 30, y], [x + 60, y])]);
  await zooms(2);

  const zoomed = await place();
  await fingers(page, [way([x - 30, y], [x - 10, y + 30]), way([x + 30, y], [x + 50, y + 30])]);
  await moves(zoomed, 20, 30);
  const moved = await place();
  expect(moved.width).toBeCloseTo(zoomed.width, 0);

  await fingers(page, [way([x, y], [x - 40, y - 25])]);
  await moves(moved, -40, -25);

  await fingers(page, [way([x - 60, y], [x - 30, y]), way([x + 60, y], [x + 30, y])]);
  await zooms(1);
  await expect(page.locator('.ghost')).toHaveCount(0);
  expect(await stones(page)).toBe(before[1]);
});

test('a finger sees the ghost before it places it', async ({ page }) => {
  await begin(page, 'turns', 'you,random');
  await page.getByRole('button', { name: 'Show where it fits' }).tap();
  const before = await stones(page);
  const spot = page.locator('.spot[data-action]').first();
  const cell = `.spot[data-cell="${await spot.getAttribute('data-cell')}"]`;
  await page.locator(cell).tap();
  await expect(page.locator('.ghost')).toBeVisible();
  await expect(page.locator('.rim.fits')).toBeAttached();
  expect(await stones(page)).toBe(before);
  await page.locator(cell).tap();
  await expect.poll(() => stones(page)).toBeGreaterThan(before);
});

test('on a phone cells stay as large as a finger, and the whole figure is one tap away', async ({ page }) => {
  await begin(page, 'turns rounds=1', 'you,random');
  const spots = page.locator('.spot');
  const width = async () => (await spots.first().boundingBox())?.width ?? 0;
  const whole = page.getByRole('button', { name: 'Show the whole figure' });
  await page.keyboard.press('m');
  for (let i = 0; (await stones(page)) < 22; i++) {
    const action = page.locator('main [data-action]:enabled');
    await action.first().click({ timeout: 1000 }).catch(() => undefined);
    await whole.click(); // once the whole figure, once what is near
    await expect(spots.first()).toBeAttached();
    if (i % 2 === 1) await expect.poll(width).toBeGreaterThanOrEqual(44);
  }
});

/** The page plays whatever it may, by itself, until something is seen. */
const playUntil = (page: Page, seen: string) =>
  page.evaluate(async (wanted) => {
    while (!document.querySelector(wanted)) {
      const action = ['place', 'give', 'enough', 'open', 'aside', 'pass', 'back']
        .map((verb) => document.querySelector(`main [data-action^=${verb}]:not(:disabled)`))
        .find(Boolean);
      action?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }, seen);

async function beginSlowly(page: Page, options: string, seats: string): Promise<void> {
  await begin(page, options, seats);
  await page.addInitScript(() => {
    localStorage.setItem('peck.settings', JSON.stringify({ language: 'en', speed: 'fast', motion: false, settle: 0 }));
  });
  await page.reload();
  await page.getByRole('button', { name: 'Show where it fits' }).click();
}

test('the figure stays at the end of a round and of the match', async ({ page }) => {
  await beginSlowly(page, 'turns rounds=2', 'you,random');
  await playUntil(page, '[data-beat=round]');
  const summary = page.getByRole('region', { name: 'End of round 1' });
  await expect(summary).toContainText(/\+ \d+ point/);
  expect(await stones(page)).toBeGreaterThan(7);
  await page.screenshot({ path: '../build/web-tests/screens/round-hexxhopp-phone.png' });
  await summary.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Round 2 of 2')).toBeVisible();
  await expect.poll(() => stones(page)).toBeLessThan(10);
  await playUntil(page, '[data-next]');
  const laid = async () => JSON.stringify(await page.locator('.shade').evaluateAll((all) => all.map((stone) => stone.outerHTML)));
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByRole('button', { name: 'More' }).click();
  await result.getByRole('button', { name: 'Look at the table' }).click();
  expect(await stones(page)).toBeGreaterThan(7);
  const figure = await laid();
  await page.reload();
  await result.getByRole('button', { name: 'More' }).click();
  await result.getByRole('button', { name: 'Look at the table' }).click();
  expect(await laid()).toBe(figure);
});

test('the next round of the race begins when one is ready, after 3-2-1', async ({ page }) => {
  await beginSlowly(page, 'rounds=2', 'you,random');
  await playUntil(page, '[data-beat=round]');
  expect(await stones(page)).toBeGreaterThan(7);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.locator('[data-beat=count]')).toBeVisible();
  await expect(page.locator('[data-action]:enabled')).toHaveCount(0);
  await expect(page.locator('[data-action=open]:enabled').first()).toBeVisible();
  await expect(page.locator('[data-beat=count]')).toHaveCount(0);
});

test('with an empty stack one is asked to take a tile back', async ({ page }) => {
  await begin(page, 'rounds=1', 'you,easy');
  await page.evaluate(async () => {
    const press = (verb: string) => document.querySelector<HTMLElement>(`main [data-action=${verb}]:not(:disabled)`)?.click();
    while (!document.querySelector('.choices [data-action^=back]')) {
      press('open');
      press('aside');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
  await expect(page.getByText('Your stack is empty.')).toBeVisible();
  await page.getByRole('button', { name: 'Take a tile back', exact: true }).click();
  await expect(page.locator('[data-action=aside]')).toBeVisible();
});
