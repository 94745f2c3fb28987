import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { checkLedger } from '#server/domains/wallet/index.ts';
import { createDatabase, type Database } from '#server/platform/database/index.ts';
import {
  connectJobsRedis,
  connectQueueRedis,
  connectSubscriber,
  type JobsRedis,
} from '#server/platform/redis/index.ts';

function needed(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing: run tests with npm test`);
  return value;
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: needed('DATABASE_URL') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export interface TestDatabase extends Database<any> {
  url: string;
  /**
   * Ends the pool, proves that the books balance and drops the database; rejects when they do not.
   * @param books `spoiled` where the test broke them on purpose
   */
  close(books?: 'whole' | 'spoiled'): Promise<void>;
}

/** Every history a test makes must leave the ledger whole. @throws with the invariants that are broken */
async function proveBooks(url: string): Promise<void> {
  const { db, close } = createDatabase({ url, poolSize: 1 });
  try {
    const broken = await checkLedger(db);
    if (broken.length > 0)
      throw new Error(`the test left a broken ledger: ${JSON.stringify(broken, null, 1)}`);
  } finally {
    await close();
  }
}

/**
 * A database of this test's own: migrated, with reference data, otherwise empty.
 * @param from `template` (default) or `empty` for tests of the migrations themselves
 */
export async function testDatabase(
  from: 'template' | 'empty' = 'template',
  poolSize = 10,
): Promise<TestDatabase> {
  const name = `savdo_test_${randomBytes(6).toString('hex')}`;
  const template = from === 'template' ? ` template ${needed('SAVDO_TEST_TEMPLATE')}` : '';
  await onServer(`create database ${name}${template}`);
  const url = new URL(needed('DATABASE_URL'));
  url.pathname = `/${name}`;
  const database = createDatabase({ url: url.href, poolSize });
  return {
    ...database,
    url: url.href,
    async close(books = 'whole') {
      await database.close();
      try {
        if (from === 'template' && books === 'whole') await proveBooks(url.href);
      } finally {
        await onServer(`drop database if exists ${name} with (force)`);
      }
    },
  };
}

export interface TestRedis {
  /** Auction Redis: shared with other tests, so use the namespace, and never FLUSHALL it. */
  auctionUrl: string;
  jobsUrl: string;
  /** Prefix of this test's keys in both. */
  namespace: string;
}

/** Addresses of the run's Redis servers and a namespace of this test's own. Nothing to close. */
export function testRedis(): TestRedis {
  return {
    auctionUrl: needed('REDIS_URL'),
    jobsUrl: process.env.JOBS_REDIS_URL ?? needed('REDIS_URL'),
    namespace: `t${randomBytes(5).toString('hex')}:`,
  };
}

export interface TestJobsRedis {
  redis: JobsRedis;
  queue: JobsRedis;
  subscriber: JobsRedis;
  namespace: string;
  url: string;
  close(): void;
}

/** Open connections to the jobs Redis for one test file. */
export function testJobsRedis(): TestJobsRedis {
  const { jobsUrl, namespace } = testRedis();
  const redis = connectJobsRedis(jobsUrl);
  const queue = connectQueueRedis(jobsUrl);
  const subscriber = connectSubscriber(jobsUrl);
  return {
    redis,
    queue,
    subscriber,
    namespace,
    url: jobsUrl,
    close() {
      for (const client of [redis, queue, subscriber]) client.disconnect();
    },
  };
}

/** Waits until `look` returns something other than null, undefined or false; the limit is for a test that is wrong. */
export async function eventually<Found>(
  look: () => Promise<Found> | Found,
  what: string,
  limitMs = 30_000,
): Promise<NonNullable<Found>> {
  const until = performance.now() + limitMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (performance.now() > until) throw new Error(`waited ${limitMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
