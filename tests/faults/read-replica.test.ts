import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import {
  createDatabase,
  inTransaction,
  keepReading,
  readExactly,
  type Database,
} from '#server/platform/database/index.ts';
import { lookAtReplica } from '#server/processes/doctor/replica.ts';
import { startOwnPostgres, type OwnPostgres, type Standby } from '../fixtures/postgres-server.ts';

const BOUND_MS = 3_000;

interface Tables {
  probe: { id: number };
}

let postgres: OwnPostgres;
let standby: Standby;
let owner: pg.Client;
const opened: Database[] = [];

beforeAll(async () => {
  postgres = await startOwnPostgres();
  owner = new pg.Client({ connectionString: postgres.ownerUrl });
  owner.on('error', () => undefined);
  await owner.connect();
  await owner.query('create table probe (id int primary key); grant all on probe to public');
  standby = await postgres.standby();
}, 120_000);
afterAll(async () => {
  await owner.end();
  await postgres.stop();
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
vi.setConfig({ testTimeout: 60_000 });

const WAIT = { timeout: 30_000, interval: 50 };

function open(url = standby.url): Database & { db: Kysely<Tables> } {
  const database = createDatabase({
    url: postgres.url,
    poolSize: 4,
    replica: { url, maxStalenessMs: BOUND_MS },
  });
  database.reads.start();
  opened.push(database);
  return database;
}

async function readable(database: Database): Promise<void> {
  await expect.poll(() => database.reads.problem(), WAIT).toBeNull();
}

/** Which server answers work that may lag, and as of when. */
async function answering({
  db,
  reads,
}: Database): Promise<{ server: 'standby' | 'primary'; asOf: Date | null }> {
  const scope = reads.begin();
  const { rows } = await scope.run(() =>
    sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(db),
  );
  return { server: rows[0]?.standby ? 'standby' : 'primary', asOf: scope.asOf };
}

it('work that may lag reads from the replica and says as of when, everything else from the primary', async () => {
  const database = open();
  expect(await answering(database)).toEqual({ server: 'primary', asOf: null });
  await readable(database);
  const { server, asOf } = await answering(database);
  expect(server).toBe('standby');
  expect(Date.now() - asOf!.getTime()).toBeLessThan(BOUND_MS);
  const { rows } = await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(
    database.db,
  );
  expect(rows[0]?.standby).toBe(false);
  expect(database.reads.counts()).toMatchObject({ replica: 1, 'not-usable': 1 });
});

it('an idle primary makes no replica stale', async () => {
  const database = open();
  await readable(database);
  const first = (await answering(database)).asOf!.getTime();
  await expect
    .poll(async () => (await answering(database)).asOf!.getTime() - first, WAIT)
    .toBeGreaterThan(BOUND_MS + 1_000);
  expect((await answering(database)).server).toBe('standby');
});

it('what follows a change of the same person, and what is cached for others, is read from the primary', async () => {
  const database = open();
  await readable(database);
  const own = database.reads.begin({ afterOwnWrite: true });
  const asked = sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`;
  const isStandby = async () => (await asked.execute(database.db)).rows[0]?.standby;
  expect(await own.run(isStandby)).toBe(false);
  expect(own.asOf).toBeNull();
  const other = database.reads.begin();
  expect(await other.run(() => readExactly(isStandby))).toBe(false);
  const bound = other.run(() => keepReading(isStandby));
  expect(await bound()).toBe(true);
});

it('nothing is written through it', async () => {
  const database = open();
  await readable(database);
  const { db, reads } = database;
  const insert = () => db.insertInto('probe').values({ id: 1 }).execute();
  await expect(reads.begin().run(insert)).rejects.toThrow(/only reads/);
  await expect(reads.begin({ afterOwnWrite: true }).run(insert)).rejects.toThrow(/only reads/);
  const raw = () => sql`insert into probe values (1)`.execute(db);
  await expect(reads.begin().run(raw)).rejects.toThrow(/only reads/);
  await expect(reads.begin({ afterOwnWrite: true }).run(raw)).rejects.toThrow(/only reads/);
  const hidden = () =>
    sql`with added as (insert into probe values (1) returning id) select from added`.execute(db);
  await expect(reads.begin().run(hidden)).rejects.toThrow(/read-only/);
  const inOne = (afterOwnWrite: boolean) =>
    reads
      .begin({ afterOwnWrite })
      .run(() =>
        inTransaction(db, (tx) =>
          sql`with added as (insert into probe values (1) returning id) select from added`.execute(tx),
        ),
      );
  await expect(inOne(true)).rejects.toThrow(/read-only/);
  await expect(inOne(false)).rejects.toThrow(/read-only/);
  expect((await owner.query('select from probe')).rowCount).toBe(0);
});

it('a replica that replays nothing is left while it is too old, and read again afterwards', async () => {
  const database = open();
  await readable(database);
  await standby.pause();
  await owner.query('insert into probe values (10)');
  await expect.poll(() => database.reads.problem(), WAIT).toMatch(/s behind/);
  expect(await answering(database)).toEqual({ server: 'primary', asOf: null });
  expect(database.reads.stalenessMs()).toBeGreaterThan(BOUND_MS);
  const rows = await database.reads.begin().run(() => database.db.selectFrom('probe').selectAll().execute());
  expect(rows).toEqual([{ id: 10 }]);
  await standby.resume();
  await readable(database);
  expect((await answering(database)).server).toBe('standby');
});

it('a query that the replica ends for what it replays is answered by the primary', async () => {
  const database = open();
  await readable(database);
  const { db, reads } = database;
  await standby.configure('max_standby_streaming_delay = 0');
  await owner.query('insert into probe values (20); delete from probe where id = 10');
  const slow = (tx: typeof db) =>
    sql<{ standby: boolean; found: number }>`select pg_is_in_recovery() as standby, count(*)::int as found
      from probe, lateral (select pg_sleep(1 + id - id)) as slept`.execute(tx);
  const conflicting = async (answered: Promise<{ rows: unknown[] }>) => {
    await expect
      .poll(async () => (await standby.activity()).filter((query) => query.includes('slept')).length, WAIT)
      .toBe(1);
    await owner.query('delete from probe; insert into probe values (20)');
    await owner.query('vacuum probe');
    return (await answered).rows;
  };
  const one = reads.begin();
  expect(await conflicting(one.run(() => slow(db)))).toMatchObject([{ standby: false, found: 1 }]);
  expect(one.primary).toBe('failed');
  const many = reads.begin();
  expect(await conflicting(many.run(() => inTransaction(db, slow)))).toMatchObject([
    { standby: false, found: 1 },
  ]);
  expect(reads.counts()?.failed).toBeGreaterThan(0);
  await standby.configure('max_standby_streaming_delay = 30s');
});

for (const how of ['kill', 'freeze'] as const)
  it(`a replica that dies in the middle of a query (${how}) costs no answer`, async () => {
    const database = open();
    await readable(database);
    const slow = database.reads.begin();
    const answered = slow.run(() =>
      sql<{ standby: boolean }>`select pg_is_in_recovery() as standby from pg_sleep(2)`.execute(database.db),
    );
    await expect
      .poll(async () => (await standby.activity()).some((query) => query.includes('pg_sleep(2)')), WAIT)
      .toBe(true);
    await standby[how]();
    expect((await answered).rows).toEqual([{ standby: false }]);
    expect(await answering(database)).toEqual({ server: 'primary', asOf: null });
    await expect.poll(() => database.reads.problem(), WAIT).toMatch(/does not answer/);
    if (how === 'kill') await standby.restart();
    else standby.thaw();
    await readable(database);
    expect((await answering(database)).server).toBe('standby');
  });

it('doctor says whether it will do', async () => {
  const { pool } = open();
  const look = async (url: string) => {
    const found = await lookAtReplica(
      { readReplica: { url, maxStalenessMs: BOUND_MS }, databaseUrl: postgres.url, installed: false },
      pool,
      { statementMs: 10_000 },
    );
    return found.map(({ state, text }) => `${state}: ${text}`);
  };
  expect(await look(standby.url)).toEqual(['good: read replica: it keeps up with the primary']);
  const asOwner = standby.url.replace('savdo_runtime@', 'postgres@');
  expect(await look(asOwner)).toEqual([expect.stringMatching(/^problem: .* names the role postgres/)]);
  const unreachable = standby.url.replace(/:\d+\//, ':1/');
  expect(await look(unreachable)).toEqual([
    expect.stringMatching(/^problem: read replica: it does not answer/),
  ]);
});

it('the primary itself may be named; another cluster, and a replica that was promoted, are not read', async () => {
  const itself = open(postgres.url);
  await readable(itself);
  const scope = itself.reads.begin();
  await scope.run(() => itself.db.selectFrom('probe').selectAll().execute());
  expect(scope.asOf).not.toBeNull();
  const other = await startOwnPostgres();
  try {
    const foreign = open(other.url);
    await expect.poll(() => foreign.reads.problem(), WAIT).toBe('belongs to another cluster');
    expect((await answering(foreign)).server).toBe('primary');
    await foreign.close();
    opened.splice(opened.indexOf(foreign), 1);
  } finally {
    await other.stop();
  }
  const database = open();
  await readable(database);
  await standby.promote();
  await expect.poll(() => database.reads.problem(), WAIT).toBe('was promoted and is a server of its own');
  expect(await answering(database)).toEqual({ server: 'primary', asOf: null });
});
