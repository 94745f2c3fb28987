import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import {
  createAuctionService,
  createAuctionLogRepository,
  createAuctionState,
  createLive,
  createRooms,
  createWebReachRepository,
  liveMetrics,
  startClock,
  startJournals,
  type AuctionService,
  type AuctionLogRepository,
  type LiveIdentity,
  WebReach,
} from '#server/auction/index.ts';
import { serveUploads } from './file-uploads.ts';
import { auctionRulesSchema } from '#shared/auction/rules.ts';
import { createDatabase } from '#server/platform/database/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { createMetrics } from '#server/platform/metrics/index.ts';
import { createRealtime } from '#server/platform/realtime/index.ts';
import { createShutdown } from '#server/platform/shutdown/index.ts';

/**
 * The auction core alone, for load and fault tests: rooms, journal and clock without people, money or pages. A
 * connection acts as the person in its `x-load-person` header, so it serves loopback only. Prints one JSON line when ready.
 */
const variables = z.object({
  DATABASE_URL: z.string().min(1),
  REDIS_URL: z.string().min(1),
  REDIS_NAMESPACE: z.string().default('load:'),
  PARTITIONS: z.coerce.number().int().min(1).default(64),
  PORT: z.coerce.number().int().default(0),
  PUBLIC_URL: z.string().default('http://127.0.0.1'),
  NODE_NAME: z.string().default(`load-${process.pid}`),
  /** Any of web, journal, clock. */
  LOAD_ROLES: z
    .string()
    .default('web,journal,clock')
    .transform((text) => new Set(text.split(','))),
  LOAD_EVENTS_PER_SECOND: z.coerce.number().default(100_000),
  /** `product`: visitors have the limits that an installation has by itself; sockets have none. */
  LOAD_LIMITS: z.enum(['none', 'product']).default('none'),
  /** Rooms to open at start, from lot 1, and bidders b1, b2 … admitted to each. */
  LOAD_ROOMS: z.coerce.number().int().min(0).default(0),
  LOAD_BIDDERS: z.coerce.number().int().min(0).default(0),
  /** A file of rooms to open instead, from lot 1: a list of `{rules, startPriceTiyin, closesAfterMs, bidders}`. */
  LOAD_TERMS: z.string().optional(),
  LOAD_ROOM_SECONDS: z.coerce.number().min(1).default(3_600),
  /** Folder for uploads, which are then taken at any path with `?image` or `?document`. */
  LOAD_FILES: z.string().optional(),
  /** `off`: the script judges every offer, also one that no order of events can confirm. */
  LOAD_EARLY_REFUSALS: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: z.string().default('warn'),
});

const PAGE = 5_000;
const OPENED_AT_ONCE = 50;
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]', '::1']);

