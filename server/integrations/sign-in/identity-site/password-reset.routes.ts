import { stripInvisible } from '#shared/text/strip-invisible.ts';
import type { Request, Response, Router } from 'express';
import type Provider from 'oidc-provider';
import type { Attempt, SignInLimits } from './sign-in-limits.ts';
import type { Directory } from './directory.ts';
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
  directory: Pick<Directory, 'loginOf'>;
  attempts: Pick<SignInLimits, 'reset' | 'resetCode'>;
  proof: Pick<SignInProof, 'demanded' | 'isSolved'>;
  reset: PasswordReset;
  open(
    req: Request,
    res: Response,
  ): Promise<{ frame: PageFrame; base: string; switched: boolean; known: IdentityAccount | null }>;
  fieldOf(req: Request, name: string): string;
  addressOf(req: Request): string;
  tooOften(frame: PageFrame, res: Response, attempt: Attempt & { allowed: false }): string;
}

/** Pages on which somebody who forgot the password gets a code; they look the same for any login, known or not. */
export function registerResetRoutes(routes: Router, parts: ResetRoutesParts): void {
  const { provider, directory, attempts, proof, reset, open, fieldOf, addressOf, tooOften } = parts;
  const loginOf = (req: Request) => fieldOf(req, 'login').trim();
  const storedLogin = (login: string) => directory.loginOf(login)?.value ?? login.toLowerCase();

  const askLogin = async (
    req: Request,
    res: Response,
    {
      status = 200,
      notice = null,
      empty = false,
    }: { status?: number; notice?: string | null; empty?: boolean },
  ) => {
    const { frame, base, known } = await open(req, res);
    const view = { base, login: loginOf(req) || (known?.phone ?? ''), notice, empty };
    const challenge = await proof.demanded();
    res
      .status(status)
      .type('html')
      .send(resetPage(frame, { ...view, challenge }));
  };

  routes.get('/reset', (req, res) => askLogin(req, res, {}));

  routes.post('/reset', async (req, res) => {
    const { frame, base, switched } = await open(req, res);
    const login = loginOf(req);
    if (switched) return askLogin(req, res, {});
    if (login === '') return askLogin(req, res, { status: 422, empty: true });
    if (!(await proof.isSolved(fieldOf(req, 'proof'))))
      return askLogin(req, res, { status: 422, notice: frame.text('reset.proof') });
    const stored = storedLogin(login);
    const attempt = await attempts.reset(stored, addressOf(req));
    if (!attempt.allowed) return askLogin(req, res, { status: 429, notice: tooOften(frame, res, attempt) });
    reset.request(stored, addressOf(req));
    return res.type('html').send(resetCodePage(frame, { base, login: stored, notice: null, empty: false }));
  });

  routes.post('/reset/code', async (req, res) => {
    const { frame, base, switched, known } = await open(req, res);
    const login = storedLogin(loginOf(req));
    const again = (status: number, notice: string | null, empty = false) =>
      res.status(status).type('html').send(resetCodePage(frame, { base, login, notice, empty }));
    const code = stripInvisible(fieldOf(req, 'code')).trim();
    if (switched) return again(200, null);
    if (code === '') return again(422, null, true);
    const attempt = await attempts.resetCode(login, addressOf(req));
    if (!attempt.allowed) return again(429, tooOften(frame, res, attempt));
    const least = new Promise((resolve) => setTimeout(resolve, LEAST_MS));
    const account = await reset.confirm(login, code);
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
