// characters.ts — the hens that play as bots, as the engine knows them: temper and face of each, by her id.
// Who sits where comes with the names (engine) or the chairs (server); her name is `character.<id>`.
import { engine } from '../engine/client.ts';
import type { Character } from '../engine/engine.ts';

let known: Promise<Map<string, Character>> | null = null;

/** All of them; asks the engine once. */
export function characters(): Promise<Map<string, Character>> {
  known ??= engine.games().then(
    (games) => new Map(games.flatMap(({ bots }) => bots.flatMap((bot) => bot.characters.map((hen) => [hen.id, hen] as const)))),
  );
  known.catch(() => (known = null));
  return known;
}
