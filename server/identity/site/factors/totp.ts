import { Secret, TOTP } from 'otpauth';

const PERIOD_S = 30;
/** Codes of the step before and after are taken too: clocks of phones differ. */
const DRIFT_STEPS = 1;

const SETTINGS = { issuer: 'Savdo', algorithm: 'SHA1', digits: 6, period: PERIOD_S } as const;

/** 160 random bits, as RFC 4226 asks. */
export const newTotpSecret = (): Buffer => Buffer.from(new Secret({ size: 20 }).bytes);

const totpOf = (secret: Uint8Array, label: string): TOTP =>
  new TOTP({ ...SETTINGS, label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });

/** What an application of codes is given: as an address for its camera, and as text to type, in groups of four. */
export function totpSetup(secret: Uint8Array, label: string): { uri: string; text: string } {
  const totp = totpOf(secret, label);
  return { uri: totp.toString(), text: totp.secret.base32.match(/.{1,4}/g)?.join(' ') ?? '' };
}

/** The time step whose code this is, compared in constant time; null: of none that is taken now. */
export function totpStep(secret: Uint8Array, code: string, nowMs: number): number | null {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: nowMs, window: DRIFT_STEPS });
  return delta === null ? null : Math.floor(nowMs / 1_000 / PERIOD_S) + delta;
}
