// match.ts — the address of a match to be begun in this browser.
import { freshId } from '../table/id.ts';

export function matchAddress(game: string, seats: string[], options: string[]): string {
  const query = new URLSearchParams({ game, seats: seats.join(',') });
  if (options.length > 0) query.set('options', options.join(' '));
  return `#/play/${freshId()}?${query}`;
}
