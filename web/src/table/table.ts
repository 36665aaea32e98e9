// table.ts — the interface of a table: between what is drawn and where the match is played.
// local.svelte.ts plays in the worker, online.svelte.ts asks a server. All members are reactive state;
// components read them and never set them.
import type { Character, Estimate, Language } from '../engine/engine.ts';
import type { Action, Ply, View } from './view.ts';

/** An action the viewer may choose now, with what it would do: "take tile 25". */
export interface Choice extends Action {
  text: string;
}

/** A ply as the viewer saw it, in a sentence; '' when it is not worth one. */
export interface Told extends Ply {
  text: string;
}

/** How the present view came about: the view before it, and the plies between. */
export interface News {
  before: View | null;
  plies: Told[];
  /** This view is a moment between two: a kind of beat (beats.ts). Nothing can be chosen until it is over. */
  beat?: string;
  /** In this moment somebody else chooses that: it lights up. */
  chosen?: string;
  /** What it is to the seats that it is about. */
  moods?: Record<number, Mood>;
}

export type Mood = 'glad' | 'sad';

export interface LogLine {
  ply: number;
  seat: number | null;
  text: string;
}

export interface Player {
  seat: number;
  /** As sentences have it; "You" at a table of one person. */
  name: string;
  me: boolean;
  /** The bot's level, when a bot sits there … */
  bot: string | null;
  /** … and the hen that plays for it, where it has one. */
  character: Character | null;
  /** A bot plays on for a person who is away. */
  away: boolean;
  /** A person who has no connection just now. */
  absent?: boolean;
  /** When this seat's time is up, in ms since 1970; null: no clock runs. */
  deadline: number | null;
  /** The last quarter of that time has begun. */
  urgent?: boolean;
}

/** What went wrong, as a key of the catalogue below `web.fault.`; the engine's reason in its words, or the
 * server's as a code, which is a key below `web.refused.`. */
export interface Fault {
  code:
    | 'engine'
    | 'setup'
    | 'race'
    | 'record'
    | 'no-local'
    | 'elsewhere'
    | 'refused'
    | 'late'
    | 'no-table'
    | 'damaged'
    | 'full'
    | 'seat-taken'
    | 'unwatched'
    | 'banned'
    | 'old-client'
    | 'server';
  why: string;
  refused?: string;
}

/** 'away' is tried again, 'off' is not. */
export type Connection = 'local' | 'connecting' | 'open' | 'away' | 'off';

/** What only a table online has. */
export interface Chair {
  sitter: 'nobody' | 'person' | 'bot';
  /** '' where there is none. */
  name: string;
  bot: string;
  /** The hen that plays as the bot, by her id. */
  character?: string;
  away: boolean;
  /** The host does not want them back. */
  removed?: boolean;
  ready: boolean;
  again: boolean;
  deadline?: number;
}

/** What can be said with one click, and is read by everybody in their own language. */
export const phrases = [
  'hello', 'good-luck', 'have-fun', 'well-played', 'thanks', 'oops',
  'lucky', 'hurry', 'one-moment', 'good-game', 'again', 'bye',
] as const;
export type Phrase = (typeof phrases)[number];

export interface ChatLine {
  number: number;
  /** Where the author sits now; null: nowhere. */
  seat: number | null;
  /** The author's name; none for an onlooker. */
  name?: string;
  at: number;
  text?: string;
  /** Instead of a text: a key of the catalogue below `phrase.`. */
  phrase?: string;
  /** The host has muted the author. */
  muted?: boolean;
}

/** What the host of a table can change at any time. */
export interface Wishes {
  talk: 'all' | 'players' | 'nobody';
  watch: boolean;
  many: boolean;
}

/** Which seats have a connection, and how many look on. */
export interface Presence {
  here: number[];
  watching: number;
}

export interface Room extends Wishes {
  phase: 'gathering' | 'showing' | 'playing' | 'over' | 'closed';
  listed: boolean;
  rated: boolean;
  clock: 'none' | 'move' | 'total';
  time: number;
  chairs: Chair[];
  chat: ChatLine[];
  next: string | null;
  /** Who would take back their last move, and who lets them; null: nobody. */
  asks: { seat: number; agreed: number[] } | null;
  /** What whoever runs the server said when closing the table; null: nothing. */
  why: string | null;
  /** Whether my value is part of the match's dice; null: there is no match, or I gave none here. */
  counted: boolean | null;
  /** Another device of mine has my part in the dice, and should stay open. */
  partElsewhere: boolean;
  /** Dice are rolled as soon as all players have had their part in it. */
  rolling: boolean;
  /** Seats that withheld their value, so that a rated match could not begin. */
  withheld: number[];
  /** The host's seat; null: the host does not sit, or nobody knows who it is. */
  host: number | null;
  /** I am the host. */
  yours: boolean;
  /** My seat, and the way to take one, get ready, chat, … */
  seat: number | null;
  /** `eager`: and am ready as soon as all seats are taken. */
  sit(seat: number, name: string, eager?: boolean): void;
  bot(seat: number, bot: string): void;
  free(seat: number): void;
  /** Bots of that level take all free seats, and I am ready. */
  fill(bot: string): void;
  ready(): void;
  say(text: string): void;
  phrase(name: Phrase): void;
  leave(): void;
  back(): void;
  again(): void;
  /** Lets somebody take back their move, or does not; whoever asked can think better of it. */
  agree(): void;
  refuse(): void;
  /** What the host can do. */
  remove(seat: number): void;
  handOver(seat: number): void;
  closeSeat(seat: number): void;
  openSeat(): void;
  wish(wishes: Wishes): void;
  /** Mutes the author of a line of chat, or lets them chat again. */
  mute(line: number, muted: boolean): void;
  deleteLine(line: number): void;
  /** Reports a line of chat to whoever runs the server. */
  report(line: number): Promise<void>;
  /** The address that brings my seat to another device. */
  personal: string | null;
}

export interface Table {
  readonly id: string;
  readonly connection: Connection;
  /** null until the first view has come. */
  readonly view: View | null;
  readonly news: News;
  readonly choices: Choice[];
  readonly players: Player[];
  readonly log: LogLine[];
  /** An action was sent and is not answered yet. */
  readonly busy: boolean;
  readonly fault: Fault | null;
  /** Estimates of the choices, once asked for; null again when the view changes. */
  readonly hints: Estimate[] | null;
  readonly canHint: boolean;
  readonly hinting: boolean;
  readonly canUndo: boolean;
  /** Several people share this screen, and it is to be handed to this one, who has something to
   * hide: until `lift` nothing of the table is shown. */
  readonly curtain: Player | null;
  /** Who has won, then places and points, one a line; null while the match lasts. */
  readonly result: string[] | null;
  /** What decided it, in a sentence or two; '' while it is not known. */
  readonly story: string;
  /** null at a local table. */
  readonly room: Room | null;
  /** null at a local table, and until the server has said it. */
  readonly presence: Presence | null;

  /** Plays one of the choices, by its name. */
  act(action: string): void;
  hint(): void;
  undo(): void;
  /** The person for whom the curtain fell has the screen. */
  lift(): void;
  /** Ends the beat that is shown, if there is one. */
  skip(): void;
  /** The fault was read. */
  forgive(): void;
  record(): Promise<string>;
  speak(language: Language): void;
  close(): void;
}
