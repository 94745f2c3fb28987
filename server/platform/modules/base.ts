import type { Config } from '../config/index.ts';
import type { Database } from '../database/index.ts';
import type { Texts } from '../language/index.ts';
import type { Logger } from '../logging/index.ts';
import type { Metrics } from '../metrics/index.ts';
import type { JobsRedis } from '../redis/index.ts';
import type { SessionStore } from '../sessions/index.ts';
import type { Shutdown } from '../shutdown/index.ts';
import type { Invariant } from './module.ts';
import type { PersonalTable } from './personal-data.ts';

/** What every module may ask of the process it runs in. */
export interface Base {
  config: Config;
  logger: Logger;
  metrics: Metrics;
  database: Database;
  /** The jobs Redis. */
  redis: JobsRedis;
  /** The jobs Redis again, by a connection whose blocking reads hold up nothing else. */
  queueRedis: JobsRedis;
  sessions: SessionStore;
  texts: Texts;
  shutdown: Shutdown;
  /** Tables with rows of persons, of all modules, also of those this process leaves out. */
  personalData: readonly PersonalTable[];
  /** Of all modules, also of those this process leaves out: the ledger is checked whole. */
  invariants: readonly Invariant[];
}
