import type { Challenge } from 'altcha-lib/types';
import { Router, type Request, type Response } from 'express';
import type Provider from 'oidc-provider';
import type { Interaction } from 'oidc-provider';
import { networkOf } from '#server/platform/http/client-address.ts';
import type { Texts } from '#server/platform/language/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import { parseLanguage } from '#shared/i18n/languages.ts';
import { showPhone } from '#shared/validation/phone.ts';
import type { KeyDoor } from '../port.ts';
import type { IdentityAccount } from './identity-accounts.repository.ts';
import type { Asking, Attempt, SignInLimits } from './sign-in-limits.ts';
import type { Directory } from './directory.ts';
import type { KnownDevices } from './known-devices.ts';
import { frameOf, type FrameSettings } from './page-frame.ts';
import { HashingBusy } from './hashing.ts';
import type { PageFrame } from './pages/layout.ts';
import { newPasswordPage, signInPage } from './pages/sign-in-page.ts';
import { registerEnrolRoutes } from './factors/enrol.routes.ts';
import { createFactorFlow, registerFactorRoutes, type OpenedStep } from './factors/factor.routes.ts';
import { firstProofOf, isPasswordAsked, type FirstProof } from './factors/factor-step.ts';
import type { SecondFactors } from './factors/second-factors.ts';
import type { OneIdOffer } from './outside/open-outside.ts';
import { registerEImzoRoutes } from './outside/e-imzo.routes.ts';
import { createOutsideFlow, registerOneIdRoutes } from './outside/outside.routes.ts';
import { provenOf, saveStep } from './outside/proven-number.ts';
import type { ProvenNumbers } from './outside/proven-numbers.repository.ts';
import { outsideLinks, WAY_NAMES, type OutsideOffers } from './pages/outside-pages.ts';
import { FACTOR_MISSING } from './provider.ts';
import { registerResetRoutes } from './password-reset.routes.ts';
import type { PasswordReset } from './password-reset.ts';
import type { SignInProof } from './sign-in-proof.ts';
import type { Registering } from './confirm-registration.ts';
import { askForCode, registerRegistrationRoutes } from './registration.routes.ts';
import { problemsOfPassword, type FieldProblems } from './registration.ts';
import type { Registration } from './registrations.repository.ts';

/** Longest text any field of the pages may have. */
const LONGEST = 1_000;
/** Longest answer of a passkey. */
const LONGEST_ANSWER = 12_000;
/** Longest signature of a key, with the certificates of its issuers. */
const LONGEST_SIGNATURE = 40_000;
/** A password typed this long ago is not asked for again when only the second factor is missing. */
const RECENT_S = 300;
const BUSY_WAIT_SECONDS = 1;

export interface InteractionParts {
  provider: Provider;
  config: FrameSettings;
  directory: Directory;
  attempts: SignInLimits;
  proof: SignInProof;
  devices: KnownDevices;
  reset: PasswordReset;
  factors: SecondFactors;
  registering: Registering;
  numbers: ProvenNumbers;
  /** Null: OneID is not configured. */
  oneId: OneIdOffer | null;
  keyDoor: KeyDoor | null;
  /** Host name of this site. */
  host: string;
  texts: Texts;
  logger: Logger;
}

