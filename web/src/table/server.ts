// server.ts — the HTTP side of a server (docs/reference/api.md): opening tables, the lobby, my tables.
// Where there is no server, on a plain file host or without a network, every function says so and nothing
// breaks.

/** What a table is about, as the server tells it. */
export interface Listed {
  table: string;
  game: string;
  seats: number;
  options: Record<string, boolean | number | null>;
  rated: boolean;
  clock: 'none' | 'move' | 'total';
  time: number;
  phase: string;
  players: number;
  /** When something last happened there. */
  touched: number;
}

/** An open table at which I sit, and whether I may act there. */
export interface Own extends Listed {
  seat: number;
  turn: boolean;
}

export interface Terms extends Pick<Listed, 'game' | 'seats' | 'rated' | 'clock' | 'time'> {
  options: Record<string, boolean | number>;
  listed: boolean;
}

/** What the server does not do: a code of docs/reference/api.md, and 'away' when it does not answer. */
export class Refusal extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** Asks `api/<path>`. A host of files answers something as well, but no JSON. */
export async function ask<T>(path: string, method = 'GET', body?: object): Promise<T> {
  const answer = await fetch(`api/${path}`, {
    method,
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => null);
  const said = (await answer?.json().catch(() => null)) as (T & { code?: string }) | null;
  if (!answer || !said) throw new Refusal('away');
  if (!answer.ok) throw new Refusal(said.code ?? 'away');
  return said;
}

export const codeOf = (error: unknown): string => (error instanceof Refusal ? error.code : 'away');

/** Makes this browser a guest whom the server knows again, before it sits down anywhere: a page and
 * a WebSocket bring no cookie. Returns how far this device's clock is ahead of the server's, in ms. */
export async function greet(): Promise<number> {
  const answer = await fetch('api/me').catch(() => null);
  const date = Date.parse(answer?.headers.get('date') ?? '');
  return Number.isNaN(date) ? 0 : Date.now() - date - 500; // it is cut to whole seconds
}

/** Whether the server wants nothing from us. A browser is not told why a WebSocket was refused, but
 * whatever is posted is answered so; this asks for nothing that could succeed. */
export async function banned(): Promise<boolean> {
  return ask('tables', 'POST', {}).then(
    () => false,
    (error) => codeOf(error) === 'banned',
  );
}

interface Tables<T> {
  tables: T[];
  /** Whether the server has documentation at docs/. */
  docs?: boolean;
}

const tables = <T>(query: string): Promise<Tables<T> | null> => ask<Tables<T>>(`tables${query}`).catch(() => null);

/** The open public tables; null when there is no server. */
export const lobby = (): Promise<Tables<Listed> | null> => tables<Listed>('');

/** The open tables at which I sit, those first where I may act; null when there is no server. */
export async function ownTables(): Promise<Own[] | null> {
  const own = await tables<Own>('?person=me');
  return own?.tables.sort((a, b) => Number(b.turn) - Number(a.turn)) ?? null;
}

/** Opens a table and returns its name. */
export async function openTable(terms: Terms): Promise<string> {
  return (await ask<{ table: string }>('tables', 'POST', terms)).table;
}

/** The short code of a table, to be read off a screen; and the table of a code. */
export const codeFor = async (table: string): Promise<string> =>
  (await ask<{ code: string }>(`tables/${encodeURIComponent(table)}/code`, 'POST', {})).code;
export const tableOf = async (code: string): Promise<string> =>
  (await ask<{ table: string }>(`codes/${encodeURIComponent(code)}`)).table;

/** The record of a finished match, or why there is none: a key below `web.replay.fault.`. */
export async function recordOf(
  table: string,
): Promise<{ record: string } | { fault: 'no-table' | 'not-over' | 'away' }> {
  try {
    const answer = await fetch(`api/tables/${encodeURIComponent(table)}/record`);
    if (answer.status === 409) return { fault: 'not-over' };
    const json = answer.headers.get('content-type')?.startsWith('application/json');
    if (answer.status === 404 && json) return { fault: 'no-table' }; // else there are only files
    return answer.ok ? { record: await answer.text() } : { fault: 'away' };
  } catch {
    return { fault: 'away' };
  }
}
