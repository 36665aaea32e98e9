// settle.ts — which taps count. After the choices have changed, a tap still means what was there before: the second half
// of a double tap, or a finger that was under way. It is ignored for a moment, as is a key that is held down.
import { settings } from './settings.svelte.ts';

/** Guards what plays. `changed` is to be called when other choices are drawn. */
export class Settle {
  private since = -Infinity;
  private acted = false;

  /** Where all act at once, the choices change all the time: there only what one has done oneself counts. */
  changed(atOnce: boolean): void {
    if (!atOnce || this.acted) this.since = performance.now();
    this.acted = false;
  }

  /** Plays, unless it is too early. */
  tap(play: () => void): void {
    if (performance.now() - this.since < settings.settle) return;
    this.acted = true;
    play();
  }
}

/** An attachment: calls `skip` for a tap, and for a key that would press something. */
export function onSkip(area: HTMLElement, skip: () => boolean): () => void {
  const press = (event: KeyboardEvent) => {
    if (['Enter', ' ', 'Escape'].includes(event.key) && !event.repeat && skip()) event.preventDefault();
  };
  area.addEventListener('click', skip);
  area.addEventListener('keydown', press);
  return () => {
    area.removeEventListener('click', skip);
    area.removeEventListener('keydown', press);
  };
}
