// server.ts — the HTTP side of a server (docs/API.md): opening tables and the lobby. Where there is
// no server, as on a plain file host or without a network, everything here says so and nothing breaks.

export interface Listed {
  table: string;
  game: string;
  seats: number;
  options: Record<string, boolean | number | null>;
  phase: string;
  players: number;
}

export interface Terms {
  game: string;
  seats: number;
  options: Record<string, boolean | number>;
  listed: boolean;
  clock: 'none' | 'move';
  time: number;
}

/** Makes this browser a guest whom the server knows again, before it sits down anywhere: a page and
 * a WebSocket bring no cookie. */
export async function greet(): Promise<void> {
  await fetch('api/me').catch(() => undefined);
}

/** The open public tables; null when there is no server. */
export async function lobby(): Promise<Listed[] | null> {
  try {
    const answer = await fetch('api/tables', { headers: { accept: 'application/json' } });
    if (answer.status !== 200) return null;
    return ((await answer.json()) as { tables: Listed[] }).tables;
  } catch {
    return null;
  }
}

/** Opens a table and returns its name; throws the server's sentence. */
export async function openTable(terms: Terms): Promise<string> {
  const answer = await fetch('api/tables', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(terms),
  });
  const said = (await answer.json()) as { table?: string; why?: string };
  if (!answer.ok || !said.table) throw new Error(said.why ?? String(answer.status));
  return said.table;
}

/** The record of a finished match, or why there is none: a key below `web.replay.fault.`. */
export async function recordOf(
  table: string,
): Promise<{ record: string } | { fault: 'no-table' | 'not-over' | 'away' }> {
  try {
    const answer = await fetch(`api/tables/${encodeURIComponent(table)}/record`);
    if (answer.status === 409) return { fault: 'not-over' };
    if (answer.status === 404) return { fault: 'no-table' };
    return answer.ok ? { record: await answer.text() } : { fault: 'away' };
  } catch {
    return { fault: 'away' };
  }
}
