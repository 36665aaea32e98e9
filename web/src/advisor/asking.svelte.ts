// asking.svelte.ts — asks the engine for advice, one question at a time, always the newest next.
// Of the questions that come while the engine thinks only the last is asked. So the answer soon fits the
// position in the form, however fast somebody taps.
import { engine } from '../engine/client.ts';
import type { Advice } from '../engine/engine.ts';
import { speech } from '../i18n/index.svelte.ts';
import type { View } from '../table/view.ts';
import { seatName, type Told } from './told.svelte.ts';

export interface Asked {
  advice: Advice | null;
  /** Of the last position that could be. */
  view: View<never> | null;
  /** What each action would do, in the reader's language. */
  texts: Record<string, string>;
  lacks: string | null;
  /** Why there is no such position. */
  fault: string | null;
  thinking: boolean;
}

export class Asking {
  asked = $state.raw<Asked>({ advice: null, view: null, texts: {}, lacks: null, fault: null, thinking: true });
  private next: Told | null = null;
  private options: string[] = [];
  private box = '';
  private busy = false;

  constructor(private readonly game: string) {}

  /** `box`: a box file; '': what is assumed. */
  async ask(told: Told, options: string[], box: string): Promise<void> {
    this.next = told;
    this.options = options;
    this.box = box;
    this.asked = { ...this.asked, lacks: told.lacks, thinking: told.lacks === null };
    if (this.busy) return;
    this.busy = true;
    while (this.next !== null) {
      const now: Told = this.next;
      this.next = null;
      if (now.lacks === null) await this.answer(now);
    }
    this.busy = false;
  }

  private async answer({ words }: Told): Promise<void> {
    const language = speech.language;
    try {
      const advice = await engine.advise(this.game, typeof words === 'string' ? words : { ...words }, language, this.options, this.box);
      const seat = advice.seat ?? 0;
      const view = await engine.look(advice.position, seat);
      const names = view.names.map((_, other) => seatName(other));
      const texts = await engine.lookChoices(advice.position, seat, names, language);
      this.take({
        advice,
        view: view as View<never>,
        texts: Object.fromEntries(view.actions.map(({ name }, i) => [name, texts[i] ?? name])),
        fault: null,
      });
    } catch (error) {
      this.take({ fault: (error as Error).message });
    }
  }

  private take(answer: Partial<Asked>): void {
    this.asked = { ...this.asked, ...answer, thinking: this.next !== null && this.next.lacks === null };
  }
}
