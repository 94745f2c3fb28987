import { Worker } from 'node:worker_threads';
import type { Logger } from '#server/platform/logging/index.ts';
import type { FromWorker, RenderedPage, RenderRequest, ToWorker } from './worker-messages.ts';

/** How long a rendered page serves every request for the same address. */
const CACHE_MS = 3_000;
const CACHE_MAX = 200;
/** After this long a page is sent without rendered content. */
const WAIT_MAX_MS = 400;
const QUEUE_MAX = 4;
/** After each page the thread rests twice as long as it worked: prices take precedence over rendering. */
const REST_FACTOR = 2;
/** Longer API answers are fetched by the browser: they would delay the page for content far below its first screen. */
const ANSWER_MAX_LENGTH = 24_000;
/** The first page of a process also loads the code. */
const RENDER_MAX_MS = 5_000;
const RESTART_AFTER_MS = 30_000;

export interface Renderer {
  /** A rendered screen; null when it is not ready in time. Never rejects. */
  render(request: RenderRequest): Promise<RenderedPage | null>;
}

export interface RendererDeps {
  /** The client's bundle for the server. */
  file: string;
  /** JSON of a public read at an address of the API; null without an answer. */
  read: (address: string) => Promise<string | null>;
  logger: Logger;
}

interface Job {
  request: RenderRequest;
  done: (page: RenderedPage | null) => void;
}

const pause = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null).unref());

/** Renders pages in one thread next to the server, for a bounded share of the time. */
export function createRenderer({ file, read, logger }: RendererDeps): Renderer {
  const cache = new Map<string, { until: number; page: Promise<RenderedPage | null> }>();
  const queue: Job[] = [];
  let worker: Worker | null = null;
  let brokenUntil = 0;
  let busy = false;
  let current: Job | null = null;

  function finish(page: RenderedPage | null): void {
    const job = current;
    current = null;
    job?.done(page);
  }

  function stopBroken(error: unknown): void {
    logger.warn({ err: error }, 'page rendering paused');
    brokenUntil = Date.now() + RESTART_AFTER_MS;
    void worker?.terminate();
    worker = null;
    finish(null);
  }

  function start(): Worker {
    const started = new Worker(new URL('render-worker.ts', import.meta.url), {
      workerData: file,
      execArgv: [],
    });
    // The thread must not hold up the end of the process.
    started.unref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    const post = (message: ToWorker) => started.postMessage(message);
    started.on('message', (message: FromWorker) => {
      if (message.kind === 'rendered') finish(message.page);
      else if (message.kind === 'failed') {
        logger.warn({ reason: message.reason, address: current?.request.address }, 'page not rendered');
        finish(null);
      } else {
        void read(message.address)
          // Not retried: the part is rendered as loading, and the browser fetches it.
          .catch(() => null)
          .then((answer) => (answer !== null && answer.length > ANSWER_MAX_LENGTH ? null : answer))
          .then((answer) => post({ kind: 'answer', fetchId: message.fetchId, answer }));
      }
    });
    started.once('error', stopBroken);
    return started;
  }

  async function work(): Promise<void> {
    if (busy) return;
    busy = true;
    for (let job = queue.shift(); job; job = queue.shift()) {
      if (Date.now() < brokenUntil) {
        job.done(null);
        continue;
      }
      const from = performance.now();
      worker ??= start();
      current = job;
      const done = new Promise<true>((resolve) => {
        const answer = job.done;
        job.done = (page) => {
          answer(page);
          resolve(true);
        };
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage({ kind: 'render', ...job.request } satisfies ToWorker);
      if (!(await Promise.race([done, pause(RENDER_MAX_MS)])))
        stopBroken(new Error('rendering took too long'));
      await pause((performance.now() - from) * REST_FACTOR);
    }
    busy = false;
  }

  function enqueue(request: RenderRequest): Promise<RenderedPage | null> {
    if (queue.length >= QUEUE_MAX) return Promise.resolve(null);
    return new Promise((done) => {
      queue.push({ request, done });
      void work();
    });
  }

  return {
    render(request) {
      const now = Date.now();
      const key = `${request.signedIn} ${request.language} ${request.address}`;
      let entry = cache.get(key);
      if (!entry || entry.until < now) {
        const page = enqueue(request);
        entry = { until: now + CACHE_MS, page };
        cache.delete(key);
        cache.set(key, entry);
        for (const old of cache.keys()) {
          if (cache.size <= CACHE_MAX) break;
          cache.delete(old);
        }
        // A failure is not cached: the next request renders again.
        void page.then((found) =>
          found === null && cache.get(key)?.page === page ? cache.delete(key) : false,
        );
      }
      return Promise.race([entry.page, pause(WAIT_MAX_MS)]);
    },
  };
}
