import type { Language } from '#shared/i18n/languages.ts';

/** Who the provider says has signed in. `issuer` and `subject` together are the identity; nothing else is. */
export interface SignedInIdentity {
  issuer: string;
  subject: string;
  kind: 'natural' | 'legal';
  name: string;
  /** Stored form of shared/validation, or null where the provider gave none that is valid. */
  phone: string | null;
  email: string | null;
  /** The provider says that the person has answered there. */
  phoneConfirmed: boolean;
  emailConfirmed: boolean;
  pinfl: string | null;
  stir: string | null;
  language: Language | null;
  /** When the person last typed the password (or whatever the provider asks for); null where the provider does not say. */
  authenticatedAtMs: number | null;
  /** Needed again to end the session at the provider. */
  idToken: string;
}

/** What must come back unchanged: kept on the server between the start and the callback. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** The provider's word that the person proved who they are at most so long ago is demanded. */
  maxAgeSeconds?: number;
}

/** `renew` asks for the password even when the provider knows the browser, and demands a fresh time of it. */
export type SignInScreen = 'sign-in' | 'register' | 'renew';

/** Why a callback is refused; `cancelled` is the person's own choice, all else is logged. */
export const SIGN_IN_REFUSALS = ['cancelled', 'unknown-state', 'provider-refused', 'invalid-answer'] as const;
export type SignInRefusal = (typeof SIGN_IN_REFUSALS)[number];

export type SignInResult =
  { identity: SignedInIdentity } | { refused: SignInRefusal; because?: string | undefined };

/** A site that signs people in by OpenID Connect (code flow with PKCE). */
export interface SignInPort {
  /**
   * Address to send the browser to, and what to keep until it comes back.
   * @throws when the provider's description cannot be read (it is asked again by the next call)
   */
  start(options: {
    screen: SignInScreen;
    language: Language;
  }): Promise<{ url: string; pending: PendingSignIn }>;
  /** Judges the callback: state, issuer, code with PKCE, nonce, audience, signature. Rejects when the provider is away. */
  finish(callbackUrl: URL, pending: PendingSignIn): Promise<SignInResult>;
  /** Address that ends the session at the provider and comes back to us; null where it offers none. */
  signOutUrl(options: { idToken: string; language: Language }): Promise<string | null>;
}
