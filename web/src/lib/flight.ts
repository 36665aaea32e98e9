// flight.ts — things move from where they were to where they are. What has `data-fly="<id>"` before
// and after a change flies from the one place to the other; the newest view is drawn at once, the
// flight is only seen.

export class Flight {
  private readonly places = new Map<string, DOMRect>();

  /** Remembers where everything is: before the change. */
  note(root: HTMLElement | undefined): void {
    this.places.clear();
    for (const thing of root?.querySelectorAll<HTMLElement>('[data-fly]') ?? [])
      this.places.set(thing.dataset['fly'] ?? '', thing.getBoundingClientRect());
  }

  /** Lets what has moved fly: after the change. */
  go(root: HTMLElement | undefined, duration: number): void {
    if (duration === 0) return;
    for (const thing of root?.querySelectorAll<HTMLElement>('[data-fly]') ?? []) {
      const from = this.places.get(thing.dataset['fly'] ?? '');
      const to = thing.getBoundingClientRect();
      if (!from || to.width === 0) continue;
      const [x, y] = [from.left - to.left, from.top - to.top];
      if (Math.abs(x) + Math.abs(y) < 2) continue;
      thing.animate(
        [
          {
            transformOrigin: '0 0',
            transform: `translate(${x}px, ${y}px) scale(${from.width / to.width})`,
          },
          { transformOrigin: '0 0', transform: 'none' },
        ],
        { duration, easing: 'ease-out' },
      );
    }
  }
}
