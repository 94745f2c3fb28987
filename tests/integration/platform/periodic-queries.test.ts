import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createAuctionLogRepository,
  createDueLotsRepository,
  createRooms,
  openAuctionState,
} from '#server/auction/index.ts';
import { sweep } from '#server/auction/clock/sweeper.ts';
import { createDeliveriesRepository } from '#server/domains/content/notifications/deliveries.repository.ts';
import { createPushDeliveriesRepository } from '#server/domains/content/notifications/push/push-deliveries.repository.ts';
import { createWebhookDeliveriesRepository } from '#server/domains/content/webhooks/webhook-deliveries.repository.ts';
import { createHandOversRepository } from '#server/domains/trade/hand-overs/index.ts';
import { createSecondOffersRepository } from '#server/domains/trade/second-offers/index.ts';
import { createProtestsRepository } from '#server/domains/trade/protests/index.ts';
import { createSettlementsRepository } from '#server/domains/money/settlements/index.ts';
import { purgeRecords } from '#server/identity/site/site-sessions.repository.ts';
import { countOutboxJob, purgeJobs } from '#server/jobs/index.ts';
import { startOutboxRelay } from '#server/platform/database/index.ts';
import type { Job } from '#server/platform/modules/index.ts';
import { MODULES } from '#server/processes/modules.ts';
import { openPlatform, type Platform } from '#server/processes/platform.ts';
import { fillLargePlatform, LARGE_TABLES, LOTS } from '../../fixtures/large-platform.ts';
import { testDatabase, testRedis, type TestDatabase } from '../../fixtures/services.ts';
import { testConfig } from '../../fixtures/test-product.ts';

/** To write them all, on a machine with other work. */
const FILL_MS = 600_000;
/** Rows that one step of a round may read: what is due, and some days of history. */
const MOST_ROWS = 1_500;
/** Rounds that are about everything under way, 4 000 lots here, and the rows they may read. */
const UNDER_WAY = new Set([
  'count rooms',
  'project rooms',
  'notify participants',
  'release deposits',
  'notify of lots of saved searches',
  'put what is committed into the transparency log',
]);
const MOST_UNDER_WAY = 5_000;
/** Deliveries at once. */
const CLAIMED = 20;
const UNIQUE_VIOLATION = '23505';
/** Tables that stay small, and why. */
const SMALL = new Map([
  ['file_blob', 'pictures without a copy are found by an index'],
  ['auction_rewind', 'lots of a database that came back in an older state'],
  ['auction_lost_entry', 'read by the key of such a lot'],
  ['category', 'of the reference data'],
  ['region', 'of the reference data'],
  ['area', 'of the reference data'],
  ['reference_version', 'of the reference data'],
  ['calendar_day', 'of the reference data'],
  ['account_standstill', 'a row for each account that one member of staff has shut'],
  ['backfill', 'a row for each computation of stored words'],
  ['payment_mismatch', 'faults of payments, each settled by staff'],
  ['pretend_payment', 'of the stand-ins for payment providers'],
  ['person', 'read by key only'],
  ['contact_message', 'answered ones are read by an index'],
  ['decision', 'open ones whose time is over are read by an index'],
  ['sale_claim', 'those of which staff were not asked yet are read by an index'],
  ['staff_task', 'read by the occasion, which is unique'],
  ['ledger_journal', 'claims of corrected credits are read by an index of their own'],
  ['erasure', 'those that are due and those to clear are read by indexes'],
  ['staff_invitation', 'of the people of one office'],
  ['order_import', 'files that staff uploaded, some a day'],
  ['order_import_row', 'read by the key of an import under way'],
  ['identity_account', 'read by key, and by an index of those that were never confirmed'],
  ['webhook', 'five at most of a person'],
  ['push_subscription', 'ten at most of a person'],
  ['banner_change', 'versions that staff wrote, some a month'],
  ['help_page_change', 'versions that staff wrote, some a month'],
  ['news_item', 'written by staff, some a week'],
  ['news_change', 'versions that staff wrote, some a week'],
  ['partner', 'some dozens, written by staff'],
  ['partner_change', 'versions that staff wrote, some a year'],
  ['telegram_link', 'one at most of a person'],
  ['saved_search', 'twenty at most of a person, read when a lot was published'],
  ['saved_search_lot', 'new ones and those of a search are found by indexes'],
  ['saved_search_round', 'one row'],
  ['push_delivery', 'those that are due and those to delete are read by indexes'],
  ['switched_off_host', 'hosts that staff switched off by hand'],
  ['webhook_delivery', 'those that are due and those to delete are read by indexes'],
  ['pg_database', 'of the cluster'],
  ['incident', 'of the whole platform, some a month'],
  ['incident_step', 'of incidents'],
  ['incident_message', 'of incidents'],
  ['anomaly_judgement', 'those that are due are read by an index'],
  ['auction_interruption', 'those of a day are read by an index of when they began'],
  ['transparency_leaf', 'read by its key, the newest first'],
  ['transparency_block', 'read by its key, the newest first'],
  ['transparency_block_room', 'read by its key'],
  ['transparency_tile', 'read by its key'],
  ['transparency_checkpoint', 'read by its key'],
  ['transparency_cosignature', 'read by its key'],
  ['auction_attempt_count', 'read by an index of minutes'],
  ['service_level_hour', 'read by its key, the newest first'],
  ['rehearsal', 'of staff, five at most at once'],
  ['technical_break', 'of the whole platform, some a year'],
  ['technical_break_room', 'read by its key, and by an index of lots'],
]);
/** Rounds that read everything on purpose. */
const WHOLE = new Map([
  ['check the ledger', 'hourly: proves that all books balance'],
  ['remember numbers of accounts', 'hourly: finds accounts that a release without them wrote'],
  ['publish open data', 'hourly: compares all ended auctions with what was published of them'],
  ['sweep unused files', 'four times an hour: compares all stored files with what they belong to'],
]);

