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

/** From the next page on, text is twice as large, as somebody has it who set the browser so. */
export async function enlargeText(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const enlarge = () => (document.documentElement.style.fontSize = '200%');
    if (document.documentElement) enlarge();
    else document.addEventListener('readystatechange', enlarge);
  });
}

/** Every text is seen whole: nothing cuts it off, it stays within its box, and no other text lies over it. What
 * can be scrolled to counts as seen. */
export async function expectReadable(page: Page): Promise<void> {
  const faults = await page.evaluate(() => {
    const slack = 2; // px: letters are rounded, and lines are higher than letters
    interface Box {
      left: number;
      top: number;
      right: number;
      bottom: number;
    }
    const within = (a: Box, b: Box) =>
      a.left >= b.left - slack && a.right <= b.right + slack && a.top >= b.top - slack && a.bottom <= b.bottom + slack;
    const common = (a: Box, b: Box): Box => ({
      left: Math.max(a.left, b.left),
      top: Math.max(a.top, b.top),
      right: Math.min(a.right, b.right),
      bottom: Math.min(a.bottom, b.bottom),
    });
    const empty = ({ left, top, right, bottom }: Box) => right - left <= 2 * slack || bottom - top <= 2 * slack;
    /** Around the letters rather than around the line, which may be set closer. */
    function lettersOf(text: Text): Box[] {
      const range = document.createRange();
      range.selectNodeContents(text);
      const size = parseFloat(getComputedStyle(text.parentElement as Element).fontSize);
      return [...range.getClientRects()].map(({ left, right, top, bottom }) => {
        const middle = (top + bottom) / 2;
        return { left, right, top: Math.max(top, middle - size * 0.45), bottom: Math.min(bottom, middle + size * 0.45) };
      });
    }
    const faults = new Set<string>();
    const seen: { text: Text; box: Box }[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const parent = text.parentElement;
      if (!text.data.trim() || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (parent.closest('.unseen, svg, option, textarea, script, style')) continue;
      const word = `“${text.data.trim().slice(0, 30)}” (${parent.tagName.toLowerCase()}.${parent.className.split(' ')[0]})`;
      boxes: for (const box of lettersOf(text)) {
        let shown = box;
        let floats = false;
        for (let around: Element | null = parent; around && around !== document.body; around = around.parentElement) {
          const style = getComputedStyle(around);
          if (style.clipPath !== 'none') continue boxes;
          const edge = around.getBoundingClientRect();
          if (style.display !== 'inline') {
            const cuts = /hidden|clip/.test(style.overflowX + style.overflowY);
            const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
            const drawn = style.backgroundColor !== 'rgba(0, 0, 0, 0)' || parseFloat(style.borderTopWidth) > 0;
            if (cuts && !scrolls && !within(shown, edge)) faults.add(`${word} is cut off by ${around.tagName}.${around.className}`);
            else if (!cuts && !scrolls && drawn && !floats && !within(shown, edge)) faults.add(`${word} is outside of ${around.tagName}.${around.className}`);
            if (cuts || scrolls) shown = common(shown, edge);
          }
          floats ||= /absolute|fixed|sticky/.test(style.position);
          if (empty(shown)) continue boxes;
        }
        if (shown.left < -slack || shown.right > innerWidth + slack) faults.add(`${word} is beside the page`);
        seen.push({ text, box: shown });
      }
    }
    /** What lies over the page as a whole, like a drawer, hides what is below it. */
    function raised({ parentElement }: Text): Element | null {
      for (let at = parentElement; at; at = at.parentElement) if (/fixed|sticky/.test(getComputedStyle(at).position)) return at;
      return null;
    }
    for (const [i, a] of seen.entries())
      for (const b of seen.slice(i + 1))
        if (a.text !== b.text && raised(a.text) === raised(b.text) && !empty(common(a.box, b.box)))
          faults.add(`“${a.text.data.trim().slice(0, 20)}” lies over “${b.text.data.trim().slice(0, 20)}”`);
    return [...faults];
  });
  expect(faults, 'not readable').toEqual([]);
}

/** None of the first lies over one of the others. */
export async function expectApart(page: Page, first: string, others: string): Promise<void> {
  const over = await page.evaluate(
    ([some, rest]) =>
      [...document.querySelectorAll(some)].flatMap((a) => {
        const one = a.getBoundingClientRect();
        return [...document.querySelectorAll(rest)].flatMap((b) => {
          const two = b.getBoundingClientRect();
          const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
          const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
          return !a.contains(b) && wide > 1 && high > 1 ? [`${a.className} “${a.textContent?.trim()}” over ${b.className} “${b.textContent?.trim()}”`] : [];
        });
      }),
    [first, others] as const,
  );
  expect(over, 'lies over something').toEqual([]);
}

/** Where text may be cut at its end, its letters are seen from top to bottom, tails included. */
export async function expectLetters(page: Page): Promise<void> {
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')].flatMap((box) => {
      const own = [...box.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
      if (!own || box.closest('.unseen') || !/hidden|clip/.test(getComputedStyle(box).overflowY) || getComputedStyle(box).clipPath !== 'none') return [];
      const range = document.createRange();
      range.selectNodeContents(own);
      const [letters, edge] = [range.getClientRects()[0], box.getBoundingClientRect()];
      return letters && (letters.top < edge.top - 0.5 || letters.bottom > edge.bottom + 0.5) ? [`“${own.textContent}” in ${box.className}`] : [];
    }),
  );
  expect(cut, 'letters are cut').toEqual([]);
}
