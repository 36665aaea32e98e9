// seats.ts — keeps my seats at online tables in this browser: token, value, the server's commitment.
// The token is the seat. The value is my part in the dice of the match. The commitment is what the server had
// promised about its own part before, to be compared later (docs/explain/fairness.md).

export interface Seat {
  token: string;
  value: string;
  /** The hash of the server's secret, as it was told before my value was. */
  commitment?: string;
  /** Whoever asked for another match need not say once more that they are ready. */
  eager?: boolean;
  /** Which draw that was for: a match may be begun again because somebody withheld a value. */
  draw?: number;
}

/** Whether a server still says what it had promised. */
export const promised = (seat: Seat, commitment: string): boolean => (seat.commitment ?? commitment) === commitment;

/** What a record says of my part in its chance: it is there, with the promise that I was given; or one
 * of these is not. null: I had no part, or not in this browser. */
export function partIn(record: string, seat: Seat | null): 'held' | 'promise' | 'share' | null {
  if (!seat?.value || !seat.commitment) return null;
  const lines = record.split('\n').map((line) => line.trimEnd());
  if (!lines.includes(`# fair commitment ${seat.commitment}`)) return 'promise';
  return lines.some((line) => /^# fair value \d /.test(line) && line.endsWith(` ${seat.value}`)) ? 'held' : 'share';
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
