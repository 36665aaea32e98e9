// index.svelte.ts — sentences in the reader's language, from the catalogue that the C doors use too.
// The catalogue is i18n/<language>.json. The compiler checks the keys; plurals follow the Unicode CLDR.
// Sentences that the start page does not need are loaded with the other pages.
import type en from '../../../build/wasm/generated/catalogue/en.json';
import { languages, type Estimate, type Language } from '../engine/engine.ts';

export type Key = keyof typeof en;
export type Values = Record<string, string | number>;
type Catalogue = Record<string, string | Record<string, string>>;

const files: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import('virtual:catalogue/en'),
  de: () => import('virtual:catalogue/de'),
  pl: () => import('virtual:catalogue/pl'),
  ru: () => import('virtual:catalogue/ru'),
};

const more: typeof files = {
  en: () => import('virtual:catalogue/more-en'),
  de: () => import('virtual:catalogue/more-de'),
  pl: () => import('virtual:catalogue/more-pl'),
  ru: () => import('virtual:catalogue/more-ru'),
};

class Speech {
  language = $state<Language>('en');
  catalogue = $state.raw<Catalogue>({});
  private plurals = new Intl.PluralRules('en');
  private completed: Promise<void> | null = null;

  async speak(language: Language, whole = this.completed !== null): Promise<void> {
    const parts = await Promise.all([files[language](), ...(whole ? [more[language]()] : [])]);
    this.plurals = new Intl.PluralRules(language);
    this.language = language;
    this.catalogue = Object.assign({}, ...parts.map((part) => part.default)) as Catalogue;
    document.documentElement.lang = language;
  }

  /** Has the messages of all pages from now on. */
  complete(): Promise<void> {
    this.completed ??= this.speak(this.language, true).catch((error: unknown) => {
      this.completed = null;
      throw error;
    });
    return this.completed;
  }

  say(key: string, values: Values = {}): string {
    let text = this.catalogue[key];
    if (text === undefined) return key;
    if (typeof text !== 'string') {
      const form = this.plurals.select(Number(values['count'] ?? 0));
      text = text[form] ?? text['other'] ?? text['many'] ?? key;
    }
    return text.replace(/\{([a-z0-9]+)\}/g, (whole, name: string) => {
      const value = values[name] ?? whole;
      return typeof value === 'number' ? minus(value) : value;
    });
  }
}

export const speech = new Speech();

/** The message; inside a component it is said anew when the language changes. */
export function t(key: Key, values?: Values): string {
  return speech.say(key, values);
}

/** The same of a key made of parts, or null when there is none. */
export function tFind(key: string, values?: Values): string | null {
  return key in speech.catalogue ? speech.say(key, values) : null;
}

/** A number with a true minus. */
export const minus = (number: number | string): string => String(number).replace('-', '−');

/** A share of 1 as the language writes percentages. */
export function percent(share: number, digits = 0): string {
  return new Intl.NumberFormat(speech.language, {
    style: 'percent',
    maximumFractionDigits: digits,
    minimumFractionDigits: digits,
  }).format(share);
}

/** From here on an estimate is rough: a hundredth is within its error. */
const rough = 0.01;

/** The chance of winning that a hint gives, with a sign where it is rough: such numbers do not rank. */
export function chance({ win, win_error }: Pick<Estimate, 'win' | 'win_error'>): string {
  return (win_error >= rough ? '≈\u2009' : '') + percent(win);
}

/** The first of the browser's languages that we speak. */
export function languageHere(): Language {
  for (const wanted of navigator.languages) {
    const found = languages.find((language) => wanted.toLowerCase().startsWith(language));
    if (found) return found;
  }
  return 'en';
}
