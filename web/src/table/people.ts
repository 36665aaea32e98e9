// people.ts — accounts, ratings and finished matches at a server (docs/reference/api.md).
// Every function throws a Refusal with the server's code.
import { ask } from './server.ts';

interface Rating {
  game: string;
  matches: number;
  /** What somebody is worth at least, nearly for sure. */
  points: number;
}

export interface Me {
  person: string;
  /** '' for a guest. */
  name: string;
  account: boolean;
  ratings: Rating[];
}

export interface Leader extends Rating {
  name: string;
  account: boolean;
  you: boolean;
}

/** One seat of a finished match: with a name and a bot, somebody for whom a bot played on; with
 * neither, somebody who was forgotten. */
export interface PlayedSeat {
  name: string;
  bot: string;
  character?: string;
  points: number;
  place: number;
  you: boolean;
}

export interface Played {
  table: string;
  game: string;
  rated: boolean;
  finished: number;
  seats: PlayedSeat[];
}

interface PlayedPage {
  records: Played[];
  /** What to ask for the next page; null on the last. */
  before: number | null;
}

export const whoAmI = (): Promise<Me> => ask('me');

type Hello = Pick<Me, 'name'>;

/** What a server gives a browser that has logged in: with it, strangers who guess passwords cannot lock it out. */
const known = {
  key: (name: string) => `peck.known.${name.toLowerCase()}`,
  get(name: string): string | null {
    try {
      return localStorage.getItem(known.key(name));
    } catch {
      return null;
    }
  },
  keep<T extends Hello & { known: string }>(hello: T): T {
    try {
      localStorage.setItem(known.key(hello.name), hello.known);
    } catch {
      // Then it is throttled like any other browser.
    }
    return hello;
  },
};

export const makeAccount = async (name: string, password: string): Promise<Hello> =>
  known.keep(await ask('account', 'POST', { name, password }));
export async function logIn(name: string, password: string): Promise<Hello> {
  const before = known.get(name);
  return known.keep(await ask('login', 'POST', { name, password, ...(before && { known: before }) }));
}
export const logOut = (): Promise<Hello> => ask('logout', 'POST', {});
export const changePassword = (password: string, fresh: string): Promise<Hello> =>
  ask('password', 'POST', { password, new: fresh });

/** Everything the server knows of me. */
export const exportMe = (): Promise<object> => ask('me/export');
/** Forgets me; `tables` are the tables whose logs were rewritten. */
export const forgetMe = (password: string | null): Promise<{ tables: number }> =>
  ask('me', 'DELETE', password === null ? undefined : { password });

export const leaders = async (game: string): Promise<Leader[]> =>
  (await ask<{ players: Leader[] }>(`leaderboard?game=${encodeURIComponent(game)}`)).players;

/** Finished matches, the newest first: mine, or those of a game's public tables. */
export function played(whose: { person: 'me' } | { game: string }, before: number | null): Promise<PlayedPage> {
  const query = new URLSearchParams({ ...whose, ...(before !== null && { before: String(before) }) });
  return ask(`records?${query}`);
}
