// index.ts — the games there are, and the component that draws each: loaded when it is needed.
import type { Component } from 'svelte';
import type { GameProps } from './contract.ts';

// A component takes the view of its own game; who looks it up by the view's game gives it that.
export type GameComponent = Component<GameProps<never>>;

export const drawings: Record<string, () => Promise<{ default: GameComponent }>> = {
  heckmeck: () => import('./heckmeck.svelte'),
  karteneck: () => import('./karteneck.svelte'),
  nothanks: () => import('./nothanks.svelte'),
  hexxhopp: () => import('./hexxhopp.svelte'),
};

/** One of the five boxes on the start page: a game, and the options that make it that box. */
export interface Box {
  id: 'heckmeck' | 'extrawurm' | 'karteneck' | 'nothanks' | 'hexxhopp';
  game: string;
  options: string[];
  /** Seats in all for one click, and the bots' level. */
  seats: number;
  level: string;
}

export const boxes: Box[] = [
  { id: 'heckmeck', game: 'heckmeck', options: [], seats: 3, level: 'normal' },
  { id: 'extrawurm', game: 'heckmeck', options: ['extra-wurm'], seats: 3, level: 'normal' },
  { id: 'karteneck', game: 'karteneck', options: [], seats: 3, level: 'normal' },
  { id: 'nothanks', game: 'nothanks', options: [], seats: 4, level: 'normal' },
  { id: 'hexxhopp', game: 'hexxhopp', options: ['rounds=1'], seats: 3, level: 'easy' },
];

export const levels = ['random', 'easy', 'normal', 'hard', 'expert'] as const;
