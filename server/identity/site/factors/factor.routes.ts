import { stripInvisible } from '#shared/text/strip-invisible.ts';
import type { Request, Response, Router } from 'express';
import type Provider from 'oidc-provider';
import type { Interaction } from 'oidc-provider';
import type { Logger } from '#server/platform/logging/index.ts';
import type { Directory } from '../directory.ts';
import type { IdentityAccount } from '../identity-accounts.repository.ts';
import { factorPage } from '../pages/factor-pages.ts';
import type { PageFrame } from '../pages/layout.ts';
import type { KnownDevices } from '../known-devices.ts';
import type { PasswordReset } from '../password-reset.ts';
import type { Attempt, SignInLimits } from '../sign-in-limits.ts';
import { provenOf, saveStep } from '../outside/proven-number.ts';
import type { ProvenNumbers } from '../outside/proven-numbers.repository.ts';
import {
  factorStepOf,
  isFactorAsked,
  loginWith,
  type FactorStep,
  type FirstProof,
  type Method,
} from './factor-step.ts';
import { hasFactor } from './factors.repository.ts';
import type { SecondFactors } from './second-factors.ts';

export interface OpenedStep {
  step: Interaction;
  frame: PageFrame;
  base: string;
  switched: boolean;
}

export interface FactorRoutesParts {
  provider: Provider;
  directory: Pick<Directory, 'byId'>;
  factors: SecondFactors;
  attempts: Pick<SignInLimits, 'factor'>;
  devices: KnownDevices;
  reset: Pick<PasswordReset, 'proofOf'>;
  numbers: Pick<ProvenNumbers, 'link' | 'linksOf' | 'unlink'>;
  logger: Logger;
  open(req: Request, res: Response): Promise<OpenedStep>;
  fieldOf(req: Request, name: string): string;
  /** A field of a passkey's answer, which is longer than what people type. */
  longFieldOf(req: Request, name: string): string;
  addressOf(req: Request): string;
  tooOften(frame: PageFrame, res: Response, attempt: Attempt & { allowed: false }): string;
}

export type FactorFlow = ReturnType<typeof createFactorFlow>;

/** What follows a right password, and the state of it in the record of the sign-in. */
export function createFactorFlow(parts: Omit<FactorRoutesParts, 'open'>) {
  const { provider, directory, factors, devices, reset, numbers, logger } = parts;

  const save = (req: Request, res: Response, factor: FactorStep) =>
    saveStep(provider, [req, res], { factor });

  /** A sign-in to the account that states the number proven in it links the two. */
  async function finish(
    req: Request,
    res: Response,
    account: IdentityAccount,
    method: Method | 'first',
    by?: FirstProof,
  ): Promise<void> {
    const step = await provider.interactionDetails(req, res);
    const now = await directory.byId(account.id);
    // A new password, or a shut account, ended the sessions while this password was checked: no session is opened after that.
    if (!now || now.disabled || reset.proofOf(now) !== reset.proofOf(account))
      return res.redirect(303, `/interaction/${step.uid}`);
    const proven = provenOf(step);
    if (proven && (await numbers.link(account.id, proven)))
      logger.info({ account: account.id, way: proven.way, number: proven.field }, 'account linked');
    devices.remember(req, res, account);
    return provider.interactionFinished(req, res, { login: loginWith(account, method, by), create: {} });
  }

  return {
    save,
    finish,

    begin: (account: IdentityAccount, by: FirstProof = 'password'): FactorStep => ({
      accountId: account.id,
      proof: reset.proofOf(account),
      atMs: Date.now(),
      by,
    }),

    /** Ends the sign-in of somebody whose password was right, or asks for the second factor first. */
    async passed(
      req: Request,
      res: Response,
      { step, frame, base }: Pick<OpenedStep, 'step' | 'frame' | 'base'>,
      account: IdentityAccount,
      by?: FirstProof,
    ): Promise<void> {
      if (!isFactorAsked(step) && !(await factors.has(account.id)))
        return finish(req, res, account, 'first', by);
      await save(req, res, this.begin(account, by));
      res.redirect(303, `${base}/factor?lang=${frame.language}`);
    },

    /** Whose password was right in this sign-in, a while ago at most; null: it begins again. */
    async current(step: Interaction): Promise<{ state: FactorStep; account: IdentityAccount } | null> {
      const state = factorStepOf(step);
      const account = state ? await directory.byId(state.accountId) : null;
      if (!state || !account || account.disabled || state.proof !== reset.proofOf(account)) return null;
      return { state, account };
    },
  };
}

/** The page that asks for the second factor: a code of the application, a passkey, or a recovery code. */
export function registerFactorRoutes(routes: Router, flow: FactorFlow, parts: FactorRoutesParts): void {
  const { factors, attempts, devices, logger, open, fieldOf, longFieldOf, addressOf, tooOften } = parts;

  async function show(
    req: Request,
    res: Response,
    view: { status?: number; notice?: string | null; empty?: boolean } = {},
  ): Promise<void> {
    const { step, frame, base } = await open(req, res);
    const found = await flow.current(step);
    if (!found) return res.redirect(303, base);
    const { account, state } = found;
    const known = await factors.of(account.id);
    if (!hasFactor(known)) return res.redirect(303, `${base}/enrol?lang=${frame.language}`);
    const question =
      known.passkeys.length > 0 && factors.passkeysOffered ? await factors.toSignIn(account.id) : null;
    if (question) await flow.save(req, res, { ...state, challenge: question.challenge });
    const page = factorPage(frame, {
      base,
      byApp: known.appSince !== null,
      question: question?.options ?? null,
      codesLeft: known.codesLeft,
      notice: view.notice ?? null,
      empty: view.empty ?? false,
    });
    res
      .status(view.status ?? 200)
      .type('html')
      .send(page);
  }

  routes.get('/factor', (req, res) => show(req, res));

  async function check(
    req: Request,
    res: Response,
    judge: (found: { account: IdentityAccount; state: FactorStep }) => Promise<Method | 'wrong'>,
  ): Promise<void> {
    const { step, frame, base } = await open(req, res);
    const found = await flow.current(step);
    if (!found) return res.redirect(303, base);
    // Counted before it is looked at, so that guesses at once count too.
    const { id } = found.account;
    const attempt = await attempts.factor(id, addressOf(req), devices.of(req, found.account));
    if (!attempt.allowed) return show(req, res, { status: 429, notice: tooOften(frame, res, attempt) });
    const method = await judge(found);
    if (method === 'wrong') {
      logger.info({ reason: 'wrong-factor' }, 'sign-in refused');
      return show(req, res, { status: 401, notice: frame.text('factor.wrong') });
    }
    await attempt.release();
    return flow.finish(req, res, found.account, method, found.state.by);
  }

  routes.post('/factor', async (req, res) => {
    const code = stripInvisible(fieldOf(req, 'code')).trim();
    if (fieldOf(req, 'switch') !== '') return show(req, res);
    if (code === '') return show(req, res, { status: 422, empty: true });
    return check(req, res, async ({ account }) => {
      if (!(await factors.takeCode(account.id, code))) return 'wrong';
      return /^[\d\s]+$/.test(code) ? 'otp' : null;
    });
  });

  routes.post('/factor/passkey', (req, res) =>
    check(req, res, async ({ account, state }) => {
      const answer = longFieldOf(req, 'answer');
      const right = state.challenge && (await factors.takePasskey(account.id, answer, state.challenge));
      return right ? 'pop' : 'wrong';
    }),
  );
}
