// online.svelte.ts — a table on a server, by docs/reference/protocol.md: connecting, commands, views.
// The last view is the whole truth, so a connection that broke is simply made again: after half a second,
// then after longer and longer pauses, at once when the device wakes up or has a network again. A connection
// may be dead without notice; a ping every 4 s finds that out, while the page is seen.
//
// Commands wait in `sent` until they are answered, and are sent again with the same id on every new
// connection; the server makes sure that each takes effect once. After `done` the choices stay blocked until
// the view with that step is shown, because those on the screen are older.
//
// Views are taken in one after the other (`taking`), although the engine's worker makes their sentences.
// Clocks are shown by the server's time: `ahead` is the smallest difference seen.
import { engine } from '../engine/client.ts';
import type { Character, Estimate, Language } from '../engine/engine.ts';
import { t } from '../i18n/index.svelte.ts';
import { settings } from '../lib/settings.svelte.ts';
import { Beats, longestOnline } from './beats.ts';
import { characters } from './characters.ts';
import { hex } from './id.ts';
import { logged } from './logged.ts';
import { plans } from './plan.ts';
import { fingerprint, links, promised, seatKept, seatLink, type Seat } from './seats.ts';
import { ask, banned, greet } from './server.ts';
import { sha256 } from './sha256.ts';
import type { Chair, ChatLine, Choice, Connection, Fault, LogLine, News, Player, Presence, Room, Table, Wishes } from './table.ts';
import type { View } from './view.ts';

interface Told extends Wishes {
  phase: Room['phase'];
  listed: boolean;
  rated: boolean;
  clock: Room['clock'];
  time: number;
  host: number | null;
  chairs: Chair[];
  fair: {
    commitment: string;
    draws: number;
    /** Players have a part in every roll; the ply for which their links are awaited now. */
    links?: boolean;
    await?: number;
    seats: { value?: string; withheld?: boolean; linked?: boolean; silent?: boolean }[];
  };
  chat: ChatLine[];
  next?: string;
  back?: { seat: number; agreed: number[] };
  why?: string;
}

type Message =
  | { type: 'view'; seq: number; at: number; table: Told; view: View; yours?: boolean }
  | { type: 'done'; id: string; seq: number }
  | { type: 'refused'; id: string; code: string }
  | { type: 'error'; code: string }
  | ({ type: 'presence' } & Presence)
  | { type: 'warning'; seat: number; deadline: number }
  | { type: 'pong' };

type Command = { type: string; id: string } & Record<string, unknown>;

/** The first pause after a broken connection, the longest, how often we ask for a sign of life on a page that
 * is seen and on one that is not, and when to send again what the server could not store. */
const pauses = { first: 500, most: 15000, ping: 4000, hidden: 20000, store: 2000 };

/** How many waiting views make us hurry, and how few ms on our own clock. */
const most = { waiting: 24, short: 60_000 };

/** After these faults, trying again is pointless. */
const hopeless: Fault['code'][] = ['no-table', 'damaged', 'old-client', 'banned', 'unwatched'];

const bytesOf = (digits: string): Uint8Array =>
  Uint8Array.from(digits.match(/../g) ?? [], (byte) => parseInt(byte, 16));

export class OnlineTable implements Table {
  connection = $state<Connection>('connecting');
  view = $state.raw<View | null>(null);
  news = $state.raw<News>({ before: null, plies: [] });
  choices = $state.raw<Choice[]>([]);
  players = $state.raw<Player[]>([]);
  log = $state.raw<LogLine[]>([]);
  fault = $state.raw<Fault | null>(null);
  result = $state.raw<string[] | null>(null);
  story = $state('');
  room = $state.raw<Room | null>(null);
  presence = $state.raw<Presence | null>(null);
  acting = $state<string | null>(null);
  readonly hints: Estimate[] | null = null;
  readonly canHint = false;
  readonly hinting = false;
  readonly curtain = null;

