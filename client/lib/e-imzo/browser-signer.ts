/** A key people may sign with, as its certificate describes it. */
export interface SignerKey {
  /** Unique among the keys listed. */
  id: string;
  serial: string;
  owner: string;
  kind: 'natural' | 'legal';
  pinfl: string | null;
  tin: string | null;
  validFrom: Date;
  validTo: Date;
  /** Where it lies: a file, a token, or this site's own test keys. */
  place: 'file' | 'token' | 'test';
}

export const SIGNER_TROUBLES = [
  'not-installed',
  'too-old',
  'not-licensed',
  'wrong-password',
  'cancelled',
  'failed',
] as const;
export type SignerTrouble = (typeof SIGNER_TROUBLES)[number];

/** Why a key did not sign; `cancelled`: the person closed the application's window. `said`: the application's own words, for the support line. */
export class SignerProblem extends Error {
  readonly trouble: SignerTrouble;
  readonly said: string | null;
  constructor(trouble: SignerTrouble, said: string | null = null) {
    super(said ?? trouble);
    this.name = 'SignerProblem';
    this.trouble = trouble;
    this.said = said;
  }
}

/** How this browser signs. Everything rejects with a SignerProblem or, over HTTP, an ApiError. */
export interface BrowserSigner {
  readonly kind: 'e-imzo' | 'development';
  /** The password is asked here; otherwise the application asks for it in a window of its own. */
  readonly asksHere: boolean;
  keys(): Promise<SignerKey[]>;
  /** The PKCS#7 in base64: with the document inside, or without it where the document is long. */
  sign(key: SignerKey, documentBase64: string, password: string): Promise<string>;
}

/** Longer ones stay outside their signature, so that what is sent to the server stays small. */
const LONGEST_INSIDE_BASE64 = 32_000;
export const staysOutside = (documentBase64: string): boolean =>
  documentBase64.length > LONGEST_INSIDE_BASE64;
