// beats.ts — the moments that stay on the screen before the match goes on: a failed roll, a tile taken, the end of a
// round. A game names its own in games/<game>/web/beats.ts; a table here, a table online and a replay show them
// through this one queue. A tap skips a beat. Without motion the picture stands still for as long. Where bots
// play instantly there are only those that one must have seen, and on a page that nobody sees none.
import { settings } from '../lib/settings.svelte.ts';
import type { Mood, News, Told } from './table.ts';
import type { View } from './view.ts';

export interface Beat<T = unknown> {
  /** What the game's drawing gets as `news.beat`. */
  kind: string;
  /** What is drawn meanwhile. */
  view: View<T>;
  /** How many of the plies have happened by then. */
  plies: number;
  /** In ms at normal speed; Infinity: until somebody taps. */
  hold: number;
  /** What somebody else is about to do, by its name: it lights up. */
  chosen?: string;
  /** What it is to the seats it is about. */
  moods?: Record<number, Mood>;
  /** It is shown even where bots play instantly. */
  must?: boolean;
}

/** A ply, with what could be seen before it and behind it; null: nobody has told. */
export interface Moment<T> {
  ply: Told;
  /** How many plies have happened before it. */
  index: number;
  before: View<T> | null;
  behind: View<T> | null;
}

/** The plies between two views, one by one. */
export function moments<T extends { turn: number | null }>(before: View<T>, after: View<T>, plies: Told[]): Moment<T>[] {
  const at = (table: T | undefined, index: number): View<T> | null =>
    table ? { ...before, ply: before.ply + index, over: false, movers: table.turn === null ? [] : [table.turn], actions: [], table } : null;
  const tables = plies.map(({ table }, i) => (i === plies.length - 1 ? after.table : (table as T | undefined)));
  return plies.map((ply, index) => ({
    ply,
    index,
    before: at(index === 0 ? before.table : tables[index - 1], index),
    behind: at(tables[index], index + 1),
  }));
}

/** Somebody else's choice lights up before it moves. */
export const lit = <T>({ ply, index, before }: Moment<T>): Beat<T>[] =>
  before && ply.seat !== null && ply.seat !== before.viewer
    ? [{ kind: 'choice', view: before, plies: index, hold: 400, chosen: ply.name }]
    : [];

/** The beats between two views, in order; none when nothing of note has happened. */
export type Choreography<T> = (
  before: View<T>,
  after: View<T>,
  plies: Told[],
  /** Nobody plays on meanwhile. */
  waits: boolean,
) => Beat<T>[];

const rooms = import.meta.glob<{ beats: Choreography<unknown> }>('../../../games/*/web/beats.ts');

/** Online nobody waits for a tap: the others play on. */
export const longestOnline = 4000;

export class Beats {
  private end: (() => void) | null = null;

  constructor(private readonly longest = Infinity) {}

  /** Shows the beats one after the other, and returns the news that are left for the last view. */
  async play(before: View | null, after: View, plies: Told[], show: (view: View, news: News) => void): Promise<News> {
    const load = rooms[`../../../games/${after.game}/web/beats.ts`];
    if (before === null) return { before, plies };
    const all = load ? (await load()).beats(before, after, plies, this.longest === Infinity) : [];
    if (after.over && !before.over) all.push({ kind: 'end', view: after, plies: plies.length, hold: 1500 });
    const found = settings.tempo > 0 ? all : all.filter(({ must }) => must);
    let shown = before;
    let told = 0;
    for (const { kind, view, plies: count, hold, ...rest } of found) {
      if (document.hidden) break;
      show(view, { before: shown, plies: plies.slice(told, count), beat: kind, ...rest });
      [shown, told] = [view, count];
      await this.hold(Math.min(hold, this.longest) * (settings.tempo || 1));
    }
    return { before: shown, plies: plies.slice(told) };
  }

  /** So many ms, or until somebody taps. */
  hold(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms < Infinity ? setTimeout(() => this.skip(), ms) : 0;
      this.end = () => {
        clearTimeout(timer);
        this.end = null;
        resolve();
      };
    });
  }

  skip(): void {
    this.end?.();
  }
}
