// mybox.spec.ts — one's own box: it is changed by hand, kept on this device, saved and opened as a file,
// and the advisor calculates with it.
import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { expectTouchable, judge } from './judge.ts';

async function open(page: Page, address: string, language = 'en', theme = 'light'): Promise<void> {
  await page.addInitScript(
    (kept) => localStorage.setItem('peck.settings', JSON.stringify(kept)),
    { language, theme, motion: false, settle: 0 },
  );
  await page.goto(`./#/advisor/${address}`);
}
const line = (page: Page) => page.locator('details code');
const status = (page: Page) => page.locator('main').getByRole('status');

/** Opens a file as somebody would who chose it. */
const choose = (page: Page, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name: 'mine.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });

test('Karteneck: other worms change the advice, here and after a reload, and are saved as a file', async ({ page }) => {
  await open(page, 'karteneck');
  for (const tile of [21, 28, 30]) await page.locator(`[data-tile="${tile}"]`).click();
  for (const hen of [1, 1, 4]) await page.locator(`[data-hen="${hen}"]`).click();
  await expect(page.locator('[data-advice=pass]')).toContainText('takes tile 21 (2 worms)');
  await page.getByRole('link', { name: 'My box' }).click();
  await expect(status(page)).toContainText('the assumed box');
  await page.getByRole('button', { name: 'Tile 21: one more' }).click();
  await page.getByRole('button', { name: 'Tile 21: one more' }).click();
  await page.getByRole('spinbutton', { name: 'Tile 42' }).fill('30');
  await page.getByRole('spinbutton', { name: 'Tile 42' }).press('Enter');
  await expect(status(page)).toContainText('your own box');
  await page.reload();
  await expect(page.getByRole('spinbutton', { name: 'Tile 21' })).toHaveValue('4');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const saved = readFileSync(await (await download).path(), 'utf8');
  expect(saved).toContain('\n21 4\n');
  expect(saved).toContain('\n42 30\n');
  // Another file is opened; one that is wrong changes nothing.
  await choose(page, saved.replace('21 4', '21 four'));
  await expect(page.getByRole('alert')).toContainText("mine.txt: line 8: expected a number of worms from 0 to 99, found 'four'");
  await choose(page, saved.replace('21 4\n', ''));
  await expect(page.getByRole('alert')).toContainText('tile 21 is missing');
  await expect(page.getByRole('spinbutton', { name: 'Tile 21' })).toHaveValue('4');
  await choose(page, saved.replace('21 4', '21   7 # counted twice\r'));
  await expect(page.getByRole('spinbutton', { name: 'Tile 21' })).toHaveValue('7');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('link', { name: 'Advisor' }).click();
  for (const tile of [21, 28, 30]) await page.locator(`[data-tile="${tile}"]`).click();
  for (const hen of [1, 1, 4]) await page.locator(`[data-hen="${hen}"]`).click();
  await expect(page.locator('[data-advice=pass]')).toContainText('takes tile 21 (7 worms)');
  await expect(line(page)).toContainText('worms=1,1,1,2,2,7,3');
  await page.getByRole('link', { name: 'My box' }).click();
  await page.getByRole('button', { name: 'Back to the assumed box' }).click();
  await expect(page.getByRole('spinbutton', { name: 'Tile 21' })).toHaveValue('2');
  await expect(status(page)).toContainText('the assumed box');
});

test('Extra Wurm: the golden die by keyboard, and a die without a 1 is not used', async ({ page }) => {
  await open(page, 'heckmeck');
  await expect(page.getByRole('row').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'My box' })).toHaveCount(0);
  await page.goto('./#/advisor/extrawurm');
  await page.getByRole('link', { name: 'My box' }).click();
  await page.getByRole('button', { name: 'Face 1: 1' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Face 2: worm' })).toBeFocused();
  await expect(status(page)).toHaveText('In use: your own box.');
  await page.getByRole('button', { name: 'Face 3: 1' }).click();
  await expect(status(page)).toContainText('not used yet: line 3: expected at least one 1 and at least one W');
  await page.reload(); // what is not used is still there to be gone on with
  await expect(page.getByRole('button', { name: /: worm/ })).toHaveCount(6);
  await expect(status(page)).toContainText('not used yet');
  await page.getByRole('link', { name: 'Advisor' }).click();
  await page.locator('[data-helper=golden-die]').selectOption('me');
  // By the die in use, with five worms and one 1.
  await expect(line(page)).toContainText('die=1WWWWW');
});

test('Hexx & Hopp: a tile is exchanged, and the advisor knows it', async ({ page }) => {
  await open(page, 'hexxhopp/box');
  const tiles = page.locator('[data-box-tile]');
  await expect(tiles).toHaveCount(72);
  await page.getByRole('button', { name: 'Take out: red, red, yellow, blue, yellow, white', exact: true }).click();
  await expect(tiles).toHaveCount(71);
  await expect(status(page)).toContainText('not used yet: the file has 71 of 72 tiles');
  const put = page.getByRole('button', { name: 'Put it into the box' });
  const paint = async (colours: string) => {
    for (const colour of colours) await page.locator(`[data-colour="${colour}"]`).click();
  };
  await paint('123100'); // it is in the box, turned
  await expect(put).toBeDisabled();
  await expect(page.getByText('This tile is in the box already.')).toBeVisible();
  for (let i = 0; i < 6; i++) await page.getByRole('button', { name: 'Remove the last colour' }).click();
  await paint('000012');
  await put.click();
  await expect(status(page)).toContainText('all four colours, each at most three times');
  await page.getByRole('button', { name: 'Take out: red, red, red, red, yellow, blue', exact: true }).click();
  await paint('000123');
  await put.click();
  await expect(status(page)).toHaveText('In use: your own box.');
  await page.getByRole('link', { name: 'Advisor' }).click();
  await page.getByRole('button', { name: 'Fill in an example' }).click();
  await expect(line(page)).toContainText('tiles=000123.001231.');
  await expect(page.locator('[data-advice]').first()).toContainText('touches 3 segments');
});

for (const [language, theme, width, height] of [
  ['en', 'light', 360, 740],
  ['ru', 'dark', 360, 740],
  ['de', 'light', 1440, 900],
  ['pl', 'dark', 1440, 900],
] as const) {
  test(`every page of a box, ${language}, ${theme}, ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    for (const box of ['extrawurm', 'karteneck', 'hexxhopp']) {
      await open(page, `${box}/box`, language, theme);
      await expect(status(page)).toBeVisible();
      await expect(page.locator('main button').first()).toBeVisible();
      await judge(page, `mybox-${box}-${width}-${theme}`);
      await expectTouchable(page);
    }
  });
}
