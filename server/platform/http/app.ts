import cookieParser from 'cookie-parser';
import type { IncomingMessage, RequestListener } from 'node:http';
import express, { Router, type Express, type RequestHandler } from 'express';
import type { Contract } from '#shared/api/contract.ts';
import type { Texts } from '../language/index.ts';
import type { Logger } from '../logging/index.ts';
import type { JobsRedis } from '../redis/index.ts';
import type { SessionStore } from '../sessions/index.ts';
import { answerErrors, noSuchPath } from './answer-errors.ts';
import { compress } from './compress.ts';
import { entityTag } from './entity-tag.ts';
import { ownOrigins, requireOwnOrigin } from './origin.ts';
import { frontDoor } from './front-door.ts';
import { QuickRoutes } from './quick-routes.ts';
import { limiterOf, type Limiter } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { readablePath } from './readable-path.ts';
import { requestLog } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';
import { readSession, sessionReader } from './session-of.ts';
import type { BeforeStaffAction } from './staff-subject.ts';
import { serveClient } from './static-client.ts';
import { VisitorReads } from './visitor-reads.ts';

/** Called by pages of other sites or by machines: they are not asked for our origin. */
const OPEN_TO_FOREIGN_PAGES = ['/api/shop/common/lang/'];

export interface HttpAppOptions {
  publicUrl: string;
  /** Further origins of our own pages (the development server of the client). */
  furtherOrigins?: readonly string[];
  /** Origin of the sign-in site, to which forms may lead. */
  signInOrigin?: string | null;
  /** Further addresses our pages may connect to: applications on people's own machines. */
  connections?: readonly string[];
  /** Further origins pages may show pictures of. */
  pictures?: readonly string[];
  /** Exact number of trusted proxies in front of us. */
  proxyHops: number;
  sessions: SessionStore;
  redis: JobsRedis;
  namespace: string;
  logger: Logger;
  texts: Texts;
  /** Multiplies every rate limit; 1 in earnest. */
  rateLimitFactor?: number;
  /** Parse every answer with its contract before it leaves (tests and development): a wrong one becomes a 500. */
  checkAnswers?: boolean;
  /** Told of every answered call of a contract. */
  onAnswered?: (contract: Contract, status: number, seconds: number) => void;
  /** Judges calls of staff that name a subject, before their handlers; left out by applications of tests. */
  beforeStaffAction?: BeforeStaffAction;
  /** Folder of the built client; null serves the API only. */
  clientFolder: string | null;
}

export interface HttpApp {
  /** The whole application, for `http.createServer`. */
  readonly listener: RequestListener;
  /** Behind it, for everything but reading calls. */
  readonly express: Express;
  /** Where contracts are served. */
  readonly api: Router;
  /** Routes outside the contracts that come before sessions and limits: health, metrics, documents. */
  readonly plain: Router;
  /** Every contract served so far. */
  readonly contracts: readonly Contract[];
  /** Public reads, answered without a request. */
  readonly visitorReads: VisitorReads;
  readonly checkAnswers: boolean;
  readonly secure: boolean;
  readonly readSession: RequestHandler;
  /** Finds out who calls; a promise only where there is a session cookie. */
  readonly knowSession: (req: IncomingMessage) => Promise<void> | null;
  readonly quick: QuickRoutes;
  /** Number of trusted proxies in front of us. */
  readonly proxyHops: number;
  /** Judges calls of staff by their subject; null: nothing does. */
  readonly beforeStaffAction: BeforeStaffAction | null;
  limit(contract: Contract): RequestHandler;
  /** The same for whoever is no step of Express. */
  limiter(contract: Contract): Limiter;
  /** Told of every answered call of a contract. */
  readonly onAnswered: (contract: Contract, status: number, seconds: number) => void;
  /** Books a method and path; throws when taken. */
  claim(contract: Contract): void;
}

/** The Express application with everything around the contracts; contracts are added with `registerContract`. */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  const secure = new URL(options.publicUrl).protocol === 'https:';
  const app = express();
  const api = Router();
  const plain = Router();
  const quick = new QuickRoutes();
  const knowSession = sessionReader(options.sessions, secure);
  const contracts: Contract[] = [];
  const taken = new Set<string>();

  app.disable('x-powered-by');
  app.set('etag', entityTag);
  app.set('trust proxy', options.proxyHops);
  const log = requestLog(options.logger);
  const policy = securityHeaders({
    publicUrl: options.publicUrl,
    signInOrigin: options.signInOrigin ?? null,
    connections: options.connections ?? [],
    pictures: options.pictures ?? [],
  });
  const compressed = compress();
  const onError = answerErrors(options.texts, options.logger);
  app.use(log);
  app.use(policy.step);
  app.use(compressed);
  app.use(readablePath);
  app.use(plain);
  app.use(cookieParser());
  app.use(requireOwnOrigin(ownOrigins(options.publicUrl, options.furtherOrigins), OPEN_TO_FOREIGN_PAGES));
  app.use(
    readBody((req) =>
      contracts.some(
        ({ form, method, path }) => form && method === req.method.toLowerCase() && path === req.path,
      ),
    ),
  );
  app.use(quick.step);
  app.use(api);
  app.use('/api', noSuchPath);
  if (options.clientFolder) app.use(serveClient(options.clientFolder));
  app.use(noSuchPath);
  app.use(onError);

  const limiterFor = (contract: Contract): Limiter =>
    limiterOf(contract, {
      redis: options.redis,
      namespace: options.namespace,
      factor: options.rateLimitFactor ?? 1,
      proxyHops: options.proxyHops,
    });

  const listener = frontDoor({
    ...{ express: app, quick, log, dataHeaders: policy.ofData, compress: compressed, onError },
  });
  return {
    listener,
    express: app,
    api,
    plain,
    contracts,
    visitorReads: new VisitorReads(),
    checkAnswers: options.checkAnswers ?? false,
    secure,
    readSession: readSession(knowSession),
    knowSession,
    quick,
    proxyHops: options.proxyHops,
    beforeStaffAction: options.beforeStaffAction ?? null,
    limit(contract) {
      const limiter = limiterFor(contract);
      return async (req, res, next) => {
        await limiter(req, res);
        next();
      };
    },
    limiter: limiterFor,
    onAnswered: (contract, status, seconds) => options.onAnswered?.(contract, status, seconds),
    claim(contract) {
      const place = `${contract.method} ${contract.path}`;
      if (taken.has(place)) throw new Error(`${place} is served twice (${contract.name})`);
      taken.add(place);
      contracts.push(contract);
    },
  };
}
