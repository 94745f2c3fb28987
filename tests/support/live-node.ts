import { addressOf, createHttpApp, listen, networkOf } from '#server/platform/http/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import { createLogger } from '#server/platform/logging/index.ts';
import { createRealtime, createSharedFigures } from '#server/platform/realtime/index.ts';
import {
  cookieFromHeader,
  createSessionStore,
  sessionCookieName,
  type SessionPerson,
  type SessionStore,
} from '#server/platform/sessions/index.ts';
import { createMetrics } from '#server/platform/metrics/index.ts';
import {
  createAuctionDoor,
  createAuctionLogRepository,
  createAuctionState,
  createLive,
  createRooms,
  liveMetrics,
  registerAuctionRoutes,
  startClock,
  startJournals,
  type AuctionDoor,
  type AuctionState,
  type Live,
  type LiveLimits,
} from '#server/auction/index.ts';
import type { AuctionRules, AuctionTerms } from '#shared/auction/rules.ts';
import { callServer, somebody, type CallAnswer, type CallOptions } from './app.ts';
import { Bidder, type BidderOptions } from './bidder.ts';
import { startRedis, type OwnRedis } from './redis-server.ts';
import { testDatabase, testJobsRedis, type TestDatabase, type TestJobsRedis } from './services.ts';

/** PostgreSQL, an auction Redis of one's own and sessions: what nodes of one test share. */
export interface LiveServices {
  database: TestDatabase;
  redis: OwnRedis;
  jobs: TestJobsRedis;
  sessions: SessionStore;
  namespace: string;
  close(): Promise<void>;
}

export async function startLiveServices(): Promise<LiveServices> {
  const [database, redis] = await Promise.all([testDatabase(), startRedis()]);
  const jobs = testJobsRedis();
  const sessions = createSessionStore(jobs.redis, jobs.subscriber, jobs.namespace);
  return {
    database,
    redis,
    jobs,
    sessions,
    namespace: jobs.namespace,
    async close() {
      await sessions.close();
      jobs.close();
      await redis.stop();
      await database.close();
    },
  };
}

export interface LiveNodeOptions {
  name?: string;
  /** Runs a journal and a clock in this process too (default true). */
  keeps?: boolean;
  limits?: Partial<LiveLimits>;
  partitions?: number;
  answerBeforeCommit?: boolean;
  /** Where the web side finds the auction Redis, e.g. through a proxy. */
  redisUrl?: string;
  language?: SessionPerson['language'];
}

export interface LiveNode {
  url: string;
  live: Live;
  door: AuctionDoor;
  state: AuctionState;
  /** Opens a socket as this person (null: a visitor). The same name is the same person on every node. */
  bidder(
    person: string | null,
    options?: BidderOptions & { roles?: SessionPerson['roles'] },
  ): Promise<Bidder>;
  /** A session of a person, as the cookie header that carries it. */
  signIn(person: string, more?: Partial<SessionPerson>): Promise<{ cookie: string; handle: string }>;
  call(method: string, path: string, options?: CallOptions): Promise<CallAnswer>;
  close(): Promise<void>;
}

/** Limits no test meets by accident. */
const WIDE: Partial<LiveLimits> = {
  eventsPerSecond: 100_000,
  visitorEventsPerSecond: 100_000,
  socketsPerSession: 1_000,
  socketsPerPerson: 1_000,
  socketsPerAddress: 10_000,
  malformedPerMinute: 100_000,
  autoBidChangesPerMinute: 100_000,
};