  private socket: WebSocket | null = null;
  private pause = pauses.first;
  private timer = 0;
  private beat = 0;
  private alive = true;
  /** When the last ping was sent. */
  private asked = 0;
  private closed = false;
  private seat: Seat | null;
  /** The server's last commitment to its part in the dice. */
  private commitment = '';
  /** Whether my value is to be the first link of a chain; and the ply up to which I have given links. */
  private chained = false;
  private linked = -1;
  private readying = false;
  /** What was played, as far as I was told: the lines of a record by their plies. */
  private readonly told: (string | undefined)[] = [];
  /** How far this device's clock is before the server's, in ms. */
  private ahead = 0;
  /** How many steps the view shown has, and which of them is the action that is done but not shown yet. */
  private shown = 0;
  /** The message that brought it, as it came. */
  private message = '';
  private acted = Infinity;
  /** Not answered yet, in order. */
  private readonly sent = new Map<string, Command>();
  /** Views are taken in one after the other: sentences are made elsewhere, and beats and bots' plies are shown for a while. */
  private taking: Promise<void> = Promise.resolve();
  /** How many wait for that, and my deadline in the newest of them. */
  private waiting = 0;
  private mustBy = Infinity;
  private readonly beats = new Beats(longestOnline);
  private sits = false;
  /** The hens, once the engine has listed them. */
  private hens = new Map<string, Character>();
  /** The seat I last tried to take: when it was refused, the view may not say so yet. */
  private tried = -1;

  constructor(
    readonly id: string,
    private language: Language,
    /** Looks on, also where this browser has a seat: everybody sees the screen. */
    private readonly watches = false,
    /** With the table's name, by which a proxy finds the process that has it in memory. */
    private readonly address = new URL(`ws?table=${encodeURIComponent(id)}`, location.href.split('#')[0]).href.replace(/^http/, 'ws'),
  ) {
    this.seat = watches ? null : seatKept.get(id);
    if (!/^[a-z0-9]{1,23}$/.test(id)) {
      this.fault = { code: 'no-table', why: '' };
      this.connection = 'off';
      return;
    }
    void greet().then((ahead) => {
      this.ahead = ahead;
      this.connect();
    });
    addEventListener('online', this.hurry);
    addEventListener('offline', this.cut);
    document.addEventListener('visibilitychange', this.hurry);
  }

  private get hopeless(): boolean {
    return this.fault !== null && hopeless.includes(this.fault.code);
  }

  /** I have done something, nothing is at stake, and one acts after the other. */
  get canUndo(): boolean {
    const { room, view } = this;
    return (
      room?.phase === 'playing' && !room.rated && room.asks === null && room.seat !== null && view?.movers.length === 1 &&
      // Where players have a part in every roll, none of them is taken back.
      (this.chained ? view.last.at(-1)?.seat === room.seat : this.log.some(({ seat }) => seat === room.seat))
    );
  }

  get busy(): boolean {
    return this.acting !== null;
  }

  // ---- The connection ----

  private connect(): void {
    if (this.closed || this.hopeless) return;
    const socket = new WebSocket(this.address);
    let opened = false;
    this.socket = socket;
    socket.onopen = () => {
      this.alive = opened = true;
      socket.send(
        JSON.stringify({
          type: 'hello',
          protocol: 1,
          table: this.id,
          ...(this.seat && { token: this.seat.token }),
        }),
      );
      for (const command of this.sent.values()) socket.send(JSON.stringify(command));
      clearInterval(this.beat);
      this.beat = window.setInterval(() => this.ping(), pauses.ping);
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => this.receive(data);
    socket.onclose = () => void this.lost(socket, opened);
  }

  private async lost(socket: WebSocket, opened: boolean): Promise<void> {
    if (socket !== this.socket || this.closed) return;
    this.socket = null;
    clearInterval(this.beat);
    this.connection = this.hopeless ? 'off' : 'away';
    if (this.hopeless) return;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.connect(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(2 * this.pause, pauses.most);
    if (opened || !(await banned()) || this.closed) return;
    clearTimeout(this.timer);
    this.fault = { code: 'banned', why: '' };
    this.connection = 'off';
  }

  /** A connection can be dead without a word: after sleep, or when the network has changed. */
  private ping(): void {
    const now = performance.now();
    if (document.hidden && now - this.asked < pauses.hidden) return;
    if (!this.alive) return this.cut();
    this.alive = false;
    this.asked = now;
    this.socket?.send(JSON.stringify({ type: 'ping' }));
  }

  /** Nothing comes through any more. A socket does not close without its other side, so it is left behind. */
  private readonly cut = (): void => {
    const socket = this.socket;
    if (!socket) return;
    void this.lost(socket, true);
    socket.close();
  };

  /** The device woke up, or is in a network again: no need to wait. */
  private readonly hurry = (): void => {
    if (document.hidden || this.closed) return;
    if (this.socket?.readyState === WebSocket.OPEN) {
      this.asked = 0;
      this.ping();
    } else if (this.connection === 'away') {
      clearTimeout(this.timer);
      this.pause = pauses.first;
      this.connect();
    }
  };

  private send(type: string, rest: Record<string, unknown>): string {
    const command: Command = { type, id: hex(12), ...rest };
    this.sent.set(command.id, command);
    this.speakUp(command);
    return command.id;
  }

  /** Without a connection: when there is one again. */
  private speakUp(command: Command | undefined): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(command));
  }