async function main(): Promise<void> {
  const env = variables.parse(process.env);
  if (!LOOPBACK.has(new URL(env.PUBLIC_URL).hostname)) {
    throw new Error('the load node lets anyone be anyone: PUBLIC_URL must be a loopback address');
  }
  const logger = createLogger({ level: env.LOG_LEVEL, process: env.NODE_NAME });
  const shutdown = createShutdown((step, problem) =>
    logger.error({ err: problem, step }, 'shutdown step failed'),
  );
  const metrics = createMetrics(env.NODE_NAME);
  const database = createDatabase({ url: env.DATABASE_URL, poolSize: 10, name: env.NODE_NAME });
  shutdown.add('database', () => database.close());
  const repository = createAuctionLogRepository(database.db);
  const connectState = () => {
    const state = createAuctionState({
      url: env.REDIS_URL,
      namespace: env.REDIS_NAMESPACE,
      partitions: env.PARTITIONS,
    });
    shutdown.add('auction redis', () => state.disconnect());
    return state;
  };

  let journal: ReturnType<typeof startJournals> | null = null;
  if (env.LOAD_ROLES.has('journal')) {
    journal = startJournals({
      state: connectState(),
      databaseUrl: env.DATABASE_URL,
      owner: `${env.NODE_NAME}-${process.pid}`,
      log: logger,
      metrics,
    });
    shutdown.add('journal', () => journal?.stop());
  }
  if (env.LOAD_ROLES.has('clock')) {
    const clock = startClock({ state: connectState(), log: logger, metrics });
    shutdown.add('clock', () => clock.stop());
  }

  let port = 0;
  if (env.LOAD_ROLES.has('web') || env.LOAD_ROOMS > 0 || env.LOAD_TERMS) {
    const state = connectState();
    const rooms = createRooms({ state, repository, logger });
    const door = createAuctionService({ state, repository, database: database.db, rooms });
    journal?.onCommitted((_partition, messages) => rooms.committedHere(messages));
    journal?.prefetchLog(state);
    const openAll = async () => {
      if (env.LOAD_TERMS) await openGivenRooms(door, env.LOAD_TERMS);
      else if (env.LOAD_ROOMS > 0) await openRooms(door, env);
    };
    // A journal of another process loads no room before this one has said that it can place bids.
    if (env.LOAD_ROLES.has('journal')) await openAll();
    if (env.LOAD_ROLES.has('web')) {
      const uploads = env.LOAD_FILES ? serveUploads(database.db, env.LOAD_FILES, logger) : null;
      shutdown.add('inspection of files', () => uploads?.stop());
      const server = createServer({ requestTimeout: 300_000 }, (request, response) => {
        if (uploads && request.method === 'POST') return void uploads.take(request, response);
        servePrices(repository, request.url ?? '').then(
          (body) => response.writeHead(body ? 200 : 404).end(body),
          // Not retried: the caller sees the failure and repeats.
          (error: unknown) => response.writeHead(500).end(String(error)),
        );
      });
      await new Promise<void>((resolve) => server.listen(env.PORT, '127.0.0.1', resolve));
      port = (server.address() as AddressInfo).port;
      const reach = new WebReach({
        ask: () => state.redisNowUs(),
        feedUnansweredMs: () => rooms.feedUnansweredMs(),
        // Who connects is read in the handshake's own headers.
        askSessions: async () => null,
        connect: () => {
          const { db, close } = createDatabase({ url: env.DATABASE_URL, poolSize: 1, name: env.NODE_NAME });
          return { repository: createWebReachRepository(db), close };
        },
        node: `${env.NODE_NAME}-${process.pid}`,
        log: logger,
      });
      const io = createRealtime({
        server,
        origins: [`http://127.0.0.1:${port}`, `http://localhost:${port}`],
        takesConnections: () => reach.takesConnections(),
      });
      const live = createLive({
        state,
        repository,
        rooms,
        io,
        reach,
        authenticate: async (request) => identityOf(request.headers),
        node: env.NODE_NAME,
        logger,
        metrics: liveMetrics(metrics),
        limits: {
          ...(env.LOAD_LIMITS === 'none' && {
            eventsPerSecond: env.LOAD_EVENTS_PER_SECOND,
            visitorEventsPerSecond: Infinity,
            lookupsPerSecond: Infinity,
            addressLookupsPerSecond: Infinity,
          }),
          socketsPerSession: Infinity,
          socketsPerPerson: Infinity,
          socketsPerAddress: Infinity,
          autoBidChangesPerMinute: Infinity,
          malformedPerMinute: 1_000_000,
        },
        refusesEarly: env.LOAD_EARLY_REFUSALS === 'on',
      });
      shutdown.add('live', async () => {
        await live.stop();
        await new Promise((resolve) => io.close(resolve));
      });
    }
    if (!env.LOAD_ROLES.has('journal')) await openAll();
  }
  process.stdout.write(`${JSON.stringify({ ready: true, port, ...(await settingsOf(database)) })}\n`);
  // A benchmark that asks how much memory is needed starts Node with --expose-gc.
  process.on('SIGUSR2', () => globalThis.gc?.());
  // The parent process was killed and cannot end this one.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && process.exit(1), 1_000).unref();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => void shutdown.run().finally(() => process.exit(0)));
  }
}

/** Settings of PostgreSQL without which a figure says little. */
async function settingsOf({
  pool,
}: {
  pool: { query(text: string): Promise<{ rows: Record<string, unknown>[] }> };
}) {
  const { rows } = await pool.query(
    "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous_commit",
  );
  return rows[0];
}

