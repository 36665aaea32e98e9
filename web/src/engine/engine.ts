// engine.ts — the C engine as a TypeScript class, one method for each call of src/doors/wasm/door.h.
// It knows no game. It runs where it is made: in the worker (worker.ts), or in Node for tests.
import type { View } from '../table/view.ts';

export const languages = ['en', 'de', 'pl', 'ru'] as const;
export type Language = (typeof languages)[number];

/** A viewer or chance, where a seat could stand. */
export const SPECTATOR = 7;

/** Why the engine refused something: a message of the catalogue with its values, and where in what it read. */
export interface Problem {
  key: string;
  /** From 1; 0: none. */
  line: number;
  column: number;
  values: Record<string, string | number | { key: string }>;
}

/** What the engine refused. The page makes a sentence of it: client.ts. */
export class EngineError extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
    sentence = problem.key,
  ) {
    super(sentence);
  }
}

/** Where there was no room for an answer, it says nothing, or is an older one. */
function problemOf(answer: string): Problem {
  const lost = { key: 'error.memory', line: 0, column: 0, values: {} };
  try {
    const problem = JSON.parse(answer) as Problem;
    return typeof problem.values === 'object' ? problem : lost;
  } catch {
    return lost;
  }
}

/** The facts of a game are those of docs/reference/api.md, `GET /api/games`. */
interface GameOption {
  name: string;
  kind: 'flag' | 'number' | 'seat';
  low: number;
  high: number;
  default: boolean | number | null;
  /** How many may play with this option, and whether several may act at once then. */
  seats: number[];
  at_once: boolean;
  help: string;
}

export interface GameFacts {
  name: string;
  title: string;
  summary: string;
  /** How many may play without options, ascending. */
  seats: number[];
  low_wins: boolean;
  at_once: boolean;
  options: GameOption[];
  boxes: { id: string; options: string[]; seats: number; level: string }[];
  bots: { name: string; help: string; characters: Character[] }[];
}

/** A hen that plays as a bot: see characters.def. Her name is `character.<id>` of the catalogue. */
export interface Character {
  id: string;
  temper: string;
  feathers: string;
  wears: string;
}

/** How many may play, ascending, with whatever options. */
export const seatsWithAny = ({ seats, options }: GameFacts): number[] =>
  [...new Set([seats, ...options.map((option) => option.seats)].flat())].sort((a, b) => a - b);

/** The same, with these options. */
export const seatsWith = ({ seats, options }: GameFacts, chosen: Record<string, boolean | number | null>): number[] =>
  [...new Set([seats, ...options.map((option) => (chosen[option.name] ? option.seats : []))].flat())].sort((a, b) => a - b);

/** Who may act now; see door.c, peck_next. */
export interface Turn {
  ply: number;
  over: boolean;
  persons: number[];
  /** Whether the first of them knows what the others may not see. */
  hides: boolean;
  bot: number | null;
  due: number;
  undo: boolean;
}

export interface Estimate {
  action: string;
  best: boolean;
  win: number;
  win_error: number;
  points: number;
  points_error: number;
  /** What the action brings, in a sentence's words; '' where there is nothing to say. */
  why: string;
}

export interface Wish {
  game: string;
  /** As in records: `fast`, `rounds=3`. */
  options: string[];
  /** One a seat: `you`, a bot's name, or a person's, which begins with a capital. */
  seats: string[];
  seed: readonly [number, number];
  language: Language;
}

/** What the engine borrows from where it runs. */
export interface Host {
  /** The bytes of a network; null when there is no such network; throws when it cannot be had now. */
  net(name: string): Uint8Array | null;
  /** An analysis has come so far: plies done. */
  progress?(done: number): void;
}

/** What `peck advise --json` prints; docs/explain/analysis.md. Other actions stand in a `why` by name, in quotes. */
export interface Advice {
  position: string;
  game: string;
  seat?: number;
  best?: string;
  /** The best first. */
  actions: Omit<Estimate, 'best'>[];
  /** `risk`: of ending with nothing, when playing as the last column has it. */
  table?: { title: string; rows: Record<string, string | number>[]; gain: number; risk: number; note: string };
}

export interface Account {
  seat: number;
  name: string;
  start: number;
  result: number;
  luck: number;
  luck_error: number;
  errors: number;
  errors_error: number;
  gifts: number;
  residual: number;
  luck_adjusted: number;
  decisions: number;
  error_rate: number;
  quality: Record<string, number>;
}

/** One ply; `seat` null is chance, which has luck, and a seat's has a quality. */
interface Step {
  ply: number;
  seat: number | null;
  action: string;
  value: number[];
  value_error: number[];
  luck?: number[];
  luck_error?: number[];
  quality?: string;
  loss?: number;
  loss_error?: number;
  best?: string;
  actions?: Omit<Estimate, 'best' | 'why'>[];
}

