// plan.ts — what somebody chose before the table was there: where to sit, and where bots sit. The table online follows it
// when it is opened in the same page.

export interface Plan {
  seat: number;
  name: string;
  /** The level of the bot on each seat; '' where none is. */
  bots: string[];
  /** Nothing is left to wait for: begin as soon as all seats are taken. */
  ready?: boolean;
}

export const plans = new Map<string, Plan>();
