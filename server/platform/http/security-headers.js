import { randomBytes } from 'node:crypto';
import helmet from 'helmet';
/** Header policy of every answer. The nonce of a page's own scripts is in `res.locals.nonce`. */
export function securityHeaders(options) {
  const url = new URL(options.publicUrl);
  const secure = url.protocol === 'https:';
  const socket = `${secure ? 'wss' : 'ws'}://${url.host}`;
  const signIn = options.signInOrigin ? [options.signInOrigin] : [];
  const nonce = (_req, res, next) => {
    res.locals.nonce = randomBytes(16).toString('base64');
    next();
  };
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", (_req, res) => `'nonce-${res.locals.nonce}'`],
        // The component library sets its CSS variables through style elements of its own.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", socket],
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
    strictTransportSecurity: secure ? { maxAge: 31536000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
  return [nonce, headers];
}
