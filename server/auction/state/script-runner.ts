import type { Redis } from 'ioredis';
import { callFailure, outOfReach } from './connection.ts';
import { SCRIPTS, type ScriptArgs, type ScriptName, type Scripts } from './scripts.ts';

/** Runs the scripts on one connection: by hash, and by text where Redis has forgotten them. */
export class ScriptRunner {
  readonly #redis: Redis;
  readonly #scripts: Scripts;
  readonly #keepOrder: boolean;

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
    const { sha, body } = this.#scripts[name];
    if (this.#redis.status !== 'ready') return Promise.reject(outOfReach());
    return this.#redis
      .evalsha(sha, keys.length, ...keys, ...values, ...more)
      .catch(async (error: unknown) => {
        // A script unknown by hash was not executed: sending its text is the first execution, not a second.
        if (!this.#keepOrder && error instanceof Error && error.message.startsWith('NOSCRIPT')) {
          return this.#redis.eval(body, keys.length, ...keys, ...values, ...more).catch(fail);
        }
        return fail(error);
      });
  }
}

type ScriptArgName<N extends ScriptName> = (typeof SCRIPTS)[N]['args'][number];

function fail(error: unknown): never {
  throw callFailure(error);
}
