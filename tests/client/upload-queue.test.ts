import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#client/lib/api-error.ts';
import { createUploadQueue, type Upload } from '#client/lib/upload/upload-queue.ts';

type Kind = 'images';
interface Sending {
  uploadId: string;
  signal: AbortSignal;
  onProgress: (sentBytes: number) => void;
  arrive: () => void;
  fail: (status: number, code?: string) => void;
}

const fileOf = (name: string, size = 10) =>
  new File(['x'.repeat(size)], `${name}.jpg`, { type: 'image/jpeg' });

/** A queue whose sending the test decides, and what the server has. */
function setUp() {
  const sendings: Sending[] = [];
  const stored = new Set<string>();
  const forgotten: string[] = [];
  let listFails = false;
  const idle = vi.fn<() => void>();
  const arrived = vi.fn<() => Promise<ReadonlySet<string>>>(async () => {
    if (listFails) throw new ApiError(0, 'offline', '');
    return stored;
  });
  const queue = createUploadQueue<Kind>({
    send: ({ uploadId }, { signal, onProgress }) =>
      new Promise<void>((resolve, reject) => {
        const fail = (status: number, code = 'x') => reject(new ApiError(status, code, 'why'));
        signal.addEventListener('abort', () => fail(0, 'cancelled'));
        const arrive = () => {
          stored.add(uploadId);
          resolve();
        };
        sendings.push({ uploadId, signal, onProgress, arrive, fail });
      }),
    arrived,
    forget: (uploadId) => void forgotten.push(uploadId),
    idle,
  });
  return {
    queue,
    sendings,
    stored,
    forgotten,
    idle,
    arrived,
    add: (...names: string[]) =>
      queue.add(names.map((name) => ({ uploadId: name, kind: 'images' as const, file: fileOf(name) }))),
    listFails: (fails: boolean) => void (listFails = fails),
    sent: () => sendings.map(({ uploadId }) => uploadId),
    states: () => Object.fromEntries(queue.read().map((each: Upload) => [each.uploadId, each.state])),
    settle: () => vi.advanceTimersByTimeAsync(0),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the queue of uploads', () => {
  it('sends two at a time, first added first, and says when nothing is left', async () => {
    const { add, sendings, sent, states, settle, idle, forgotten } = setUp();
    add('a', 'b', 'c');
    expect(sent()).toEqual(['a', 'b']);
    expect(states()).toEqual({ a: 'sending', b: 'sending', c: 'waiting' });
    sendings[1]?.arrive();
    await settle();
    expect(sent()).toEqual(['a', 'b', 'c']);
    expect(states()).toEqual({ a: 'sending', c: 'sending' });
    expect(idle).not.toHaveBeenCalled();
    sendings[0]?.arrive();
    sendings[2]?.arrive();
    await settle();
    expect(states()).toEqual({});
    expect(forgotten.toSorted()).toEqual(['a', 'b', 'c']);
    expect(idle).toHaveBeenCalledOnce();
  });

  it('shows how far each is, and that what has left is being checked', async () => {
    const { add, sendings, queue, states } = setUp();
    add('a');
    sendings[0]?.onProgress(4);
    expect(queue.read()[0]).toMatchObject({ state: 'sending', sentBytes: 4 });
    sendings[0]?.onProgress(10);
    expect(states()).toEqual({ a: 'checking' });
  });

  it('after a lost connection asks what had arrived and sends the rest only', async () => {
    const { add, sendings, stored, sent, states, settle, arrived } = setUp();
    add('a', 'b', 'c');
    sendings[0]?.onProgress(10);
    // It arrived; the answer did not.
    stored.add('a');
    sendings[0]?.fail(0);
    sendings[1]?.fail(0);
    await settle();
    expect(states()).toEqual({ a: 'no-connection', b: 'no-connection', c: 'waiting' });
    expect(sent()).toEqual(['a', 'b']);
    expect(arrived).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(states().a).toBeUndefined();
    // It may be on its way into the list: looked for once more before it is sent again.
    await vi.advanceTimersByTimeAsync(8_000);
    expect(sent()).toEqual(['a', 'b', 'c', 'b']);
  });

  it('finds a file that the server was still checking', async () => {
    const { add, sendings, stored, sent, states, settle } = setUp();
    add('a');
    sendings[0]?.fail(0);
    await settle();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(states()).toEqual({ a: 'checking' });
    stored.add('a');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(states()).toEqual({});
    expect(sent()).toEqual(['a']);
  });

  it('waits longer each time while there is no connection, and goes on at once when it is back', async () => {
    const { add, sendings, queue, settle, arrived, listFails } = setUp();
    listFails(true);
    add('a');
    sendings[0]?.fail(0);
    await settle();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(arrived).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(arrived).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(arrived).toHaveBeenCalledTimes(2);
    queue.resume();
    await settle();
    expect(arrived).toHaveBeenCalledTimes(3);
  });

  it('leaves what was refused with its reason, sends the others, and sends it again on a press', async () => {
    const { add, sendings, queue, sent, states, settle } = setUp();
    add('a', 'b', 'c');
    sendings[0]?.fail(415, 'files.unsupported-type');
    await settle();
    expect(states()).toEqual({ a: 'failed', b: 'sending', c: 'sending' });
    expect(queue.read()[0]?.error).toMatchObject({ status: 415, message: 'why' });
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sent()).toEqual(['a', 'b', 'c']);
    sendings[1]?.arrive();
    queue.retry('a');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(sent()).toEqual(['a', 'b', 'c', 'a']);
  });

  it('sends again by itself after trouble of the server, but not for ever', async () => {
    const { add, sendings, states, settle } = setUp();
    add('a');
    for (let i = 0; i < 5; i++) {
      sendings.at(-1)?.fail(503);
      await settle();
      expect(states()).toEqual({ a: 'server-busy' });
      await vi.advanceTimersByTimeAsync(60_000);
    }
    sendings.at(-1)?.fail(503);
    await settle();
    expect(states()).toEqual({ a: 'failed' });
    expect(sendings).toHaveLength(6);
  });

  it('gives up what is cancelled, on its way or not, and goes on with the next', async () => {
    const { add, sendings, queue, sent, states, settle, forgotten } = setUp();
    add('a', 'b', 'c', 'd');
    queue.cancel('a');
    queue.cancel('d');
    await settle();
    expect(sendings[0]?.signal.aborted).toBe(true);
    expect(sent()).toEqual(['a', 'b', 'c']);
    expect(states()).toEqual({ b: 'sending', c: 'sending' });
    expect(forgotten).toEqual(['a', 'd']);
  });

  it('takes a file once', () => {
    const { add, sent } = setUp();
    add('a');
    add('a');
    expect(sent()).toEqual(['a']);
  });
});
