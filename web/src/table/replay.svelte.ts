// replay.svelte.ts — steps through a record: the view after any ply, for any seat or open, with analysis.
// The record stays as it came, so that its dice can be verified. The analysis has a worker of its own, which
// is dismissed when the reader leaves. Answers of the engine that come too late are dropped by `epoch`.
import { engine, Hired } from '../engine/client.ts';
import { EngineError, SPECTATOR, type Analysis, type Language, type Proof } from '../engine/engine.ts';
import { Beats } from './beats.ts';
import { characters } from './characters.ts';
import { laidOpen } from './open.ts';
import type { News, Player } from './table.ts';
import type { View } from './view.ts';

/** Why there is nothing to see: a key below `web.replay.fault.`, the reason, and the line it is about. */
export interface Broken {
  code: 'record' | 'engine' | 'no-table' | 'not-over' | 'no-local' | 'link' | 'away';
  why: string;
  line: string;
}

/** An action that could have been chosen. */
export interface Option {
  /** The action's name. */
  name: string;
  text: string;
  win: number;
  best: boolean;
  played: boolean;
  /** What it brings, of the best and of the one played; else ''. */
  why: string;
}

export type Check = ({ good: true } & Proof) | { good: false; why: string };

export class Replay {
  view = $state.raw<View | null>(null);
  news = $state.raw<News>({ before: null, plies: [] });
  players = $state.raw<Player[]>([]);
  /** What the last ply was, in a sentence; '' at the beginning. */
  sentence = $state('');
  /** The plies shown, and how many there are. */
  ply = $state(0);
  plies = $state(0);
  over = $state(false);
  /** Who has won, and what decided it; '' before it is known. */
  result = $state('');
  story = $state('');
  /** Who looks; null: all is laid open. */
  seat = $state<number | null>(null);
  broken = $state.raw<Broken | null>(null);
  check = $state.raw<Check | null>(null);
  analysis = $state.raw<Analysis | null>(null);
  /** Plies judged so far; null: no analysis is under way. */
  judged = $state<number | null>(null);
  /** Why there is no analysis. */
  unjudged = $state('');

  private number = -1;
  /** Rises with every step, so that a slow answer does not replace a newer one. */
  private epoch = 0;
  private readonly beats = new Beats();
  private judge: Hired | null = null;
  private closed = false;

  constructor(
    readonly record: string,
    private language: Language,
    at: { ply: number | null; seat: number | null },
  ) {
    void this.open(at);
  }

  private async open(at: { ply: number | null; seat: number | null }): Promise<void> {
    try {
      await engine.games(); // as at a table: whoever has left meanwhile needs none
      if (this.closed) return;
      this.number = await engine.resume(this.record, [0, 0], this.language);
      if (this.closed) {
        await engine.close(this.number);
        return;
      }
      const view = await engine.view(this.number, SPECTATOR);
      this.plies = view.ply;
      this.over = view.over;
      this.seat = at.seat !== null && at.seat < view.seats ? at.seat : null;
      this.ply = Math.min(at.ply ?? (await this.opening(view.ply)), view.ply);
      await this.look();
      await this.sumUp();
    } catch (error) {
      this.broken = this.why(error as Error);
    }
  }

  private async sumUp(): Promise<void> {
    if (!this.over) return;
    const [result, story] = await Promise.all([engine.result(this.number), engine.story(this.number)]);
    [this.result, this.story] = [result[0] ?? '', story];
  }

  /** Where the first decision is: what is dealt before is no picture to begin with. */
  private async opening(plies: number): Promise<number> {
    const { last } = await engine.view(this.number, SPECTATOR, undefined, plies);
    return Math.max(last.findIndex(({ seat }) => seat !== null), 0);
  }

  /** The engine names the line; the reader wants to see it. */
  private why(error: Error): Broken {
    const known = error instanceof EngineError && error.status > 0;
    const line = error instanceof EngineError ? error.problem.line : 0;
    return {
      code: known ? 'record' : 'engine',
      why: error.message,
      line: this.record.split('\n')[line - 1]?.slice(0, 80) ?? '',
    };
  }

  private async seatPlayers(): Promise<void> {
    const [names, hens] = await Promise.all([engine.names(this.number), characters()]);
    this.players = names.map(({ name, character }, seat) => ({
      seat,
      name,
      me: seat === this.seat,
      bot: null,
      character: hens.get(character ?? '') ?? null,
      away: false,
      deadline: null,
    }));
  }

