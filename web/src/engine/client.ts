// client.ts — the engine as the page sees it: every method of Engine, as a promise. There is one
// worker, made when somebody first asks.
import { EngineError, type Engine } from './engine.ts';
import type { Answer, Request } from './worker.ts';

export type Remote<T> = {
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

let worker: Worker | null = null;
const waiting = new Map<number, Waiting>();
let last = 0;

function receive({ data }: MessageEvent<Answer>): void {
  const asked = waiting.get(data.id);
  waiting.delete(data.id);
  if ('sentence' in data) asked?.reject(new EngineError(data.status, data.sentence));
  else asked?.resolve(data.value);
}

/** The worker itself did not come up: nobody waits for ever. */
function fail(): void {
  for (const asked of waiting.values()) asked.reject(new Error('the engine is not there'));
  waiting.clear();
  worker?.terminate();
  worker = null;
}

function ask(method: string, values: unknown[]): Promise<unknown> {
  if (!worker) {
    worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = receive;
    worker.onerror = fail;
  }
  const request: Request = { id: ++last, method, values };
  return new Promise((resolve, reject) => {
    waiting.set(request.id, { resolve, reject });
    worker?.postMessage(request);
  });
}

export const engine = new Proxy({} as Remote<Engine>, {
  get: (_, method: string) => (...values: unknown[]) => ask(method, values),
});
