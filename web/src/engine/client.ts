// client.ts — the engine as the page sees it: every method of Engine, as a promise. One worker serves
// the tables, made when somebody first asks; what takes long hires one of its own, which can be
// dismissed in the middle of its work.
import { EngineError, type Engine } from './engine.ts';
import type { Answer, Request } from './worker.ts';

type Remote<T> = {
  [Name in keyof T as T[Name] extends (...values: never[]) => unknown ? Name : never]: T[Name] extends (
    ...values: infer Values
  ) => infer Value
    ? (...values: Values) => Promise<Value>
    : never;
};

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** A worker with an engine. `progress` is told how far an analysis has come. */
export class Hired {
  private worker: Worker | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private last = 0;

  constructor(private readonly progress?: (done: number) => void) {}

  readonly engine = new Proxy({} as Remote<Engine>, {
    get: (_, method: string) => (...values: unknown[]) => this.ask(method, values),
  });

  /** Nobody waits for ever: what was asked fails. It also happens when the worker did not come up. */
  dismiss(): void {
    for (const asked of this.waiting.values()) asked.reject(new Error('the engine is not there'));
    this.waiting.clear();
    this.worker?.terminate();
    this.worker = null;
  }

  private receive({ data }: MessageEvent<Answer>): void {
    if ('done' in data) {
      this.progress?.(data.done);
      return;
    }
    const asked = this.waiting.get(data.id);
    this.waiting.delete(data.id);
    if ('sentence' in data) asked?.reject(new EngineError(data.status, data.sentence));
    else asked?.resolve(data.value);
  }

  private ask(method: string, values: unknown[]): Promise<unknown> {
    if (!this.worker) {
      this.worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      this.worker.onmessage = (message) => this.receive(message);
      this.worker.onerror = () => this.dismiss();
    }
    const request: Request = { id: ++this.last, method, values };
    return new Promise((resolve, reject) => {
      this.waiting.set(request.id, { resolve, reject });
      this.worker?.postMessage(request);
    });
  }
}

export const { engine } = new Hired();
