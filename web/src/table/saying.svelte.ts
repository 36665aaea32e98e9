// saying.svelte.ts — what is seen at the seats beside the match: who is glad or sad in this beat, and what somebody says.
// A hen says one of her two lines now and then, whoever chats is heard by all. The drawing of the seats
// (lib/Players.svelte) finds it by its context.
import { getContext, setContext } from 'svelte';
import { tFind } from '../i18n/index.svelte.ts';
import type { Mood, News, Player } from './table.ts';

/** How long a line stays, in ms. */
const stays = 4000;
/** A hen speaks at one of so many occasions. */
const seldom = 3;
const key = Symbol('saying');

export class Saying {
  moods = $state.raw<Record<number, Mood>>({});
  lines = $state.raw<Record<number, string>>({});
  private readonly timers = new Map<number, number>();

  /** Takes in a moment; `ply` makes the same lines come again when the match is seen again. */
  take({ moods = {} }: News, players: Player[], ply: number): void {
    this.moods = moods;
    for (const { seat, character } of players) {
      const mood = moods[seat];
      if (mood && character && (ply + seat) % seldom === 0) this.say(seat, tFind(`web.said.${character.id}.${mood}`) ?? '');
    }
  }

  say(seat: number, text: string): void {
    clearTimeout(this.timers.get(seat));
    this.lines = { ...this.lines, [seat]: text };
    this.timers.set(seat, window.setTimeout(() => this.hush(seat), stays));
  }

  private hush(seat: number): void {
    const { [seat]: _, ...others } = this.lines;
    this.lines = others;
  }

  close(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
  }
}

/** To be called while the page of a table is made. */
export const openSaying = (): Saying => setContext(key, new Saying());

/** What is said where this component stands; null: it is no table. */
export const sayingHere = (): Saying | null => getContext<Saying | undefined>(key) ?? null;