  private receive(text: string): void {
    const message = JSON.parse(text) as Message;
    this.alive = true;
    if (message.type === 'view') this.queue(message, text);
    else if (message.type === 'done') this.done(message.id, message.seq);
    else if (message.type === 'refused') this.refused(message.id, message.code);
    else if (message.type === 'presence') this.meet(message);
    else if (message.type === 'warning') this.taking = this.taking.then(() => this.warn(message.seat));
    else if (message.type === 'error') this.fail(message.code);
  }

  private queue(message: Message & { type: 'view' }, text: string): void {
    const { table, view } = message;
    void this.giveLink(table, view);
    this.mustBy = (view.viewer === null ? undefined : table.chairs[view.viewer]?.deadline) ?? Infinity;
    this.waiting++;
    this.taking = this.taking.then(() => this.take(message, text)).finally(() => this.waiting--);
  }

  /** No time for pauses: my own clock runs already, or far too much is waiting. */
  private get late(): boolean {
    return this.waiting > most.waiting || this.mustBy + this.ahead - Date.now() < most.short;
  }

  /** Somebody came or went, which no view shows. */
  private meet(presence: Presence): void {
    this.presence = presence;
    const chairs = this.room?.chairs ?? [];
    this.players = this.players.map((player) => ({ ...player, absent: !player.me && this.isAbsent(chairs[player.seat], player.seat) }));
  }

  private isAbsent(chair: Chair | undefined, seat: number): boolean {
    return chair?.sitter === 'person' && this.presence?.here.includes(seat) === false;
  }

  /** The last quarter of a seat's time has begun; the next view updates it. */
  private warn(warned: number): void {
    this.players = this.players.map((player) => (player.seat === warned ? { ...player, urgent: true } : player));
  }

  private answered(id: string): void {
    this.sent.delete(id);
    if (this.acting === id) this.acting = null;
  }

  /** Until the view with what I did is shown, its choices are those of before. */
  private done(id: string, seq: number): void {
    if (this.acting !== id || seq < this.shown) this.answered(id);
    else {
      this.sent.delete(id);
      this.acted = seq;
    }
  }

  private refused(id: string, code: string): void {
    const command = this.sent.get(id);
    if (code === 'unavailable') {
      setTimeout(() => this.sent.has(id) && this.speakUp(command), pauses.store);
      return;
    }
    this.answered(id);
    if (command?.type === 'link') this.cameLate(Number(command.ply));
    if (command?.type === 'show' || command?.type === 'link' || code === 'stale') return;
    if (command?.type === 'act' && code === 'illegal') this.fault = { code: 'late', why: '' };
    else if (command?.type === 'sit' && code === 'taken') {
      if (this.sitElsewhere()) return;
      const free = this.room?.chairs.some(({ sitter }) => sitter === 'nobody');
      this.fault = { code: free ? 'seat-taken' : 'full', why: '' };
    } else this.fault = { code: 'refused', why: '', refused: code };
  }

  /** Whoever would sit anywhere, and found the seat taken, takes the next. */
  private sitElsewhere(): boolean {
    const chairs = this.room?.chairs ?? [];
    if (plans.get(this.id)?.seat !== null || this.freeSeat(chairs) < 0) return false;
    this.sits = false;
    this.followPlan(chairs, null);
    return true;
  }

  private fail(code: string): void {
    const known: Record<string, Fault['code']> = {
      'no-table': 'no-table',
      damaged: 'damaged',
      'bad-message': 'old-client',
      banned: 'banned',
      unwatched: 'unwatched',
      unavailable: 'server', // the store does not answer: until it does we come again
    };
    this.fault = { code: known[code] ?? 'server', why: '' };
    this.socket?.close();
  }