/** The pages of one sign-in in progress, under `/interaction/:uid`. An unknown or finished one throws SessionNotFound. */
export function interactionRoutes(parts: InteractionParts): Router {
  const { provider, config, directory, attempts, proof, devices, reset, factors, registering, logger } =
    parts;
  const { numbers, oneId, keyDoor, host, texts } = parts;
  const routes = Router({ mergeParams: true });

  const open = async (req: Request, res: Response) => {
    const step = await provider.interactionDetails(req, res);
    const switched = parseLanguage(fieldOf(req, 'switch'));
    const frame = frameOf(config, req, {
      chosen: switched ?? req.query.lang,
      uiLocales: step.params.ui_locales,
    });
    return { step, frame, base: `/interaction/${step.uid}`, switched: switched !== undefined };
  };
  /** The account signed in to the site in this browser, when the product demands the password again; only it may continue. */
  const knownOf = async ({ prompt, session }: Pick<Interaction, 'prompt' | 'session'>) =>
    prompt.name === 'login' && session?.accountId ? directory.byId(session.accountId) : null;
  const ofFactors = {
    provider,
    directory,
    factors,
    attempts,
    devices,
    reset,
    numbers,
    logger,
    addressOf,
    tooOften,
    open,
    fieldOf: (req: Request, name: string) => fieldOf(req, name),
    longFieldOf: (req: Request, name: string) => fieldOf(req, name, LONGEST_ANSWER),
  };
  const flow = createFactorFlow(ofFactors);

  const ofOutside = { ...ofFactors, flow, knownOf, oneId };
  const outside = createOutsideFlow(ofOutside);
  const offers: OutsideOffers = {
    oneId: oneId && oneId.kind,
    eImzo: keyDoor && (keyDoor.signTest ? 'test' : 'real'),
  };

  /** The page on which a password is typed, with what it has besides. @param work for the login that was typed */
  async function signInView(opened: OpenedStep, work: Challenge | null = null) {
    const { step, frame, base } = opened;
    const known = await knownOf(step);
    const proven = provenOf(step);
    const values = proven && { way: WAY_NAMES[proven.way], phone: showPhone(frame.support.phone) };
    return {
      base,
      challenge: work ?? (await proof.challenge()),
      again: known !== null,
      outside: known || proven || isPasswordAsked(step) ? null : outsideLinks(frame, base, offers),
      linking: values && frame.text('outside.link', values),
    };
  }

  /** Signed in just now, and only the second factor is missing: the password is not asked for twice. */
  async function stepsUp(step: Interaction): Promise<{ account: IdentityAccount; by: FirstProof } | null> {
    const { prompt, session } = step;
    if (prompt.reasons.join() !== FACTOR_MISSING || !session?.uid) return null;
    const stored = await provider.Session.findByUid(session.uid);
    const recent = stored?.loginTs !== undefined && Date.now() / 1_000 - stored.loginTs < RECENT_S;
    const account = recent && stored.accountId ? await directory.byId(stored.accountId) : null;
    if (!account || account.disabled || account.passwordOnce) return null;
    return { account, by: firstProofOf(stored?.amr) };
  }

  /** How an attempt is counted: by the login, and by the browser where its owner has used it before. */
  async function askingOf(req: Request, typed: string): Promise<Asking> {
    const login = storedLogin(directory, typed);
    const account = await directory.byLogin(typed);
    return {
      login,
      address: addressOf(req),
      device: account && devices.of(req, account),
      work: await proof.done(fieldOf(req, 'proof'), login),
    };
  }

  async function showSignIn(req: Request, res: Response): Promise<void> {
    const opened = await open(req, res);
    const known = await knownOf(opened.step);
    const view = { login: known?.phone ?? '', notice: null, problems: {}, refused: false };
    res.type('html').send(signInPage(opened.frame, { ...(await signInView(opened)), ...view }));
  }

  routes.get('/', async (req, res) => {
    const opened = await open(req, res);
    const { step, base, frame } = opened;
    if (step.prompt.name === 'factors') return res.redirect(303, `${base}/factors?lang=${frame.language}`);
    if (step.prompt.name === 'create') return showRegistration(req, res);
    const found = await stepsUp(step);
    return found ? flow.passed(req, res, opened, found.account, found.by) : showSignIn(req, res);
  });
  routes.get('/sign-in', showSignIn);

  routes.post('/sign-in', async (req, res) => {
    const opened = await open(req, res);
    const { step, frame, base, switched } = opened;
    const known = await knownOf(step);
    const login = fieldOf(req, 'login').trim();
    const password = fieldOf(req, 'password');
    const again = async (
      status: number,
      notice: string | null,
      more: Partial<Pick<Parameters<typeof signInPage>[1], 'problems' | 'refused'>> = {},
      work: Challenge | null = null,
    ) => {
      const view = { ...(await signInView(opened, work)), login, notice, problems: {}, refused: false };
      return res
        .status(status)
        .type('html')
        .send(signInPage(frame, { ...view, ...more }));
    };
    if (switched) return again(200, null);
    if (login === '' || password === '')
      return again(422, null, {
        problems: {
          ...(login === '' ? { login: 'required' } : {}),
          ...(password === '' ? { password: 'required' } : {}),
        },
      });
    const asking = await askingOf(req, login);
    const attempt = await attempts.signIn(asking);
    if (attempt.allowed === 'with-work')
      return again(422, frame.text('sign-in.proof'), {}, await proof.forLogin(asking.login, attempt.effort));
    if (!attempt.allowed) return again(429, tooOften(frame, res, attempt), { refused: true });
    let account: IdentityAccount | null;
    let unconfirmed: Registration | null = null;
    try {
      account = await directory.authenticate(login, password);
      if (!account && !known) unconfirmed = await registering.ofLogin(login, password);
    } catch (error) {
      // Not retried here: the page says when to retry, and the attempt is not counted.
      if (!(error instanceof HashingBusy)) throw error;
      await attempt.release();
      return again(429, busy(frame, res));
    }
    if (unconfirmed) {
      // Counted as a wrong one, which it is for the account: anyone may register its phone with each guess before entering it.
      const to = { address: addressOf(req), base, frame };
      return askForCode({ provider, registering }, [req, res], unconfirmed, to);
    }
    if (!account) {
      logger.info({ reason: 'wrong-credentials' }, 'sign-in refused');
      const { nextEffort } = attempt;
      const work = nextEffort > 0 ? await proof.forLogin(asking.login, nextEffort) : null;
      return again(401, frame.text('sign-in.wrong'), {}, work);
    }
    await attempt.release();
    if (known && account.id !== known.id) return again(409, frame.text('sign-in.another'));
    if (!account.passwordOnce) return flow.passed(req, res, { step, frame, base }, account);
    await saveStep(provider, [req, res], { renew: { accountId: account.id } });
    return res.redirect(303, `${base}/new-password?lang=${frame.language}`);
  });

  routes.get('/new-password', async (req, res) => {
    const { step, frame, base } = await open(req, res);
    if (!renewing(step.result)) return res.redirect(303, base);
    return res.type('html').send(
      newPasswordPage(frame, {
        base,
        problems: {},
        notice: null,
        reset: renewing(step.result)?.reset !== null,
      }),
    );
  });

  routes.post('/new-password', async (req, res) => {
    const { step, frame, base, switched } = await open(req, res);
    const renew = renewing(step.result);
    const account = renew ? await directory.byId(renew.accountId) : null;
    const byCode = account !== null && renew?.reset === reset.proofOf(account);
    // A proof made before the password was changed elsewhere is void.
    if (!account || account.disabled || !(byCode || account.passwordOnce)) return res.redirect(303, base);
    const again = (status: number, problems: FieldProblems, notice: string | null) =>
      res
        .status(status)
        .type('html')
        .send(newPasswordPage(frame, { base, problems, notice, reset: byCode }));
    if (switched) return again(200, {}, null);
    const password = fieldOf(req, 'password');
    const problems = problemsOfPassword(password, fieldOf(req, 'repeat'), {
      phone: account.phone,
      ...(account.email ? { email: account.email } : {}),
    });
    if (Object.keys(problems).length > 0) return again(422, problems, frame.text('register.problems'));
    try {
      await (byCode ? reset.set(account.id, password) : directory.setPassword(account.id, password));
    } catch (error) {
      // Not retried here: nothing was changed, and the page says when to retry.
      if (!(error instanceof HashingBusy)) throw error;
      return again(429, {}, busy(frame, res));
    }
    const changed = await directory.byId(account.id);
    return changed ? flow.passed(req, res, { step, frame, base }, changed) : res.redirect(303, base);
  });

  registerOneIdRoutes(routes, outside, ofOutside);
  registerEImzoRoutes(routes, outside, {
    ...ofFactors,
    keyDoor,
    host,
    texts,
    longFieldOf: (req, name) => fieldOf(req, name, LONGEST_SIGNATURE),
  });
  registerFactorRoutes(routes, flow, ofFactors);
  registerEnrolRoutes(routes, flow, ofFactors);

  registerResetRoutes(routes, {
    provider,
    attempts,
    proof,
    reset,
    fieldOf,
    addressOf,
    tooOften,
    askingOf,
    storedLogin: (typed) => storedLogin(directory, typed),
    async open(req, res) {
      const { step, ...opened } = await open(req, res);
      return { ...opened, uid: step.uid, known: await knownOf(step) };
    },
  });

  /** Signs in who has just registered. */
  async function finish(req: Request, res: Response, accountId: string): Promise<void> {
    const opened = await open(req, res);
    const account = await directory.byId(accountId);
    return account ? flow.passed(req, res, opened, account) : res.redirect(303, opened.base);
  }

  const showRegistration = registerRegistrationRoutes(routes, {
    provider,
    attempts,
    proof,
    registering,
    finish,
    fieldOf,
    addressOf,
    tooOften,
    busy,
    async open(req, res) {
      const { step, ...opened } = await open(req, res);
      return { ...opened, result: step.result, proven: provenOf(step) };
    },
  });

  routes.post('/cancel', (req, res) =>
    provider.interactionFinished(req, res, { error: 'access_denied' }, { mergeWithLastSubmission: false }),
  );

  return routes;
}

