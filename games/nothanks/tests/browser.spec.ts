// browser.spec.ts — No Thanks! by pointer, and what fits on a phone.
import { expect, test, type Page } from '@playwright/test';
import { expectFit, openMatch } from '../../../web/e2e/seat.ts';

/** Waits for a decision; false when the match is over. */
async function asked(page: Page): Promise<boolean> {
  const either = page.locator('main > section, main [data-action=take]:enabled').first();
  await either.waitFor();
  return (await either.getAttribute('data-action')) !== null;
}

test('a match by pointer', async ({ page }) => {
  await openMatch(page, 'nothanks', 3, '');
  const mine = page.getByRole('list', { name: 'Your cards' });
  for (let i = 0; await asked(page); i++) {
    const refuse = page.locator('[data-action=refuse]:enabled');
    if (i % 3 > 0 && (await refuse.count()) > 0) {
      await expect(refuse).toContainText(/No thanks.*1\schip, \d+\sleft/);
      await refuse.click();
      continue;
    }
    const take = page.locator('[data-action=take]');
    await expect(take).toContainText(/Take.*[+−±]\d+/);
    const cards = await mine.locator('[data-fly]').count();
    await take.click();
    await expect(mine.locator('[data-fly]')).toHaveCount(cards + 1);
  }
  // Every chip is seen at the end.
  await expect(page.getByRole('list', { name: 'Players' })).not.toContainText('?');
});

for (const language of ['de', 'ru'])
  test(`seven seats fit, in ${language}`, async ({ page }) => {
    await openMatch(page, 'nothanks', 7, 'large tactical', language);
    for (let i = 0; i < 12 && (await asked(page)); i++) {
      await expectFit(page);
      await page.locator('[data-action=take]').click();
    }
  });

test('bots of one name are told apart where there is no room for it', async ({ page }) => {
  await openMatch(page, 'nothanks', 4, '', 'ru');
  await expect(page.locator('.players .name')).toHaveCount(3);
  // A name may be cut, its end is within its box: no number, " 2", " 3".
  const beyond = await page.locator('.players .name').evaluateAll((names) =>
    names.slice(1).map((name) => {
      const end = document.createRange();
      end.selectNodeContents(name.lastChild ?? name);
      return end.getBoundingClientRect().right > name.getBoundingClientRect().right + 1;
    }),
  );
  expect(beyond).toEqual([false, false]);
});
