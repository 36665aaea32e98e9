// tiles.ts — the colours of every tile, from the one list of them: rules/tiles.inc.
import list from '../rules/tiles.inc?raw';
import type { Hexagon } from './table.ts';

const colours = [...list.matchAll(/TILE\(((?:\d[, ]*){6})\)/g)].map(([, digits = '']) => digits.split(',').map(Number));

export const tileOf = (tile: number): Hexagon => ({ tile, colours: colours[tile] ?? [] });
