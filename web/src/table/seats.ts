// seats.ts — keeps my seats at online tables in this browser: token, value, the server's commitment.
// The token is the seat. The value is my part in the dice of the match. The commitment is what the server had
// promised about its own part before, to be compared later (docs/explain/fairness.md).
import { sha256 } from './sha256.ts';

export interface Seat {
  token: string;
  value: string;
  /** The hash of the server's secret, as it was told before my value was. */
  commitment?: string;
  /** Whoever asked for another match need not say once more that they are ready. */
  eager?: boolean;
  /** Where players have a part in every roll: the last link of my chain, from which all others follow. */
  last?: string;
  /** The plies for which I gave a link, each with a fingerprint of what was played before, as I saw it. */
  given?: Record<string, string>;
  /** Those of them that came too late. */
  late?: number[];
  /** Which draw that was for: a match may be begun again because somebody withheld a value. */
  draw?: number;
}

/** Whether a server still says what it had promised. */
export const promised = (seat: Seat, commitment: string): boolean => (seat.commitment ?? commitment) === commitment;

const digits = /^[0-9a-f]{64}$/;
const brought = ['value', 'last', 'commitment'] as const;

/** A link that brings my seat to another device, with my part in the dice as far as there is one. All of it is
 * behind the #, which no browser sends to a server. */
export function seatLink(page: string, seat: Seat): string {
  const words = new URLSearchParams({ token: seat.token });
  for (const name of brought) if (seat[name]) words.set(name, seat[name]);
  if (seat.draw) words.set('draw', String(seat.draw));
  return `${page}?${words}`;
}

/** The seat of such a link; null: there is none. */
export function seatIn(words: URLSearchParams): Seat | null {
  const token = words.get('token') ?? '', draw = Number(words.get('draw'));
  if (!digits.test(token)) return null;
  const parts = brought.filter((name) => digits.test(words.get(name) ?? '')).map((name) => [name, words.get(name)]);
  return { token, value: '', ...Object.fromEntries(parts), ...(draw > 0 && { draw }) };
}

/** How many links a chain has: one for each ply that a match may have. */
export const links = 8192;

/** What was played between the last roll and a ply, in a few digits. `lines` are those of a record up to it. */
export function fingerprint(lines: readonly (string | undefined)[]): string {
  const since = lines.slice(lines.findLastIndex((line) => line === undefined || line.startsWith('*')) + 1);
  return sha256(new TextEncoder().encode(since.join('\n'))).slice(0, 16);
}

/** What a record says of my part in its chance: it is there, with the promise that I was given; or one
 * of these is not. Of the links that I gave, the server may have left one out although it had taken it, or have
 * asked for it by showing me something else than what was played. null: I had no part, or not in this browser. */
export function partIn(record: string, seat: Seat | null): 'held' | 'promise' | 'share' | 'left-out' | 'lured' | null {
  if (!seat?.value || !seat.commitment) return null;
  const lines = record.split('\n').map((line) => line.trimEnd());
  if (!lines.includes(`# fair commitment ${seat.commitment}`)) return 'promise';
  const mine = lines.find((line) => /^# fair value \d /.test(line) && line.endsWith(` ${seat.value}`))?.split(' ')[3];
  if (mine === undefined) return 'share';
  const plies = lines.slice(lines.indexOf('plies') + 1).filter((line) => /^[*\d]/.test(line));
  const missed = lines.filter((line) => line.startsWith('# fair missing ')).map((line) => line.split(' ').slice(3));
  for (const [ply, seen] of Object.entries(seat.given ?? {})) {
    if (fingerprint(plies.slice(0, Number(ply))) !== seen) return 'lured';
    if (!seat.late?.includes(Number(ply)) && missed.some(([at, ...seats]) => at === ply && seats.includes(mine))) return 'left-out';
  }
  return 'held';
}

const prefix = 'peck.seat.';
const lasting = new Map<string, Seat>();

export const seatKept = {
  get(table: string): Seat | null {
    try {
      const kept = localStorage.getItem(prefix + table);
      return kept ? (JSON.parse(kept) as Seat) : (lasting.get(table) ?? null);
    } catch {
      return lasting.get(table) ?? null;
    }
  },
  put(table: string, seat: Seat): Seat {
    lasting.set(table, seat);
    try {
      localStorage.setItem(prefix + table, JSON.stringify(seat));
    } catch {
      // The seat then lasts as long as the page; the personal link brings it back.
    }
    return seat;
  },
};
