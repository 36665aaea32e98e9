// invite.ts — a table for friends in one tap: it is opened, I sit down, and the link is what the page shows.
import { engine } from '../engine/client.ts';
import { seatsWith } from '../engine/engine.ts';
import { valuesOf, type Box } from '../games/index.ts';
import { t } from '../i18n/index.svelte.ts';
import { plans } from '../table/plan.ts';
import { openTable } from '../table/server.ts';
import { route } from './route.svelte.ts';
import { settings } from './settings.svelte.ts';

const open = (box: Box, seats: number): Promise<string> =>
  openTable({ game: box.game, seats, options: valuesOf(box.options), listed: false, rated: false, clock: 'none', time: 0 });

/** A table that this device shows to everybody in the room. They sit down with their phones, as many as the game takes;
 * whoever starts the match closes the seats that are left. */
export async function openForRoom(box: Box): Promise<string> {
  const facts = (await engine.games()).find(({ name }) => name === box.game);
  return open(box, facts ? Math.max(...seatsWith(facts, valuesOf(box.options))) : box.seats);
}

/** As many seats and bots as at the last table for friends, with a seat for me and one for a friend at least. */
function companyOf(box: Box): [seats: number, bots: string[]] {
  const { [box.id]: same, last } = settings.company;
  const seats = same?.seats ?? box.seats;
  return [seats, (same ?? last)?.bots.slice(0, seats - 2) ?? []];
}

/** Returns the table's name. `bots` are their levels, on the last seats. I am ready at once, and so is whoever sits down
 * when only they are missing. */
export async function openForFriends(box: Box, [seats, bots] = companyOf(box)): Promise<string> {
  const table = await open(box, seats);
  const free = Math.max(seats - bots.length, 1);
  plans.set(table, {
    seat: 0,
    name: settings.name.trim() || t('name.person', { seat: 1 }),
    bots: Array.from({ length: seats }, (_, seat) => (seat < free ? '' : (bots[seat - free] ?? ''))),
    eager: true,
  });
  return table;
}

/** Where another table is shown: as this one is. */
export const tableAddress = (table: string): string => `#/${route.parts[0] === 'hand' ? 'hand' : 'table'}/${table}`;

/** A line of the chat that leads to another table: what is played there, and its name. */
export function invitation(text: string | undefined): { title: string; table: string } | null {
  const [, title = '', table = ''] = /^(.+): https?:\/\/\S+#\/table\/([a-z0-9]{1,23})$/.exec(text ?? '') ?? [];
  return table === '' ? null : { title, table };
}