  // ---- Views ----

  /** The engine reads the message as it came, and says all that there is to say about it. */
  private async take({ seq, at, table, view, yours }: Message & { type: 'view' }, text: string): Promise<void> {
    const before = this.view;
    this.connection = 'open';
    this.pause = pauses.first;
    if (this.fault?.code === 'server') this.fault = null;
    this.ahead = Math.min(this.ahead, Date.now() - at); // nothing arrives before it happens
    this.takeRoom(table, view, yours === true);
    if (this.hens.size === 0) this.hens = await characters();
    if (this.players.length === 0) this.seatPlayers(table, view, table.chairs.map(({ name }) => name));
    const fresh = before === null || before.ply > view.ply;
    const { told, choices, names, result } = await engine.seen(fresh ? null : this.message, text, this.language);
    this.message = text;
    this.seatPlayers(table, view, names);
    const from = fresh ? 0 : before.ply;
    const lines = logged(from, view, told, (count) => t('web.log.skips', { count }));
    // After a new connection the server sends again what we know already.
    const plies = view.last
      .map((ply, i) => ({ ...ply, text: told[i] ?? '' }))
      .slice(Math.max(from + view.last.length - view.ply, 0));
    const known = fresh ? [] : this.log;
    this.news = fresh || this.late
      ? { before: fresh ? null : before, plies: fresh ? [] : plies }
      : await this.beats.play(before, view, plies, (shown, news) =>
          this.show(shown, news, [...known, ...lines.filter(({ ply }) => ply <= shown.ply)]),
        );
    this.log = [...known, ...lines];
    const away = view.viewer !== null && table.chairs[view.viewer]?.away === true;
    this.choices =
      table.phase === 'playing' && !away ? view.actions.map((action, i) => ({ ...action, text: choices[i] ?? action.name })) : [];
    if (result && !this.result) void this.tellStory().catch(() => undefined); // then there is none
    this.result = result;
    this.view = view;
    this.shown = seq;
    if (this.acted < seq) {
      this.acting = null;
      this.acted = Infinity;
    }
    const [next, ...more] = view.movers.map((seat) => table.chairs[seat]);
    if (!fresh && more.length === 0 && (next?.sitter === 'bot' || next?.away)) await this.pauseFor(settings.pause);
  }

  /** As at a table here: what a bot will act upon is seen before. */
  private async pauseFor(ms: number): Promise<void> {
    if (ms > 0 && !this.late && !document.hidden) await this.beats.hold(ms);
  }

  /** A beat: a moment in which nothing can be done. */
  private show(view: View, news: News, log: LogLine[]): void {
    this.choices = [];
    this.news = news;
    this.log = log;
    this.view = view;
  }

  private seatPlayers(told: Told, view: View, names: string[]): void {
    const now = Date.now() - this.ahead;
    this.players = told.chairs.map((chair, seat) => ({
      seat,
      name: names[seat] ?? '',
      me: seat === view.viewer,
      bot: chair.sitter === 'bot' ? chair.bot : null,
      character: this.hens.get(chair.character ?? '') ?? null,
      away: chair.away,
      absent: seat !== view.viewer && this.isAbsent(chair, seat),
      deadline: chair.deadline === undefined ? null : chair.deadline + this.ahead,
      urgent:
        chair.deadline !== undefined &&
        chair.sitter === 'person' &&
        !chair.away &&
        now >= chair.deadline - told.time / 4,
    }));
  }

