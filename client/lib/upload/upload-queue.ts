import { ApiError } from '../api-error.ts';
import { mayPass } from '../recover.ts';

/** Two at once fill a phone's link; more would only make each of them slower to finish. */
const AT_ONCE = 2;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** So often in a row a server that answers with trouble of its own is asked again without a press. */
const MOST_TRIES = 6;
/** A file that has arrived is checked before it is in the list: it is looked for so often before it is sent again. */
const LOOKS = 4;
const LOOK_AGAIN_MS = 2_000;
/** Browsers report progress with delay: with no more left than this, all may have left. */
const UNREPORTED_BYTES = 1024 * 1024;

/**
 * `sending`: bytes are leaving. `checking`: all have left, the answer is awaited. `no-connection` and `server-busy`: it
 * is sent again by itself. `failed`: refused, or tried too often; a press sends it again.
 */
type UploadState = 'waiting' | 'sending' | 'checking' | 'no-connection' | 'server-busy' | 'failed';

export interface Upload<Kind extends string = string> {
  /** A UUID: the server stores a file once, however often it comes. */
  readonly uploadId: string;
  readonly kind: Kind;
  readonly file: File;
  readonly state: UploadState;
  readonly sentBytes: number;
  /** Of `failed`. */
  readonly error: ApiError | null;
  /** An earlier attempt had no answer: the server is asked for the file before it is sent again. */
  readonly doubtful: boolean;
}

export interface UploadPort<Kind extends string> {
  /** Sends one file; rejects with an ApiError. */
  send(
    upload: Upload<Kind>,
    options: { signal: AbortSignal; onProgress: (sentBytes: number) => void },
  ): Promise<void>;
  /** Upload ids of the files the server has; rejects with an ApiError. */
  arrived(kind: Kind): Promise<ReadonlySet<string>>;
  /** The file is on the server, or was given up: it need not outlive the page any more. */
  forget(uploadId: string): void;
  /** Nothing is left to send: all have arrived, failed or were given up. */
  idle(): void;
}

export type NewUpload<Kind extends string> = Pick<Upload<Kind>, 'uploadId' | 'kind' | 'file'> & {
  doubtful?: boolean;
};

export type UploadQueue<Kind extends string> = ReturnType<typeof createUploadQueue<Kind>>;

const OPEN: readonly UploadState[] = ['waiting', 'sending', 'checking', 'no-connection', 'server-busy'];
/** Whether it will go on by itself. */
export const isOpen = ({ state }: Upload): boolean => OPEN.includes(state);

/**
 * Sends files two at a time, first added first. After a lost connection it waits for its return (at once when the browser
 * says so, otherwise after 1, 2, 4 … 30 s), asks what had arrived and sends the rest.
 */
