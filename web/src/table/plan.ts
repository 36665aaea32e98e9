// plan.ts — what somebody chose before the table was there: where to sit, and where bots sit. The table online follows it
// when it is opened in the same page.

export interface Plan {
  /** null: the first that is free. */
  seat: number | null;
  /** '': whatever the seat is called. */
  name: string;
  /** The level of the bot on each seat; '' where none is. */
  bots: string[];
  /** Ready at once: the match begins when all seats are taken. */
  eager?: boolean;
}

export const plans = new Map<string, Plan>();
