// hotseat.spec.ts — several people at one screen, with and without bots: whoever is to act sits at the
// bottom, and where something is hidden a curtain falls between two people.
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, expectNarrow, expectRoom } from './judge.ts';

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem('peck.settings'))
      localStorage.setItem('peck.settings', JSON.stringify({ language: 'en', speed: 'instant', motion: false, settle: 0 }));
  });
});

const result = (page: Page) => page.getByRole('region', { name: 'Result' });

/** What people saw: a curtain for somebody, or the table with somebody at the bottom. */
type Scene = { curtain: boolean; who: string };

/** Plays on inside the page, as fast as it goes; returns the scenes in order. */
function playOut(page: Page, people: string[]): Promise<Scene[]> {
  return page.evaluate(async (names) => {
    const scenes: Scene[] = [];
    for (let i = 0; !document.querySelector('main h2[data-next]'); i++) {
      const lift = document.querySelector<HTMLButtonElement>('[data-lift]:enabled');
      const actions = [...document.querySelectorAll<HTMLButtonElement>('main [data-action]:enabled')];
      if (lift) {
        if (document.querySelector('.game')) throw new Error('the table is seen behind the curtain');
        scenes.push({ curtain: true, who: names.find((name) => lift.textContent?.includes(name)) ?? '?' });
        lift.click();
      } else if (actions.length > 0) {
        const others = [...document.querySelectorAll('.players .name')].map(({ textContent }) => textContent);
        scenes.push({ curtain: false, who: names.filter((name) => !others.includes(name)).join() });
        actions[i % actions.length]?.click();
      }
      await new Promise((resolve) => setTimeout(resolve));
    }
    return scenes;
  }, people);
}

for (const { box, game, options, hides } of [
  { box: 'Extra Wurm', game: 'heckmeck', options: 'fast flip-always extra-wurm', hides: false },
  { box: 'Karteneck', game: 'karteneck', options: '', hides: true },
  { box: 'No Thanks!', game: 'nothanks', options: '', hides: true },
  { box: 'Hexx & Hopp', game: 'hexxhopp', options: 'turns rounds=1', hides: true },
])
  test(`two people and a bot play ${box}`, async ({ page }) => {
    const query = new URLSearchParams({ game, options, seats: 'Anna,random,Bert', seed: '5' });
    await page.goto(`./#/play/hot?${query}`);
    if (game === 'hexxhopp') {
      await page.locator('[data-lift]').click();
      await page.getByRole('button', { name: 'Show where it fits' }).click();
    }
    const scenes = await playOut(page, ['Anna', 'Bert']);
    await expect(result(page)).toContainText(/Anna[^]*Bert|Bert[^]*Anna/);
    // Nobody sees the table of another, and nobody is asked for who has it already.
    let sees = hides && !scenes[0]?.curtain ? (scenes[0]?.who ?? '') : '';
    for (const { curtain, who } of scenes) {
      expect(['Anna', 'Bert']).toContain(who);
      expect(curtain, `${who} after ${sees}`).toBe(hides && who !== sees && curtain);
      if (hides && !curtain) expect(who).toBe(sees);
      sees = who;
    }
    expect(new Set(scenes.map(({ who }) => who)).size).toBe(2);
    expect(scenes.some(({ curtain }) => curtain)).toBe(hides);
  });

test('from the set-up to the replay, with a reload behind the curtain', async ({ page }) => {
  await page.goto('./');
  await page.locator('[data-setup=nothanks]').click();
  await page.getByLabel('Number of players').selectOption('3');
  await expect(page.locator('dialog input[maxlength]')).toHaveCount(0);
  await page.locator('[data-seat="1"]').selectOption('person');
  await page.locator('[data-seat="2"]').selectOption('random');
  await page.getByLabel('Name, seat 1').fill('anna, the first');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Play on this device' }).click();
  const curtain = page.getByRole('region', { name: /^Pass the device to / });
  await expect(curtain).toBeVisible();
  await expect(page.locator('[data-action]')).toHaveCount(0);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    await expectNarrow(page);
    await page.screenshot({ path: `../build/web-tests/screens/curtain-phone-${colorScheme}-en.png` });
  }
  const name = /device to (.*)$/.exec((await curtain.getByRole('heading').textContent()) ?? '')?.[1] ?? '';
  expect(['Anna the first', 'Player 2']).toContain(name);
  await page.reload();
  await expect(curtain).toHaveAccessibleName(`Pass the device to ${name}`);
  await page.getByRole('button', { name: `I’m ${name}` }).click();
  await expect(page.getByRole('list', { name: 'Players', exact: true })).not.toContainText(name);
  await expect(page.locator('[data-action=take]')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: `${name}’s turn` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await playOut(page, ['Anna the first', 'Player 2']);
  await expect(result(page)).toContainText('Anna the first');
  await expectAccessible(page);
  await result(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('link', { name: 'Replay and analysis' }).click();
  await page.getByLabel('View as').selectOption('Player 2');
  await page.getByRole('button', { name: 'To the end' }).click();
  await page.goBack();
  await result(page).getByRole('button', { name: 'Play again' }).click();
  await expect(curtain).toBeVisible();
  await expectRoom(page);
});

test('several people play Hexx & Hopp in turn, and are told why', async ({ page }) => {
  await page.goto('./');
  await page.locator('[data-setup=hexxhopp]').click();
  const turns = page.getByLabel(/^play in turn/);
  await expect(turns).not.toBeChecked();
  await page.locator('[data-seat="1"]').selectOption('person');
  await expect(turns).toBeChecked();
  await expect(page.getByText('Several people on one device')).toBeVisible();
  await page.locator('[data-play]').click();
  await expect(page).toHaveURL(/turns/);
  await page.goto('./#/play/race?game=hexxhopp&seats=Anna,Bert');
  await expect(page.getByRole('alert')).toContainText('In the race everyone plays at once');
});
