import type { Redis } from 'ioredis';
import { callFailure, gatherWrites, outOfReach } from './connection.ts';
import { SCRIPTS, type ScriptArgs, type ScriptName, type Scripts } from './scripts.ts';

/** Runs the scripts on one connection: by hash, and by text where Redis has forgotten them. */
export class ScriptRunner {
  readonly #redis: Redis;
  readonly #scripts: Scripts;
  readonly #keepOrder: boolean;
  /** Called before a script is sent: what was gathered until then goes first. */
  beforeRun: () => void = () => undefined;

  /** `keepOrder`: calls are pipelined and depend on their order; a forgotten script then fails instead of being sent late. */
  constructor(redis: Redis, scripts: Scripts, keepOrder: boolean) {
    this.#redis = redis;
    this.#scripts = scripts;
    this.#keepOrder = keepOrder;
    // A restarted Redis knows no script: hand them over before the first call asks. If this fails the connection is
    // gone again, and the next `ready` tries anew.
    redis.on('ready', () => void this.loadAll().catch(() => undefined));
  }

  async loadAll(): Promise<void> {
    await Promise.all(Object.values(this.#scripts).map((script) => this.#redis.script('LOAD', script.body)));
  }

  /** Sends at once (in the order of calls), resolves with Redis's reply. `more`: further ARGV after the named ones. */
  run<N extends ScriptName>(
    name: N,
    keys: string[],
    args: ScriptArgs<N>,
    more: string[] = [],
  ): Promise<unknown> {
    const { keys: keyCount, args: names } = SCRIPTS[name];
    if (keys.length !== keyCount) throw new Error(`${name} takes ${keyCount} keys, not ${keys.length}`);
    const values = (names as readonly ScriptArgName<N>[]).map((arg) => args[arg]);
    this.beforeRun();
    const { sha, body } = this.#scripts[name];
    if (this.#redis.status !== 'ready') return Promise.reject(outOfReach());
    gatherWrites(this.#redis);
    return this.#redis
      .evalsha(sha, keys.length, ...keys, ...values, ...more)
      .catch((error: unknown) =>
        this.#isForgotten(error)
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
        this.#isForgotten(error)
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

  /** A script unknown by hash was not executed: sending its text is the first execution, not a second. */
  #isForgotten(error: unknown): boolean {
    return !this.#keepOrder && error instanceof Error && error.message.startsWith('NOSCRIPT');
  }
}

type ScriptArgName<N extends ScriptName> = (typeof SCRIPTS)[N]['args'][number];

function fail(error: unknown): never {
  throw callFailure(error);
}
