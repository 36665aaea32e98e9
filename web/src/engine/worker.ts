// worker.ts — the thread that owns the engine, so that thinking bots do not block the page.
// A request names a method of Engine; the answer is its result, or the error. A bot that needs a network of
// weights asks in the middle of its thought, so that file is fetched with a synchronous request, which only
// workers may make.
import { Engine, EngineError, type Host, type Problem } from './engine.ts';
import engineUrl from '../../../build/wasm/engine.wasm?url';

const netUrls = import.meta.glob<string>('../../../games/*/data/*.net', {
  query: '?url',
  import: 'default',
  eager: true,
});

export interface Request {
  id: number;
  method: string;
  values: unknown[];
}

/** `done` is progress, not an answer: the number of plies that an analysis has judged. Without a problem it is the engine
 * itself that failed. */
export type Answer =
  | { done: number }
  | { id: number; value: unknown }
  | { id: number; status: number; problem: Problem | null };

const host: Host = {
  /** A bot asks in the middle of its thought, so the answer cannot come later: a synchronous
   * request, which threads other than the page's may make. */
  net(name) {
    const url = netUrls[Object.keys(netUrls).find((path) => path.endsWith(`/${name}.net`)) ?? ''];
    if (!url) return null;
    const request = new XMLHttpRequest();
    request.open('GET', new URL(url, import.meta.url).href, false);
    request.responseType = 'arraybuffer';
    request.send();
    if (request.status !== 200) throw new Error(`no network ${name}`);
    return new Uint8Array(request.response as ArrayBuffer);
  },
  progress: (done) => self.postMessage({ done } satisfies Answer),
};

const engine = (async () => {
  const answer = await fetch(new URL(engineUrl, import.meta.url));
  if (!answer.ok) throw new Error('the engine is not there');
  return Engine.load(await answer.arrayBuffer(), host);
})();

async function answer(request: Request): Promise<Answer> {
  try {
    const methods = (await engine) as unknown as Record<
      string,
      (...values: unknown[]) => unknown
    >;
    return { id: request.id, value: methods[request.method]?.(...request.values) };
  } catch (error) {
    const { status, problem } = error instanceof EngineError ? error : { status: -1, problem: null };
    return { id: request.id, status, problem };
  }
}

self.onmessage = async ({ data }: MessageEvent<Request>) => {
  self.postMessage(await answer(data));
};
