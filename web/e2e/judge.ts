// judge.ts — what every screen is held to: no fault that axe can find, nothing that scrolls sideways,
// not even when all words are longer than ours; and the live log of a table tells everything once.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export async function expectAccessible(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' }); // pages come in pieces
  // There are no frames, so axe needs no second page to put results together.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

/** Neither the page nor what scrolls inside it. */
export async function expectNarrow(page: Page): Promise<void> {
  const wide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('header, main, dialog, aside, [role=tabpanel]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ tagName, scrollWidth, clientWidth }) => `${tagName}: ${scrollWidth} > ${clientWidth}`),
  );
  expect(wide, 'scrolls sideways').toEqual([]);
}

/** Whatever is chosen in a select is read to its end, and a card holds what is in it. */
export async function expectWhole(page: Page): Promise<void> {
  const cut = await page.evaluate(() => {
    const narrow = [...document.querySelectorAll('select')].filter((select) => {
      const whole = select.cloneNode() as HTMLSelectElement;
      whole.append(...[...select.selectedOptions].map((option) => option.cloneNode(true)));
      Object.assign(whole.style, { position: 'absolute', width: 'auto', maxWidth: 'none' });
      select.after(whole);
      const { offsetWidth } = whole;
      whole.remove();
      return select.offsetWidth > 0 && offsetWidth > select.offsetWidth;
    });
    const torn = [...document.querySelectorAll('section.card')].filter((card) => card.scrollWidth > card.clientWidth);
    return [...narrow.map(({ selectedOptions: [option] }) => option?.text), ...torn.map((card) => card.querySelector('h2')?.textContent)];
  });
  expect(cut, 'cut off').toEqual([]);
}

/** Every control is large enough for a finger. */
export async function expectTouchable(page: Page): Promise<void> {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('button, select, a.button')].flatMap((control) => {
      const { width, height } = control.getBoundingClientRect();
      return width > 0 && (width < 44 || height < 44) ? [control.outerHTML] : [];
    }),
  );
  expect(small, 'too small').toEqual([]);
}

/** Every word becomes longer by two fifths, as in a language that we do not speak. */
export async function expectRoom(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (!text.parentElement?.closest('svg, script, style'))
        text.data = text.data.replace(/\p{L}{2,}/gu, (word) => word + word.slice(0, Math.ceil(word.length * 0.4)));
    }
  });
  await expectNarrow(page);
}

declare global {
  interface Window {
    told: string[];
  }
}

/** Records what the live log says, from the next page on. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.told = [];
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        if (target instanceof HTMLElement && target.getAttribute('role') === 'log')
          for (const node of addedNodes) if (node instanceof HTMLElement) window.told.push(node.textContent ?? '');
    }).observe(document, { childList: true, subtree: true });
  });
}

/** Every line of the drawer's log was announced, and none twice, but those before the page was opened. A bot may
 * play on between two looks. */
export async function expectTold(page: Page): Promise<void> {
  await expect(async () => {
    const log = await page.getByRole('tabpanel').locator('li p').allTextContents();
    const told = await page.evaluate(() => window.told);
    expect(told.length).toBeGreaterThan(0);
    expect(told).toEqual(log.slice(-told.length));
    expect(log.length - told.length, 'lines of the beginning').toBeLessThanOrEqual(6);
  }).toPass();
}

/** A single screen: accessible, no wider than the window, with whole words, and pictured in build/web-tests/screens.
 * What axe looks at is the same in all languages, so it need not look at each. */
export async function judge(page: Page, name: string, axe = true): Promise<void> {
  if (axe) await expectAccessible(page);
  await expectNarrow(page);
  await expectWhole(page);
  await page.screenshot({ path: `../build/web-tests/screens/${name}.png` });
}
