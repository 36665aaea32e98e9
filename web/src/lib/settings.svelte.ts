// settings.svelte.ts — what a person chose: language, theme, motion, speed, sound, a name.
// Kept in the browser's storage; a browser that keeps nothing still plays.
import { languages, type Language } from '../engine/engine.ts';
import { languageHere, speech } from '../i18n/index.svelte.ts';

export const themes = ['system', 'light', 'dark'] as const;
export const speeds = ['slow', 'normal', 'fast', 'instant'] as const;
type Theme = (typeof themes)[number];
export type Speed = (typeof speeds)[number];

interface Kept {
  language: Language;
  theme: Theme;
  motion: boolean;
  speed: Speed;
  sound: boolean;
  name: string;
  /** Of the people who share this screen, by seat. */
  names: string[];
  /** Letters on colours. */
  letters: boolean;
  /** Seats and bots of the last table for friends: of each box, and the `last` of all. */
  company: Record<string, Company>;
  /** How long taps are ignored after the choices have changed, in ms; nothing that is asked. */
  settle: number;
}

export interface Company {
  seats: number;
  /** Their levels. */
  bots: string[];
}

const place = 'peck.settings';

function stored(): Partial<Kept> {
  try {
    return (JSON.parse(localStorage.getItem(place) ?? '{}') ?? {}) as Partial<Kept>;
  } catch {
    return {};
  }
}

function oneOf<T>(values: readonly T[], value: T | undefined, otherwise: T): T {
  return value !== undefined && values.includes(value) ? value : otherwise;
}

function companies(kept: unknown): Record<string, Company> {
  const fits = (company: unknown): company is Company =>
    Number.isInteger((company as Company | null)?.seats) && Array.isArray((company as Company).bots);
  return Object.fromEntries(Object.entries((kept ?? {}) as object).filter(([, company]) => fits(company))) as Record<string, Company>;
}

const still = matchMedia('(prefers-reduced-motion: reduce)');
const dark = matchMedia('(prefers-color-scheme: dark)');

class Settings {
  language = $state<Language>('en');
  theme = $state<Theme>('system');
  motion = $state(true);
  speed = $state<Speed>('normal');
  sound = $state(false);
  name = $state('');
  names = $state<string[]>([]);
  letters = $state(false);
  company: Record<string, Company> = {};
  settle = 350;
  private reduced = $state(still.matches);
  private night = $state(dark.matches);

  constructor() {
    const kept = stored();
    this.language = oneOf(languages, kept.language, languageHere());
    this.theme = oneOf(themes, kept.theme, 'system');
    this.speed = oneOf(speeds, kept.speed, 'normal');
    this.motion = kept.motion !== false;
    this.sound = kept.sound === true;
    this.letters = kept.letters === true;
    this.name = typeof kept.name === 'string' ? kept.name : '';
    this.settle = typeof kept.settle === 'number' ? kept.settle : 350;
    this.company = companies(kept.company);
    this.names = Array.isArray(kept.names) ? kept.names.map(String) : [];
    still.onchange = () => (this.reduced = still.matches);
    dark.onchange = () => (this.night = dark.matches);
  }

  /** Whether things move. */
  get moves(): boolean {
    return this.motion && !this.reduced;
  }

  /** The factor for durations at normal speed; 0: no motion. */
  get pace(): number {
    return this.moves ? this.tempo : 0;
  }

  /** What the length of a beat is multiplied by, whether or not things move; 0: there are none. */
  get tempo(): number {
    return { slow: 1.6, normal: 1, fast: 0.4, instant: 0 }[this.speed];
  }

  /** How long a bot's ply stays before the next, in ms; also without motion. */
  get pause(): number {
    return { slow: 1000, normal: 450, fast: 150, instant: 0 }[this.speed];
  }

  get look(): 'light' | 'dark' {
    return this.theme === 'system' ? (this.night ? 'dark' : 'light') : this.theme;
  }

  keep(): void {
    const { language, theme, motion, speed, sound, name, names, letters, company, settle } = this;
    const kept: Kept = { language, theme, motion, speed, sound, name, names, letters, company, settle };
    try {
      localStorage.setItem(place, JSON.stringify(kept));
    } catch {
      // A browser may refuse to keep anything; the settings then last as long as the page.
    }
  }

  async speak(language: Language): Promise<void> {
    await speech.speak(language);
    this.language = language;
    this.keep();
  }
}

export const settings = new Settings();
