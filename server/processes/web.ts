import { existsSync } from 'node:fs';
import path from 'node:path';
import type { IncomingMessage, RequestListener } from 'node:http';
import {
  createAuctionLogRepository,
  createLive,
  createRooms,
  createWebReachRepository,
  liveMetrics,
  openAuctionState,
  scaledLimits,
  traceBids,
  WebReach,
} from '#server/auction/index.ts';
import { registerPictureRoutes } from '#server/demo/index.ts';
import { every } from '#server/jobs/index.ts';
import {
  addressOf,
  answerMalformed,
  createHttpApp,
  forAllowedHosts,
  isForAllowedHost,
  listen,
  localOnly,
  networkOf,
  ownOrigins,
  type HttpApp,
} from '#server/platform/http/index.ts';
import type { Config } from '#server/platform/config/index.ts';
import { newId } from '#server/platform/ids/index.ts';
import {
  createNodeCounts,
  createNodeMessages,
  createRealtime,
  followPersonUpdates,
  SocketSessions,
} from '#server/platform/realtime/index.ts';
import { connectSubscriber } from '#server/platform/redis/index.ts';
import { createDatabase } from '#server/platform/database/index.ts';
import { registerSandboxOutboxRoutes } from '#server/platform/sandbox-outbox/index.ts';
import { traceRequests } from '#server/platform/tracing/index.ts';
import { readVersion } from '#server/platform/version/index.ts';
import {
  createRenderer,
  createSitemapRepository,
  photoReader,
  registerWebRoutes,
  RENDERED_READS,
  serveClient,
} from '#server/web/index.ts';
import type { LiveStock } from '#server/domains/trade/lots/index.ts';
import { ROOM_EVENTS, type BoardUpdate } from '#shared/realtime/room.ts';
import { PERSON_UPDATE_EVENT } from '#shared/realtime/person-updates.ts';
import { serveApiDocs } from './api-docs.ts';
import { readBidReadiness, showBidReadiness } from './bid-readiness.ts';
import { serveHealth } from './health.ts';
import { MODULES } from './modules.ts';
import type { Platform } from './platform.ts';
import { readinessLooks } from './readiness.ts';
import { unusableParts } from './unusable.ts';
import { AuctionMemoryWatch } from './watch-redis-memory.ts';
import { readLists } from './read-lists.ts';
import type { Started } from './started.ts';
import { identifySockets } from './socket-identity.ts';
import { tracesOf } from './traces-of.ts';

const CLIENT = path.resolve(import.meta.dirname, '../../client/dist');
/** The client's bundle that renders screens on the server. */
const RENDER_BUNDLE = path.join(CLIENT, '.render/render-page.js');
/** The script of the page that checks receipts and logs. */
const VERIFY_SCRIPT = path.join(CLIENT, '.verify/verify-page.js');
/** Where the E-IMZO application listens on its owner's machine. */
const E_IMZO_APPLICATION = { 'wss:': 'wss://127.0.0.1:64443', 'ws:': 'ws://127.0.0.1:64646' } as const;
/** Paths under which stand-ins of outside systems have pages. */
const STAND_IN_PAGES = ['/dev', '/pay/pretend'];
/** An archive of photos over a slow link; every other body is given much less by its reader. */
const UPLOAD_TIMEOUT_MS = 3_660_000;
const FIGURES_MS = 2_000;
const MEMORY_MS = 15_000;
const LEVELS_MS = 60_000;
const DRAIN_MS = 3_000;

type Parts = ReturnType<(typeof MODULES)['create']>['parts'];

function createApp(
  platform: Platform,
  { conflicts, staffProofs, apiTokens }: Pick<Parts, 'conflicts' | 'staffProofs' | 'apiTokens'>,
): HttpApp {
  const { config, logger } = platform;
  const built = existsSync(path.join(CLIENT, 'index.html'));
  if (!built) logger.warn('the client is not built: only the API is served');
  return createHttpApp({
    publicUrl: config.publicUrl,
    furtherOrigins: config.furtherOrigins,
    signInOrigin: new URL(config.signIn.issuer).origin,
    pictures: config.siteLinks.mapTiles ? [new URL(config.siteLinks.mapTiles.url).origin] : [],
    connections: config.eImzo.url ? [E_IMZO_APPLICATION[config.secure ? 'wss:' : 'ws:']] : [],
    proxyHops: config.proxyHops,
    sessions: platform.sessions,
    sessionOfToken: (token) => apiTokens.sessionOf(token),
    redis: platform.redis,
    namespace: config.redisNamespace,
    logger,
    texts: platform.texts,
    rateLimitFactor: config.rateLimitFactor,
    checkAnswers: config.test,
    onAnswered: ({ name }, status, seconds) =>
      platform.metrics.requestSeconds.observe({ contract: name, status: String(status) }, seconds),
    reads: platform.database.reads,
    beforeStaffAction: (call) => conflicts.judge(call),
    demandProven: (personId) => staffProofs.demand(personId),
    pages: built ? serveClient(CLIENT) : null,
  });
}

