// advisor.spec.ts — the advisor for a real table: a position entered by tapping is the one that the
// engine is asked about, the answer follows at once, and what cannot be is said in words.
import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectTouchable, judge } from './judge.ts';

async function open(page: Page, address: string, language = 'en', theme = 'light'): Promise<void> {
  await page.addInitScript(
    (kept) => localStorage.setItem('peck.settings', JSON.stringify(kept)),
    { language, theme, motion: false, settle: 0 },
  );
  await page.goto(`./#/advisor${address}`);
}

const best = (page: Page): Locator => page.getByRole('status');
const line = (page: Page): Locator => page.locator('details code');
const place = (page: Page, name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) }).check({ force: true });

async function dice(page: Page, group: string, faces: string): Promise<void> {
  for (const face of faces) {
    const name = new RegExp(`: ${face === 'W' ? 'worm' : face} × \\d\\. one more`);
    await page.getByRole('group', { name: group }).getByRole('button', { name }).click();
  }
}

test('from the start page to a game', async ({ page }) => {
  await open(page, '');
  await page.goto('./#/');
  await page.getByRole('link', { name: 'Advisor' }).click();
  await page.getByRole('link', { name: 'No Thanks!' }).click();
  await expect(best(page)).toContainText('Tap the card');
});

test('Heckmeck: dice and tiles as they lie', async ({ page }) => {
  await open(page, '/heckmeck');
  await expect(best(page)).toContainText('before you roll');
  await expect(page.getByRole('row')).toHaveCount(21);
  await dice(page, 'Set aside', 'WW4');
  await expect(page.locator('[data-advice]')).toHaveCount(2);
  await dice(page, 'Rolled dice', '1135');
  await expect(best(page)).toContainText('Still missing: 1 die');
  await dice(page, 'Rolled dice', '5');
  await page.locator('[data-tile="24"]').click();
  await place(page, 'Player 1');
  await page.locator('[data-tile="22"]').click();
  await page.locator('[data-tile="25"]').click();
  await place(page, 'Turned over');
  await page.locator('[data-tile="36"]').click();
  await expect(line(page)).toHaveText(
    'heckmeck seats=3 | keep turn=0 kept=4WW rolled=11355 grill=21,23,26-35 stacks=24/22,25/-',
  );
  await expect(page.locator('[data-advice]').first()).toHaveAttribute('data-advice', 'keep 5');
  await expect(page.locator('[data-advice]').first()).toContainText('makes 24 with 3 dice left');
  await expect(best(page)).toContainText('Set aside the fives');
  await page.locator('[data-advice="keep 5"]').getByRole('button').click();
  await expect(line(page)).toContainText('decide turn=0 kept=455WW rolled=- ');
  await page.getByRole('button', { name: 'New turn' }).click();
  await expect(best(page)).toContainText('before you roll');
});

test('what cannot be is said in words, and taken back', async ({ page }) => {
  await open(page, '/heckmeck');
  await dice(page, 'Set aside', 'WW');
  await dice(page, 'Rolled dice', 'WWWWWW');
  await expect(best(page)).toContainText('This position is impossible: none of the rolled faces can be chosen, so the turn has failed');
  await expect(page.locator('[data-advice]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Clear the roll' }).click();
  await expect(page.locator('[data-advice]')).toHaveCount(2);
});

test('Extra Wurm: helpers, the golden die and round worms', async ({ page }) => {
  await open(page, '/extrawurm');
  await expect(page.getByRole('row')).toHaveCount(23);
  await page.locator('[data-helper=weasel]').selectOption('me');
  await page.locator('[data-helper=hen]').selectOption('1');
  await page.locator('[data-tile="25"]').click();
  await place(page, 'Player 1');
  await page.locator('[data-tile="21"]').click();
  await page.getByRole('spinbutton', { name: 'Player 2' }).fill('2');
  await page.getByRole('spinbutton', { name: 'Player 2' }).press('Tab');
  await dice(page, 'Rolled dice', '11234WW4');
  await expect(line(page)).toContainText('at=11,s1,23,s0,27 worms=0,0,2');
  await expect(page.locator('[data-advice=weasel]')).toContainText('again, once per turn');
});

test('No Thanks!: card, chips and everybody’s cards', async ({ page }) => {
  await open(page, '/nothanks');
  await page.getByRole('button', { name: 'Number of players: one less' }).click();
  await page.locator('[data-card="17"]').click();
  for (let i = 0; i < 3; i++) await page.getByRole('button', { name: 'Chips on the card: one more' }).click();
  await page.getByRole('spinbutton', { name: 'My chips' }).fill('8');
  await page.getByRole('spinbutton', { name: 'My chips' }).press('Tab');
  await place(page, 'me');
  for (const card of [10, 3, 4]) await page.locator(`[data-card="${card}"]`).click();
  await place(page, 'Player 1');
  for (const card of [7, 8]) await page.locator(`[data-card="${card}"]`).click();
  await expect(line(page)).toHaveText('nothanks seats=3 | p turn=0 card=17 pot=3 chips=8,?,? cards=3.4.10/7.8/-');
  await expect(page.locator('[data-advice]')).toHaveCount(2);
  await expect(page.locator('[data-advice=take]')).toContainText('together +14 points');
  await expect(best(page)).toContainText('Best');
});

