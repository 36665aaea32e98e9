// flight.svelte.ts — animates things from where they were to where they are in a new view.
// Whatever has the same `data-fly="<id>"` before and after a new view flies from the one place to the other.
// The newest view is drawn at once; the flight is only decoration.
import { untrack } from 'svelte';

type Root = () => HTMLElement | undefined;

const flyers = (root: HTMLElement | undefined) =>
  root?.querySelectorAll<HTMLElement>('[data-fly]') ?? [];

/**
 * To be called while a component is made. `arrive` is called once for every view, when it is drawn,
 * and says how many ms the flights last; 0: nothing moves.
 */
export function flights(view: () => unknown, root: Root, arrive: () => number): void {
  const places = new Map<string, DOMRect>();
  $effect.pre(() => {
    view();
    places.clear();
    for (const thing of flyers(untrack(root)))
      places.set(thing.dataset['fly'] ?? '', thing.getBoundingClientRect());
  });
  $effect(() => {
    view();
    const duration = untrack(arrive);
    if (duration === 0) return;
    for (const thing of flyers(untrack(root)))
      fly(thing, places.get(thing.dataset['fly'] ?? ''), duration);
  });
}

/** What is not laid out yet has hardly a height, and would fill the screen for a moment. */
const scaled = (ratio: number) => Math.min(Math.max(ratio, 0.4), 2.5);

function fly(thing: HTMLElement, from: DOMRect | undefined, duration: number): void {
  const to = thing.getBoundingClientRect();
  if (!from || to.width === 0) return;
  if (from.width === 0) return; // it comes from where nobody sees it
  // What is enlarged as a whole is moved in its own pixels.
  const zoom = thing.currentCSSZoom ?? 1;
  const [x, y] = [(from.left - to.left) / zoom, (from.top - to.top) / zoom];
  if (Math.abs(x) + Math.abs(y) < 2) return;
  // Cards in a fan lie over each other, and are narrower than they look.
  const start = `translate(${x}px, ${y}px) scale(${scaled(from.height / to.height)})`;
  const frames = [start, 'none'].map((transform) => ({ transform, transformOrigin: '0 0' }));
  thing.animate(frames, { duration, easing: 'ease-out' });
}
