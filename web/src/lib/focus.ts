// focus.ts — keeps the keyboard focus at the table while buttons come and go.
// When the focused control disappears or is disabled, the focus moves to the next thing that can be done, and
// rests on the table until there is one.

/** Whether the keyboard was used last, rather than a pointer: then a page takes the focus that the
 * last one has lost. */
let keyboard = false;
addEventListener('keydown', () => (keyboard = true), true);
addEventListener('pointerdown', () => (keyboard = false), true);

/** Controls that play have `data-action`, those of a first step `data-step`, and what comes instead of
 * a decision, the curtain and the result, `data-next`. */
const wanted = '[data-action]:enabled, [data-step]:enabled, [data-next]:not(:disabled)';

/** An attachment of a page. The same action, where it is there again, is preferred. */
export function keepFocus(page: HTMLElement): () => void {
  let here = keyboard;
  let action = '';
  const watch = ({ target }: Event) => {
    here = target instanceof HTMLElement && page.contains(target);
    if (here) action = (target as HTMLElement).dataset['action'] ?? action;
  };
  const leave = ({ target }: Event) => {
    if (!page.contains(target as Node)) here = false;
  };
  const seek = () => {
    const rest = page.querySelector('main');
    const focus = document.activeElement ?? document.body;
    if (!here || !(focus === document.body || focus === rest || focus.matches(':disabled'))) return;
    const next = [...page.querySelectorAll<HTMLElement>(wanted)];
    const to = next.find(({ dataset }) => dataset['action'] === action) ?? next[0] ?? rest;
    if (to !== focus) to?.focus();
  };
  const changes = new MutationObserver(seek);
  changes.observe(page, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', watch);
  document.addEventListener('pointerdown', leave);
  return () => {
    changes.disconnect();
    document.removeEventListener('focusin', watch);
    document.removeEventListener('pointerdown', leave);
  };
}

/** An attachment: arrow keys go from one button to the next inside the element. */
export function arrows(root: HTMLElement): () => void {
  const press = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const buttons = [...root.querySelectorAll<HTMLElement>('button:enabled')];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  };
  root.addEventListener('keydown', press);
  return () => root.removeEventListener('keydown', press);
}
