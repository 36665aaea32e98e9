// duration.ts — lengths of time as each language writes them: exact in sentences, short on clocks.

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

const write = (language: string, count: number, unit: string, unitDisplay: 'long' | 'short' | 'narrow') =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).format(count);

/** In the largest unit that divides it: "90 seconds", "2 minutes", "3 days". */
export function duration(ms: number, language: string): string {
  const [unit, size] = units.find(([, size]) => ms >= size && ms % size === 0) ?? ['second', 1000];
  return write(language, Math.round(ms / size), unit, 'long');
}

/** What is left, for a clock: "2d 5h", "5h 12m", and below an hour "12:34". Never more than there is,
 * but for the seconds, of which the last is counted until it is over. */
export function left(ms: number, language: string): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [days, hours, minutes] = [86_400, 3600, 60].map((size) => Math.floor(seconds / size)) as [number, number, number];
  if (hours === 0) return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
  const parts: [number, string][] = days > 0 ? [[days, 'day'], [hours % 24, 'hour']] : [[hours, 'hour'], [minutes % 60, 'minute']];
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => write(language, count, unit, 'narrow'))
    .join(' ');
}
