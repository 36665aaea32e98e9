// layout.ts — how cards are put in order for drawing, and which choice a card in hand stands for.
// Pure functions. A card is a string, as in records: "3" is a hen, "W7" a worm card.
import type { Choice } from './table.ts';

export const kindOf = (card: string): string => card.charAt(0);
/** The number printed large on it. */
export const printed = (card: string): number => (kindOf(card) === 'W' ? 5 : Number(card));
export const wormNumber = (card: string): number => Number(card.slice(1));

export const orders = ['value', 'count'] as const;
type Order = (typeof orders)[number];

/** Cards by kind, each kind ascending; the kinds by value, worms last, or the largest groups first. */
export function groups(cards: string[], order: Order): string[][] {
  const kinds = new Map<string, string[]>();
  for (const card of [...cards].sort(byValue))
    kinds.set(kindOf(card), [...(kinds.get(kindOf(card)) ?? []), card]);
  const all = [...kinds.values()];
  return order === 'value' ? all : all.sort((a, b) => b.length - a.length);
}
const rank = (card: string) => (kindOf(card) === 'W' ? 100 + wormNumber(card) : Number(card));
const byValue = (a: string, b: string) => rank(a) - rank(b);

/** Whether a choice is made at the cards in hand. */
export const ofCards = ({ verb }: Choice): boolean => verb === 'lay' || verb === 'add';

/** What the i-th card of a group would play: so many hens, or this very worm card. */
export function choiceOf(choices: Choice[], card: string, i: number): Choice | undefined {
  const what = kindOf(card) === 'W' ? card : `${card}*${i + 1}`;
  return choices.find((choice) => ofCards(choice) && choice.args[0] === what);
}

/** The choices for the bar, each once: the cards that are gathered, and what is not made at cards. */
export const arrange = (choices: Choice[], gathered: Choice | undefined): Choice[] => [
  ...(gathered && ofCards(gathered) ? [gathered] : []),
  ...choices.filter((choice) => !ofCards(choice)),
];

const isWorm = (card: string | undefined): boolean => card !== undefined && kindOf(card) === 'W';
const descending = (cards: string[]): string[] => [...cards].sort((a, b) => wormNumber(b) - wormNumber(a));

/** The cards that are gathered after a tap: worm cards join one another, all else stands alone. */
export const gather = (gathered: string[], { args }: Choice): string[] => {
  const card = args[0] ?? '';
  return isWorm(card) && isWorm(gathered[0]) ? descending([...gathered, card]) : [card];
};

/** What gathered cards play, as one choice: of worm cards the highest one's, with the total of all. */
export function together(choices: Choice[], gathered: string[], total: number): Choice | undefined {
  const first = choices.find((choice) => ofCards(choice) && choice.args[0] === gathered[0]);
  if (first?.total === undefined || gathered.length < 2) return first;
  return { ...first, total: total + (first.total - total) * gathered.length };
}

/** The whole move, as it is sent: worm cards from the highest down, and then done, whatever is left in hand. */
export const moveOf = (name: string, gathered: string[]): string =>
  /^(lay|add) W/.test(name) ? [name, ...gathered.slice(1).map((card) => `add ${card}`), 'done'].join('; ') : name;

