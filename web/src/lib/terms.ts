// terms.ts — the terms of a table in words: its game, its clock, whether it is rated.
import { boxOf, optionsIn, type Box } from '../games/index.ts';
import { speech, t, tFind } from '../i18n/index.svelte.ts';
import type { Listed } from '../table/server.ts';
import type { Shelved } from '../table/shelf.ts';
import type { View } from '../table/view.ts';
import { duration } from './duration.ts';

export const boxTitle = ({ id, title }: Box): string => tFind(`box.${id}`) ?? title;
export const boxAbout = ({ id, summary }: Box): string => tFind(`box.${id}.about`) ?? summary;

/** What an option of a game means; null: nobody asks for it by name, as for who begins. */
export const optionText = (game: string, name: string): string | null =>
  tFind(`${game}.option.${name}`) ?? boxOf(game)?.helps[name] ?? null;

/** What a match is called: as its box, or its game where nothing is known of its options. */
export function matchTitle({ game, options }: { game: string; options?: View['options'] }): string {
  const box = boxOf(game, options);
  return box ? boxTitle(box) : game;
}

/** What a table is called; before its view is there, as the program is. */
export const tableTitle = (view: View | null): string => (view ? matchTitle(view) : 'Peck');

/** What a match of the shelf is called. */
export const shelvedTitle = ({ game, record }: Shelved): string => matchTitle({ game, options: optionsIn(record) });

/** A day and a time of day, as they are written where the reader lives: English is read in many places. */
export const moment = (at: number): string =>
  new Intl.DateTimeFormat(navigator.languages.find((tag) => tag.startsWith(speech.language)) ?? speech.language, { dateStyle: 'short', timeStyle: 'short' }).format(at);

/** A rating. */
export const tenths = (value: number): string =>
  new Intl.NumberFormat(speech.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value);

export function termsOf({ rated, clock, time }: Pick<Listed, 'rated' | 'clock' | 'time'>): string[] {
  return [
    ...(rated ? [t('web.rated')] : []),
    ...(clock === 'none' ? [] : [t(`web.clock.${clock}`, { time: duration(time, speech.language) })]),
  ];
}

/** Whether people may come back for their turn: then the server alerts them (docs/reference/api.md). */
export const isSlow = ({ clock, time }: Pick<Listed, 'clock' | 'time'>): boolean => clock === 'none' || time >= 600_000;

/** What a refusal of the server means, and what to do. */
export const refusal = (code: string): string =>
  tFind(`web.denied.${code}`) ?? t('web.denied.other', { code });
