// own_box.svelte.ts — what lies in one's own boxes, as box files, kept on this device.
// A file that is not complete yet is kept as a draft, and the advisor goes on with what it had before.
import type { Component } from 'svelte';

interface Kept {
  /** What the advisor uses. */
  used?: string;
  draft?: string;
}

/** What the editor of a game's box is given. */
export interface BoxProps {
  /** Of the box file, without comments. */
  lines: string[];
  /** Why it is not used; '': it is. */
  fault: string;
  change: (lines: string[]) => void;
}

/** games/<game>/web/Box.svelte, for a game of which something is only assumed. */
export interface BoxEntry {
  default: Component<BoxProps>;
  /** The file that is assumed. */
  assumed: string;
  /** The option without which nothing is assumed. */
  only?: string;
}

const place = 'peck.boxes';

function stored(): Record<string, Kept> {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? '{}') as unknown;
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, Kept>) : {};
  } catch {
    return {};
  }
}

class OwnBoxes {
  private kept = $state.raw(stored());

  /** The box file that the advisor uses; '': what is assumed. */
  used(game: string): string {
    const used = this.kept[game]?.used;
    return typeof used === 'string' ? used : '';
  }

  draft(game: string): string | null {
    const draft = this.kept[game]?.draft;
    return typeof draft === 'string' ? draft : null;
  }

  use(game: string, used: string): void {
    this.keep({ ...this.kept, [game]: { used } });
  }

  sketch(game: string, draft: string): void {
    this.keep({ ...this.kept, [game]: { ...this.kept[game], draft } });
  }

  forget(game: string): void {
    this.keep(Object.fromEntries(Object.entries(this.kept).filter(([name]) => name !== game)));
  }

  private keep(kept: Record<string, Kept>): void {
    this.kept = kept;
    try {
      localStorage.setItem(place, JSON.stringify(kept));
    } catch {
      // A browser may refuse to keep anything; the box then lasts as long as the page.
    }
  }
}

export const ownBoxes = new OwnBoxes();

/** The lines of a box file that say something. */
export const boxLines = (text: string): string[] =>
  text.split('\n').flatMap((line) => line.replace(/#.*/, '').trim().replace(/\s+/g, ' ') || []);
const comments = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('#'));
/** A box file with these lines, which says what they mean. */
export const boxFile = (assumed: string, lines: string[]): string => [...comments(assumed), ...lines, ''].join('\n');
export const sameBox = (one: string, other: string): boolean =>
  boxLines(one).sort().join('\n') === boxLines(other).sort().join('\n');

const entries = import.meta.glob<BoxEntry>('../../../games/*/web/Box.svelte');
/** The editor of a game's box; null: nothing is assumed. */
export async function boxEntry(game: string, options: string[]): Promise<BoxEntry | null> {
  const entry = await entries[`../../../games/${game}/web/Box.svelte`]?.();
  return entry && (entry.only === undefined || options.includes(entry.only)) ? entry : null;
}