/** Compared with all rooms once, when a process starts: the rounds after that are judged. */
const WHOLE_AT_FIRST = new Set(['put what is committed into the transparency log']);

interface Statement {
  job: string;
  text: string;
  values: unknown[];
}

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

let database: TestDatabase;
let platform: Platform;
let folder: string;
/** Tables of partitions. */
const parents = new Map<string, string>();
/** Partitions of months and lots to come: a plan that reads one whole reads nothing. */
const empty = new Set<string>();
const statements: Statement[] = [];
const ran: string[] = [];

/** Notes every statement of the pool, with the round that sent it. */
function listenTo(pool: pg.Pool, job: () => string): void {
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown;
    const noting = (...args: unknown[]): unknown => {
      const [given, values] = args as [string | { text: string; values?: unknown[] }, unknown];
      const text = typeof given === 'string' ? given : given.text;
      const bound = Array.isArray(values) ? values : typeof given === 'string' ? [] : (given.values ?? []);
      if (/^\s*(select|with|insert|update|delete)/i.test(text))
        statements.push({ job: job(), text, values: bound });
      return send(...args);
    };
    Object.assign(client, { query: noting });
  });
}

/** All that is repeated and asks PostgreSQL: the modules' rounds, and what the processes repeat beside them. */
async function roundsOf(of: Platform): Promise<Job[]> {
  const { db, pool } = of.database;
  const auctionState = await openAuctionState(of, 'worker');
  const repository = createAuctionLogRepository(db);
  const rooms = createRooms({ state: auctionState, repository, logger: of.logger });
  of.shutdown.add('rooms', () => rooms.stop());
  const modules = MODULES.create({
    ...of,
    invariants: MODULES.invariants,
    personalData: MODULES.personalData,
    auctionState,
    rooms,
  });
  const once = (name: string, run: () => Promise<unknown>): Job => ({ name, everyMs: 0, run });
  return [
    ...modules.jobs(of.logger),
    ...purgeJobs(db, modules.retention()),
    countOutboxJob(db, of.metrics),
    once('sweep rooms', () =>
      sweep({ state: auctionState, lots: createDueLotsRepository(db), log: of.logger }),
    ),
    once('project rooms', () => modules.parts.lotsRepository.openRooms()),
    // Rounds claim only where something is due.
    once('claim alerts', async () => {
      const alerts = createPushDeliveriesRepository(db);
      for (const kind of ['message', 'outbid'] as const) {
        await alerts.claimForBrowsers(kind, CLAIMED);
        await alerts.claimForTelegram(kind, CLAIMED);
      }
    }),
    once('claim messages', async () => {
      for (const channel of ['sms', 'email'] as const)
        await createDeliveriesRepository(db).claim(channel, CLAIMED);
    }),
    once('claim news for listeners', async () => {
      const news = createWebhookDeliveriesRepository(db);
      await news.endUnwanted(new Date());
      await news.claim(CLAIMED, new Date());
    }),
    once('purge the sign-in site', () => purgeRecords(db)),
    once('deliver the outbox', async () => {
      const relay = startOutboxRelay({ db, pool, deliver: async () => undefined, onError: () => undefined });
      await relay.drain();
      await relay.stop();
    }),
  ];
}

beforeAll(async () => {
  database = await testDatabase();
  await fillLargePlatform(database.pool);
  const { rows } = await database.pool.query<{ part: string; parent: string; hasRows: boolean }>(
    `select p.relname as part, inhparent::regclass::text as parent, pg_relation_size(p.oid) > 0 as "hasRows"
     from pg_inherits join pg_class p on p.oid = inhrelid`,
  );
  for (const { part, parent, hasRows } of rows) {
    parents.set(part, parent);
    if (!hasRows) empty.add(part);
  }
  folder = mkdtempSync(path.join(tmpdir(), 'savdo-rounds-'));
  platform = openPlatform(testConfig({ databaseUrl: database.url, folder }, testRedis()), 'rounds');
  let job = '';
  listenTo(platform.database.pool, () => job);
  for (const { name, run } of await roundsOf(platform)) {
    if (WHOLE.has(name)) continue;
    if (WHOLE_AT_FIRST.has(name)) {
      const before = statements.length;
      await run();
      statements.length = before;
    }
    job = name;
    await run();
    ran.push(name);
  }
}, FILL_MS);

