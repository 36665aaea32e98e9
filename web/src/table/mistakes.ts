// mistakes.ts — the costliest decisions of the matches played in this browser, kept in its storage for exercises.
// A worker judges each finished match once, as the analysis of a replay does. Only matches of one person count: where
// several share a screen, nobody knows who is practising.
import { Hired } from '../engine/client.ts';
import { SPECTATOR, type Analysis, type Language } from '../engine/engine.ts';
import { shelf } from './shelf.ts';

type Step = Analysis['steps'][number];

export interface Judged {
  id: string;
  game: string;
  at: number;
  /** Of the person. */
  seat: number;
  place: number;
  /** What all decisions cost together, in chances of winning; null: this match cannot be judged. */
  errors: number | null;
  rivals: { name: string; character: string | null; place: number }[];
  /** The costliest decisions; then the record, too. */
  steps: Step[];
  record: string;
}

export interface Kept {
  /** The newest first. */
  matches: Judged[];
  /** Exercises, the oldest first: whether the answer was the best action. */
  answers: { at: number; right: boolean }[];
}

const place = 'peck.mistakes';
/** The oldest beyond these are forgotten, and of a match only so many decisions and actions are kept. */
const [mostMatches, mostAnswers, mostSteps, mostActions] = [60, 500, 3, 5];
/** docs/explain/analysis.md: from here on a decision is called inaccurate. */
const costly = 0.02;

export function keptMistakes(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(place) ?? 'null') as Partial<Kept> | null;
    return { matches: Array.isArray(kept?.matches) ? kept.matches : [], answers: Array.isArray(kept?.answers) ? kept.answers : [] };
  } catch {
    return { matches: [], answers: [] };
  }
}

function keep({ matches, answers }: Kept): void {
  try {
    localStorage.setItem(place, JSON.stringify({ matches: matches.slice(0, mostMatches), answers: answers.slice(-mostAnswers) }));
  } catch {
    // Full, or not allowed: they are judged again the next time.
  }
}

/** An exercise was answered. */
export function noteAnswer(right: boolean): void {
  const kept = keptMistakes();
  keep({ ...kept, answers: [...kept.answers, { at: Date.now(), right }] });
}

/** The best few actions and the one played: an exercise is no list of hundreds. */
function shortened(step: Step): Step {
  const actions = [...(step.actions ?? [])].sort((a, b) => b.win - a.win);
  const shown = actions.filter(({ action }, i) => i < mostActions || action === step.action || action === step.best);
  return { ...step, actions: shown };
}

/** What is worth practising of a match: costly decisions of that seat that had a choice. */
export const worthPractising = ({ steps }: Pick<Analysis, 'steps'>, seat: number): Step[] =>
  steps
    .filter((step) => step.seat === seat && (step.loss ?? 0) >= costly && (step.actions?.length ?? 0) > 1)
    .sort((a, b) => (b.loss ?? 0) - (a.loss ?? 0))
    .slice(0, mostSteps)
    .map(shortened);

/** Finished matches that nobody has judged. */
export function unjudged(): ReturnType<typeof shelf.all> {
  const known = new Set(keptMistakes().matches.map(({ id }) => id));
  return shelf.all().filter(({ id, over }) => over && !known.has(id));
}

async function judgeOne(hired: Hired, match: ReturnType<typeof shelf.all>[number], language: Language): Promise<Judged | null> {
  const table = await hired.engine.resume(match.record, [0, 0], language);
  const names = await hired.engine.names(table);
  const seat = names.findIndex(({ person }) => person);
  if (seat < 0 || names.filter(({ person }) => person).length > 1) return null;
  const { score } = await hired.engine.view(table, SPECTATOR);
  const rivals = names.flatMap(({ name, character }, i) => (i === seat ? [] : [{ name, character, place: score.places[i] ?? 0 }]));
  const analysis = await hired.engine.analyse(table).catch(() => null);
  await hired.engine.close(table);
  const steps = analysis ? worthPractising(analysis, seat) : [];
  return {
    id: match.id,
    game: match.game,
    at: match.at,
    seat,
    place: score.places[seat] ?? 0,
    errors: analysis?.accounts[seat]?.errors ?? null,
    rivals,
    steps,
    record: steps.length > 0 ? match.record : '',
  };
}

/** Judges all that is new, one match after the other; `changed` after each. Returns how to stop. */
export function judgeAll(language: Language, changed: () => void): () => void {
  const hired = new Hired();
  let gone = false;
  void (async () => {
    for (const match of unjudged()) {
      const judged = await judgeOne(hired, match, language).catch(() => null);
      if (gone) return;
      const empty = { id: match.id, game: '', at: match.at, seat: -1, place: 0, errors: null, rivals: [], steps: [], record: '' };
      const kept = keptMistakes();
      keep({ ...kept, matches: [judged ?? empty, ...kept.matches].sort((a, b) => b.at - a.at) });
      changed();
    }
    hired.dismiss();
  })();
  return () => {
    gone = true;
    hired.dismiss();
  };
}
