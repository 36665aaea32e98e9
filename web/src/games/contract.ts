// contract.ts — what a game's Table.svelte gets as properties, and what it must do.
// One component draws one game, for a table here, a table online and a replay alike. It draws `view`, offers
// `choices` and calls `act`. It knows what things mean, but no rule: what may be done is in `choices` and
// nowhere else. docs/reference/web-client.md explains how to write one.
import type { Estimate } from '../engine/engine.ts';
import type { Choice, News, Player } from '../table/table.ts';
import type { View } from '../table/view.ts';

export type Sound = 'roll' | 'place' | 'take' | 'chip' | 'card' | 'turn' | 'win' | 'lose' | 'error';

/** `T` is the game's table as its room types it, `C` a choice with what it brings there. */
export interface GameProps<T, C extends Choice = Choice> {
  /** What the viewer sees; `view.viewer` is null for a spectator and in a replay of all. */
  view: View<T>;
  /** One a seat, in order, with the names to show. */
  players: Player[];
  /** What the viewer may do now; empty when nothing. Each has its `text`: what it would do. */
  choices: C[];
  /** Plays the choice of that name. Anything else is ignored, as is a second call while `busy`. */
  act: (action: string) => void;
  /** An action is under way: show it chosen, offer nothing. */
  busy: boolean;
  /** For each choice its chances, in the same order, when somebody asked for hints; else null. */
  hints: Estimate[] | null;
  /** The view before this one and the plies between: what to animate. */
  news: News;
  /** How high the column is that it has to itself, in px. */
  height: number;
  /** Multiply durations by it; 0: nothing moves (a cross-fade at most). */
  pace: number;
  /** Whether to show letters on colours. */
  letters: boolean;
  /** Makes the sound, when sounds are on. */
  play: (sound: Sound) => void;
}
