// local.svelte.ts — a table in this browser: the engine's worker deals, checks and plays the bots.
// `go` is the loop: it asks the engine who is next, shows the view, waits so that people can follow, and lets
// the bot act, until a person is to act or the match is over. Everything the engine does is asynchronous, and
// meanwhile somebody may act, undo or leave; so whoever comes back from an `await` compares `epoch` and stops
// if it has changed. After every ply the record is kept on the shelf, so a page that is closed loses nothing.
//
// Several people may share the screen. It shows the table as the person who is to act sees it, and keeps that
// view until the next person's turn; if that person has something to hide, a curtain comes first.
import { engine } from '../engine/client.ts';
import { EngineError, SPECTATOR, type Estimate, type Language, type Turn, type Wish } from '../engine/engine.ts';
import { settings } from '../lib/settings.svelte.ts';
import { Beats } from './beats.ts';
import { characters } from './characters.ts';
import { shelf } from './shelf.ts';
import type { Choice, Connection, Fault, LogLine, News, Player, Room, Table } from './table.ts';
import type { View } from './view.ts';

export function freshSeed(): [number, number] {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return [high, low];
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class LocalTable implements Table {
  readonly connection: Connection = 'local';
  readonly room: Room | null = null;
  readonly presence = null;
  view = $state.raw<View | null>(null);
  news = $state.raw<News>({ before: null, plies: [] });
  choices = $state.raw<Choice[]>([]);
  players = $state.raw<Player[]>([]);
  log = $state.raw<LogLine[]>([]);
  busy = $state(false);
  fault = $state.raw<Fault | null>(null);
  hints = $state.raw<Estimate[] | null>(null);
  hinting = $state(false);
  canUndo = $state(false);
  curtain = $state.raw<Player | null>(null);
  result = $state.raw<string[] | null>(null);
  story = $state('');

  private number = -1;
  private persons: number[] = [];
  private viewer = SPECTATOR;
  /** From whose point of view plies are described: with several people, nobody's. */
  private teller = SPECTATOR;
  /** Rises with everything that makes what is under way out of date: an action, undo, close. */
  private epoch = 0;
  private closed = false;
  /** Makes all sentences again after a change of language. */
  private anew = false;
  private readonly beats = new Beats();
  private readonly began = performance.now();
  private readonly unwatch: () => void;

  private constructor(readonly id: string) {
    this.unwatch = shelf.watch(id, () => this.yield());
  }

  static begin(id: string, wish: Wish): LocalTable {
    const table = new LocalTable(id);
    void table.open(() => engine.begin(wish), 'setup');
    return table;
  }

  static resume(id: string, record: string, language: Language): LocalTable {
    const table = new LocalTable(id);
    void table.open(() => engine.resume(record, freshSeed(), language), 'record');
    return table;
  }

  /** There is no such match, neither stored nor requested. */
  static missing(id: string): LocalTable {
    const table = new LocalTable(id);
    table.fault = { code: 'no-local', why: '' };
    return table;
  }

  get canHint(): boolean {
    return this.choices.length > 0 && !this.hinting && !this.busy && this.fault?.code !== 'engine';
  }

  private get now(): number {
    return performance.now() - this.began;
  }

  private async open(how: () => Promise<number>, code: Fault['code']): Promise<void> {
    try {
      await engine.games(); // an engine that is slow to come sets no table for somebody who has left
      if (this.closed) return;
      this.number = await how();
      if (this.closed) {
        await engine.close(this.number);
        return;
      }
      await this.seatPlayers();
      await this.go();
    } catch (error) {
      const refused = error instanceof EngineError && error.status > 0;
      this.fault = { code: refused ? code : 'engine', why: (error as Error).message };
    }
  }

  private async seatPlayers(): Promise<void> {
    const names = await engine.names(this.number);
    this.persons = names.flatMap(({ person }, seat) => (person ? [seat] : []));
    if (this.persons.length === 1) this.viewer = this.teller = this.persons[0] ?? SPECTATOR;
    const [view, hens] = await Promise.all([engine.view(this.number, SPECTATOR), characters()]);
    this.players = names.map(({ name, person, character }, seat) => ({
      seat,
      name,
      me: seat === this.viewer,
      bot: person ? null : (view.names[seat] ?? null),
      character: hens.get(character ?? '') ?? null,
      away: false,
      deadline: null,
    }));
  }

  /** Plays on until a person is to act or the match is over. */
  private async go(): Promise<void> {
    const epoch = ++this.epoch;
    try {
      for (;;) {
        const turn = await engine.next(this.number, this.now);
        if (epoch !== this.epoch || this.closed) return;
        if (turn.persons.length > 1) {
          this.fault = { code: 'race', why: '' };
          return;
        }
        await this.look(turn, epoch, this.turnTo(turn));
        if (epoch !== this.epoch || this.closed) return;
        this.busy = false;
        if (turn.bot === null) return;
        await wait(this.delay(turn));
        if (epoch !== this.epoch || this.closed) return;
        await engine.bot(this.number);
      }
    } catch (error) {
      this.fail(error as Error);
    }
  }

  private fail({ message }: Error): void {
    if (this.closed) return;
    this.busy = false;
    this.fault = { code: 'engine', why: message };
  }

  /** Where all act at once the bots' clock is real; elsewhere they pause for people to follow. */
  private delay(turn: Turn): number {
    return this.view && this.view.movers.length > 1 ? turn.due : settings.pause;
  }

  /** Changes who looks; returns the seat to hand the screen to first, or null. While the curtain is down
   * the table is what a spectator sees, and when the match is over it is everybody's. */
  private turnTo({ persons: [person], hides, over }: Turn): number | null {
    if (this.persons.length < 2) return null;
    const next = over ? SPECTATOR : (person ?? this.viewer);
    const covered = next !== this.viewer && hides;
    this.viewer = covered ? SPECTATOR : next;
    return covered ? next : null;
  }

  /** Takes in what happened since the last look. */
  private async look(turn: Turn, epoch: number, waits: number | null): Promise<void> {
    const before = this.view;
    const fresh = before === null || before.ply > turn.ply || this.anew;
    const first = fresh ? 0 : before.ply;
    const [view, told, texts] = await Promise.all([
      engine.view(this.number, this.viewer, undefined, Math.max(turn.ply - first, 2)),
      engine.told(this.number, this.teller, first, turn.ply - first),
      engine.choices(this.number, this.viewer),
    ]);
    if (epoch !== this.epoch) return; // somebody has acted meanwhile, and their refresh covers this too
    this.anew = false;
    const record = await engine.record(this.number);
    if (epoch !== this.epoch) return;
    if (this.fault?.code !== 'elsewhere') shelf.put(this.id, { record, game: view.game, over: turn.over, at: Date.now() });
    const plies = view.last.slice(first - turn.ply || Infinity).map((ply, i) => ({ ...ply, text: told[i] ?? '' }));
    const lines = plies.flatMap(({ seat, text }, i) =>
      text === '' ? [] : [{ ply: first + i + 1, seat, text }],
    );
    const known = fresh ? [] : this.log;
    let news: News = { before: null, plies: [] };
    if (!fresh && !this.curtain) {
      news = await this.beats.play(before, view, plies, (shown, news) => {
        // Whoever looked on so far still does.
        if (epoch === this.epoch) this.show({ ...shown, viewer: before.viewer }, news, [...known, ...lines.filter(({ ply }) => ply <= shown.ply)]);
      });
      if (epoch !== this.epoch || this.closed) return;
    } // else it was news behind the curtain
    this.log = [...known, ...lines];
    this.news = news;
    this.choices = view.actions.map((action, i) => ({ ...action, text: texts[i] ?? action.name }));
    this.hints = null;
    this.canUndo = turn.undo;
    this.players = this.players.map((player) => ({ ...player, me: player.seat === this.viewer }));
    this.curtain = waits === null ? null : (this.players[waits] ?? null);
    this.view = view;
    const [result, story] = turn.over ? await Promise.all([engine.result(this.number), engine.story(this.number)]) : [null, ''];
    this.story = story;
    this.result = result;
  }

  /** A beat: a moment in which nothing can be done. */
  private show(view: View, news: News, log: LogLine[]): void {
    this.choices = [];
    this.canUndo = false;
    this.hints = null;
    this.news = news;
    this.log = log;
    this.view = view;
  }

  act(action: string): void {
    const { view } = this;
    if (this.busy || !view || !this.choices.some(({ name }) => name === action.split(';')[0])) return;
    this.busy = true;
    ++this.epoch; // a bot whose time comes meanwhile thinks again
    void this.play(action, view.viewer ?? 0);
  }

  private async play(action: string, seat: number): Promise<void> {
    try {
      await engine.act(this.number, seat, action, this.now);
    } catch {
      if (this.closed) return;
      this.fault = { code: 'late', why: '' };
    }
    await this.go();
  }

  hint(): void {
    const view = this.view;
    if (!this.canHint || view?.viewer == null) return;
    this.hinting = true;
    engine
      .hint(this.number, view.viewer)
      .then(({ estimates }) => {
        if (this.view === view) this.hints = estimates;
      })
      .catch((error: Error) => {
        // What was refused came late: where all act at once the table may have moved on.
        if (!(error instanceof EngineError && error.status > 0)) this.fail(error);
      })
      .finally(() => (this.hinting = false));
  }

  undo(): void {
    if (!this.canUndo || this.busy) return;
    this.busy = true;
    ++this.epoch;
    void engine.undo(this.number).then(
      () => this.go(),
      (error: Error) => this.fail(error),
    );
  }

  lift(): void {
    if (!this.curtain || this.busy) return;
    this.busy = true;
    this.viewer = this.curtain.seat;
    void this.go();
  }

  skip(): void {
    this.beats.skip();
  }

  forgive(): void {
    this.fault = null;
  }

  record(): Promise<string> {
    return engine.record(this.number);
  }

  speak(language: Language): void {
    if (this.number < 0) return;
    void (async () => {
      await engine.setLanguage(this.number, language);
      await this.seatPlayers();
      this.anew = true;
      await this.go();
    })().catch((error: Error) => this.fail(error));
  }

  /** Another window plays this match on: two would undo each other's plies. */
  private yield(): void {
    if (this.closed || this.result !== null) return;
    this.close();
    this.choices = [];
    this.canUndo = false;
    this.fault = { code: 'elsewhere', why: '' };
  }

  close(): void {
    this.unwatch();
    this.closed = true;
    ++this.epoch;
    this.beats.skip();
    if (this.number >= 0) void engine.close(this.number);
    this.number = -1;
  }
}
