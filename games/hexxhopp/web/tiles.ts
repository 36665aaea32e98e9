// tiles.ts — the colours of every tile, from the one list of them: data/box.txt.
import list from '../data/box.txt?raw';
import type { Hexagon } from './table.ts';

const colours = [...list.matchAll(/^[RYBW ]+$/gm)].map(([letters]) => letters.split(' ').map((letter) => 'RYBW'.indexOf(letter)));

export const tileOf = (tile: number): Hexagon => ({ tile, colours: colours[tile] ?? [] });
