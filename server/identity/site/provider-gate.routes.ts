import { type RequestHandler } from 'express';
import { networkOf } from '#server/platform/http/client-address.ts';
import type { KnownDevices } from './known-devices.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { frameOf, type FrameSettings } from './page-frame.ts';
import { messagePage } from './pages/message-page.ts';

/** Paths of the OpenID library; everything else is ours. */
const PROVIDER_PATHS = /^\/(?:auth|request|token|me|jwks|session|\.well-known)(?:\/|$)/;
/** Every call of these is stored, authenticated or not. */
const STORED = /^\/(?:auth|session\/end)\/?$/;
const BEGINNING = /^\/auth\/?$/;

/**
 * Middleware before the OpenID library: limits the calls stored for one address, or for a browser in which somebody has signed in, and allows only the response mode `query`,
 * which the product uses.
 */
export function gateProvider(
  settings: FrameSettings,
  {
    attempts,
    devices,
  }: { attempts: Pick<SignInLimits, 'beginning'>; devices: Pick<KnownDevices, 'ofAnybody'> },
  answerOpenId: RequestHandler,
): RequestHandler {
  return async (req, res, next) => {
    if (!PROVIDER_PATHS.test(req.path)) return next();
    const refuse = (status: number, title: 'failed.title' | 'too-often.title', sentence: string) => {
      const frame = frameOf(settings, req, { uiLocales: req.query.ui_locales });
      res
        .status(status)
        .type('html')
        .send(messagePage(frame, { title: frame.text(title), sentence }));
    };
    const text = frameOf(settings, req, { uiLocales: req.query.ui_locales }).text;

    if (BEGINNING.test(req.path)) {
      // Only the product starts sign-ins, by a redirect; a posted form could choose its own response mode.
      if (req.method !== 'GET') return refuse(405, 'failed.title', text('failed'));
      const { response_mode: mode } = req.query;
      if (mode !== undefined && mode !== 'query') return refuse(400, 'failed.title', text('failed'));
    }
    if (STORED.test(req.path)) {
      const attempt = await attempts.beginning(networkOf(req.ip ?? ''), devices.ofAnybody(req));
      if (!attempt.allowed) {
        res.set('Retry-After', String(attempt.waitSeconds));
        const minutes = String(Math.ceil(attempt.waitSeconds / 60));
        return refuse(429, 'too-often.title', text('too-often', { minutes }));
      }
    }
    return answerOpenId(req, res, next);
  };
}
