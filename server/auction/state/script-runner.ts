import type { Redis } from 'ioredis';
import { callFailure, gatherWrites, outOfReach } from './redis-connections.ts';
import { SCRIPTS, type ScriptArgs, type ScriptName, type Scripts } from './scripts.ts';

/** Runs the scripts on one connection: by hash, and by source text when Redis does not have them loaded. */
export class ScriptRunner {
  readonly #redis: Redis;
  readonly #scripts: Scripts;
  readonly #keepOrder: boolean;
  readonly #beforeRun: (() => void)[] = [];

  /** `keepOrder`: calls are pipelined and depend on their order; a script that is not loaded then fails instead of being resent. */
  constructor(redis: Redis, scripts: Scripts, keepOrder: boolean) {
    this.#redis = redis;
    this.#scripts = scripts;
    this.#keepOrder = keepOrder;
    // A restarted Redis has no script: loads them before the first call. If this fails the connection is lost again, and
    // the next `ready` retries.
    redis.on('ready', () => void this.loadAll().catch(() => undefined));
  }

  /** Called before a script is sent, so that batched offers are sent first. */
  beforeRun(send: () => void): void {
    this.#beforeRun.push(send);
  }

  async loadAll(): Promise<void> {
    await Promise.all(Object.values(this.#scripts).map((script) => this.#redis.script('LOAD', script.body)));
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
    const { sha, body } = this.#scripts[name];
    if (this.#redis.status !== 'ready') return Promise.reject(outOfReach());
    gatherWrites(this.#redis);
    return this.#redis
      .evalsha(sha, keys.length, ...keys, ...values, ...more)
      .catch((error: unknown) =>
        this.#isNotLoaded(error)
          ? this.#redis.eval(body, keys.length, ...keys, ...values, ...more).catch(fail)
          : fail(error),
      );
  }

  /** A call of several commands (`each` in SCRIPTS): keys and arguments as they go over the wire; the reply is one string. */
  runMany(name: ScriptName, keys: string[], values: string[]): Promise<Buffer> {
    const { sha, body } = this.#scripts[name];
    if (this.#redis.status !== 'ready') return Promise.reject(outOfReach());
    gatherWrites(this.#redis);
    const reply = this.#redis
      .callBuffer('EVALSHA', sha, keys.length, ...keys, ...values)
      .catch((error: unknown) =>
        this.#isNotLoaded(error)
          ? this.#redis.callBuffer('EVAL', body, keys.length, ...keys, ...values).catch(fail)
          : fail(error),
      );
    return reply as Promise<Buffer>;
  }

  /** Records of a stream after an id, oldest first, sent in the same write as the calls of this turn. */
  async readStream(key: string, after: string, count: number): Promise<[id: string, fields: string[]][]> {
    if (this.#redis.status !== 'ready') throw outOfReach();
    gatherWrites(this.#redis);
    return this.#redis.xrange(key, `(${after}`, '+', 'COUNT', count).catch(fail);
  }

  /** NOSCRIPT: the script was not executed, so sending its text executes it once, not twice. */
  #isNotLoaded(error: unknown): boolean {
    return !this.#keepOrder && error instanceof Error && error.message.startsWith('NOSCRIPT');
  }
}

type ScriptArgName<N extends ScriptName> = (typeof SCRIPTS)[N]['args'][number];

function fail(error: unknown): never {
  throw callFailure(error);
}
