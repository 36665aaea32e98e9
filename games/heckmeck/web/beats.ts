// beats.ts — the moments of Heckmeck: a roll, one that fails, a tile that changes hands (see web/src/table/beats.ts).
import { lit, moments, type Beat, type Choreography, type Moment } from '#web/table/beats.ts';
import type { View } from '#web/table/view.ts';
import { faces } from './layout.ts';
import type { Table } from './table.ts';

/** The table with the dice that ended the turn still on it: `roll 1125`, or `roll 112+W` with the golden die. */
function withDice(table: Table, roll: string): Table {
  const [dice = '', golden] = roll.replace('roll ', '').split('+');
  const rolled = faces.map((face) => [...dice, ...(golden ?? '')].filter((die) => die === face).length);
  const golden_die = golden === undefined ? table.golden_die : (`rolled-${golden}` as Table['golden_die']);
  return { ...table, phase: 'keep', rolled, golden_die };
}

/** The dice tumble before anything is said of them. What can be kept is asked; when it is not, nothing could be. */
function rolled({ ply, index, before, behind }: Moment<Table>): Beat<Table>[] {
  if (!before || !behind) return [];
  const { turn } = before.table;
  const view: View<Table> = { ...before, table: withDice(before.table, ply.name) };
  const tumbles: Beat<Table> = { kind: 'roll', view, plies: index, hold: 600 };
  if (behind.table.phase === 'keep') return [tumbles];
  const plies = index + 1;
  const moods = turn === null ? {} : { [turn]: 'sad' as const };
  const must = turn === before.viewer;
  const fails: Beat<Table> = { kind: 'failed', view: { ...view, ply: behind.ply }, plies, hold: 1200, moods, must };
  const lies = (table: Table) => table.grill.map(({ lies }) => lies).join();
  // The tile goes back, and the highest one turns over.
  const returns: Beat<Table>[] =
    lies(before.table) === lies(behind.table) ? [] : [{ kind: 'returned', view: behind, plies, hold: 700, moods, must }];
  return [tumbles, fails, ...returns];
}

/** A tile goes to whoever takes it; who is robbed of it minds. */
function taken({ ply, index, before, behind }: Moment<Table>, { score }: View<Table>): Beat<Table>[] {
  if (!before || !behind || ply.seat === null) return [];
  const tile = Number(ply.name.split(' ')[1]);
  const robbed = before.table.seats.findIndex(({ stack }) => stack.at(-1) === tile);
  const moods = { [ply.seat]: 'glad' as const, ...(robbed >= 0 && { [robbed]: 'sad' as const }) };
  return [{ kind: robbed >= 0 ? 'stolen' : 'taken', view: { ...behind, score }, plies: index + 1, hold: 800, moods }];
}

export const beats: Choreography<Table> = (before, after, plies) =>
  moments(before, after, plies).flatMap((moment) => {
    const { name, seat } = moment.ply;
    if (seat === null) return name.startsWith('roll ') ? rolled(moment) : [];
    if (/^(take|steal) /.test(name)) return [...lit(moment), ...taken(moment, after)];
    return /^keep /.test(name) ? lit(moment) : [];
  });
