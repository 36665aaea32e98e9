// seats.ts — my seats at online tables, kept in this browser: the token that is the seat, and the
// value that I put into the chance of the match.

export interface Seat {
  token: string;
  value: string;
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