test('No Thanks!: a pot that everybody has paid into is plausible at once', async ({ page }) => {
  await open(page, '/nothanks');
  await page.locator('[data-card="17"]').click();
  await page.getByRole('spinbutton', { name: 'Chips on the card' }).fill('6');
  await page.getByRole('spinbutton', { name: 'Chips on the card' }).press('Tab');
  await expect(line(page)).toContainText('pot=6 chips=10,');
  await expect(page.locator('[data-advice]')).toHaveCount(2);
});

test('No Thanks! for six: the variant of the table is told', async ({ page }) => {
  await open(page, '/nothanks');
  for (let i = 0; i < 2; i++) await page.getByRole('button', { name: 'Number of players: one more' }).click();
  await page.locator('[data-card="17"]').click();
  await page.getByRole('spinbutton', { name: 'My chips' }).fill('9');
  await page.getByRole('spinbutton', { name: 'My chips' }).press('Tab');
  await expect(best(page)).toContainText('6 and 7 need the option large');
  await page.getByLabel(/^up to 7 players/).check();
  await expect(page.locator('[data-advice]')).toHaveCount(2);
  await expect(line(page)).toContainText(/^nothanks seats=6 .*large/);
});

test('Karteneck: cards, tiles, and who has passed', async ({ page }) => {
  await open(page, '/karteneck');
  await expect(best(page)).toContainText('Still missing: the tiles on the grill');
  for (const tile of [21, 28, 30]) await page.locator(`[data-tile="${tile}"]`).click();
  for (const hen of [1, 1, 4]) await page.locator(`[data-hen="${hen}"]`).click();
  await page.locator('[data-worm="9"]').click();
  await place(page, 'Laid: Player 1');
  await page.locator('[data-worm="5"]').click();
  await page.getByRole('checkbox', { name: 'Player 1 has passed' }).check();
  await expect(line(page)).toContainText('standing=ipi grill=21,28,30 stacks=-/-/- laid=-/W5/- hands=1*2,4*1,W9/?6/?6');
  await expect(page.locator('[data-advice="lay W9"]')).toContainText('makes 5, draws 1');
});

/** Six colours, and where the tile lies; the board is the place that it is for. */
async function paint(page: Page, colours: string, cell?: string): Promise<void> {
  for (const colour of colours) await page.locator(`[data-colour="${colour}"]`).click();
  if (cell) await page.locator(`[data-cell="${cell}"]`).click();
}
const start = '0,0:021123 1,0:132021 2,0:032112 -1,1:033021 -2,2:021103 0,-1:120133 0,-2:232011';

test('Hexx & Hopp: tiles are painted and laid where they fit', async ({ page }) => {
  await open(page, '/hexxhopp');
  await expect(best(page)).toContainText('Still missing: 7 tiles of the starting figure');
  for (const stone of start.split(' ')) {
    const [cell, colours = ''] = stone.split(':');
    await paint(page, colours, cell);
  }
  await expect(line(page)).toContainText('figure=0,0,46,0/1,0,47,3/2,0,65,0/-1,1,44,3/-2,2,45,0/0,-1,40,2/0,-2,25,3 ');
  await expect(page.locator('[data-advice]')).toHaveText(/Turn up the next tile/);
  // One more of the figure: the engine says where, and turns it as it fits.
  await paint(page, '010223');
  await expect(page.locator('.board .marked')).not.toHaveCount(0);
  await page.locator('.board [data-action]').first().click();
  await expect(line(page)).toContainText('0,-2,25,3/');
  // What is no tile, or lies already, is refused.
  await paint(page, '000000');
  await expect(page.locator('.note[aria-live]')).toContainText('all four colours, each at most three times');
  for (let i = 0; i < 6; i++) await page.getByRole('button', { name: 'Remove the last colour' }).click();
  await page.getByRole('button', { name: 'Take back the last tile' }).click();
  await place(page, 'My open tile');
  await paint(page, '010223');
  await expect(page.locator('[data-advice]').first()).toContainText('touches 3 segments');
  await expect(page.locator('.board .ghost')).toHaveCount(1);
  await page.getByRole('button', { name: 'Number of players: one more' }).click();
  await expect(line(page)).toContainText('seats=3 ');
});

