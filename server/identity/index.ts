/** How people sign in: any OpenID Connect provider, by default the shipped identity site. */
import type { Config } from '#server/platform/config/index.ts';
import { createOpenIdConnect } from './openid-connect.ts';
import type { SignInPort } from './port.ts';

export { resealFactors } from './site/factors/reseal-factors.ts';
export { rotateSiteKeys } from './site/site-keys.repository.ts';
export type { InvitationDoor, PendingSignIn, SignInPort, SignInRefusal, SignInScreen } from './port.ts';
export { openDirectory } from './site/open-directory.ts';
export type { DemoAccount, Directory } from './site/directory.ts';
export { isCommonPasswordText } from './site/most-used-passwords.ts';
export { SIGN_IN_EVENTS, type FactorChange } from './sign-in.events.ts';
export { openFactors, type Factors } from './site/factors/open-factors.ts';
export { openProvenPinfl } from './site/outside/open-proven-pinfl.ts';
export { takenOf } from './site/identity-accounts.repository.ts';
export { cabinetAddress } from './cabinet.ts';
export { HashingBusy } from './site/hashing.ts';
export { signInOverHttp } from './http-sign-in.ts';

/** Issuer name under which people of the shipped site are stored: in development its address differs between starts. */
export const SHIPPED_ISSUER = 'savdo-identity';

/** The product's callback address. */
export const callbackAddress = (publicUrl: string): string => `${publicUrl}/api/shop/auth/callback`;

/** The configured provider. */
export function openSignIn(config: Pick<Config, 'publicUrl' | 'signIn'>): SignInPort {
  const { signIn, publicUrl } = config;
  return createOpenIdConnect({
    issuer: signIn.issuer,
    issuerName: signIn.shipped ? SHIPPED_ISSUER : signIn.issuer,
    clientId: signIn.clientId,
    clientSecret: signIn.clientSecret,
    redirectUri: callbackAddress(publicUrl),
    afterSignOut: `${publicUrl}/home`,
    saysPassword: signIn.shipped,
  });
}