afterAll(async () => {
  await platform.shutdown.run();
  rmSync(folder, { recursive: true });
  await database.close('spoiled');
});

function* nodesOf(plan: PlanNode): Generator<PlanNode> {
  yield plan;
  for (const part of plan.Plans ?? []) yield* nodesOf(part);
}

function problemsOf(job: string, plan: PlanNode): string[] {
  const most = UNDER_WAY.has(job) ? MOST_UNDER_WAY : MOST_ROWS;
  return [...nodesOf(plan)].flatMap((node) => {
    const { 'Node Type': type, 'Relation Name': relation } = node;
    const table = relation && (parents.get(relation) ?? relation);
    const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
    const rows = (node['Actual Rows'] + removed) * node['Actual Loops'];
    if (rows > most) return [`${type} of ${table ?? 'what it joins'} reads ${rows} rows`];
    if (relation !== undefined && empty.has(relation)) return [];
    if (table === undefined || LARGE_TABLES.includes(table)) {
      return type === 'Seq Scan' && table !== undefined ? [`reads all of ${table}`] : [];
    }
    return SMALL.has(table) ? [] : [`reads ${table}, which is not filled here, nor known to stay small`];
  });
}

async function explained({ job, text, values }: Statement): Promise<string[]> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, values);
    return problemsOf(job, rows[0]['QUERY PLAN'][0].Plan as PlanNode).map(
      (what) => `${job}: ${what}\n  ${text}`,
    );
  } catch (error) {
    // A row that the round has added, with a key of its own.
    if (text.startsWith('insert') && (error as { code?: string }).code === UNIQUE_VIOLATION) return [];
    throw error;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe(`with ${LOTS} lots`, () => {
  it('no round of work reads a growing table whole, or more than what is under way', async () => {
    const problems: string[] = [];
    for (const statement of statements) problems.push(...(await explained(statement)));
    expect(problems).toEqual([]);
  });

  it('what fell due in days without a worker is found without reading what ended before', async () => {
    const { pool } = database;
    const due = `now() - id % 4320 * interval '1 minute'`;
    await pool.query(
      `update settlement set state = 'awaiting', paid_tiyin = 0, decided_at = null, decided_by = null, look_at = ${due}
       where id > (select max(id) - 1000 from settlement)`,
    );
    await pool.query(
      `update offer set state = 'open', decided_at = null, decided_by = null, answer_by = ${due}
       where id > (select max(id) - 1000 from offer)`,
    );
    await pool.query(
      `update protest set state = 'admitted', decided_at = null, decided_by = null, answer_by = ${due}
       where id > (select max(id) - 500 from protest)`,
    );
    await pool.query(
      `update protest set state = 'filed', decided_at = null, decided_by = null, admit_by = ${due}
       where id between (select max(id) - 1000 from protest) and (select max(id) - 501 from protest)`,
    );
    await pool.query(
      `update hand_over set state = 'awaiting', confirmed_at = null, confirmed_by = null, act = null, order_followed_at = null,
         due_at = ${due}
       where id > (select max(id) - 1000 from hand_over)`,
    );
    await pool.query(
      `update hand_over set order_followed_at = null
       where id between (select max(id) - 2000 from hand_over) and (select max(id) - 1001 from hand_over)`,
    );
    await pool.query(
      `update repeat_plan set state = 'planned', repeat_lot_id = null, look_at = ${due.replace('id', 'lot_id')}
       where lot_id > (select max(lot_id) - 1000 from repeat_plan)`,
    );
    await pool.query('analyze settlement, offer, protest, hand_over, repeat_plan');
    const before = statements.length;
    const { db } = platform.database;
    const pages = [
      createSettlementsRepository(db).toLookAt,
      createSecondOffersRepository(db).unanswered,
      createProtestsRepository(db).unanswered,
      createProtestsRepository(db).notAdmitted,
      createHandOversRepository(db).late,
      createHandOversRepository(db).notFollowed,
    ];
    for (const page of pages) {
      const first = await page(0, 100);
      expect(first).toHaveLength(100);
      expect((await page(first.at(-1)!, 100))[0]).toBe(first.at(-1)! + 1);
    }
    const problems: string[] = [];
    for (const statement of statements.slice(before)) problems.push(...(await explained(statement)));
    expect(statements.length - before).toBe(pages.length * 2);
    expect(problems).toEqual([]);
  });

  it('every round was asked what it reads', () => {
    const silent = ran.filter((name) => !statements.some(({ job }) => job === name));
    expect(silent).toEqual([]);
    expect(ran.length).toBeGreaterThan(15);
  });
});
