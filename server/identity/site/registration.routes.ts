import { stripInvisible } from '#shared/text/strip-invisible.ts';
import type { Request, Response, Router } from 'express';
import type Provider from 'oidc-provider';
import type { Registering } from './confirm-registration.ts';
import { HashingBusy } from './hashing.ts';
import { saveStep, type ProvenNumber } from './outside/proven-number.ts';
import type { PageFrame } from './pages/layout.ts';
import { registerPage } from './pages/register-page.ts';
import { registrationCodePage } from './pages/registration-code-page.ts';
import {
  readRegistration,
  REGISTRATION_FIELDS,
  type FieldProblems,
  type RegistrationForm,
} from './registration.ts';
import type { Registration } from './registrations.repository.ts';
import type { Attempt, SignInLimits } from './sign-in-limits.ts';
import type { SignInProof } from './sign-in-proof.ts';

/** Every answer to a code takes at least so long: whether the phone belongs to an account makes some milliseconds of difference. */
const LEAST_MS = 250;
const EMPTY = Object.fromEntries(REGISTRATION_FIELDS.map((name) => [name, ''])) as RegistrationForm;

export interface RegistrationRoutesParts {
  provider: Provider;
  attempts: Pick<SignInLimits, 'registration' | 'resend' | 'code'>;
  proof: Pick<SignInProof, 'demanded' | 'isSolved'>;
  registering: Registering;
  open(
    req: Request,
    res: Response,
  ): Promise<{
    frame: PageFrame;
    base: string;
    switched: boolean;
    result: Record<string, unknown> | undefined;
    proven: ProvenNumber | null;
  }>;
  finish(req: Request, res: Response, accountId: string): Promise<void>;
  fieldOf(req: Request, name: string): string;
  addressOf(req: Request): string;
  tooOften(frame: PageFrame, res: Response, attempt: Attempt & { allowed: false }): string;
  busy(frame: PageFrame, res: Response): string;
}

/** Sends a code and leads to the page on which it is entered; what is being confirmed is in the interaction, not in the page. */
export async function askForCode(
  { provider, registering }: Pick<RegistrationRoutesParts, 'provider' | 'registering'>,
  [req, res]: [Request, Response],
  registration: Registration,
  to: { address: string; base: string; frame: PageFrame },
): Promise<void> {
  await saveStep(provider, [req, res], { registering: { id: registration.id } });
  registering.send(registration, to.address);
  res.redirect(303, `${to.base}/register/code?lang=${to.frame.language}`);
}

/**
 * The pages of registering: a form, and the code sent to the phone. They answer the same whether or not another account has
 * the phone, the e-mail or the number. Returns what shows the empty form.
 */
export function registerRegistrationRoutes(
  routes: Router,
  parts: RegistrationRoutesParts,
): (req: Request, res: Response) => Promise<void> {
  const { attempts, proof, registering, open, finish, fieldOf, addressOf, tooOften, busy } = parts;
  const formOf = (req: Request): RegistrationForm =>
    Object.fromEntries(REGISTRATION_FIELDS.map((name) => [name, fieldOf(req, name)])) as RegistrationForm;

  const showForm = async (
    req: Request,
    res: Response,
    {
      status = 200,
      form = EMPTY,
      problems = {},
      notice = null,
    }: { status?: number; form?: RegistrationForm; problems?: FieldProblems; notice?: string | null } = {},
  ) => {
    const { frame, base, proven } = await open(req, res);
    const challenge = await proof.demanded();
    const view = { base, form, problems, notice, challenge, proven };
    res.status(status).type('html').send(registerPage(frame, view));
  };
  const openCode = async (req: Request, res: Response) => {
    const opened = await open(req, res);
    const { id } = (opened.result?.registering ?? {}) as { id?: unknown };
    return { ...opened, registration: typeof id === 'string' ? await registering.byId(id) : null };
  };

  routes.get('/register', (req, res) => showForm(req, res));

  routes.post('/register', async (req, res) => {
    const { frame, base, switched, proven } = await open(req, res);
    const form = formOf(req);
    const again = (status: number, problems: FieldProblems, notice: string | null) =>
      showForm(req, res, { status, form, problems, notice });
    if (switched) return again(200, {}, null);
    const read = readRegistration(form, frame.language, proven);
    if ('problems' in read) return again(422, read.problems, frame.text('register.problems'));
    // Each registration sends a message to a number that anyone may have typed.
    if (!(await proof.isSolved(fieldOf(req, 'proof')))) return again(422, {}, frame.text('register.proof'));

    const attempt = await attempts.registration(addressOf(req));
    if (!attempt.allowed) return again(429, {}, tooOften(frame, res, attempt));
    let registration: Registration | null;
    try {
      registration = await registering.byId(await registering.begin(read.account));
    } catch (error) {
      // Not retried here: nothing was stored, and the page says when to retry.
      if (!(error instanceof HashingBusy)) throw error;
      return again(429, {}, busy(frame, res));
    }
    if (!registration) throw new Error('a registration ended as it began');
    return askForCode(parts, [req, res], registration, { address: addressOf(req), base, frame });
  });

  routes.get('/register/code', async (req, res) => {
    const { frame, base, registration } = await openCode(req, res);
    if (!registration) return res.redirect(303, `${base}/register?lang=${frame.language}`);
    const view = { base, phone: registration.phone, notice: null, empty: false };
    return res.type('html').send(registrationCodePage(frame, view));
  });

  routes.post('/register/again', async (req, res) => {
    const { frame, base, registration } = await openCode(req, res);
    if (!registration) return res.redirect(303, `${base}/register?lang=${frame.language}`);
    const attempt = await attempts.resend(`registration ${registration.phone}`, addressOf(req));
    const view = { base, phone: registration.phone, empty: false };
    if (attempt.allowed) registering.send(registration, addressOf(req));
    const notice = attempt.allowed ? frame.text('register.code.again-sent') : tooOften(frame, res, attempt);
    return res
      .status(attempt.allowed ? 200 : 429)
      .type('html')
      .send(registrationCodePage(frame, { ...view, notice }));
  });

  routes.post('/register/code', async (req, res) => {
    const { frame, base, switched, registration } = await openCode(req, res);
    if (!registration) return res.redirect(303, `${base}/register?lang=${frame.language}`);
    const again = (status: number, notice: string | null, empty = false) =>
      res
        .status(status)
        .type('html')
        .send(registrationCodePage(frame, { base, phone: registration.phone, notice, empty }));
    const code = stripInvisible(fieldOf(req, 'code')).trim();
    if (switched) return again(200, null);
    if (code === '') return again(422, null, true);
    const attempt = await attempts.code(`registration ${registration.id}`, addressOf(req), null);
    if (!attempt.allowed) return again(429, tooOften(frame, res, attempt));
    const least = new Promise((resolve) => setTimeout(resolve, LEAST_MS));
    const made = await registering.confirm(registration.id, code);
    await least;
    if (!made) return again(422, frame.text('register.code.wrong'));
    await attempt.release();
    return finish(req, res, made.accountId);
  });

  return (req, res) => showForm(req, res);
}