/** The product's own call for older prices, as far as a load test needs it. */
async function servePrices(repository: AuctionLogRepository, url: string): Promise<string | null> {
  const { pathname, searchParams } = new URL(url, 'http://node');
  const lotId = Number(/^\/api\/shop\/game-view\/entries\/(\d+)$/.exec(pathname)?.[1]);
  if (!lotId) return null;
  const before = Number(searchParams.get('before')) || undefined;
  const found = await repository.latestPrices(lotId, PAGE + 1, before);
  const prices = found.map(({ entry }) => ({
    seq: entry.seq,
    ...('amountTiyin' in entry && { amountTiyin: entry.amountTiyin }),
  }));
  return JSON.stringify({ prices: prices.slice(-PAGE), more: prices.length > PAGE });
}

function identityOf(headers: NodeJS.Dict<string | string[]>): LiveIdentity | null {
  const person = headers['x-load-person'];
  if (typeof person !== 'string' || person === '') return null;
  return { person, sessionId: `load-${person}`, language: 'en' };
}

const givenRooms = z.array(
  z.object({
    rules: auctionRulesSchema,
    startPriceTiyin: z.int(),
    closesAfterMs: z.int(),
    bidders: z.array(z.string().min(1)),
  }),
);

/** Rooms of recorded auctions, all opened at once after all admissions. */
async function openGivenRooms(door: AuctionService, file: string): Promise<void> {
  const rooms = givenRooms.parse(JSON.parse(readFileSync(file, 'utf8')));
  // Before the opening: all admissions are done by then, on a busy machine too.
  const opensAtMs = Date.now() + 4_000 + 10 * rooms.reduce((sum, { bidders }) => sum + bidders.length, 0);
  const work = rooms.map(async ({ rules, startPriceTiyin, closesAfterMs, bidders }, at) => {
    const lotId = at + 1;
    const closesAtMs = opensAtMs + closesAfterMs;
    await door.openLot({
      lotId,
      rules,
      startPriceTiyin,
      opensAtMs,
      closesAtMs,
      practice: true,
      watchable: true,
    });
    for (const [i, person] of bidders.entries()) {
      const answer = await door.admit({ lotId, person, number: i + 1, limitTiyin: null });
      if (answer.verdict !== 'done') throw new Error(`${person} not admitted to ${lotId}: ${answer.reason}`);
    }
  });
  await Promise.all(work);
}

/** Rooms without limits or overtime whose price rises by 1 tiyin: every offer above the last is accepted. */
async function openRooms(door: AuctionService, env: z.output<typeof variables>): Promise<void> {
  const now = Date.now();
  const open = (lotId: number) =>
    door.openLot({
      lotId,
      rules: {
        firstBid: 'atStart',
        increment: { kind: 'fixed', amount: 1 },
        overtime: null,
        leaderMayRaise: true,
        minParticipants: { count: 0, at: 'close' },
      },
      startPriceTiyin: 1,
      opensAtMs: now - 1_000,
      closesAtMs: now + env.LOAD_ROOM_SECONDS * 1_000,
      practice: true,
      watchable: true,
    });
  for (let first = 1; first <= env.LOAD_ROOMS; first += OPENED_AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(OPENED_AT_ONCE, env.LOAD_ROOMS - first + 1) }, (_, at) =>
        open(first + at),
      ),
    );
  const admissions = Array.from({ length: env.LOAD_ROOMS * env.LOAD_BIDDERS }, (_, at) => ({
    lotId: (at % env.LOAD_ROOMS) + 1,
    number: Math.floor(at / env.LOAD_ROOMS) + 1,
  }));
  let next = 0;
  const work = async () => {
    for (let one = admissions[next++]; one; one = admissions[next++]) {
      const { lotId, number } = one;
      const answer = await door.admit({ lotId, person: `b${number}`, number, limitTiyin: null });
      if (answer.verdict !== 'done') throw new Error(`b${number} not admitted to ${lotId}: ${answer.reason}`);
    }
  };
  await Promise.all(Array.from({ length: 200 }, work));
}

await main();