  private takeRoom(told: Told, view: View, yours: boolean): void {
    this.commitment = told.fair.commitment;
    this.chained = told.fair.links === true;
    this.drawAnew(told, view);
    if (told.phase === 'showing' && view.viewer !== null && this.seat?.value && promised(this.seat, this.commitment))
      this.send('show', { value: this.seat.value });
    // Players who asked for another match sit there already, by the same token.
    if (told.next && this.seat && view.viewer !== null && told.chairs[view.viewer]?.again && !seatKept.get(told.next))
      seatKept.put(told.next, { token: this.seat.token, value: '', eager: true });
    const room: Room = {
      ...told,
      next: told.next ?? null,
      asks: told.back ?? null,
      why: told.why ?? null,
      seat: view.viewer,
      counted: this.isCounted(told, view),
      partElsewhere: this.isPartElsewhere(told, view),
      rolling: told.fair.await !== undefined,
      withheld: told.fair.seats.flatMap(({ withheld }, seat) => (withheld ? [seat] : [])),
      yours,
      personal: this.seat ? seatLink(location.href.replace(/\?.*/, ''), this.seat) : null,
      sit: (seat, name, eager = false) => {
        this.tried = seat;
        this.seat = seatKept.put(this.id, { token: hex(32), value: '', eager: eager || this.waitsForMe(told) });
        this.send('sit', { seat, name, token: this.seat.token });
      },
      bot: (seat, bot) => this.send('bot', { seat, bot }),
      free: (seat) => this.send('free', { seat }),
      fill: (bot) => {
        if (this.seat) this.seat = { ...this.seat, eager: true };
        told.chairs.forEach(({ sitter }, seat) => sitter === 'nobody' && this.send('bot', { seat, bot }));
      },
      ready: () => void this.ready(),
      say: (text) => this.send('chat', { text }),
      phrase: (phrase) => this.send('phrase', { phrase }),
      leave: () => this.send('leave', {}),
      back: () => this.send('back', {}),
      again: () => this.send('again', {}),
      agree: () => this.send('agree', {}),
      refuse: () => this.send('refuse', {}),
      remove: (seat) => this.send('remove', { seat }),
      handOver: (seat) => this.send('hand-over', { seat }),
      closeSeat: (seat) => this.send('close-seat', { seat }),
      openSeat: () => this.send('open-seat', {}),
      wish: ({ talk, watch, many }) => this.send('set', { talk, watch, many }),
      mute: (line, mute) => this.send('mute', { line, mute }),
      deleteLine: (line) => this.send('delete', { line }),
      report: (line) => ask<object>(`tables/${this.id}/reports`, 'POST', { line }).then(() => undefined),
    };
    this.room = room;
    if (told.phase === 'gathering') this.followPlan(told.chairs, view.viewer);
  }

  private freeSeat(chairs: Chair[]): number {
    return chairs.findIndex(({ sitter }, seat) => sitter === 'nobody' && seat !== this.tried);
  }

  /** All others are ready, and nothing is at stake: whoever sits down wants to play. */
  private waitsForMe({ rated, clock, chairs }: Told): boolean {
    const people = chairs.filter(({ sitter }) => sitter === 'person');
    return !rated && clock === 'none' && people.length > 0 && people.every(({ ready }) => ready);
  }

  /** Sits down, seats the bots and gets ready, as far as that was asked for before the table was there. */
  private followPlan(chairs: Chair[], viewer: number | null): void {
    const plan = this.watches ? undefined : plans.get(this.id);
    if (viewer === null) {
      const seat = plan?.seat ?? this.freeSeat(chairs);
      if (plan && !this.sits && seat >= 0) this.room?.sit(seat, plan.name || t('name.person', { seat: seat + 1 }), plan.eager);
      this.sits = plan !== undefined;
      return;
    }
    plans.delete(this.id);
    plan?.bots.forEach((bot, seat) => {
      if (bot !== '' && chairs[seat]?.sitter === 'nobody') this.send('bot', { seat, bot });
    });
    if (plan?.eager && !chairs[viewer]?.ready) return void this.ready();
    const full = chairs.every(({ sitter }) => sitter !== 'nobody');
    if (!this.seat?.eager || !full || chairs[viewer]?.ready) return;
    this.seat = { ...this.seat, eager: false };
    void this.ready();
  }

  /** The match was to begin, and somebody withheld a value: whoever had shown theirs commits to another one. */
  private drawAnew(told: Told, view: View): void {
    const { draws, seats } = told.fair;
    if (!this.seat || view.viewer === null || draws <= (this.seat.draw ?? 0)) return;
    const had = this.seat.value !== '';
    this.seat = seatKept.put(this.id, { token: this.seat.token, value: '', draw: draws });
    if (had && told.phase === 'gathering' && !seats[view.viewer]?.withheld) void this.ready();
  }

  private isCounted(told: Told, view: View): boolean | null {
    if (!this.seat?.value || view.viewer === null || told.phase === 'gathering' || told.phase === 'showing') return null;
    return told.fair.seats[view.viewer]?.value === this.seat.value && promised(this.seat, told.fair.commitment);
  }

