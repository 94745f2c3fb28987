import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { RequestListener } from 'node:http';
import { createLive, createRooms, liveMetrics, scaledLimits } from '#server/auction/index.ts';
import {
  addressOf,
  answerUnreadable,
  createHttpApp,
  forOwnHosts,
  isForOwnHost,
  listen,
  localOnly,
  networkOf,
  ownOrigins,
  type HttpApp,
} from '#server/platform/http/index.ts';
import type { Config } from '#server/platform/config/index.ts';
import { newId } from '#server/platform/ids/index.ts';
import { createRealtime, createSharedFigures, hearPersonNews } from '#server/platform/realtime/index.ts';
import { connectSubscriber } from '#server/platform/redis/index.ts';
import { PERSON_NEWS_EVENT } from '#shared/realtime/person-news.ts';
import { serveApiDocs } from './api-docs.ts';
import { openAuction } from './auction-parts.ts';
import { createBusiness, type Business } from './business.ts';
import { every } from './every.ts';
import { serveHealth } from './health.ts';
import type { Platform } from './platform.ts';
import { checkReadiness } from './readiness.ts';
import { AuctionMemoryWatch } from './redis-memory.ts';
import { readLists } from './read-lists.ts';
import { registerRoutes } from './routes.ts';
import type { Started } from './started.ts';
import { identifySockets } from './socket-identity.ts';

const CLIENT = path.resolve(import.meta.dirname, '../../client/dist');
/** Where the E-IMZO application listens on its owner's machine. */
const E_IMZO_APPLICATION = { 'wss:': 'wss://127.0.0.1:64443', 'ws:': 'ws://127.0.0.1:64646' } as const;
/** Paths under which stand-ins of outside systems have pages. */
const STAND_IN_PAGES = ['/dev', '/pay/pretend'];
const FIGURES_MS = 2_000;
const MEMORY_MS = 15_000;
const DRAIN_MS = 3_000;

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

function createApp(platform: Platform, { conflicts }: Pick<Business, 'conflicts'>): HttpApp {
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
    redis: platform.redis,
    namespace: config.redisNamespace,
    logger,
    texts: platform.texts,
    rateLimitFactor: config.rateLimitFactor,
    checkAnswers: config.test,
    onAnswered: ({ name }, status, seconds) =>
      platform.metrics.requestSeconds.observe({ contract: name, status: String(status) }, seconds),
    beforeStaffAction: (call) => conflicts.judge(call),
    clientFolder: built ? CLIENT : null,
  });
}

/** The site, the API and the rooms' sockets. */
export async function startWebProcess(platform: Platform): Promise<Started> {
  const { config, database, metrics, sessions, shutdown } = platform;
  const { hostNames, listenOn, standInAddresses } = config.reach;
  const logger = platform.logger.child({ part: 'web' });
  let handler: RequestListener = (_req, res) => res.writeHead(503).end();
  const listening = await listen(
    forOwnHosts(hostNames, platform.texts, (req, res) => handler(req, res)),
    { port: config.port, host: listenOn },
  );
  listening.server.on('clientError', answerUnreadable(platform.texts));
  // Port 0 or a default address: what people type is known only now.
  if (!config.publicUrlGiven) config.publicUrl = `http://localhost:${listening.port}`;

  const auction = await openAuction(platform, 'web');
  const rooms = createRooms({ ...auction, logger });
  platform.localCommits.listen((messages) => rooms.committedHere(messages));
  platform.localCommits.offersOver(auction.state);
  const io = createRealtime({
    server: listening.server,
    origins: [...ownOrigins(config.publicUrl, config.furtherOrigins)],
    isForUs: (request) => isForOwnHost(request, hostNames),
    onRefused: (cause) => metrics.liveEvents.inc({ event: `handshake-${cause}` }),
  });
  const node = newId();
  const live = createLive({
    ...auction,
    rooms,
    io,
    ...identifySockets(sessions, config.secure),
    node,
    address: (request) => networkOf(addressOf(request, config.proxyHops)),
    limits: scaledLimits(config.rateLimitFactor, config.socketCaps),
    shared: createSharedFigures(platform.redis, { namespace: config.redisNamespace, node }),
    logger,
    metrics: liveMetrics(metrics),
    answerBeforeCommit: config.breakSwitch === 'answer-before-commit',
  });
  shutdown.add('http and sockets', async () => {
    // Nothing new comes in while running requests finish; sockets are told to come back elsewhere at once.
    const drained = listening.close(DRAIN_MS);
    await live.stop();
    await drained;
  });
  sessions.onChange(({ handle, kind }) => {
    if (kind === 'ended') live.sessionEnded(handle);
    else live.sessionChanged(handle);
  });
  const hearing = connectSubscriber(config.jobsRedisUrl);
  // Reconnecting is the connection's own work.
  hearing.on('error', (error: Error) => logger.warn({ err: error, role: 'person news' }, 'jobs redis'));
  const stopHearing = hearPersonNews(
    hearing,
    config.redisNamespace,
    ({ personId, news }) => live.tellPerson(personId, PERSON_NEWS_EVENT, news),
    (error) => logger.error({ err: error }, 'news of people are not heard'),
  );
  shutdown.add('person news', () => Promise.resolve(stopHearing()));

  const business = createBusiness(platform, { ...auction, rooms, live });
  const lists = readLists(() => business.lots.prepare(), logger);
  shutdown.add('reading of lots', lists.stop);
  const app = createApp(platform, business);
  serveHealth(app.plain, {
    config,
    metrics,
    readiness: async () => {
      const found = await checkReadiness(config, database);
      if (lists.ready()) return found;
      return { ...found, ready: false, problems: [...found.problems, 'lots: still being read'] };
    },
    stopping: () => shutdown.started,
  });
  // Before their routes: whoever opens them reads everybody's codes and pays with pretended money.
  if (config.twinsAllowed) app.plain.use(STAND_IN_PAGES, localOnly(standInAddresses, config.proxyHops));
  serveApiDocs(app.plain, app.contracts, { version, server: config.publicUrl });
  registerRoutes(app, platform, business, { ...auction, live });
  handler = app.listener;

  const stopFigures = every(FIGURES_MS, 'figures', logger, async () => {
    const figures = live.figures();
    metrics.sockets.set(figures.sockets);
    metrics.roomsFollowed.set(figures.rooms);
  });
  shutdown.add('figures', stopFigures);
  const memory = new AuctionMemoryWatch({
    ...{ urls: config.auctionRedisUrl.split(','), cluster: config.auctionRedisCluster, metrics, logger },
  });
  const stopMemory = every(MEMORY_MS, 'memory of the auction redis', logger, () => memory.look());
  shutdown.add('memory of the auction redis', stopMemory);
  return config.twinsAllowed ? { lines: standInLines(config) } : {};
}

const standInLines = ({ publicUrl, reach }: Config): string[] => [
  `Codes, SMS and letters  ${publicUrl}/dev/outbox`,
  ...(reach.standInsExposed ? ['Warning: HOST lets other machines open this test installation'] : []),
];
