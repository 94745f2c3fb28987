import { createRequire } from 'node:module';
import path from 'node:path';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Db } from '#server/platform/database/index.ts';
import { localOnly } from '#server/platform/http/local-caller.ts';
import { ownOrigins } from '#server/platform/http/origin.ts';
import type { Texts } from '#server/platform/language/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import type { Directory } from './directory.ts';
import { COMMON_PASSWORDS_MODULE } from './most-used-passwords.ts';
import type { Registering } from './confirm-registration.ts';
import { PRETEND_ONE_ID } from './outside/one-id/sandbox-one-id.ts';
import { leadBack, ONE_ID_RETURN } from './outside/one-id/return-state.ts';
import type { openOneId } from './outside/open-outside.ts';
import type { ProvenNumbers } from './outside/proven-numbers.repository.ts';
import type { PasswordReset } from './password-reset.ts';
import { cabinetRoutes } from './cabinet.routes.ts';
import { frameOf } from './page-frame.ts';
import type { InvitationDoor, KeyDoor } from '../port.ts';
import { invitationRoutes } from './invitation.routes.ts';
import { interactionRoutes } from './interaction.routes.ts';
import type { SiteKeys } from './site-keys.repository.ts';
import { messagePage, signOutPage } from './pages/message-page.ts';
import { createKnownDevices } from './known-devices.ts';
import type { SignInProof } from './sign-in-proof.ts';
import type { SecondFactors } from './factors/second-factors.ts';
import { gateProvider } from './provider-gate.routes.ts';
import { createProvider } from './provider.ts';
import { createRecordStore } from './records.repository.ts';
import type { IdentitySiteConfig } from './settings.ts';

const ASSETS = path.join(import.meta.dirname, 'assets');
/** Of the library that solves challenges, as browsers load it. */
const SOLVER = path.resolve(createRequire(import.meta.url).resolve('altcha-lib'), '../../../esm/v2');
/** Of the library that speaks with passkeys, as browsers load it. */
const PASSKEYS = path.resolve(
  createRequire(import.meta.url).resolve('@simplewebauthn/browser'),
  '../../dist/bundle/index.umd.min.js',
);
/** Where the E-IMZO application listens on its owner's machine. */
const E_IMZO_APPLICATION = { 'wss:': 'wss://127.0.0.1:64443', 'ws:': 'ws://127.0.0.1:64646' } as const;
const SOLVER_FILES = ['pow.js', 'helpers.js', 'types.js', 'algorithms/web/pbkdf2.js'];

export interface SiteAppParts {
  config: IdentitySiteConfig;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the store names its own tables
  db: Db<any>;
  keys: SiteKeys;
  directory: Directory;
  attempts: SignInLimits;
  proof: SignInProof;
  reset: PasswordReset;
  factors: SecondFactors;
  invitations: InvitationDoor;
  registering: Registering;
  numbers: ProvenNumbers;
  oneId: ReturnType<typeof openOneId>;
  keyDoor: KeyDoor | null;
  texts: Texts;
  logger: Logger;
}

/** Headers of every page. A form's answer may redirect to the product, which must therefore be a form target. */
function headers(secure: boolean, productOrigin: string, connections: string[]): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        ...(connections.length > 0 ? { connectSrc: ["'self'", ...connections] } : {}),
        formAction: ["'self'", productOrigin],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // With `no-referrer` browsers send `Origin: null` with forms, and the origin check would refuse our own pages.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
  });
}

/** Forms must come from our own pages: by Origin, which every browser sends with a POST. */
function requireOwnForm(origins: ReadonlySet<string>): RequestHandler {
  return (req, res, next) => {
    if (req.method === 'POST' && !origins.has(req.get('origin') ?? '')) {
      res.status(403).type('text').send('foreign origin');
      return;
    }
    next();
  };
}