/** One text field of a form; a repeated or missing one is empty. */
function fieldOf(req: Request, name: string, longest = LONGEST): string {
  const value = (req.body as Record<string, unknown> | undefined)?.[name];
  return typeof value === 'string' ? value.slice(0, longest) : '';
}

const addressOf = (req: Request): string => networkOf(req.ip ?? '');

/** By which attempts are counted: in stored form, also of what is no login. */
const storedLogin = (directory: Pick<Directory, 'loginOf'>, typed: string): string =>
  directory.loginOf(typed)?.value ?? typed.toLowerCase();

/** The account that proved its one-time password in this sign-in, or a code: then with the proof of it. */
function renewing(
  result: Record<string, unknown> | undefined,
): { accountId: string; reset: string | null } | null {
  const renew = result?.renew as { accountId?: unknown; reset?: unknown } | undefined;
  if (typeof renew?.accountId !== 'string') return null;
  return { accountId: renew.accountId, reset: typeof renew.reset === 'string' ? renew.reset : null };
}

function tooOften(frame: PageFrame, res: Response, attempt: Attempt & { allowed: false }): string {
  res.set('Retry-After', String(attempt.waitSeconds));
  return frame.text('too-often', { minutes: String(Math.ceil(attempt.waitSeconds / 60)) });
}

function busy(frame: PageFrame, res: Response): string {
  res.set('Retry-After', String(BUSY_WAIT_SECONDS));
  return frame.text('busy');
}