test('Hexx & Hopp: on a phone every cell is as large as a finger, and in reach', async ({ page }) => {
  await open(page, '/hexxhopp');
  const cells = page.locator('[data-cell]');
  const sizes = () => cells.evaluateAll((all) => all.map((cell) => Math.min(cell.clientWidth, cell.clientHeight)));
  for (const [i, stone] of start.split(' ').entries()) {
    const [cell, colours = ''] = stone.split(':');
    await paint(page, colours);
    await expect(cells).toHaveCount(7 - i);
    expect(Math.min(...(await sizes()))).toBeGreaterThanOrEqual(44);
    if (i === 0) {
      const reached = new Set<string | null | undefined>();
      await page.locator('[data-cell][tabindex="0"]').focus();
      for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight', 'ArrowDown']) {
        await page.keyboard.press(key);
        reached.add(await page.evaluate(() => document.activeElement?.getAttribute('data-cell')));
      }
      expect(reached.size).toBeGreaterThan(2);
    }
    await page.locator(`[data-cell="${cell}"]`).click();
  }
  // A figure larger than the board.
  await paint(page, '010223');
  await expect(page.locator('.board .marked')).not.toHaveCount(0);
  expect(Math.min(...(await sizes()))).toBeGreaterThanOrEqual(44);
  const whole = page.getByRole('button', { name: 'Show the whole figure' });
  await whole.click();
  expect(Math.min(...(await sizes()))).toBeLessThan(44);
  await whole.click();
  expect(Math.min(...(await sizes()))).toBeGreaterThanOrEqual(44);
  await judge(page, 'advisor-hexxhopp-laying-phone-light-en');
});

test('reasons and refusals in the reader’s language', async ({ page }) => {
  await open(page, '/heckmeck', 'de');
  for (const face of [5, 5]) await page.locator('button.face').nth(face).click();
  await expect(page.locator('[data-advice=roll] .why')).toContainText('noch 6 Würfel, 0 % Risiko eines Fehlwurfs; ');
  await expect(page.locator('[data-advice=roll] .why')).toContainText('“ohne Stein aufhören”');
  for (let i = 0; i < 6; i++) await page.locator('button.face').nth(6 + 5).click();
  await expect(best(page)).toContainText('Keine der gewürfelten Augenzahlen ist noch frei: Der Zug ist misslungen.');
  await expect(best(page).locator('[lang=en]')).toHaveCount(0);
});

test('by keyboard alone', async ({ page }) => {
  await open(page, '/nothanks');
  await page.getByRole('radio', { name: /^On the table/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: /^me/ })).toBeChecked();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(line(page)).toContainText('card=4 ');
});

for (const [language, look, size] of [
  ['en', 'light', 'phone'],
  ['de', 'light', 'phone'],
  ['pl', 'dark', 'phone'],
  ['ru', 'dark', 'phone'],
  ['en', 'light', 'wide'],
] as const)
  test(`${size} ${look} ${language}: readable, nothing sideways`, async ({ page }) => {
    await page.setViewportSize(size === 'phone' ? { width: 360, height: 640 } : { width: 1280, height: 800 });
    await open(page, '', language, look);
    const axe = language === 'en' || language === 'ru';
    const see = async (screen: string) => {
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await judge(page, `advisor-${screen}-${size}-${look}-${language}`, axe);
      await expectTouchable(page);
    };
    await expect(page.locator('main li')).not.toHaveCount(0);
    await see('games');
    await page.goto('./#/advisor/nothanks');
    await page.locator('[data-card="17"]').click();
    await page.locator('input[type=radio]').nth(1).check({ force: true });
    for (const card of [26, 27, 28]) await page.locator(`[data-card="${card}"]`).click();
    await expect(page.locator('[data-advice]')).toHaveCount(2);
    await see('nothanks');
    await page.goto('./#/advisor/extrawurm');
    await page.locator('[data-helper=golden-die]').selectOption('me');
    await page.locator('[data-tile="27"]').click();
    for (const face of [0, 1, 3, 5, 5, 5, 4, 4]) await page.locator('button.face').nth(6 + face).click();
    await expect(page.locator('[data-advice]')).not.toHaveCount(0);
    await see('heckmeck');
    await page.goto('./#/advisor/karteneck');
    for (const tile of [21, 28, 30]) await page.locator(`[data-tile="${tile}"]`).click();
    for (const thing of ['hen="1"', 'hen="4"', 'worm="9"']) await page.locator(`[data-${thing}]`).click();
    await expect(page.locator('[data-advice]')).not.toHaveCount(0);
    await see('karteneck');
    await page.goto('./#/advisor/hexxhopp');
    await page.locator('.entry .buttons button').last().click();
    await expect(page.locator('[data-advice]')).not.toHaveCount(0);
    await see('hexxhopp');
  });
