// match.ts — the address of a match to be begun in this browser, and names as the engine takes them.
import { freshId } from '../table/id.ts';

export function matchAddress(game: string, seats: string[], options: string[]): string {
  const query = new URLSearchParams({ game, seats: seats.join(',') });
  if (options.length > 0) query.set('options', options.join(' '));
  return `#/play/${freshId()}?${query}`;
}

/** Most bytes of a name in a record. */
const most = 63;

/**
 * A person's name as the engine takes it: it has no comma, which parts the seats, and begins with a
 * capital, since words in small letters are bots. What could still be a bot, as "007", is nobody's name.
 */
export function seatName(typed: string): string {
  const name = typed.replace(/[,\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ').replace(/\s+/g, ' ').trim();
  let fits = name.charAt(0).toUpperCase() + name.slice(1);
  while (new TextEncoder().encode(fits).length > most) fits = [...fits].slice(0, -1).join('');
  return /^[a-z0-9-]*$/.test(fits) ? 'you' : fits;
}
