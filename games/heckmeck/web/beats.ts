// beats.ts — the moments of Heckmeck: a roll that fails, and a tile that changes hands (see web/src/table/beats.ts).
import type { Beat, Choreography } from '#web/table/beats.ts';
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

export const beats: Choreography<Table> = (before, after, plies) => {
  const found: Beat<Table>[] = [];
  let table: Table | undefined = before.table;
  plies.forEach(({ seat, name, table: behind }, i) => {
    const last = i === plies.length - 1;
    const next = last ? after.table : (behind as Table | undefined);
    const at = (drawn: Table): View<Table> => ({
      ...before,
      ply: before.ply + i + 1,
      over: false,
      movers: drawn.turn === null ? [] : [drawn.turn],
      actions: [],
      table: drawn,
    });
    // What can be kept is asked; when it is not, nothing could be.
    if (table && next && seat === null && name.startsWith('roll ') && next.phase !== 'keep')
      found.push({ kind: 'failed', view: at(withDice(table, name)), plies: i + 1, hold: 1200 });
    else if (next && !last && /^(take|steal) /.test(name))
      found.push({ kind: 'taken', view: { ...at(next), score: after.score }, plies: i + 1, hold: 800 });
    table = next;
  });
  return found;
};
