// shelf.ts — keeps the matches of this browser, as records in its storage, to be continued.
// A browser that keeps nothing plays on without it.

export interface Shelved {
  record: string;
  game: string;
  over: boolean;
  /** When it was last played, in ms since 1970. */
  at: number;
}

const prefix = 'peck.match.';
/** The oldest beyond these are forgotten. */
const most = 20;

function read(key: string): Shelved | null {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? 'null') as Shelved | null;
    const whole = typeof value?.record === 'string' && typeof value.game === 'string' && typeof value.at === 'number';
    return whole ? value : null;
  } catch {
    return null;
  }
}

export const shelf = {
  put(id: string, match: Shelved): void {
    try {
      localStorage.setItem(prefix + id, JSON.stringify(match));
      for (const { id: old } of shelf.all().slice(most)) localStorage.removeItem(prefix + old);
    } catch {
      // Full, or not allowed: the match then lasts as long as the page.
    }
  },
  get: (id: string): Shelved | null => read(prefix + id),
  remove(id: string): void {
    localStorage.removeItem(prefix + id);
  },
  /** `changed` is called when another window has played the match; returns how to end that. */
  watch(id: string, changed: () => void): () => void {
    const hear = ({ key, newValue }: StorageEvent) => {
      if (key === prefix + id && newValue !== null) changed();
    };
    addEventListener('storage', hear);
    return () => removeEventListener('storage', hear);
  },
  /** The newest first. */
  all(): (Shelved & { id: string })[] {
    try {
      return Object.keys(localStorage)
        .filter((key) => key.startsWith(prefix))
        .flatMap((key) => {
          const match = read(key);
          return match ? [{ ...match, id: key.slice(prefix.length) }] : [];
        })
        .sort((a, b) => b.at - a.at);
    } catch {
      return [];
    }
  },
};