export async function startLiveNode(
  services: LiveServices,
  options: LiveNodeOptions = {},
): Promise<LiveNode> {
  const { sessions, jobs, database } = services;
  const name = options.name ?? `node-${Math.random().toString(36).slice(2, 8)}`;
  const logger = createLogger({ level: process.env.TEST_LOG_LEVEL ?? 'silent', process: name });
  const metrics = createMetrics(name);
  const partitions = options.partitions ?? 8;
  const stateOptions = {
    url: options.redisUrl ?? services.redis.url,
    namespace: services.namespace,
    partitions,
  };
  const state = createAuctionState(stateOptions);
  const repository = createAuctionLogRepository(database.db);
  const listening = await listen((req, res) => app?.listener(req, res), { port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${listening.port}`;
  const app = createHttpApp({
    publicUrl: url,
    proxyHops: 0,
    sessions,
    redis: jobs.redis,
    namespace: jobs.namespace,
    logger,
    texts: loadTexts(),
    checkAnswers: true,
    clientFolder: null,
    rateLimitFactor: 1_000,
  });
  const io = createRealtime({ server: listening.server, origins: [url] });
  const rooms = createRooms({ state, repository, logger });
  const live = createLive({
    state,
    repository,
    rooms,
    io,
    authenticate: async (request) => {
      const session = await sessions.read(cookieFromHeader(request.headers.cookie, sessionCookieName(false)));
      if (!session) return null;
      const { personId, roles, language } = session.person;
      return { person: personId, roles, language, sessionId: session.handle };
    },
    sessionStillValid: async (handle) => (await sessions.find(handle)) !== null,
    node: name,
    // Visitors of a test come from different places unless it says otherwise.
    address: (request) => networkOf(addressOf(request, 1)),
    shared: createSharedFigures(jobs.redis, { namespace: services.namespace, node: name }),
    logger,
    metrics: liveMetrics(metrics),
    limits: { ...WIDE, ...options.limits },
    answerBeforeCommit: options.answerBeforeCommit ?? false,
  });
  const stopListening = sessions.onChange(({ handle, kind }) =>
    kind === 'ended' ? live.sessionEnded(handle) : live.sessionChanged(handle),
  );
  registerAuctionRoutes(app, live, repository);
  const door = createAuctionDoor({ state, repository, database: database.db, rooms, live });

  const keepers: { stop(): Promise<void> }[] = [];
  const keeperStates: AuctionState[] = [];
  if (options.keeps ?? true) {
    const keeperState = createAuctionState({ ...stateOptions, url: services.redis.url });
    keeperStates.push(keeperState);
    keepers.push(
      startJournals({
        state: keeperState,
        databaseUrl: database.url,
        owner: `${name}-journal`,
        log: logger,
        metrics,
      }),
      startClock({ state: keeperState, log: logger, metrics }),
    );
  }

  const signIn = async (person: string, more: Partial<SessionPerson> = {}) => {
    const language = options.language ?? 'en';
    const { secret, session } = await sessions.create(somebody({ personId: person, language, ...more }));
    return { cookie: `${sessionCookieName(false)}=${secret}`, handle: session.handle };
  };

  return {
    url,
    live,
    door,
    state,
    signIn,
    async bidder(person, { roles, ...more } = {}) {
      const headers: Record<string, string> =
        person === null
          ? { 'x-forwarded-for': `10.0.${(visitors += 1) >> 8}.${visitors & 255}` }
          : { cookie: (await signIn(person, roles ? { roles } : {})).cookie };
      return Bidder.connect(url, { ...more, headers: { ...headers, ...more.headers } });
    },
    call: (method, path, callOptions) => callServer(url, method, path, callOptions),
    async close() {
      stopListening();
      await live.stop();
      await Promise.all(keepers.map((keeper) => keeper.stop()));
      await Promise.all([state, ...keeperStates].map((one) => one.disconnect()));
      await listening.close(0);
    },
  };
}

let lots = 0;
let visitors = 0;

/** Terms of a running room of 10 minutes; prices in tiyin. */
export function terms(
  more: Partial<Omit<AuctionTerms, 'rules'>> & { rules?: Partial<AuctionRules> } = {},
): AuctionTerms {
  const now = Date.now();
  return {
    lotId: (lots += 1),
    startPriceTiyin: 1_000,
    opensAtMs: now - 1_000,
    closesAtMs: now + 600_000,
    practice: false,
    watchable: true,
    ...more,
    rules: {
      firstBid: 'atStart',
      increment: { kind: 'fixed', amount: 100 },
      overtime: null,
      leaderMayRaise: true,
      minParticipants: { count: 0, at: 'close' },
      ...more.rules,
    },
  };
}

/** Opens a room and admits people, numbered from 1 in the order given; resolves when it takes bids. */
export async function openRoom(node: LiveNode, given: AuctionTerms, people: string[] = []): Promise<number> {
  await node.door.openLot(given);
  for (const [at, person] of people.entries()) {
    const admitted = await node.door.admit({ lotId: given.lotId, person, number: at + 1, limitTiyin: null });
    if (admitted.verdict !== 'done') throw new Error(`not admitted: ${JSON.stringify(admitted)}`);
  }
  return given.lotId;
}
