import type { Request, Response, Router } from 'express';
import type Provider from 'oidc-provider';
import { newSecret } from '#server/platform/ids/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import { showPhone } from '#shared/validation/phone.ts';
import type { Directory } from '../directory.ts';
import type { FactorFlow, OpenedStep } from '../factors/factor.routes.ts';
import { isPasswordAsked } from '../factors/factor-step.ts';
import type { IdentityAccount } from '../identity-accounts.repository.ts';
import type { KnownDevices } from '../known-devices.ts';
import type { PageFrame } from '../pages/layout.ts';
import { messagePage } from '../pages/message-page.ts';
import type { Attempt, SignInLimits } from '../sign-in-limits.ts';
import type { OneIdOffer } from './open-outside.ts';
import { isOwnState, stateFor } from './one-id/return-state.ts';
import { saveStep, type ProvenNumber } from './proven-number.ts';
import type { ProvenNumbers } from './proven-numbers.repository.ts';

/** What somebody reads whom an outside service does not sign in. */
export type OutsideProblem = 'oneid.no-pinfl' | 'oneid.refused' | 'oneid.away' | 'oneid.state' | 'shut';

export interface OutsideRoutesParts {
  provider: Provider;
  directory: Pick<Directory, 'byId'>;
  numbers: ProvenNumbers;
  oneId: OneIdOffer | null;
  attempts: Pick<SignInLimits, 'outside'>;
  devices: Pick<KnownDevices, 'ofAnybody'>;
  flow: FactorFlow;
  logger: Logger;
  open(req: Request, res: Response): Promise<OpenedStep>;
  /** The account signed in to the site already, whose password is asked for: no outside service replaces it. */
  knownOf(step: OpenedStep['step']): Promise<IdentityAccount | null>;
  addressOf(req: Request): string;
  tooOften(frame: PageFrame, res: Response, attempt: Attempt & { allowed: false }): string;
}

export type OutsideFlow = ReturnType<typeof createOutsideFlow>;

/** What follows when an outside service has vouched for somebody's number. */
export function createOutsideFlow(parts: OutsideRoutesParts) {
  const { provider, directory, numbers, attempts, devices, flow, logger } = parts;
  const { open, knownOf, addressOf, tooOften } = parts;

  function refuse(res: Response, { frame, base }: OpenedStep, status: number, problem: OutsideProblem): void {
    const onward = { label: frame.text('outside.back'), href: `${base}/sign-in?lang=${frame.language}` };
    const sentence = frame.text(`outside.${problem}`, { phone: showPhone(frame.support.phone) });
    res
      .status(status)
      .type('html')
      .send(messagePage(frame, { title: frame.text('outside.failed'), sentence, onward }));
  }

  return {
    refuse,

    /** The sign-in of this browser, counted; null: answered already. */
    async begin(req: Request, res: Response): Promise<OpenedStep | null> {
      const opened = await open(req, res);
      const { step, frame, base } = opened;
      // Who is asked for the password again shows the password, also where the site's own session has ended.
      const maySignIn = ['login', 'create'].includes(step.prompt.name) && !isPasswordAsked(step);
      if (!maySignIn || (await knownOf(step))) {
        res.redirect(303, base);
        return null;
      }
      const attempt = await attempts.outside(addressOf(req), devices.ofAnybody(req));
      if (attempt.allowed) return opened;
      const sentence = tooOften(frame, res, attempt);
      res
        .status(429)
        .type('html')
        .send(messagePage(frame, { title: frame.text('too-often.title'), sentence }));
      return null;
    },

    /**
     * Signs in to the account that is linked to the number. An account that only states it has to be signed in to once, by
     * its password or a code to its phone; where there is none, registering begins with the number filled in.
     */
    async proceed(req: Request, res: Response, opened: OpenedStep, proven: ProvenNumber): Promise<void> {
      const { frame, base } = opened;
      const linkedId = await numbers.linked(proven);
      const holderId = linkedId ?? (await numbers.holder(proven));
      const account = holderId ? await directory.byId(holderId) : null;
      if (account?.disabled) {
        logger.info({ reason: 'disabled', way: proven.way }, 'sign-in refused');
        return refuse(res, opened, 403, 'shut');
      }
      if (account && linkedId) {
        // Once more, and perhaps by the service itself where its local twin vouched before.
        await numbers.link(account.id, proven);
        return flow.passed(req, res, opened, account, proven.way);
      }
      await saveStep(provider, [req, res], { proven });
      res.redirect(303, `${base}/${account ? 'sign-in' : 'register'}?lang=${frame.language}`);
    },
  };
}

/** OneID: there with a state that belongs to this browser's sign-in, and back with a code. */
export function registerOneIdRoutes(routes: Router, outside: OutsideFlow, parts: OutsideRoutesParts): void {
  const { provider, oneId } = parts;
  if (!oneId) return;
  const { kind, port, redirectUri } = oneId;

  routes.get('/oneid', async (req, res) => {
    const opened = await outside.begin(req, res);
    if (!opened) return;
    const secret = newSecret();
    await saveStep(provider, [req, res], { oneId: { secret } });
    res.redirect(303, port.authorizeUrl({ state: stateFor(opened.step.uid, secret), redirectUri }));
  });

  routes.get('/oneid/return', async (req, res) => {
    const opened = await outside.begin(req, res);
    if (!opened) return;
    const { secret } = (opened.step.result?.oneId ?? {}) as { secret?: unknown };
    const { state, code } = req.query;
    // A state serves one return, right or wrong.
    await saveStep(provider, [req, res], {});
    if (!isOwnState(state, opened.step.uid, secret)) return outside.refuse(res, opened, 400, 'oneid.state');
    if (typeof code !== 'string' || code === '' || code.length > 500)
      return outside.refuse(res, opened, 403, 'oneid.refused');
    const answer = await port.identify(code, redirectUri);
    if ('refused' in answer)
      return outside.refuse(res, opened, answer.refused === 'away' ? 503 : 403, `oneid.${answer.refused}`);
    const { pinfl, name, phone } = answer.profile;
    return outside.proceed(req, res, opened, {
      way: 'oneid',
      byTwin: kind === 'test',
      field: 'pinfl',
      value: pinfl,
      name,
      phone,
      atMs: Date.now(),
    });
  });
}
