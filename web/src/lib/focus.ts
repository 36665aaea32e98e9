// focus.ts — who plays by keyboard stays at the table: when the focused control has gone with the
// action it played, the focus goes to the next thing that can be done.

/** An attachment. Controls that play have `data-action`, those of a first step `data-step`. */
export function keepFocus(root: HTMLElement): () => void {
  let here = false;
  const watch = ({ target }: Event) => (here = target instanceof Node && root.contains(target));
  const seek = () => {
    if (!here || (document.activeElement ?? document.body) !== document.body) return;
    root.querySelector<HTMLElement>('[data-action]:enabled, [data-step]:enabled')?.focus();
  };
  const changes = new MutationObserver(seek);
  changes.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', watch);
  document.addEventListener('pointerdown', watch);
  return () => {
    changes.disconnect();
    document.removeEventListener('focusin', watch);
    document.removeEventListener('pointerdown', watch);
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
