// told.svelte.ts — a position as somebody enters it: things on piles, and the words for the engine.
// The words are those of games/<game>/players/advice.c. The engine says whether such a position is possible.
import type { Component } from 'svelte';
import type { Box } from '../games/index.ts';
import { t } from '../i18n/index.svelte.ts';
import type { View } from '../table/view.ts';

export interface Told {
  /** The words, or a position line. */
  words: Record<string, string> | string;
  /** What is still to be entered before there is anything to ask; null: nothing. */
  lacks: string | null;
}

/** What the form of a game is given. */
export interface EntryProps {
  box: Box;
  /** What lies in one's own box, as a file; '': what is assumed. */
  own: string;
  /** How a match begins, as the engine deals it to the first seat … */
  deal: View<never>;
  /** … and as a position line. */
  line: string;
  /** What chance could deal, by the verbs in `deals`: the cards and tiles that there are. */
  things: Partial<Record<string, string[]>>;
  /** Of the last position that could be. */
  view: View<never> | null;
  /** What the engine advises for it, by name; null while it thinks, or where there is nothing to advise. */
  best: string | null;
  /** How many may play, fewest and most. */
  range: readonly [number, number];
  tell: (told: Told) => void;
}

/** A form as a module: games/<game>/web/Advisor.svelte. */
export interface Entry {
  default: Component<EntryProps, Form>;
  /** The verbs of chance whose outcomes the form offers. */
  deals?: string[];
}

/** What else a form can do. */
export interface Form {
  /** Which actions it can do by itself, and does them: the position after one. */
  follows?: (action: string) => boolean;
  follow?: (action: string) => void;
}

/** Numbered things, each on one pile or on none. */
export class Piles {
  private piles = $state<Record<string, number[]>>({});

  /** From bottom to top. */
  on(place: string): number[] {
    return this.piles[place] ?? [];
  }

  where(thing: number): string | null {
    return Object.keys(this.piles).find((place) => this.on(place).includes(thing)) ?? null;
  }

  /** To this place, on top, or away from it when it is there. A `single` place holds one thing. */
  toggle(thing: number, place: string, single = false): void {
    const from = this.where(thing);
    if (from !== null) this.piles[from] = this.on(from).filter((other) => other !== thing);
    if (from !== place) this.piles[place] = single ? [thing] : [...this.on(place), thing];
  }

  /** Somebody who has left the table has nothing. */
  only(places: string[]): void {
    for (const place of Object.keys(this.piles)) if (!places.includes(place)) delete this.piles[place];
  }
}

/** The seats from mine on, clockwise, as places. */
export const seatPlaces = (seats: number): string[] => Array.from({ length: seats }, (_, seat) => `${seat}`);

export const seatName = (seat: number): string =>
  seat === 0 ? t('web.advisor.me') : t('web.advisor.player', { number: seat });

/** A pile as the words have it, or `-`. */
export const said = (things: (number | string)[], between: string): string => things.join(between) || '-';
