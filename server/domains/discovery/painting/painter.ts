import { Worker } from 'node:worker_threads';
import type { Logger } from '#server/platform/logging/index.ts';
import type { FromWorker, Painting, ToWorker, Wanted } from './messages.ts';

/** How long a painting serves everyone who asks for the same page. */
const KEPT_MS = 3_000;
const KEPT_MOST = 200;
/** A page goes out unpainted rather than later than this. */
const WAIT_MS = 400;
const WAITING_MOST = 4;
/** After each painting the thread rests twice as long as it worked: prices come before pictures of them. */
const REST_FACTOR = 2;
/** Longer answers travel by themselves: the page would be late for what is far below its first screen. */
const ANSWER_MOST = 24_000;
/** The first painting of a process also reads the code. */
const WORK_MOST_MS = 5_000;
const START_AGAIN_MS = 30_000;

export interface Painter {
  /** A screen for whoever asks; null when there is no painting in time. Never rejects. */
  paint(wanted: Wanted): Promise<Painting | null>;
}

export interface PainterDeps {
  /** The client's code built for this: `paint.js`. */
  file: string;
  /** JSON of what anyone may read at an address of the API; null where nothing is answered. */
  read: (address: string) => Promise<string | null>;
  logger: Logger;
}

interface Job {
  wanted: Wanted;
  done: (painting: Painting | null) => void;
}

const pause = (ms: number) => new Promise<null>((resolve) => setTimeout(resolve, ms, null).unref());

/** Paints pages in one thread beside the server, a bounded share of the time. */
export function createPainter({ file, read, logger }: PainterDeps): Painter {
  const kept = new Map<string, { until: number; painting: Promise<Painting | null> }>();
  const jobs: Job[] = [];
  let worker: Worker | null = null;
  let brokenUntil = 0;
  let busy = false;
  let current: Job | null = null;

  function finish(painting: Painting | null): void {
    const job = current;
    current = null;
    job?.done(painting);
  }

  function broken(error: unknown): void {
    logger.warn({ err: error }, 'pages are not painted for a while');
    brokenUntil = Date.now() + START_AGAIN_MS;
    void worker?.terminate();
    worker = null;
    finish(null);
  }

  function start(): Worker {
    const started = new Worker(new URL('painting-worker.ts', import.meta.url), {
      workerData: file,
      execArgv: [],
    });
    // It never keeps a process alive that wants to end.
    started.unref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    const say = (message: ToWorker) => started.postMessage(message);
    started.on('message', (message: FromWorker) => {
      if (message.kind === 'painting') finish(message.painting);
      else if (message.kind === 'failed') {
        logger.warn({ reason: message.reason, address: current?.wanted.address }, 'page not painted');
        finish(null);
      } else {
        void read(message.address)
          // Not retried: its place is painted as one that waits, and the browser asks.
          .catch(() => null)
          .then((answer) => (answer !== null && answer.length > ANSWER_MOST ? null : answer))
          .then((answer) => say({ kind: 'answer', question: message.question, answer }));
      }
    });
    started.once('error', broken);
    return started;
  }

  async function work(): Promise<void> {
    if (busy) return;
    busy = true;
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      if (Date.now() < brokenUntil) {
        job.done(null);
        continue;
      }
      const from = performance.now();
      worker ??= start();
      current = job;
      const done = new Promise<true>((resolve) => {
        const tell = job.done;
        job.done = (painting) => {
          tell(painting);
          resolve(true);
        };
      });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage({ kind: 'paint', ...job.wanted } satisfies ToWorker);
      if (!(await Promise.race([done, pause(WORK_MOST_MS)]))) broken(new Error('painting took too long'));
      await pause((performance.now() - from) * REST_FACTOR);
    }
    busy = false;
  }

  function ask(wanted: Wanted): Promise<Painting | null> {
    if (jobs.length >= WAITING_MOST) return Promise.resolve(null);
    return new Promise((done) => {
      jobs.push({ wanted, done });
      void work();
    });
  }

  return {
    paint(wanted) {
      const now = Date.now();
      const key = `${wanted.signedIn} ${wanted.language} ${wanted.address}`;
      let entry = kept.get(key);
      if (!entry || entry.until < now) {
        const painting = ask(wanted);
        entry = { until: now + KEPT_MS, painting };
        kept.delete(key);
        kept.set(key, entry);
        for (const old of kept.keys()) {
          if (kept.size <= KEPT_MOST) break;
          kept.delete(old);
        }
        // What failed is asked anew at once.
        void painting.then((found) =>
          found === null && kept.get(key)?.painting === painting ? kept.delete(key) : false,
        );
      }
      return Promise.race([entry.painting, pause(WAIT_MS)]);
    },
  };
}
