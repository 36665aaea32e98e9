// index.ts — the boxes of the start page, and the component that draws each game.
// What is about one game is in its folder games/<game>/web and is found there by name. A game without such
// files is drawn by components that fit any game.
import type { Component } from 'svelte';
import boxes, { type Box } from 'virtual:boxes';
import type { GameProps } from './contract.ts';

export { boxes, type Box };

// A component takes the view of its own game; the lookup by the view's game ensures that.
export type GameComponent = Component<GameProps<never>>;

const tables = import.meta.glob<{ default: GameComponent }>('../../../games/*/web/Table.svelte');

/** Loads what draws the game. */
export function drawingOf(game: string): Promise<{ default: GameComponent }> {
  const load = tables[`../../../games/${game}/web/Table.svelte`];
  return load ? load() : import('./plain.svelte');
}

/** The games, in the order people see them. */
export const games = [...new Set(boxes.map(({ game }) => game))];

type Value = boolean | number | null;

/** Options as records spell them, `fast` or `rounds=3`, with their values. */
export const valuesOf = (options: string[]): Record<string, boolean | number> =>
  Object.fromEntries(
    options.map((option) => {
      const [name = '', value] = option.split('=');
      return [name, value === undefined ? true : Number(value)];
    }),
  );

/** The options of a record. */
export const optionsIn = (record: string): Record<string, Value> =>
  valuesOf([...record.matchAll(/^option (\S+)/gm)].map(([, option = '']) => option));

/** The box of a match: of those of its game whose options it has the one with the most; else the first. */
export function boxOf(game: string, options: Record<string, Value> = {}): Box | undefined {
  const own = boxes.filter((box) => box.game === game);
  const fit = own.filter((box) => Object.entries(valuesOf(box.options)).every(([name, value]) => options[name] === value));
  return fit.sort((a, b) => b.options.length - a.options.length)[0] ?? own[0];
}

/** Whether the option is what makes one box of a game another, and so nothing to ask. */
export function makesBox(game: string, option: string): boolean {
  const own = boxes.filter((box) => box.game === game);
  return new Set(own.map(({ options }) => valuesOf(options)[option])).size > 1;
}

export const levels = ['random', 'easy', 'normal', 'hard', 'expert'] as const;
