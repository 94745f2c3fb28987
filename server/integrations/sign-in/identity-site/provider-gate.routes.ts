import { type RequestHandler } from 'express';
import { networkOf } from '#server/platform/http/address-of.ts';
import type { Attempts } from './attempts.ts';
import { frameOf, type FrameSettings } from './frame.ts';
import { messagePage } from './pages/message-page.ts';

/** Paths of the OpenID library; everything else is ours. */
const PROVIDER_PATHS = /^\/(?:auth|token|me|jwks|session|\.well-known)(?:\/|$)/;
/** Each call of these is stored, whoever makes it. */
const STORED = /^\/(?:auth|session\/end)\/?$/;
const BEGINNING = /^\/auth\/?$/;

/**
 * What a request meets before the OpenID library: the limit of what one address may have stored, and the only way answers
 * leave: in the address, as the product asks.
 */
export function gateProvider(
  settings: FrameSettings,
  attempts: Pick<Attempts, 'beginning'>,
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
      // Only the product begins sign-ins, by a redirect; a form posted here would choose its own way back.
      if (req.method !== 'GET') return refuse(405, 'failed.title', text('failed'));
      const { response_mode: mode } = req.query;
      if (mode !== undefined && mode !== 'query') return refuse(400, 'failed.title', text('failed'));
    }
    if (STORED.test(req.path)) {
      const attempt = await attempts.beginning(networkOf(req.ip ?? ''));
      if (!attempt.allowed) {
        res.set('Retry-After', String(attempt.waitSeconds));
        const minutes = String(Math.ceil(attempt.waitSeconds / 60));
        return refuse(429, 'too-often.title', text('too-often', { minutes }));
      }
    }
    return answerOpenId(req, res, next);
  };
}
