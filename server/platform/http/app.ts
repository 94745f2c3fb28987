import cookieParser from 'cookie-parser';
import type { IncomingMessage, RequestListener } from 'node:http';
import express, { Router, type Express, type Request, type RequestHandler } from 'express';
import type { Contract } from '#shared/api/contract.ts';
import type { Texts } from '../language/index.ts';
import type { Logger } from '../logging/index.ts';
import type { Reads } from '../database/index.ts';
import type { JobsRedis } from '../redis/index.ts';
import type { SessionStore } from '../sessions/index.ts';
import { answerErrors, noSuchPath } from './answer-errors.ts';
import { compress } from './compress.ts';
import { entityTag } from './entity-tag.ts';
import { ownOrigins, requireOwnOrigin } from './origin.ts';
import { createRequestListener } from './request-listener.ts';
import { ExactRoutes } from './exact-routes.ts';
import { limiterOf, type Limiter } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { escapeMalformed } from './malformed-escapes.ts';
import { requestLog } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';
import { readSession, sessionReader, type SessionOfToken } from './request-session.ts';
import type { BeforeStaffAction, DemandProven } from './staff-subject.ts';
import { PublicReads } from './public-reads.ts';

/** Called by pages of other sites or by programs: the origin is not checked. */
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
  /** Left out by applications that programs do not call: no token is valid there. */
  sessionOfToken?: SessionOfToken;
  redis: JobsRedis;
  namespace: string;
  logger: Logger;
  texts: Texts;
  /** Multiplies every rate limit; 1 in production. */
  rateLimitFactor?: number;
  /** Parse every answer with its contract before it leaves (tests and development): a wrong one becomes a 500. */
  checkAnswers?: boolean;
  /** For a body that is no upload; 30 s by default. */
  bodyTimeoutMs?: number;
  /** For contracts that may lag; without it they read as all others do. */
  reads?: Reads;
  /** Called after every answered call of a contract. */
  onAnswered?: (contract: Contract, status: number, seconds: number) => void;
  /** Judges calls of staff that name a subject, before their handlers; left out by applications of tests. */
  beforeStaffAction?: BeforeStaffAction;
  /** Asked before every call of staff that changes something; left out by applications of tests. */
  demandProven?: DemandProven;
  /** Answers what no route answers, outside the API: pages and their files; null serves the API only. */
  pages: RequestHandler | null;
}

export interface HttpApp {
  /** The whole application, for `http.createServer`. */
  readonly listener: RequestListener;
  /** The Express application behind it, for everything but reading calls. */
  readonly express: Express;
  /** Where contracts are served. */
  readonly api: Router;
  /** Routes outside the contracts, before sessions and limits: health, metrics, documents. */
  readonly plain: Router;
  /** Every contract served so far. */
  readonly contracts: readonly Contract[];
  /** Public reads, answered without a request. */
  readonly publicReads: PublicReads;
  readonly checkAnswers: boolean;
  readonly secure: boolean;
  readonly readSession: RequestHandler;
  /** Reads the caller's session; a promise only where there is a session cookie. */
  readonly knowSession: (req: IncomingMessage) => Promise<void> | null;
  readonly exactRoutes: ExactRoutes;
  /** Number of trusted proxies in front of us. */
  readonly proxyHops: number;
  /** Where what may lag is read; null: there is no replica. */
  readonly reads: Reads | null;
  /** Judges calls of staff by their subject; null: nothing does. */
  readonly beforeStaffAction: BeforeStaffAction | null;
  /** Asked before every call of staff that changes something; null: nothing is. */
  readonly demandProven: DemandProven | null;
  limit(contract: Contract): RequestHandler;
  /** The same outside Express. */
  limiter(contract: Contract): Limiter;
  /** Called after every answered call of a contract. */
  readonly onAnswered: (contract: Contract, status: number, seconds: number) => void;
  /** Books a method and path; throws when taken. */
  claim(contract: Contract): void;
}

const isFor = ({ method, path }: Contract, req: Request): boolean =>
  method === req.method.toLowerCase() && path === req.path;

/** The Express application with everything around the contracts; contracts are added with `registerContract`. */
export function createHttpApp(options: HttpAppOptions): HttpApp {
  const secure = new URL(options.publicUrl).protocol === 'https:';
  const app = express();
  const api = Router();
  const plain = Router();
  const exactRoutes = new ExactRoutes();
  const { sessions, sessionOfToken = async () => null } = options;
  const knowSession = sessionReader({ sessions, sessionOfToken }, secure);
  const contracts: Contract[] = [];
  const taken = new Set<string>();

  app.disable('x-powered-by');
  app.set('etag', entityTag);
  app.set('trust proxy', options.proxyHops);
  const log = requestLog(options.logger, options.proxyHops);
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
  app.use(escapeMalformed);
  app.use(plain);
  app.use(cookieParser());
  app.use(requireOwnOrigin(ownOrigins(options.publicUrl, options.furtherOrigins), OPEN_TO_FOREIGN_PAGES));
  app.use(
    readBody({
      takesForm: (req) => contracts.some((contract) => contract.form && isFor(contract, req)),
      takesUpload: (req) => contracts.some((contract) => contract.upload && isFor(contract, req)),
      ...(options.bodyTimeoutMs === undefined ? {} : { timeoutMs: options.bodyTimeoutMs }),
    }),
  );
  app.use(exactRoutes.step);
  app.use(api);
  app.use('/api', noSuchPath);
  if (options.pages) app.use(options.pages);
  app.use(noSuchPath);
  app.use(onError);

  const limiterFor = (contract: Contract): Limiter =>
    limiterOf(contract, {
      redis: options.redis,
      namespace: options.namespace,
      factor: options.rateLimitFactor ?? 1,
      proxyHops: options.proxyHops,
      secure,
    });

  const listener = createRequestListener({
    express: app,
    exactRoutes,
    log,
    dataHeaders: policy.ofData,
    compress: compressed,
    onError,
  });
  return {
    listener,
    express: app,
    api,
    plain,
    contracts,
    publicReads: new PublicReads(),
    checkAnswers: options.checkAnswers ?? false,
    secure,
    readSession: readSession(knowSession),
    knowSession,
    exactRoutes,
    proxyHops: options.proxyHops,
    reads: options.reads && options.reads.ownWriteSeconds !== null ? options.reads : null,
    beforeStaffAction: options.beforeStaffAction ?? null,
    demandProven: options.demandProven ?? null,
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
