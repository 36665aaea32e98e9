// judged.ts — marks on a drawn table what was best at a decision and what was played instead.
// A game gives `data-choice` to what stands for an action: its name, or the beginning of it, with * for any word;
// several of them with | between.
// What is marked gets `data-judged`, and games.css draws it.

/** What was best, and what was played; the same, where the best was played. */
export interface Judged {
  best: string;
  played: string;
}

const names = (pattern: string, action: string) => {
  const words = action.split(' ');
  return pattern.split('|').some((one) => one.split(' ').every((word, i) => word === '*' || word === words[i]));
};

/** To be attached to what a game is drawn in. It may be drawn anew at any time. */
export const marks = (judged: Judged | null) => (root: HTMLElement) => {
  const mark = () => {
    for (const thing of root.querySelectorAll<HTMLElement | SVGElement>('[data-choice]')) {
      const pattern = thing.dataset['choice'] ?? '';
      const sign = !judged ? undefined : names(pattern, judged.best) ? 'best' : names(pattern, judged.played) ? 'played' : undefined;
      if (sign) thing.dataset['judged'] = sign;
      else delete thing.dataset['judged'];
    }
  };
  const watch = new MutationObserver(mark);
  watch.observe(root, { childList: true, subtree: true, attributeFilter: ['data-choice'] });
  mark();
  return () => watch.disconnect();
};