/** What `peck analyse --json` prints; docs/explain/analysis.md. */
/** What the chance of a record was found to be: outcomes that were made again and, where players give links to
 * them, those to which nobody gave one, and how many each seat left out. */
export interface Proof {
  outcomes: number;
  foreseen?: number;
  unlinked?: number[];
}

export interface Analysis {
  game: string;
  seats: number;
  plies: number;
  judge: string;
  evaluator: string;
  playouts: number;
  accounts: Account[];
  steps: Step[];
}

/** Sentences about a view; see peck_seen in told.c. */
interface Seen {
  /** The last plies; '' where a ply is not worth a sentence, null where too little is known of it. */
  told: (string | null)[];
  /** What each of the view's actions would do. */
  choices: string[];
  /** The names of the seats, with numbers where they are equal. */
  names: string[];
  /** Who has won, then places and points; null as long as the match is not over. */
  result: string[] | null;
}

type Call = (...values: number[]) => number;

const spelled = (words: Record<string, string>): string =>
  Object.entries(words)
    .map(([word, value]) => `${word}=${value}`)
    .join('\n');

const lines = (text: string): string[] => text.trimEnd().split('\n');

export class Engine {
  private readonly memory: WebAssembly.Memory;
  private readonly calls: Record<string, Call>;
  private net: Uint8Array | null = null;

  private constructor(module: WebAssembly.Module, host: Host) {
    const instance = new WebAssembly.Instance(module, {
      peck: {
        net_size: (name: number) => {
          this.net = host.net(this.text(name));
          return this.net?.length ?? 0;
        },
        net_copy: (to: number) => this.bytes().set(this.net ?? [], to),
        progress: (done: number) => {
          host.progress?.(done);
          return 1;
        },
      },
      wasi_snapshot_preview1: this.system(module),
    });
    this.memory = instance.exports['memory'] as WebAssembly.Memory;
    this.calls = instance.exports as unknown as Record<string, Call>;
    this.calls['_initialize']?.();
  }

  static async load(bytes: BufferSource, host: Host): Promise<Engine> {
    return new Engine(await WebAssembly.compile(bytes), host);
  }

  static of(module: WebAssembly.Module, host: Host): Engine {
    return new Engine(module, host);
  }

