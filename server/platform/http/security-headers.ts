import { randomBytes } from 'node:crypto';
import type { RequestHandler } from 'express';
import helmet from 'helmet';

/** What is answered below here is data: no page, no script, and so no nonce. */
const DATA = '/api/';

/** The headers a handler sets on any answer, found out once. */
function headersOf(handler: RequestHandler): [string, string][] {
  const found: [string, string][] = [];
  const res = {
    locals: { nonce: '' },
    setHeader: (name: string, value: string) => found.push([name, value]),
    removeHeader: () => undefined,
  };
  handler({} as never, res as never, () => undefined);
  return found.map(([name, value]) => [name, value.replace(" 'nonce-'", '')]);
}

export interface SecurityHeaders {
  step: RequestHandler;
  /** Those of all data. */
  ofData: readonly (readonly [string, string])[];
}

/** Header policy of every answer. The nonce of a page's own scripts is in `res.locals.nonce`. */
export function securityHeaders(options: {
  publicUrl: string;
  signInOrigin: string | null;
  /** Further addresses pages may connect to. */
  connections?: readonly string[];
  /** Further origins pages may show pictures of. */
  pictures?: readonly string[];
}): SecurityHeaders {
  const url = new URL(options.publicUrl);
  const secure = url.protocol === 'https:';
  const socket = `${secure ? 'wss' : 'ws'}://${url.host}`;
  const signIn = options.signInOrigin ? [options.signInOrigin] : [];
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: [
          "'self'",
          (_req, res) => `'nonce-${(res as unknown as { locals: { nonce: string } }).locals.nonce}'`,
        ],
        // The component library sets its CSS variables through style elements of its own.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...(options.pictures ?? [])],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", socket, ...(options.connections ?? [])],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        formAction: ["'self'", ...signIn],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
  // The same for all data: working them out for each answer costs as much as many an answer itself.
  const ofData = headersOf(headers);
  const step: RequestHandler = (req, res, next) => {
    if (req.path.startsWith(DATA)) {
      for (const [name, value] of ofData) res.setHeader(name, value);
      next();
      return;
    }
    res.locals.nonce = randomBytes(16).toString('base64');
    headers(req, res, next);
  };
  return { step, ofData };
}
