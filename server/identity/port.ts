import type { SignatureRefusal } from '#shared/api/cabinet/signatures.ts';
import type { Language } from '#shared/i18n/languages.ts';

/** The identity asserted by the provider. `issuer` and `subject` together are the identity; nothing else is. */
export interface SignedInIdentity {
  issuer: string;
  subject: string;
  kind: 'natural' | 'legal';
  /** On one line, without marks that are not seen. */
  name: string;
  /** What the provider left out: something else is in its place, which takes the place of nothing that is known. */
  unstated: ('name' | 'kind')[];
  /** The provider's name had such marks. */
  nameHadHiddenMarks?: true;
  /** Stored form of shared/validation, or null where the provider gave none that is valid. */
  phone: string | null;
  email: string | null;
  /** Confirmed, according to the provider. */
  phoneConfirmed: boolean;
  emailConfirmed: boolean;
  pinfl: string | null;
  stir: string | null;
  language: Language | null;
  /** When the person last typed the password (or used the method of a provider of the operator's own), ms since 1970; null: not said, or no password was typed. */
  authenticatedAtMs: number | null;
  /** A second factor was shown with the password, according to the provider. */
  secondFactor: boolean;
  /** Needed to end the session at the provider. */
  idToken: string;
}

/** State of a sign-in, stored on the server between the start and the callback. */
export interface PendingSignIn {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** The provider must assert that the person authenticated at most this long ago. */
  maxAgeSeconds?: number;
}

/**
 * `renew` requests the password even with a session at the provider, and requires a recent `auth_time`; `factor` requests a
 * second factor, `renew-factor` both; `factors` opens the shipped site's page of second factors after a new sign-in.
 */
export type SignInScreen = 'sign-in' | 'register' | 'renew' | 'factor' | 'renew-factor' | 'factors';

/** Why a callback is refused; `cancelled` is the person's own choice, the others are logged. */
export const SIGN_IN_REFUSALS = ['cancelled', 'unknown-state', 'provider-refused', 'invalid-answer'] as const;
export type SignInRefusal = (typeof SIGN_IN_REFUSALS)[number];

export type SignInResult =
  | { identity: SignedInIdentity }
  | { refused: SignInRefusal; because?: string | undefined };

/** Somebody who asks for a check of a signature. */
interface KeyCaller {
  address: string;
  /** The site's name. */
  host: string;
}

/** Signing in with a key of an electronic signature, provided by its integration to the shipped site. */
export interface KeyDoor {
  port: {
    challenge(
      caller: KeyCaller,
    ): Promise<{ verdict: 'right'; challenge: string } | { verdict: 'refused'; reason: SignatureRefusal }>;
    /** The owner of the key that signed exactly this challenge, which is good once and for two minutes. */
    authenticate(
      pkcs7: Buffer,
      caller: KeyCaller,
      challenge: string,
    ): Promise<
      { verdict: 'right'; certificate: KeyOwner } | { verdict: 'refused'; reason: SignatureRefusal }
    >;
  };
  /** Pairs of domain and key under which pages may use the E-IMZO application. */
  apiKeys: string[];
  /** Of the local twin: a signature of a key made out to anybody. Null: people sign in the E-IMZO application. */
  signTest: ((owner: KeyOwner, challenge: Buffer) => Promise<Buffer>) | null;
}

export interface KeyOwner {
  owner: string;
  /** Legal: issued to somebody acting for an entity. */
  kind: 'natural' | 'legal';
  pinfl: string | null;
  /** The entity's STIR; of natural persons their own. */
  tin: string | null;
}

/** Invitations to the staff, provided by the product to the shipped site. */
export interface InvitationDoor {
  /** Whom the link of a letter is for; null: it is unknown, used, revoked or too old. */
  read(token: string): Promise<{ name: string; phone: string; email: string; language: Language } | null>;
  /** Makes the account with this password, once. `taken`: some account has the phone or e-mail. @throws HashingBusy */
  accept(token: string, password: string): Promise<'accepted' | 'gone' | 'taken'>;
}

/** A site that signs people in by OpenID Connect (code flow with PKCE). */
export interface SignInPort {
  /**
   * Address to redirect the browser to, and the state to store until the callback.
   * @throws when the provider's discovery document cannot be read (retried by the next call)
   */
  start(options: {
    screen: SignInScreen;
    language: Language;
  }): Promise<{ url: string; pending: PendingSignIn }>;
  /** Verifies the callback: state, issuer, code with PKCE, nonce, audience, signature. Rejects when the provider is unavailable. */
  finish(callbackUrl: URL, pending: PendingSignIn): Promise<SignInResult>;
  /** Address that ends the session at the provider and returns here; null where it has none. */
  signOutUrl(options: { idToken: string; language: Language }): Promise<string | null>;
}
