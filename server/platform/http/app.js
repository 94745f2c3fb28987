import compression from 'compression';
import cookieParser from 'cookie-parser';
import express, { Router } from 'express';
import { answerErrors, noSuchPath } from './answer-errors.ts';
import { readJson } from './json-body.ts';
import { ownOrigins, requireOwnOrigin } from './origin.ts';
import { limiterOf } from './rate-limit.ts';
import { requestLog } from './request-log.ts';
import { securityHeaders } from './security-headers.ts';
import { readSession } from './session-of.ts';
import { serveClient } from './static-client.ts';
/** Called by pages of other sites or by machines: they are not asked for our origin. */
const OPEN_TO_FOREIGN_PAGES = ['/api/shop/common/lang/'];
/** The Express application with everything around the contracts; contracts are added with `registerContract`. */
export function createHttpApp(options) {
  const secure = new URL(options.publicUrl).protocol === 'https:';
  const app = express();
  const api = Router();
  const plain = Router();
  const contracts = [];
  const taken = new Set();
  app.disable('x-powered-by');
  app.set('trust proxy', options.proxyHops);
  app.use(requestLog(options.logger));
  app.use(securityHeaders({ publicUrl: options.publicUrl, signInOrigin: options.signInOrigin ?? null }));
  app.use(compression());
  app.use(plain);
  app.use(cookieParser());
  app.use(requireOwnOrigin(ownOrigins(options.publicUrl, options.furtherOrigins), OPEN_TO_FOREIGN_PAGES));
  app.use(readJson());
  app.use(api);
  app.use('/api', noSuchPath);
  if (options.clientFolder) app.use(serveClient(options.clientFolder));
  app.use(noSuchPath);
  app.use(answerErrors(options.texts, options.logger));
  return {
    express: app,
    api,
    plain,
    contracts,
    checkAnswers: options.checkAnswers ?? false,
    secure,
    readSession: readSession(options.sessions, secure),
    limit: (contract) =>
      limiterOf(contract, {
        redis: options.redis,
        namespace: options.namespace,
        factor: options.rateLimitFactor ?? 1,
      }),
    claim(contract) {
      const place = `${contract.method} ${contract.path}`;
      if (taken.has(place)) throw new Error(`${place} is served twice (${contract.name})`);
      taken.add(place);
      contracts.push(contract);
    },
  };
}
