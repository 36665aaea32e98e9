// refusal.ts — what the engine or a server refuses, in the reader's language. Both say it in English;
// the catalogue has those sentences that people meet under `web.refusal.`, and finds one by its
// English. They are loaded when somebody first needs them.
import type { Language } from '../engine/engine.ts';

/** A sentence of English with {placeholders}, and the same in another language. The first that fits is
 * the right one: see catalogue.ts. */
type Pair = readonly [english: string, told: string];

const files: Partial<Record<Language, () => Promise<{ default: Pair[] }>>> = {
  de: () => import('virtual:refusals-de'),
  pl: () => import('virtual:refusals-pl'),
  ru: () => import('virtual:refusals-ru'),
};

const placeholder = /\{([a-z]+)\}/g;

const patterns = new Map<string, RegExp>();
function patternOf(english: string): RegExp {
  const plain = english.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(placeholder, '(?<$1>.+?)');
  const pattern = patterns.get(english) ?? new RegExp(`^${plain}$`);
  patterns.set(english, pattern);
  return pattern;
}

/** The sentence told, what stands in its places too; null where it is not among the pairs. */
export function retell(sentence: string, pairs: Pair[]): string | null {
  for (const [english, told] of pairs) {
    const found = patternOf(english).exec(sentence);
    if (!found) continue;
    return told.replace(placeholder, (_, name: string) => {
      const part = found.groups?.[name] ?? '';
      return retell(part, pairs) ?? part;
    });
  }
  return null;
}

/** In that language; `english`: it is not known in it, and stays as it is. */
export async function retold(sentence: string, language: Language): Promise<{ text: string; english: boolean }> {
  const pairs = await files[language]?.().catch(() => null);
  const text = pairs ? retell(sentence, pairs.default) : null;
  return { text: text ?? sentence, english: text === null };
}
