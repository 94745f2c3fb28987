import { stripInvisible } from '#shared/text/strip-invisible.ts';
import type { Request, Response, Router } from 'express';
import type { IdentityAccount } from '../identity-accounts.repository.ts';
import { appPage, codesPage, enrolPage, factorsPage, passkeyPage } from '../pages/enrol-pages.ts';
import type { FactorFlow, FactorRoutesParts, OpenedStep } from './factor.routes.ts';
import { firstProofOf, loginWith, type FactorStep } from './factor-step.ts';
import { hasFactor } from './factors.repository.ts';
import { MOST_PASSKEYS } from './second-factors.ts';

interface Found extends OpenedStep {
  account: IdentityAccount;
  state: FactorStep;
}

/** Setting up a second factor, within a sign-in that asks for one or from the page on which its owner changes them. */
export function registerEnrolRoutes(routes: Router, flow: FactorFlow, parts: FactorRoutesParts): void {
  const { provider, directory, factors, numbers, attempts, devices, logger } = parts;
  const { open, fieldOf, longFieldOf, addressOf, tooOften } = parts;
  const at = ({ base, frame }: Pick<Found, 'base' | 'frame'>, path: string) =>
    `${base}/${path}?lang=${frame.language}`;

  /** Set up by the password alone, which is enough for a first factor and for no other one. */
  const isFirst = ({ state }: Pick<Found, 'state'>): boolean => !state.manages && !state.enrolled;

  /** Who may set a factor up here: an account without one, or who shows one to change them. Null: answered already. */
  async function mayEnrol(req: Request, res: Response): Promise<Found | null> {
    const opened = await open(req, res);
    const found = await flow.current(opened.step);
    if (!found) {
      res.redirect(303, opened.base);
      return null;
    }
    if (isFirst(found) && (await factors.has(found.account.id))) {
      res.redirect(303, at(opened, 'factor'));
      return null;
    }
    return { ...opened, ...found };
  }

  /** After a factor was set up: its recovery codes, or where it goes on. */
  async function enrolled(req: Request, res: Response, found: Found, codes: string[] | null): Promise<void> {
    const { sealed: _sealed, challenge: _challenge, ...state } = found.state;
    await flow.save(req, res, { ...state, enrolled: true });
    const next = state.manages ? 'factors' : 'enrol/done';
    if (codes === null) return res.redirect(303, at(found, next));
    res.type('html').send(codesPage(found.frame, { codes, next: at(found, next), posted: !state.manages }));
    return undefined;
  }

  routes.get('/enrol', async (req, res) => {
    const found = await mayEnrol(req, res);
    if (!found) return;
    res.type('html').send(enrolPage(found.frame, { base: found.base, passkeys: factors.passkeysOffered }));
  });

  async function showApp(
    req: Request,
    res: Response,
    found: Found,
    view: { status?: number; notice?: string | null; empty?: boolean } = {},
  ): Promise<void> {
    // The same secret until it is confirmed: the application has read it already.
    const sealed = found.state.sealed ?? factors.newApp(found.account);
    if (sealed !== found.state.sealed) await flow.save(req, res, { ...found.state, sealed });
    const page = appPage(found.frame, {
      base: found.base,
      setup: factors.setupOf(found.account, sealed),
      notice: view.notice ?? null,
      empty: view.empty ?? false,
      back: backOf(found),
    });
    res
      .status(view.status ?? 200)
      .type('html')
      .send(page);
  }
  const backOf = (found: Found) => at(found, found.state.manages ? 'factors' : 'enrol');

  routes.get('/enrol/app', async (req, res) => {
    const found = await mayEnrol(req, res);
    if (found) await showApp(req, res, found);
  });

  routes.post('/enrol/app', async (req, res) => {
    const found = await mayEnrol(req, res);
    if (!found) return undefined;
    const code = stripInvisible(fieldOf(req, 'code')).trim();
    const { sealed } = found.state;
    if (found.switched || !sealed) return showApp(req, res, found);
    if (code === '') return showApp(req, res, found, { status: 422, empty: true });
    const { id } = found.account;
    const attempt = await attempts.factor(id, addressOf(req), devices.of(req, found.account));
    if (!attempt.allowed)
      return showApp(req, res, found, { status: 429, notice: tooOften(found.frame, res, attempt) });
    const done = await factors.confirmApp(found.account, sealed, code, isFirst(found));
    if (!done) return showApp(req, res, found, { status: 422, notice: found.frame.text('enrol.app.wrong') });
    await attempt.release();
    return enrolled(req, res, found, done.codes);
  });

  async function showPasskey(req: Request, res: Response, found: Found, status = 200): Promise<void> {
    if (!factors.passkeysOffered) return res.redirect(303, backOf(found));
    const { options, challenge } = await factors.toRegister(found.account);
    await flow.save(req, res, { ...found.state, challenge });
    const notice = status === 200 ? null : found.frame.text('enrol.passkey.wrong');
    const view = { base: found.base, question: options, notice, back: backOf(found) };
    res.status(status).type('html').send(passkeyPage(found.frame, view));
    return undefined;
  }

  routes.get('/enrol/passkey', async (req, res) => {
    const found = await mayEnrol(req, res);
    if (found) await showPasskey(req, res, found);
  });

  routes.post('/enrol/passkey', async (req, res) => {
    const found = await mayEnrol(req, res);
    if (!found) return undefined;
    const { challenge } = found.state;
    if (found.switched || !challenge) return showPasskey(req, res, found);
    const answer = longFieldOf(req, 'answer');
    const done = await factors.addPasskey(found.account, answer, challenge, isFirst(found));
    return done ? enrolled(req, res, found, done.codes) : showPasskey(req, res, found, 422);
  });

  async function finishEnrolled(req: Request, res: Response): Promise<void> {
    const opened = await open(req, res);
    const found = await flow.current(opened.step);
    if (!found?.state.enrolled || found.state.manages || !(await factors.has(found.account.id)))
      return res.redirect(303, opened.base);
    return flow.finish(req, res, found.account, null, found.state.by);
  }
  routes.post('/enrol/done', finishEnrolled);
  // A factor without recovery codes to show leads here by a redirect.
  routes.get('/enrol/done', finishEnrolled);

  /** Who signed in for this page just now: by the answer of the step before it in the same sign-in. */
  async function managing(req: Request, res: Response): Promise<Found | null> {
    const opened = await open(req, res);
    const { step } = opened;
    const found = await flow.current(step);
    if (found?.state.manages) return { ...opened, ...found };
    const signedIn = (
      step.lastSubmission as { login?: { accountId?: string; ts?: number; amr?: string[] } } | undefined
    )?.login;
    const account = signedIn?.accountId ? await directory.byId(signedIn.accountId) : null;
    const recent = Date.now() / 1_000 - (signedIn?.ts ?? 0) < 600;
    if (step.prompt.name !== 'factors' || !account || account.disabled || !recent || found) {
      await provider.interactionFinished(
        ...([req, res, { error: 'access_denied' }, { mergeWithLastSubmission: false }] as const),
      );
      return null;
    }
    const state: FactorStep = { ...flow.begin(account, firstProofOf(signedIn?.amr)), manages: true };
    await flow.save(req, res, state);
    return { ...opened, account, state };
  }

  /** Whose password was right just now has another way in: nothing that is unlinked can be the last one. */
  const mayUnlink = ({ state }: Pick<Found, 'state'>): boolean => (state.by ?? 'password') === 'password';

  async function showFactors(res: Response, found: Found, notice: string | null = null): Promise<void> {
    const [known, links] = await Promise.all([
      factors.of(found.account.id),
      numbers.linksOf(found.account.id),
    ]);
    const view = { base: found.base, known, notice, links, mayUnlink: mayUnlink(found) };
    const more = { passkeys: factors.passkeysOffered && known.passkeys.length < MOST_PASSKEYS };
    res
      .status(notice === null ? 200 : 409)
      .type('html')
      .send(factorsPage(found.frame, { ...view, ...more }));
  }

  routes.get('/factors', async (req, res) => {
    const found = await managing(req, res);
    if (found) await showFactors(res, found);
  });

  routes.post('/factors/remove', async (req, res) => {
    const found = await managing(req, res);
    if (!found) return undefined;
    const removed = await factors.removePasskey(found.account.id, fieldOf(req, 'passkey'));
    if (!removed) return showFactors(res, found, found.frame.text('factors.last'));
    return res.redirect(303, at(found, 'factors'));
  });

  routes.post('/factors/unlink', async (req, res) => {
    const found = await managing(req, res);
    if (!found) return undefined;
    if (!mayUnlink(found)) return showFactors(res, found, found.frame.text('links.last'));
    const field = fieldOf(req, 'number');
    if ((field === 'pinfl' || field === 'stir') && (await numbers.unlink(found.account.id, field)))
      logger.info({ account: found.account.id, number: field }, 'account unlinked');
    return res.redirect(303, at(found, 'factors'));
  });

  routes.post('/factors/codes', async (req, res) => {
    const found = await managing(req, res);
    if (!found) return undefined;
    if (!hasFactor(await factors.of(found.account.id))) return res.redirect(303, at(found, 'factors'));
    const codes = await factors.newCodes(found.account.id);
    return res
      .type('html')
      .send(codesPage(found.frame, { codes, next: at(found, 'factors'), posted: false }));
  });

  routes.post('/factors/done', async (req, res) => {
    const found = await managing(req, res);
    if (!found) return undefined;
    // A factor that was set up here has been shown: the sign-in counts as one with it. Otherwise the one before it stays.
    const login = found.state.enrolled ? { login: loginWith(found.account, null) } : {};
    return provider.interactionFinished(req, res, { ...login, factors: {} });
  });
}
