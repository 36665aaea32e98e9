// terms.ts — what was agreed at a table, in words: its game, its clock, whether it is rated.
import { speech, t, tFind, type Key } from '../i18n/index.svelte.ts';
import type { Listed } from '../table/server.ts';
import type { View } from '../table/view.ts';
import { duration } from './duration.ts';

/** The box of a game: Heckmeck with helpers is one of its own. */
export const gameTitle = (game: string, extra = false): string =>
  t(`web.box.${extra ? 'extrawurm' : game}` as Key);

/** What a table is called; before its view is there, as the program is. */
export const tableTitle = (view: View | null): string =>
  view ? gameTitle(view.game, view.options['extra-wurm'] === true) : 'Peck';

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

/** What a refusal of the server means, and what to do. */
export const refusal = (code: string): string =>
  tFind(`web.denied.${code}`) ?? t('web.denied.other', { code });