/** The site's application: pages, assets and the OpenID provider behind them. */
export function createSiteApp(parts: SiteAppParts): Express {
  const { config, logger } = parts;
  const issuer = config.signIn.identityUrl;
  const secure = issuer.startsWith('https:');

  const koaFrame = (ctx: KoaContextWithOIDC) =>
    frameOf(config, ctx.req, { uiLocales: ctx.oidc?.params?.ui_locales });
  const provider = createProvider({
    issuer,
    secure,
    behindProxy: config.proxyHops > 0,
    client: {
      id: config.signIn.clientId,
      secret: config.signIn.clientSecret,
      previousSecret: config.signIn.previousClientSecret,
      redirectUri: `${config.publicUrl}/api/shop/auth/callback`,
      afterSignOut: `${config.publicUrl}/home`,
    },
    keys: parts.keys,
    adapter: createRecordStore(parts.db),
    directory: parts.directory,
    renderError(ctx) {
      const frame = koaFrame(ctx);
      const kind = ctx.status >= 500 ? 'unavailable' : 'failed';
      ctx.type = 'html';
      ctx.body = messagePage(frame, { title: frame.text(`${kind}.title`), sentence: frame.text(kind) });
    },
    renderSignOut(ctx, form) {
      ctx.type = 'html';
      ctx.body = signOutPage(koaFrame(ctx), form, ctx.oidc.entities.IdTokenHint !== undefined);
    },
    renderSignedOut(ctx) {
      const frame = koaFrame(ctx);
      ctx.type = 'html';
      ctx.body = messagePage(frame, {
        title: frame.text('sign-out.title'),
        sentence: frame.text('sign-out.done'),
      });
    },
  });
  provider.on('server_error', (_ctx, error: Error) =>
    logger.error({ err: error }, 'identity request failed'),
  );
  provider.on('grant.error', (_ctx, error: Error) => logger.warn({ reason: error.message }, 'code refused'));
  const answerOpenId = provider.callback();

  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', config.proxyHops);
  const application = parts.keyDoor && !parts.keyDoor.signTest;
  const connections = application ? [E_IMZO_APPLICATION[secure ? 'wss:' : 'ws:']] : [];
  app.use(headers(secure, new URL(config.publicUrl).origin, connections));
  app.use('/assets', express.static(ASSETS, { index: false, maxAge: '1h' }));
  for (const file of SOLVER_FILES)
    app.get(`/assets/altcha/${file}`, (_req, res) => res.sendFile(path.join(SOLVER, file), { maxAge: '1h' }));
  app.get('/assets/simplewebauthn.js', (_req, res) => res.sendFile(PASSKEYS, { maxAge: '1h' }));
  app.get('/assets/most-used-passwords.js', (_req, res) =>
    res.set('Cache-Control', 'public, max-age=3600').type('text/javascript').send(COMMON_PASSWORDS_MODULE),
  );
  app.use((_req, res, next) => {
    res.set('Cache-Control', 'no-store');
    next();
  });
  app.get('/', (_req, res) => res.redirect(`${config.publicUrl}/api/shop/auth/login?return=/home`));
  const devices = createKnownDevices({ keys: parts.keys.cookieKeys, secure });
  app.use(
    '/interaction/:uid',
    requireOwnForm(ownOrigins(issuer)),
    // A signature with its certificates is the longest.
    express.urlencoded({ extended: false, limit: '64kb', parameterLimit: 30 }),
    interactionRoutes({
      provider,
      ...parts,
      devices,
      oneId: parts.oneId && parts.oneId.offer,
      host: new URL(issuer).hostname,
    }),
  );
  if (parts.oneId) app.get(ONE_ID_RETURN, leadBack);
  if (parts.oneId?.pretend) {
    // It signs in as any person one types.
    const { standInAddresses } = config.reach;
    app.use(PRETEND_ONE_ID, localOnly(standInAddresses, config.proxyHops), parts.oneId.pretend);
  }
  app.use(
    '/invitation',
    requireOwnForm(ownOrigins(issuer)),
    express.urlencoded({ extended: false, limit: '16kb', parameterLimit: 30 }),
    invitationRoutes(parts),
  );
  app.use('/cabinet', cabinetRoutes(config));
  app.use(gateProvider(config, { attempts: parts.attempts, devices }, (req, res) => answerOpenId(req, res)));
  app.use((req, res) => {
    const frame = frameOf(config, req);
    const sentence = frame.text('not-found');
    res
      .status(404)
      .type('html')
      .send(messagePage(frame, { title: frame.text('not-found.title'), sentence }));
  });

  const answerFaults: ErrorRequestHandler = (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const frame = frameOf(config, req, { chosen: req.query.lang });
    const { text } = frame;
    const again = {
      label: text('expired.again'),
      href: `${config.publicUrl}/api/shop/auth/login?return=/home`,
    };
    if (error instanceof errors.SessionNotFound) {
      const view = { title: text('expired.title'), sentence: text('expired'), onward: again };
      res.status(410).type('html').send(messagePage(frame, view));
      return;
    }
    const status = (error as { status?: unknown }).status;
    if (typeof status === 'number' && status >= 400 && status < 500) {
      const view = { title: text('failed.title'), sentence: text('failed'), onward: again };
      res.status(status).type('html').send(messagePage(frame, view));
      return;
    }
    // PostgreSQL or Redis is unavailable (the limits fail closed): sign-ins fail until it is back.
    logger.error({ err: error }, 'identity page failed');
    const view = { title: text('unavailable.title'), sentence: text('unavailable'), onward: again };
    res.status(503).set('Retry-After', '5').type('html').send(messagePage(frame, view));
  };
  app.use(answerFaults);
  return app;
}