export function createUploadQueue<Kind extends string>(port: UploadPort<Kind>) {
  let uploads: readonly Upload<Kind>[] = [];
  const running = new Map<string, AbortController>();
  const tries = new Map<string, number>();
  /** Bytes that had left in the attempt that came furthest. */
  const furthest = new Map<string, number>();
  const listeners = new Set<() => void>();
  let waitMs = FIRST_WAIT_MS;
  let pause: ReturnType<typeof setTimeout> | undefined;

  const find = (uploadId: string) => uploads.find((each) => each.uploadId === uploadId);

  function set(next: readonly Upload<Kind>[]): void {
    uploads = next;
    for (const listener of listeners) listener();
  }

  function patch(uploadId: string, change: Partial<Upload<Kind>>): void {
    set(uploads.map((each) => (each.uploadId === uploadId ? { ...each, ...change } : each)));
  }

  function drop(uploadId: string): void {
    tries.delete(uploadId);
    furthest.delete(uploadId);
    port.forget(uploadId);
    set(uploads.filter((each) => each.uploadId !== uploadId));
  }

  function resume(): void {
    clearTimeout(pause);
    pause = undefined;
    set(
      uploads.map((each) =>
        each.state === 'no-connection' || each.state === 'server-busy' ? { ...each, state: 'waiting' } : each,
      ),
    );
    pump();
  }

  function rest(): void {
    if (pause !== undefined) return;
    pause = setTimeout(resume, waitMs);
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }

  function judge(uploadId: string, error: ApiError): void {
    const answered = error.status > 0;
    const tried = (tries.get(uploadId) ?? 0) + 1;
    if (!mayPass(error) || (answered && tried >= MOST_TRIES)) {
      patch(uploadId, { state: 'failed', error });
      return;
    }
    if (answered) tries.set(uploadId, tried);
    patch(uploadId, { state: answered ? 'server-busy' : 'no-connection', sentBytes: 0, doubtful: true });
    rest();
  }

  async function isThere(upload: Upload<Kind>, signal: AbortSignal): Promise<boolean> {
    const { kind, uploadId, file } = upload;
    const sent = furthest.get(uploadId);
    const mayHaveArrived = sent !== undefined && file.size - sent <= UNREPORTED_BYTES;
    for (let looks = mayHaveArrived ? LOOKS : 1; ;) {
      if ((await port.arrived(kind)).has(uploadId)) return true;
      looks -= 1;
      if (looks === 0 || signal.aborted) return false;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
  }

  async function run(upload: Upload<Kind>): Promise<void> {
    const { uploadId, file } = upload;
    const controller = new AbortController();
    running.set(uploadId, controller);
    patch(uploadId, { state: upload.doubtful ? 'checking' : 'sending', sentBytes: 0, error: null });
    try {
      if (!upload.doubtful || !(await isThere(upload, controller.signal))) {
        if (controller.signal.aborted) return;
        if (!furthest.has(uploadId)) furthest.set(uploadId, 0);
        await port.send(upload, {
          signal: controller.signal,
          onProgress: (sentBytes) => {
            furthest.set(uploadId, Math.max(sentBytes, furthest.get(uploadId) ?? 0));
            patch(uploadId, { sentBytes, state: sentBytes >= file.size ? 'checking' : 'sending' });
          },
        });
      }
      waitMs = FIRST_WAIT_MS;
      drop(uploadId);
    } catch (error) {
      if (controller.signal.aborted) return;
      if (!(error instanceof ApiError)) {
        patch(uploadId, { state: 'failed', error: new ApiError(0, 'unreadable', '') });
        throw error;
      }
      judge(uploadId, error);
    } finally {
      running.delete(uploadId);
      pump();
    }
  }

  function pump(): void {
    if (pause !== undefined) return;
    while (running.size < AT_ONCE) {
      const next = uploads.find(({ state, uploadId }) => state === 'waiting' && !running.has(uploadId));
      if (!next) break;
      void run(next);
    }
    if (running.size === 0 && !uploads.some(isOpen)) port.idle();
  }

  return {
    /** What has not arrived yet; the same array until something changes. */
    read: () => uploads,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add(added: readonly NewUpload<Kind>[]): void {
      const fresh = added
        .filter(({ uploadId }) => !find(uploadId))
        .map((each) => ({ doubtful: false, ...each, state: 'waiting', sentBytes: 0, error: null }) as const);
      if (fresh.length === 0) return;
      set([...uploads, ...fresh]);
      pump();
    },
    /** Sends a failed one again. */
    retry(uploadId: string): void {
      if (find(uploadId)?.state !== 'failed') return;
      tries.delete(uploadId);
      patch(uploadId, { state: 'waiting', error: null, doubtful: true });
      pump();
    },
    /** Gives one up. When all its bytes had left, it may be on the server all the same: read the list again. */
    cancel(uploadId: string): void {
      running.get(uploadId)?.abort();
      drop(uploadId);
      pump();
    },
    /** The connection is back: does not wait any longer. */
    resume: () => void (pause !== undefined && resume()),
  };
}
