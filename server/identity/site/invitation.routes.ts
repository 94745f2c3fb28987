import { Router, type Request } from 'express';
import { networkOf } from '#server/platform/http/client-address.ts';
import { parseLanguage } from '#shared/i18n/languages.ts';
import type { InvitationDoor } from '../port.ts';
import { HashingBusy } from './hashing.ts';
import { frameOf, type FrameSettings } from './page-frame.ts';
import { invitationPage } from './pages/invitation-page.ts';
import type { PageFrame } from './pages/layout.ts';
import { messagePage } from './pages/message-page.ts';
import { problemsOfPassword, type FieldProblems } from './registration.ts';
import type { SignInLimits } from './sign-in-limits.ts';

const LONGEST = 1_000;

export interface InvitationRoutesParts {
  config: FrameSettings;
  invitations: InvitationDoor;
  attempts: Pick<SignInLimits, 'registration'>;
}

/** The page behind the link of an invitation: somebody invited to the staff chooses a password, once. */
export function invitationRoutes({ config, invitations, attempts }: InvitationRoutesParts): Router {
  const routes = Router();
  const again = `${config.publicUrl}/api/shop/auth/login?return=/console`;
  const fieldOf = (req: Request, name: string): string => {
    const value = (req.body as Record<string, unknown> | undefined)?.[name];
    return typeof value === 'string' ? value.slice(0, LONGEST) : '';
  };
  const ended = (frame: PageFrame, what: 'gone' | 'taken') =>
    messagePage(frame, {
      title: frame.text(`invite.${what}.title`),
      sentence: frame.text(`invite.${what}`),
      onward: { label: frame.text('sign-in.submit'), href: again },
    });

  routes.use((_req, res, next) => {
    // The address is a secret: it must not leak by the Referer of a link.
    res.set('Referrer-Policy', 'same-origin');
    next();
  });

  routes.get('/:token', async (req, res) => {
    const { token } = req.params;
    const invitation = await invitations.read(token);
    const frame = frameOf(config, req, { chosen: req.query.lang, uiLocales: invitation?.language });
    if (!invitation) return res.status(410).type('html').send(ended(frame, 'gone'));
    return res.type('html').send(invitationPage(frame, { token, invitation, problems: {}, notice: null }));
  });

  routes.post('/:token', async (req, res) => {
    const { token } = req.params;
    const invitation = await invitations.read(token);
    const chosen = parseLanguage(fieldOf(req, 'switch')) ?? req.query.lang;
    const frame = frameOf(config, req, { chosen, uiLocales: invitation?.language });
    if (!invitation) return res.status(410).type('html').send(ended(frame, 'gone'));
    const show = (status: number, problems: FieldProblems, notice: string | null) =>
      res.status(status).type('html').send(invitationPage(frame, { token, invitation, problems, notice }));
    if (fieldOf(req, 'switch') !== '') return show(200, {}, null);
    const password = fieldOf(req, 'password');
    const problems = problemsOfPassword(password, fieldOf(req, 'repeat'), invitation);
    if (Object.keys(problems).length > 0) return show(422, problems, frame.text('register.problems'));
    const attempt = await attempts.registration(networkOf(req.ip ?? ''));
    if (!attempt.allowed) {
      res.set('Retry-After', String(attempt.waitSeconds));
      const minutes = String(Math.ceil(attempt.waitSeconds / 60));
      return show(429, {}, frame.text('too-often', { minutes }));
    }
    try {
      const outcome = await invitations.accept(token, password);
      if (outcome === 'accepted') return res.redirect(303, again);
      return res
        .status(outcome === 'gone' ? 410 : 409)
        .type('html')
        .send(ended(frame, outcome));
    } catch (error) {
      // Not retried here: no account was made, and the page says when to try again.
      if (!(error instanceof HashingBusy)) throw error;
      res.set('Retry-After', '1');
      return show(429, {}, frame.text('busy'));
    }
  });
  return routes;
}
