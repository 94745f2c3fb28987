import type { Redis } from 'ioredis';
import { callFailure, gatherWrites, outOfReach } from './redis-connections.ts';
import { loadLibrary } from './load-library.ts';
import { SCRIPTS, type ScriptArgs, type ScriptLibrary, type ScriptName } from './scripts.ts';

/** Runs the scripts on one connection, as functions of their library, and loads that where Redis does not have it. */
export class ScriptRunner {
  readonly #redis: Redis;
  readonly #library: ScriptLibrary;
  readonly #keepOrder: boolean;
  readonly #beforeRun: (() => void)[] = [];
  #loading: Promise<void> | null = null;

  /** `keepOrder`: calls are pipelined and depend on their order; one whose library is not loaded then fails instead of being resent. */
  constructor(redis: Redis, library: ScriptLibrary, keepOrder: boolean) {
    this.#redis = redis;
    this.#library = library;
    this.#keepOrder = keepOrder;
    // A restarted Redis has no library: it is loaded before it is missed. If this fails the connection is lost again, and
    // the next `ready` retries, or a call that misses it does.
    redis.on('ready', () => void this.load().catch(() => undefined));
  }

  /** Called before a script is sent, so that batched offers are sent first. */
  beforeRun(send: () => void): void {
    this.#beforeRun.push(send);
  }

  /** Resolves once Redis has the library; calls of one moment are one. */
  load(): Promise<void> {
    this.#loading ??= loadLibrary(this.#redis, this.#library).finally(() => (this.#loading = null));
    return this.#loading;
  }

  /** Sends immediately, in the order of the calls, and resolves with Redis's reply. `more`: further ARGV after the named ones. */
  run<N extends ScriptName>(
    name: N,
    keys: string[],
    args: ScriptArgs<N>,
    more: string[] = [],
  ): Promise<unknown> {
    const { keys: keyCount, args: names } = SCRIPTS[name];
    if (keys.length !== keyCount) throw new Error(`${name} takes ${keyCount} keys, not ${keys.length}`);
    const values = (names as readonly ScriptArgName<N>[]).map((arg) => args[arg]);
    for (const send of this.#beforeRun) send();
    return this.#call(() =>
      this.#redis.call('FCALL', this.#library.functions[name], keys.length, ...keys, ...values, ...more),
    );
  }

  /** A call of several commands (`each` in SCRIPTS): keys and arguments as they go over the wire; the reply is one string. */
  runMany(name: ScriptName, keys: string[], values: string[]): Promise<Buffer> {
    return this.#call(
      () =>
        this.#redis.callBuffer(
          'FCALL',
          this.#library.functions[name],
          keys.length,
          ...keys,
          ...values,
        ) as Promise<Buffer>,
    );
  }

  #call<Reply>(send: () => Promise<Reply>): Promise<Reply> {
    if (this.#redis.status !== 'ready') return Promise.reject(outOfReach());
    gatherWrites(this.#redis);
    return send().catch((error: unknown) =>
      this.#isNotLoaded(error) ? this.load().then(send).catch(fail) : fail(error),
    );
  }

  /** Records of a stream after an id, oldest first, sent in the same write as the calls of this turn. */
  async readStream(key: string, after: string, count: number): Promise<[id: string, fields: string[]][]> {
    if (this.#redis.status !== 'ready') throw outOfReach();
    gatherWrites(this.#redis);
    return this.#redis.xrange(key, `(${after}`, '+', 'COUNT', count).catch(fail);
  }

  /** Nothing was executed, so a second sending executes it once, not twice. */
  #isNotLoaded(error: unknown): boolean {
    return !this.#keepOrder && error instanceof Error && error.message === 'ERR Function not found';
  }
}

type ScriptArgName<N extends ScriptName> = (typeof SCRIPTS)[N]['args'][number];

function fail(error: unknown): never {
  throw callFailure(error);
}