  /** Of the system there is a clock. All else answers "not there" (ENOSYS). */
  private system(module: WebAssembly.Module): Record<string, Call> {
    const calls: Record<string, Call> = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module))
      if (from === 'wasi_snapshot_preview1') calls[name] = () => 52;
    calls['clock_time_get'] = ((_id: number, _precision: bigint, at: number) => {
      const now = BigInt(Math.round(performance.now() * 1e6));
      new DataView(this.memory.buffer).setBigUint64(at, now, true);
      return 0;
    }) as unknown as Call;
    calls['proc_exit'] = () => {
      throw new Error('the engine has stopped');
    };
    return calls;
  }

  private bytes(): Uint8Array {
    return new Uint8Array(this.memory.buffer);
  }

  private text(at: number): string {
    const bytes = this.bytes();
    return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
  }

  private raw(name: string, values: number[]): number {
    const call = this.calls[name];
    if (!call) throw new Error(`the engine has no ${name}`);
    return call(...values);
  }

  /** Calls, with strings copied in for the time of the call, and returns the answer. */
  private call(name: string, ...values: (number | string)[]): string {
    const copies: number[] = [];
    const numbers = values.map((value) => {
      if (typeof value === 'number') return value;
      const bytes = new TextEncoder().encode(value + '\0');
      const at = this.raw('peck_alloc', [bytes.length]);
      this.bytes().set(bytes, at);
      copies.push(at);
      return at;
    });
    const status = this.raw(name, numbers);
    for (const at of copies) this.raw('peck_free', [at]);
    const at = this.raw('peck_answer', []);
    const answer = new TextDecoder().decode(
      this.bytes().subarray(at, at + this.raw('peck_answer_length', [])),
    );
    if (status !== 0) throw new EngineError(status, problemOf(answer));
    return answer;
  }

  private json<T>(name: string, ...values: (number | string)[]): T {
    return JSON.parse(this.call(name, ...values)) as T;
  }

  signature(): string {
    return this.call('peck_signature');
  }
  games(): GameFacts[] {
    return this.json('peck_games');
  }

  // ---- Tables: matches played here ----

  begin(wish: Wish): number {
    const { game, options, seats, seed, language } = wish;
    return Number(
      this.call(
        'peck_begin',
        game,
        options.join(' '),
        seats.join(','),
        seed[0],
        seed[1],
        languages.indexOf(language),
      ),
    );
  }
  resume(record: string, seed: readonly [number, number], language: Language): number {
    return Number(
      this.call('peck_resume', record, seed[0], seed[1], languages.indexOf(language)),
    );
  }
  close(table: number): void {
    this.call('peck_close', table);
  }
  setLanguage(table: number, language: Language): void {
    this.call('peck_language', table, languages.indexOf(language));
  }
  next(table: number, now: number): Turn {
    return this.json('peck_next', table, now);
  }
  act(table: number, seat: number, action: string, now: number): void {
    this.call('peck_act', table, seat, action, now);
  }
  bot(table: number): void {
    this.call('peck_bot', table);
  }
  undo(table: number): void {
    this.call('peck_undo', table);
  }
  /** The view after `ply` plies (now, when there are fewer), with the last `plies` of them. */
  view(table: number, viewer: number, ply = 0xffffffff, plies = 0): View {
    return this.json('peck_view', table, viewer, ply, plies);
  }
  /** The position line of the table as a viewer sees it. */
  position(table: number, viewer: number): string {
    return this.call('peck_position', table, viewer);
  }
  /** The record as a viewer may have it; -1: whole, with the seed, to be resumed. */
  record(table: number, viewer = -1): string {
    return this.call('peck_record', table, viewer);
  }
  /** What chance could bring at its first ply of that verb before anybody acted, by name: `flip 3`, `flip 4`, … */
  outcomes(table: number, verb: string): string[] {
    return this.json('peck_outcomes', table, verb);
  }
  names(table: number): { name: string; person: boolean; character: string | null }[] {
    return this.json('peck_names', table);
  }
  hint(table: number, seat: number): { estimates: Estimate[] } {
    return this.json('peck_hint', table, seat);
  }

  /** What decided a finished match, in a sentence or two; '' where several have won. */
  story(table: number): string {
    return this.call('peck_story', table);
  }

  // ---- Judgements ----

  /** `position`: a position line, or the words of the game's advisor and their values.
   * `box`: a box file, with words; '': what the rules assume. `seat`: whom to advise; -1: the first who may act. */
  advise(
    game: string,
    position: string | Record<string, string>,
    language: Language,
    options: string[] = [],
    box = '',
    bot = 'hard',
    seat = -1,
  ): Advice {
    const told = typeof position === 'string' ? position : spelled(position);
    return this.json('peck_advise', game, options.join(' '), told, box, bot, seat, languages.indexOf(language));
  }
  /** The position line that the advisor's words make. */
  line(game: string, words: Record<string, string>, options: string[] = [], box = ''): string {
    return this.call('peck_line', game, options.join(' '), spelled(words), box);
  }
  /** Refuses a box file that is not sound. */
  box(game: string, text: string): true {
    return this.json('peck_box', game, text);
  }
  /** The view that a seat has of a position line, as of a match with no ply. */
  look(position: string, viewer: number): View {
    return this.json('peck_look', position, viewer);
  }
  /** Judges a finished match, ply by ply: seconds. */
  analyse(table: number): Analysis {
    return this.json('peck_analyse', table);
  }
  /** Proves the chance of a record, or throws. */
  verify(record: string): Proof {
    return this.json('peck_verify', record);
  }
  /** 64 digits hashed so many times: links of a chain (docs/explain/fairness.md). */
  hashed(digits: string, times: number): string {
    return this.call('peck_hashed', digits, times);
  }

  // ---- Sentences ----

  /** What an action would have brought instead of ply number `ply`, counted from 0. */
  reason(table: number, ply: number, action: string): string {
    return this.call('peck_reason', table, ply, action);
  }
  /** One sentence a ply, from `first` on; '' where a ply is not worth one. */
  told(table: number, viewer: number, first: number, most: number): string[] {
    return this.json('peck_told', table, viewer, first, most);
  }
  result(table: number): string[] {
    return lines(this.call('peck_result', table));
  }
  /** What each action would do that a viewer had after `ply` plies (has now, when there are fewer). */
  choices(table: number, viewer: number, ply = 0xffffffff): string[] {
    return this.json('peck_choices', table, viewer, ply);
  }
  /** The same of a position line; `names` has one for each seat. */
  lookChoices(position: string, viewer: number, names: string[], language: Language): string[] {
    return this.json('peck_look_choices', position, viewer, names.join('\n'), languages.indexOf(language));
  }
  /** All that is said about a view that came from a server, as it came: the text of the view, or of the
   * message that brought it. `before` is the one that was shown until now. */
  seen(before: string | null, after: string, language: Language): Seen {
    const { result, ...seen } = this.json<Omit<Seen, 'result'> & { result: string | null }>(
      'peck_seen',
      before ?? '',
      after,
      languages.indexOf(language),
    );
    return { ...seen, result: result === null ? null : lines(result) };
  }
}
