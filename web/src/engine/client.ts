// client.ts — the engine as the page sees it: every method of Engine, as a promise.
// The engine runs in a worker, which is made when somebody first asks. One worker serves all tables. Work
// that takes long, such as an analysis, uses a separate worker, which can be stopped in the middle of
// it. When a worker dies, everything that waits for it fails; nobody waits for ever.
import { speech, t } from '../i18n/index.svelte.ts';
import { EngineError, type Engine, type Problem } from './engine.ts';
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

/** The error, with a sentence in the reader's language. */
async function refused({ status, problem }: { status: number; problem: Problem | null }): Promise<Error> {
  if (!problem) return new Error(t('web.engine-away'));
  return new EngineError(status, problem, await speech.explain(problem).catch(() => problem.key));
}

/** A worker with an engine. `progress` hears how far an analysis has come. */
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
    for (const asked of this.waiting.values()) asked.reject(new Error(t('web.engine-away')));
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
    if ('problem' in data) void refused(data).then((error) => asked?.reject(error));
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