function registerPages(
  app: HttpApp,
  { config, texts, logger, database }: Platform,
  { lots, news, helpPages, legalFigures, files, signedRecords, transparencyLog, protocols, openData }: Parts,
): void {
  registerWebRoutes(app, {
    lots,
    news,
    helpPages,
    legalFigures,
    texts,
    logger,
    sitemap: createSitemapRepository(database.db),
    photoBytes: photoReader(files),
    publicUrl: () => config.publicUrl,
    securityContact: config.securityContact,
    verifyScript: VERIFY_SCRIPT,
    signingKeys: () => signedRecords.keys(),
    protocolStatus: () => protocols.status(),
    transparencyLog,
    openData,
    renderer: createRenderer({
      file: RENDER_BUNDLE,
      read: (address) => app.publicReads.read(address, RENDERED_READS),
      logger: logger.child({ part: 'rendering' }),
    }),
  });
}

/** The site, the API and the rooms' sockets. */
export async function startWebProcess(platform: Platform): Promise<Started> {
  const { config, database, metrics, sessions, shutdown } = platform;
  const { hostNames, listenOn, standInAddresses } = config.reach;
  const logger = platform.logger.child({ part: 'web' });
  let handler: RequestListener = (_req, res) => res.writeHead(503).end();
  const listening = await listen(
    forAllowedHosts(hostNames, platform.texts, (req, res) => handler(req, res)),
    { port: config.port, host: listenOn, requestTimeoutMs: UPLOAD_TIMEOUT_MS },
  );
  listening.server.on('clientError', answerMalformed(platform.texts));
  // Port 0 or a default address: what people type is known only now.
  if (!config.publicUrlGiven) config.publicUrl = `http://localhost:${listening.port}`;

  // Made with the modules below: until then connections of programs are refused, and they try again.
  let tokens = (): Parts['apiTokens'] => {
    throw new Error('still starting');
  };
  database.reads.start();
  const traces = await tracesOf(platform, 'web');
  const auctionState = await openAuctionState(platform, 'web');
  const auction = { state: auctionState, repository: createAuctionLogRepository(database.db) };
  const rooms = createRooms({ ...auction, logger });
  platform.localCommits.listen((messages) => rooms.committedHere(messages));
  platform.localCommits.offersOver(auctionState);
  const address = (request: IncomingMessage) => networkOf(addressOf(request, config.proxyHops));
  const limits = scaledLimits(config.rateLimitFactor, config.socketCaps);
  const node = newId();
  const reach = new WebReach({
    ask: () => auctionState.redisNowUs(),
    feedUnansweredMs: () => rooms.feedUnansweredMs(),
    askSessions: () => platform.redis.ping(),
    connect: () => {
      const { db, close } = createDatabase({ url: config.databaseUrl, name: 'savdo-reach', poolSize: 1 });
      return { repository: createWebReachRepository(db), close };
    },
    node,
    log: logger,
  });
  const io = createRealtime({
    server: listening.server,
    address,
    // More could not open their sockets afterwards.
    handshakesPerAddress: limits.socketsPerAddress,
    origins: [...ownOrigins(config.publicUrl, config.furtherOrigins)],
    isForUs: (request) => isForAllowedHost(request, hostNames),
    takesConnections: () => reach.takesConnections() && !shutdown.started,
    onRefused: (cause) => metrics.liveEvents.inc({ event: `handshake-${cause}` }),
  });
  const { authenticate, language, sessionStillValid } = identifySockets(
    { sessions, tokens: () => tokens() },
    config.secure,
  );
  const socketSessions = new SocketSessions({
    stillValid: sessionStillValid,
    endEvent: ROOM_EVENTS.sessionExpired,
    log: logger,
  });
  shutdown.add('sessions of sockets', () => Promise.resolve(socketSessions.stop()));
  const live = createLive({
    ...auction,
    rooms,
    reach,
    io,
    authenticate,
    language,
    sessions: socketSessions,
    node,
    address,
    limits,
    shared: createNodeCounts(platform.redis, { namespace: config.redisNamespace, node }),
    messages: createNodeMessages(platform.redis, connectSubscriber(config.jobsRedisUrl), {
      channel: `${config.redisNamespace}presence`,
      onProblem: (error) => logger.warn({ err: error }, 'presence of other nodes not heard'),
    }),
    answerMessages: createNodeMessages(platform.redis, connectSubscriber(config.jobsRedisUrl), {
      channel: `${config.redisNamespace}answers`,
      onProblem: (error) => logger.warn({ err: error }, 'answers of other nodes not heard'),
    }),
    logger,
    metrics: liveMetrics(metrics),
  });
  if (traces) traceBids(live.bids, auctionState, traces);
  // Made with the modules below.
  let writeLevels = (): Promise<void> => Promise.resolve();
  // After the last answer.
  shutdown.add('service levels', () => writeLevels());
  shutdown.add('http and sockets', async () => {
    // Nothing new comes in while running requests finish; sockets are told to come back elsewhere at once.
    const drained = listening.close(DRAIN_MS);
    await live.stop();
    await drained;
  });
  sessions.onChange(({ handle, kind }) => {
    if (kind === 'ended') socketSessions.end(handle);
    else socketSessions.renew(handle);
  });
  const hearing = connectSubscriber(config.jobsRedisUrl);
  // Reconnecting is the connection's own work.
  hearing.on('error', (error: Error) => logger.warn({ err: error, role: 'person news' }, 'jobs redis'));
  const stopHearing = followPersonUpdates(
    hearing,
    config.redisNamespace,
    ({ personId, news }) => live.notifyPerson(personId, PERSON_UPDATE_EVENT, news),
    (error) => logger.error({ err: error }, 'news of people are not heard'),
  );
  shutdown.add('person news', () => Promise.resolve(stopHearing()));

  const modules = MODULES.create({
    ...platform,
    invariants: MODULES.invariants,
    personalData: MODULES.personalData,
    auctionState,
    rooms,
    live,
  });
  const { parts } = modules;
  tokens = () => parts.apiTokens;
  sessions.onChange(({ handle, kind }) => {
    // Somebody ended it; a session that only ran out ends no alerts.
    if (kind !== 'ended') return;
    parts.pushSubscriptions
      .sessionOver(handle)
      .catch((error: unknown) => logger.warn({ err: error }, 'alerts of an ended session not ended'));
  });
  live.serveStaffBoard(() => parts.consoleRooms.board());
  live.serveOtherCards(async (lotIds) => (await parts.liveStocks(lotIds)).map(stockCard));
  const lists = readLists(parts.lots, logger);
  shutdown.add('reading of lots', lists.stop);
  const app = createApp(platform, parts);
  const unusable = unusableParts(config);
  const bidReadiness = () => readBidReadiness(auctionState, auction.repository, rooms);
  const looks = readinessLooks(config, database, bidReadiness, () => parts.files.warnings());
  parts.platformStatus.readBidsBy(async () => (await looks.besides()).bids.taken);
  serveHealth(app.plain, {
    config,
    metrics,
    looks: {
      async pages() {
        const found = await looks.pages();
        const warnings = [...found.warnings, ...unusable];
        if (lists.ready() && !lists.complete()) warnings.push('lots: cards are still being prepared');
        if (lists.ready()) return { ...found, warnings };
        return { ready: false, problems: [...found.problems, 'lots: still being read'], warnings };
      },
      besides: looks.besides,
    },
    stopping: () => shutdown.started,
  });
  // Before their routes: who opens them reads everybody's codes and pays with pretended money.
  if (config.sandboxesAllowed) app.plain.use(STAND_IN_PAGES, localOnly(standInAddresses, config.proxyHops));
  serveApiDocs(app.plain, app.contracts, { version: readVersion().version, server: config.publicUrl });
  modules.registerRoutes(app);
  if (config.sandboxesAllowed) registerSandboxOutboxRoutes(app, parts.sandboxOutbox);
  // Lots of a demo that was run once keep their pictures when it is left out in a following start.
  if (config.sandboxesAllowed) registerPictureRoutes(app, parts.lotCard);
  // Last: it describes the pages of every address that nothing above answers.
  registerPages(app, platform, parts);
  handler = traces ? traceRequests(app.listener, traces) : app.listener;

  const stopFigures = every(FIGURES_MS, 'figures', logger, async () => {
    const figures = live.figures();
    metrics.sockets.set(figures.sockets);
    metrics.roomsFollowed.set(figures.rooms);
    showBidReadiness(await bidReadiness(), metrics);
  });
  shutdown.add('figures', stopFigures);
  const memory = new AuctionMemoryWatch({
    urls: config.auctionRedisUrl.split(','),
    cluster: config.auctionRedisCluster,
    metrics,
    logger,
  });
  const stopMemory = every(MEMORY_MS, 'memory of the auction redis', logger, () => memory.look());
  shutdown.add('memory of the auction redis', stopMemory);
  const stopLevels = every(LEVELS_MS, 'service levels', logger, () => parts.serviceLevels.writeMeasured());
  shutdown.add('rounds of service levels', stopLevels);
  writeLevels = () => parts.serviceLevels.writeMeasured();
  const lines = [`Uploads  ${parts.files.place}`];
  return { lines: config.sandboxesAllowed ? [...standInLines(config), ...lines] : lines };
}

/** A sale at a fixed price on the board, which has no room. */
const stockCard = ({ lotId, units, reserved, sold, status, ...sale }: LiveStock): BoardUpdate[number] => ({
  lotId,
  phase: sale.hasEnded ? 'closed' : 'waiting',
  priceTiyin: null,
  count: 0,
  outcome: null,
  deadlineMs: sale.closesAtMs,
  stock: { units, reserved, sold, status },
});

const standInLines = ({ publicUrl, reach }: Config): string[] => [
  `Codes, SMS and letters  ${publicUrl}/dev/outbox`,
  ...(reach.standInsExposed ? ['Warning: HOST lets other machines open this test installation'] : []),
];