  /** The view and the sentence of one ply. All laid open takes the sentence of a seat that saw it. */
  private async at(ply: number): Promise<{ view: View; sentence: string }> {
    const first = Math.max(ply - 1, 0);
    // Of the ply before, a drawing may want the table.
    const asked = (viewer: number) => engine.view(this.number, viewer, ply, Math.min(ply, 2));
    const told = async (viewer: number) =>
      ply > first ? ((await engine.told(this.number, viewer, first, 1))[0] ?? '') : '';
    if (this.seat !== null) return { view: await asked(this.seat), sentence: await told(this.seat) };
    const shown = await asked(SPECTATOR);
    const own = await Promise.all(Array.from({ length: shown.seats }, (_, seat) => asked(seat)));
    const eye = shown.last.at(-1)?.hidden ? own.findIndex(({ last }) => !last.at(-1)?.hidden) : -1;
    return { view: laidOpen(shown, own), sentence: await told(eye < 0 ? SPECTATOR : eye) };
  }

  private async look(): Promise<void> {
    const epoch = ++this.epoch;
    const before = this.view;
    await this.seatPlayers();
    const { view, sentence } = await this.at(this.ply);
    if (epoch !== this.epoch) return;
    const next = before?.ply === view.ply - 1 && before.viewer === view.viewer;
    this.sentence = sentence;
    let news: News = { before: null, plies: [] };
    if (next) {
      const plies = view.last.slice(-1).map((ply) => ({ ...ply, text: sentence }));
      news = await this.beats.play(before, view, plies, (shown, news) => {
        this.news = news;
        this.view = shown;
      });
      if (epoch !== this.epoch) return;
    }
    this.news = news;
    this.view = view;
  }

  /** Comes back when the ply is shown, with its beats. */
  async go(ply: number): Promise<void> {
    const to = Math.max(0, Math.min(ply, this.plies));
    if (this.number < 0 || to === this.ply) return;
    this.ply = to;
    await this.again();
  }

  skip(): void {
    this.beats.skip();
  }

  lookAs(seat: number | null): void {
    this.seat = seat;
    void this.again();
  }

  async speak(language: Language): Promise<void> {
    this.language = language;
    if (this.number < 0) return;
    await engine.setLanguage(this.number, language);
    await this.again();
    await this.sumUp();
  }

  private async again(): Promise<void> {
    this.skip();
    await this.look().catch((error: Error) => (this.broken = this.why(error)));
  }

  /** Makes every roll and draw again from the secret that the record tells. */
  async verify(): Promise<void> {
    try {
      this.check = { good: true, ...(await engine.verify(this.record)) };
    } catch (error) {
      this.check = { good: false, why: (error as Error).message };
    }
  }

  /** Takes seconds, so a worker of its own does it, and the table stays usable. */
  async analyse(): Promise<void> {
    if (this.judge) return;
    const judge = new Hired((done) => (this.judged = done));
    this.judge = judge;
    this.judged = 0;
    this.unjudged = '';
    try {
      const table = await judge.engine.resume(this.record, [0, 0], this.language);
      this.analysis = await judge.engine.analyse(table);
    } catch (error) {
      if (this.judge === judge) this.unjudged = (error as Error).message;
    } finally {
      if (this.judge === judge) this.stop();
      else judge.dismiss();
    }
  }

  stop(): void {
    const judge = this.judge;
    this.judge = null;
    this.judged = null;
    judge?.dismiss();
  }

  /** What the seat of a ply could have done, the best first, in words. */
  async options(ply: number): Promise<Option[]> {
    const step = this.analysis?.steps[ply - 1];
    if (!step?.actions || step.seat === null) return [];
    const view = await engine.view(this.number, step.seat, ply - 1);
    const texts = await engine.choices(this.number, step.seat, ply - 1);
    const named = new Map(view.actions.map(({ name }, i) => [name, texts[i] ?? name]));
    const told = [step.best ?? step.action, step.action];
    const why = new Map(
      await Promise.all(told.map(async (action) => [action, await engine.reason(this.number, ply - 1, action)] as const)),
    );
    return step.actions
      .map(({ action, win }) => ({
        name: action,
        text: named.get(action) ?? action,
        win,
        best: action === step.best,
        played: action === step.action,
        why: why.get(action) ?? '',
      }))
      .sort((a, b) => Number(b.best) - Number(a.best) || b.win - a.win);
  }

  close(): void {
    this.closed = true;
    ++this.epoch;
    this.skip();
    this.stop();
    if (this.number >= 0) void engine.close(this.number);
  }
}
