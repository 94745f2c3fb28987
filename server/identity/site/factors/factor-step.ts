import type { Interaction } from 'oidc-provider';
import type { IdentityAccount } from '../identity-accounts.repository.ts';
import type { OutsideWay } from '../outside/proven-number.ts';

/**
 * The authentication context that the product requests and the site asserts with a second factor: the name that the REFEDS
 * profile gives it, which other providers know too.
 */
export const SECOND_FACTOR_ACR = 'https://refeds.org/profile/mfa';

/** The factor is shown, or set up, this long after the password at most. */
const LONGEST_MS = 10 * 60_000;

/** How far somebody whose password was right has come; in the stored record of the sign-in, never in the page. */
export interface FactorStep {
  accountId: string;
  /** Void once the password has changed. */
  proof: string;
  /** What was shown first; the password where nothing is said. */
  by?: FirstProof;
  /** When the password was accepted, ms since 1970. */
  atMs: number;
  /** A new secret that is shown to its owner, sealed. */
  sealed?: string;
  /** What the browser's passkey has to sign. */
  challenge?: string;
  /** A factor was set up in this sign-in. */
  enrolled?: boolean;
  /** Opened to change factors, by somebody who signed in for it. */
  manages?: boolean;
}

/** The step in the record of a sign-in; null: none, or it was begun too long ago. */
export function factorStepOf({ result }: Pick<Interaction, 'result'>, nowMs = Date.now()): FactorStep | null {
  const step = (result as { factor?: Partial<FactorStep> } | undefined)?.factor;
  if (typeof step?.accountId !== 'string' || typeof step.proof !== 'string') return null;
  if (typeof step.atMs !== 'number' || nowMs - step.atMs > LONGEST_MS) return null;
  return step as FactorStep;
}

/** Does the product ask for a second factor? */
export const isFactorAsked = ({ params }: Pick<Interaction, 'params'>): boolean =>
  String(params.acr_values ?? '')
    .split(' ')
    .includes(SECOND_FACTOR_ACR);

/** Does the product ask for a password of the last minutes? Then nothing replaces it, whether or not the site knows the browser. */
export const isPasswordAsked = ({ params }: Pick<Interaction, 'params'>): boolean =>
  params.max_age !== undefined;

export type Method = 'otp' | 'pop' | null;
/** What somebody showed before any second factor. */
export type FirstProof = 'password' | OutsideWay;
/** Their names by RFC 8176, which has none for another site. */
const FIRST: Record<FirstProof, string> = { password: 'pwd', oneid: 'oneid', 'e-imzo': 'pop' };

/** What the session of a sign-in was begun with. */
export const firstProofOf = (amr: readonly string[] | undefined): FirstProof =>
  amr?.[0] === FIRST.oneid ? 'oneid' : amr?.[0] === FIRST['e-imzo'] ? 'e-imzo' : 'password';

/**
 * What the site asserts about a sign-in; `amr` by RFC 8176.
 * @param method `first`: no second factor; null: a recovery code
 */
export const loginWith = (
  { id }: Pick<IdentityAccount, 'id'>,
  method: Method | 'first',
  by: FirstProof = 'password',
) => ({
  accountId: id,
  remember: false,
  ts: Math.floor(Date.now() / 1_000),
  ...(method === 'first'
    ? { amr: [FIRST[by]] }
    : { acr: SECOND_FACTOR_ACR, amr: [FIRST[by], 'mfa', ...(method === null ? [] : [method])] }),
});
