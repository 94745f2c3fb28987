import { isIP } from 'node:net';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Attachment, StoredPasskey } from './factors.repository.ts';

/** ES256, RS256 and EdDSA, by their COSE numbers: what authenticators have, and no experimental one of Node's. */
const ALGORITHMS = [-7, -257, -8];

/** What a page hands to the browser, and the challenge its answer has to sign. */
export interface PasskeyQuestion {
  options: unknown;
  challenge: string;
}

type NewPasskey = Omit<StoredPasskey, 'createdAt' | 'usedAt'>;

/** Passkeys of one site (WebAuthn level 3). What browsers send is checked by the library; refusals are null. */
export interface Passkeys {
  /** False for a site whose address is a number: WebAuthn needs a name. */
  readonly offered: boolean;
  toRegister(
    account: { id: string; login: string; name: string },
    known: readonly StoredPasskey[],
  ): Promise<PasskeyQuestion>;
  registered(answer: string, challenge: string): Promise<NewPasskey | null>;
  toSignIn(known: readonly StoredPasskey[]): Promise<PasskeyQuestion>;
  signedIn(
    answer: string,
    challenge: string,
    known: readonly StoredPasskey[],
  ): Promise<{ id: string; counter: number } | null>;
}

/** @param siteUrl address of the identity site, to which its passkeys are bound */
export function createPasskeys(siteUrl: string): Passkeys {
  const { hostname, origin } = new URL(siteUrl);
  const offered = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  const described = ({ id, transports }: StoredPasskey) => ({
    id,
    transports: transports as AuthenticatorTransport[],
  });
  const expected = { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: false };

  return {
    offered,

    async toRegister({ id, login, name }, known) {
      const options = await generateRegistrationOptions({
        rpName: 'Savdo',
        rpID: hostname,
        userName: login,
        userDisplayName: name,
        userID: new TextEncoder().encode(id),
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: known.map(described),
        // The password is asked for as well: who has both needs no further check by the device.
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      });
      return { options, challenge: options.challenge };
    },

    async registered(answer, challenge) {
      const response = parsed<RegistrationResponseJSON>(answer);
      if (!response) return null;
      const result = await verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        ...expected,
        supportedAlgorithmIDs: ALGORITHMS,
        // Not retried: what the library does not accept never becomes right.
      }).catch(() => null);
      if (!result?.verified) return null;
      const { credential } = result.registrationInfo;
      const attachment: Attachment =
        response.authenticatorAttachment === 'platform' ? 'platform' : 'cross-platform';
      return {
        id: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
        attachment,
      };
    },

    async toSignIn(known) {
      const options = await generateAuthenticationOptions({
        rpID: hostname,
        userVerification: 'preferred',
        allowCredentials: known.map(described),
      });
      return { options, challenge: options.challenge };
    },

    async signedIn(answer, challenge, known) {
      const response = parsed<AuthenticationResponseJSON>(answer);
      const passkey = known.find(({ id }) => id === response?.id);
      if (!response || !passkey) return null;
      const { id, publicKey, counter } = passkey;
      const result = await verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge,
        ...expected,
        credential: { id, publicKey: new Uint8Array(publicKey), counter },
        // Not retried, as above.
      }).catch(() => null);
      return result?.verified ? { id, counter: result.authenticationInfo.newCounter } : null;
    },
  };
}

/** JSON of a hidden field; null where it is none. */
function parsed<Response extends { id: string }>(answer: string): Response | null {
  try {
    const value = JSON.parse(answer) as Response | null;
    return typeof value === 'object' && typeof value?.id === 'string' ? value : null;
  } catch {
    return null; // not retried: not from our page
  }
}
