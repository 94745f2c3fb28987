import { stripInvisible } from '#shared/text/strip-invisible.ts';
import type { Request, Response, Router } from 'express';
import type Provider from 'oidc-provider';
import type { Challenge } from 'altcha-lib/types';
import type { Asking, Attempt, SignInLimits } from './sign-in-limits.ts';
import type { IdentityAccount } from './identity-accounts.repository.ts';
import type { PageFrame } from './pages/layout.ts';
import { resetCodePage, resetPage } from './pages/reset-page.ts';
import type { PasswordReset } from './password-reset.ts';
import { saveStep } from './outside/proven-number.ts';
import type { SignInProof } from './sign-in-proof.ts';

/** Every answer to a code takes at least so long: whether there is such an account makes some milliseconds of difference. */
const LEAST_MS = 250;

export interface ResetRoutesParts {
  provider: Provider;
  attempts: Pick<SignInLimits, 'reset' | 'code'>;
  proof: Pick<SignInProof, 'demanded' | 'forLogin'>;
  reset: PasswordReset;
  open(
    req: Request,
    res: Response,
  ): Promise<{
    frame: PageFrame;
    base: string;
    switched: boolean;
    uid: string;
    known: IdentityAccount | null;
  }>;
  askingOf(req: Request, login: string): Promise<Asking>;
  /** A login in stored form, also of what is none. */
  storedLogin(typed: string): string;
  fieldOf(req: Request, name: string): string;
  addressOf(req: Request): string;
  tooOften(frame: PageFrame, res: Response, attempt: Attempt & { allowed: false }): string;
}

/** Pages on which somebody who forgot the password gets a code; they look the same for any login, known or not. */
export function registerResetRoutes(routes: Router, parts: ResetRoutesParts): void {
  const { provider, attempts, proof, reset, open, askingOf, storedLogin } = parts;
  const { fieldOf, addressOf, tooOften } = parts;
  const loginOf = (req: Request) => fieldOf(req, 'login').trim();

  const askLogin = async (
    req: Request,
    res: Response,
    {
      status = 200,
      notice = null,
      empty = false,
      work = null,
    }: { status?: number; notice?: string | null; empty?: boolean; work?: Challenge | null },
  ) => {
    const { frame, base, known } = await open(req, res);
    const view = { base, login: loginOf(req) || (known?.phone ?? ''), notice, empty };
    const challenge = work ?? (await proof.demanded());
    res
      .status(status)
      .type('html')
      .send(resetPage(frame, { ...view, challenge }));
  };

  routes.get('/reset', (req, res) => askLogin(req, res, {}));

  routes.post('/reset', async (req, res) => {
    const { frame, base, switched, uid } = await open(req, res);
    const login = loginOf(req);
    if (switched) return askLogin(req, res, {});
    if (login === '') return askLogin(req, res, { status: 422, empty: true });
    const asking = await askingOf(req, login);
    const worked = asking.work === 'none' ? null : await attempts.reset(asking);
    if (!worked) return askLogin(req, res, { status: 422, notice: frame.text('reset.proof') });
    if (worked.allowed === 'with-work') {
      const work = await proof.forLogin(asking.login, worked.effort);
      return askLogin(req, res, { status: 422, notice: frame.text('reset.proof'), work });
    }
    if (!worked.allowed) return askLogin(req, res, { status: 429, notice: tooOften(frame, res, worked) });
    reset.request({ ...asking, signIn: uid });
    const view = { base, login: asking.login, notice: null, empty: false };
    return res.type('html').send(resetCodePage(frame, view));
  });

  routes.post('/reset/code', async (req, res) => {
    const { frame, base, switched, uid, known } = await open(req, res);
    const login = storedLogin(loginOf(req));
    const again = (status: number, notice: string | null, empty = false) =>
      res.status(status).type('html').send(resetCodePage(frame, { base, login, notice, empty }));
    const code = stripInvisible(fieldOf(req, 'code')).trim();
    if (switched) return again(200, null);
    if (code === '') return again(422, null, true);
    const { device } = await askingOf(req, login);
    const attempt = await attempts.code(uid, addressOf(req), device);
    if (!attempt.allowed) return again(429, tooOften(frame, res, attempt));
    const least = new Promise((resolve) => setTimeout(resolve, LEAST_MS));
    const account = await reset.confirm(login, uid, code);
    await least;
    if (!account) return again(422, frame.text('reset.wrong'));
    await attempt.release();
    // In a browser of somebody else only that account may go on.
    if (known && known.id !== account.id) return again(409, frame.text('sign-in.another'));
    await saveStep(provider, [req, res], {
      renew: { accountId: account.id, reset: reset.proofOf(account) },
    });
    return res.redirect(303, `${base}/new-password?lang=${frame.language}`);
  });
}