  /** Where my part in the dice still has to be given, another device has it: the one on which I was ready. */
  private isPartElsewhere({ phase, chairs, fair }: Told, { viewer }: View): boolean {
    if (viewer === null || !this.seat) return false;
    const value = fair.seats[viewer]?.value;
    if (phase === 'playing') return fair.links === true && value !== undefined && value !== this.seat.value;
    return (phase === 'gathering' || phase === 'showing') && chairs[viewer]?.ready === true && !this.seat.value && !this.readying;
  }

  /** Commits to a value of our own, which is shown when all have committed (docs/explain/fairness.md). */
  private async ready(): Promise<void> {
    if (!this.seat || this.readying) return;
    this.readying = true;
    const last = this.chained ? (this.seat.last ?? hex(32)) : undefined;
    const value = this.seat.value || (last === undefined ? hex(32) : await engine.hashed(last, links));
    this.readying = false;
    this.seat = seatKept.put(this.id, {
      ...this.seat,
      value,
      ...(last !== undefined && { last }),
      commitment: this.seat.commitment ?? this.commitment,
    });
    this.send('ready', { hash: sha256(bytesOf(value)) });
  }

  /** My link for the roll that is due, at once: nobody waits long for it. Whoever missed one shows the link of a
   * ply that is past, and is waited for again. What I saw before is kept, so that nobody can get a link out of me
   * by showing me something else than what is played. */
  private async giveLink({ fair, phase }: Told, view: View): Promise<void> {
    view.last.forEach(({ seat, name }, i) => (this.told[view.ply - view.last.length + i] = `${seat ?? '*'} ${name}`));
    const mine = view.viewer === null ? undefined : fair.seats[view.viewer];
    const ply = fair.await ?? (mine?.silent ? view.ply - 1 : -1);
    const last = this.seat?.last;
    if (!mine?.value || mine.linked || phase !== 'playing' || !this.seat || !last || ply <= this.linked || ply >= links) return;
    if (mine.value !== this.seat.value || !promised(this.seat, fair.commitment)) return;
    this.linked = ply;
    if (fair.await !== undefined) {
      const seen = fingerprint(this.told.slice(0, ply));
      if ((this.seat.given?.[ply] ?? seen) !== seen) return;
      this.seat = seatKept.put(this.id, { ...this.seat, given: { ...this.seat.given, [ply]: seen } });
    }
    this.send('link', { ply, value: await engine.hashed(last, links - 1 - ply) });
  }

  private cameLate(ply: number): void {
    if (this.seat?.given?.[ply]) this.seat = seatKept.put(this.id, { ...this.seat, late: [...(this.seat.late ?? []), ply] });
  }

  // ---- What people do ----

  act(action: string): void {
    if (this.busy || !this.choices.some(({ name }) => name === action.split(';')[0])) return;
    this.acting = this.send('act', { ply: this.view?.ply ?? 0, action });
  }

  hint(): void {}
  /** The others are asked. */
  undo(): void {
    if (this.canUndo) this.send('take-back', {});
  }
  lift(): void {}

  skip(): void {
    this.beats.skip();
  }

  forgive(): void {
    this.fault = null;
  }

  async record(): Promise<string> {
    const answer = await fetch(`api/tables/${encodeURIComponent(this.id)}/record`);
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.text();
  }

  /** The record has all plies; of what was seen here some may be missing. */
  private async tellStory(): Promise<void> {
    const number = await engine.resume(await this.record(), [0, 0], this.language);
    this.story = await engine.story(number);
    await engine.close(number);
  }

  speak(language: Language): void {
    this.language = language;
    if (this.view)
      void engine.seen(null, this.message, language).then(({ choices, names, result }) => {
        this.choices = this.choices.map((choice, i) => ({ ...choice, text: choices[i] ?? choice.name }));
        this.players = this.players.map((player) => ({ ...player, name: names[player.seat] ?? player.name }));
        this.result = result;
      });
  }

  close(): void {
    this.closed = true;
    this.beats.skip();
    clearTimeout(this.timer);
    clearInterval(this.beat);
    removeEventListener('online', this.hurry);
    removeEventListener('offline', this.cut);
    document.removeEventListener('visibilitychange', this.hurry);
    this.socket?.close();
  }
}
