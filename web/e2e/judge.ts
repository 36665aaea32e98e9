// judge.ts — whether a screen is fit to be seen: no fault that axe can find, nothing that scrolls sideways;
// and a picture of it in build/web-tests/screens.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export async function judge(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  const width = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(width[0], 'scrolls sideways').toBeLessThanOrEqual(width[1] as number);
  await page.screenshot({ path: `../build/web-tests/screens/${name}.png` });
}
