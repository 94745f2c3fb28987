import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Reads } from './reads/reads.ts';

/**
 * The typed database of a repository. Tables are an interface declared beside the repository
 * (`interface LotsTables { lot: LotTable; … }`), used as `Db<LotsTables>`; a test compares every column with the database.
 */
export type Db<Tables> = Kysely<Tables>;

/**
 * A connection or transaction that is passed on to repositories, each of which names its own tables. No query is written over it: a test
 * refuses that.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the only type that Kysely takes for any tables
export type AnyDb = Kysely<any>;

/** Opened once by a process, and shared by all repositories. */
export interface Database {
  db: AnyDb;
  pool: pg.Pool;
  /** Work that may read from a replica; its queries go over `db`. */
  reads: Reads;
  close(): Promise<void>;
}
