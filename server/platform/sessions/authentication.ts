import type { Session } from './session.ts';

/** Greatest age of the sign-in for decisions about money and rights, and for calls that change how a person signs in. */
const FRESH_MS = 5 * 60_000;
/** The same where staff decide about many things one after the other, none of which moves money by itself. */
const SHIFT_MS = 12 * 3_600_000;

/** What the provider says of how a person authenticated. */
export interface Authentication {
  /** When the password was typed; null where the provider does not say. */
  atMs: number | null;
  /** With a second factor. */
  secondFactor: boolean;
}

/**
 * Stores in the session when, by the provider, the person last authenticated, and whether with a second factor. A session
 * opened just now may rest on a password typed hours ago: the provider knows the browser and does not ask again.
 */
export const authenticationExtra = ({ atMs, secondFactor }: Authentication): Record<string, string> => ({
  ...(atMs === null ? {} : { authenticatedAtMs: String(atMs) }),
  ...(secondFactor ? { secondFactor: '1' } : {}),
});

/** Was the password typed in the last five minutes? False where the provider did not say when. */
export const isFreshSignIn = (session: Pick<Session, 'extra'>, nowMs: number): boolean =>
  ageOf(session, nowMs) <= FRESH_MS;

/** Was it typed in the same shift? */
export const isSignInOfShift = (session: Pick<Session, 'extra'>, nowMs: number): boolean =>
  ageOf(session, nowMs) <= SHIFT_MS;

/** In ms; NaN where the provider did not say. */
const ageOf = ({ extra }: Pick<Session, 'extra'>, nowMs: number): number =>
  nowMs - Number(extra.authenticatedAtMs ?? Number.NaN);

/** Was a second factor shown when this session was opened? */
export const isWithSecondFactor = (extra: Session['extra']): boolean => extra.secondFactor === '1';
