import type { Request, Response, Router } from 'express';
import type Provider from 'oidc-provider';
import type { Texts } from '#server/platform/language/index.ts';
import type { Logger } from '#server/platform/logging/index.ts';
import type { SignatureRefusal } from '#shared/api/cabinet/signatures.ts';
import { problemOfPinfl } from '#shared/validation/pinfl.ts';
import { problemOfStir } from '#shared/validation/stir.ts';
import type { KeyDoor, KeyOwner } from '../../port.ts';
import type { OpenedStep } from '../factors/factor.routes.ts';
import { eImzoPage, testKeyPage, type SignerTrouble } from '../pages/e-imzo-pages.ts';
import type { OutsideFlow } from './outside.routes.ts';
import { saveStep, type ProvenNumber } from './proven-number.ts';

const BASE64 = /^[A-Za-z0-9+/\r\n]+={0,2}[\r\n]*$/;
const TROUBLES: readonly SignerTrouble[] = [
  'not-installed',
  'too-old',
  'not-licensed',
  'wrong-password',
  'cancelled',
  'failed',
];

export interface EImzoRoutesParts {
  provider: Provider;
  /** Null: people cannot sign in with a key. */
  keyDoor: KeyDoor | null;
  /** Host name of the site, for which the application's keys are issued. */
  host: string;
  texts: Texts;
  logger: Logger;
  /** A signature is longer than what people type. */
  longFieldOf(req: Request, name: string): string;
  fieldOf(req: Request, name: string): string;
}

/** The number that a certificate is issued for; null: it names none by which an account is known. */
function provenBy({ kind, owner, pinfl, tin }: KeyOwner, byTwin: boolean): ProvenNumber | null {
  const [field, value] = kind === 'legal' ? (['stir', tin] as const) : (['pinfl', pinfl] as const);
  const isNone =
    value === null ||
    (field === 'pinfl'
      ? problemOfPinfl(value, { checkDigit: false }) !== null
      : problemOfStir(value, { anyHolder: true }) !== null);
  if (isNone) return null;
  return { way: 'e-imzo', byTwin, field, value, name: owner, phone: null, atMs: Date.now() };
}

/**
 * E-IMZO: the site asks the service for a challenge, the application on the person's machine signs it, the service checks.
 * A challenge belongs to one sign-in of one browser and serves one answer.
 */
export function registerEImzoRoutes(routes: Router, outside: OutsideFlow, parts: EImzoRoutesParts): void {
  const { provider, keyDoor: keys, host, texts, logger, fieldOf, longFieldOf } = parts;
  if (!keys) return;
  const callerOf = (req: Request) => ({ address: req.ip ?? '', host });

  function show(res: Response, { frame, base }: OpenedStep, status: number, notice: string | null): void {
    const troubles = Object.fromEntries(
      TROUBLES.map((trouble) => [trouble, texts.text(frame.language, `e-signature:trouble.${trouble}`)]),
    ) as Record<SignerTrouble, string>;
    const page = keys!.signTest
      ? testKeyPage(frame, { base, notice })
      : eImzoPage(frame, { base, notice, troubles, apiKeys: keys!.apiKeys });
    res.status(status).type('html').send(page);
  }
  const refuse = (res: Response, opened: OpenedStep, reason: SignatureRefusal): void => {
    logger.info({ reason, way: 'e-imzo' }, 'sign-in refused');
    const sentence = texts.text(opened.frame.language, `e-signature:refusal.${reason}`);
    show(res, opened, reason === 'service-away' ? 503 : 403, sentence);
  };

  /** Takes the challenge of this sign-in away: it serves one answer, right or wrong. */
  async function finish(
    req: Request,
    res: Response,
    opened: OpenedStep,
    challenge: string,
    pkcs7: Buffer,
  ): Promise<void> {
    const said = await keys!.port.authenticate(pkcs7, callerOf(req), challenge);
    if (said.verdict === 'refused') return refuse(res, opened, said.reason);
    const proven = provenBy(said.certificate, keys!.signTest !== null);
    return proven ? outside.proceed(req, res, opened, proven) : refuse(res, opened, 'no-personal-id');
  }

  routes.get('/e-imzo', async (req, res) => {
    const opened = await outside.begin(req, res);
    if (opened) show(res, opened, 200, null);
  });

  routes.post('/e-imzo/challenge', async (req, res) => {
    const opened = await outside.begin(req, res);
    if (!opened) return;
    const said = await keys.port.challenge(callerOf(req));
    if (said.verdict === 'refused') {
      const problem = texts.text(opened.frame.language, `e-signature:refusal.${said.reason}`);
      return res.status(503).json({ problem });
    }
    await saveStep(provider, [req, res], { eImzo: { challenge: said.challenge } });
    return res.json({ challenge: said.challenge });
  });

  routes.post('/e-imzo', async (req, res) => {
    const opened = await outside.begin(req, res);
    if (!opened) return;
    if (fieldOf(req, 'switch') !== '') return show(res, opened, 200, null);
    const { challenge } = (opened.step.result?.eImzo ?? {}) as { challenge?: unknown };
    await saveStep(provider, [req, res], {});
    const pkcs7 = longFieldOf(req, 'pkcs7');
    if (typeof challenge !== 'string') return refuse(res, opened, 'challenge-expired');
    if (!BASE64.test(pkcs7)) return refuse(res, opened, 'unreadable');
    return finish(req, res, opened, challenge, Buffer.from(pkcs7, 'base64'));
  });

  const { signTest } = keys;
  if (!signTest) return;
  routes.post('/e-imzo/test', async (req, res) => {
    const opened = await outside.begin(req, res);
    if (!opened) return;
    if (fieldOf(req, 'switch') !== '') return show(res, opened, 200, null);
    const [pinfl, stir] = ['pinfl', 'stir'].map((name) => fieldOf(req, name).replace(/\s/g, '') || null);
    const kind = stir ? 'legal' : 'natural';
    const owner = {
      owner: fieldOf(req, 'name').trim(),
      kind,
      pinfl: pinfl ?? null,
      tin: stir ?? null,
    } as const;
    const said = await keys.port.challenge(callerOf(req));
    if (said.verdict === 'refused') return refuse(res, opened, said.reason);
    return finish(req, res, opened, said.challenge, await signTest(owner, Buffer.from(said.challenge)));
  });
}
