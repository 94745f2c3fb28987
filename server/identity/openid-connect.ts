import * as oidc from 'openid-client';
import { parseLanguage } from '#shared/i18n/languages.ts';
import { parseEmail } from '#shared/validation/email.ts';
import { statedName } from '#shared/validation/person-name.ts';
import { parsePhone } from '#shared/validation/phone.ts';
import { problemOfPinfl } from '#shared/validation/pinfl.ts';
import { problemOfStir } from '#shared/validation/stir.ts';
import { SECOND_FACTOR_ACR } from './site/factors/factor-step.ts';
import type { PendingSignIn, SignedInIdentity, SignInPort, SignInResult, SignInScreen } from './port.ts';

export interface OpenIdConnectOptions {
  /** Address of the provider, exactly the issuer of its discovery document. */
  issuer: string;
  /**
   * Name under which identities of this provider are stored. The shipped site has a fixed one, because in development
   * its port may differ between starts.
   */
  issuerName: string;
  clientId: string;
  clientSecret: string;
  redirectUri: string;
  afterSignOut: string;
  /**
   * The provider says by `pwd` in `amr` (RFC 8176) that a password was typed, as the shipped site does, which has ways to sign in without one.
   * Of other providers `auth_time` is believed.
   */
  saysPassword: boolean;
}

const SCOPE = 'openid profile phone email national_id';
const TIMEOUT_SECONDS = 5;
/** A provider that ignores the demand for a new sign-in is detected by its `auth_time`. */
const RENEWED_WITHIN_S = 300;

/** Errors in the provider's answer, as opposed to no answer. */
const ANSWER_FAULTS = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_MISSING_SERVER_METADATA',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_PARSE_ERROR',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

/** What each screen adds to the request. */
const REQUESTS: Record<SignInScreen, Record<string, string>> = {
  'sign-in': {},
  register: { prompt: 'create' },
  renew: { prompt: 'login', max_age: String(RENEWED_WITHIN_S) },
  factor: { acr_values: SECOND_FACTOR_ACR },
  'renew-factor': { prompt: 'login', max_age: String(RENEWED_WITHIN_S), acr_values: SECOND_FACTOR_ACR },
  factors: { prompt: 'login factors' },
};

/** By RFC 8176, or by the class of authentication that was requested. */
const isSecondFactor = ({ amr, acr }: { amr?: unknown; acr?: unknown }): boolean =>
  acr === SECOND_FACTOR_ACR || (Array.isArray(amr) && amr.includes('mfa'));

const isByPassword = (amr: unknown): boolean => Array.isArray(amr) && amr.includes('pwd');

/** @param said what the answer says was granted; undefined: all that was asked for (RFC 6749, 5.1) */
function lacksScope(said: string | undefined, supported: readonly string[] | undefined): boolean {
  if (said === undefined) return false;
  const granted = said.split(' ');
  return SCOPE.split(' ').some((scope) => (supported?.includes(scope) ?? true) && !granted.includes(scope));
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function identityOf(
  { issuerName, saysPassword }: Pick<OpenIdConnectOptions, 'issuerName' | 'saysPassword'>,
  idToken: string,
  asserted: { auth_time?: unknown; amr?: unknown; acr?: unknown },
  claims: Record<string, unknown> & { sub: string },
): SignedInIdentity {
  const pinfl = text(claims.pinfl);
  const stir = text(claims.stir);
  const { name, hadHiddenMarks } = statedName(text(claims.name));
  const isTimed = typeof asserted.auth_time === 'number' && (!saysPassword || isByPassword(asserted.amr));
  return {
    issuer: issuerName,
    subject: claims.sub,
    kind: claims.person_kind === 'legal' ? 'legal' : 'natural',
    name:
      name ||
      [claims.email, claims.phone_number, claims.sub]
        .map((each) => statedName(text(each)).name)
        .find(Boolean)!,
    unstated: [...(name ? [] : ['name' as const]), ...(text(claims.person_kind) ? [] : ['kind' as const])],
    ...(hadHiddenMarks ? { nameHadHiddenMarks: true } : {}),
    phone: parsePhone(text(claims.phone_number)),
    email: parseEmail(text(claims.email)),
    phoneConfirmed: claims.phone_number_verified === true,
    emailConfirmed: claims.email_verified === true,
    // The provider has validated the number; only impossible ones are dropped here.
    pinfl: problemOfPinfl(pinfl, { checkDigit: false }) ? null : pinfl,
    stir: problemOfStir(stir, { anyHolder: true }) ? null : stir,
    language: parseLanguage(text(claims.locale)) ?? null,
    authenticatedAtMs: isTimed ? Number(asserted.auth_time) * 1_000 : null,
    secondFactor: isSecondFactor(asserted),
    idToken,
  };
}

function refusal(error: unknown): SignInResult | null {
  if (error instanceof oidc.AuthorizationResponseError) {
    return error.error === 'access_denied'
      ? { refused: 'cancelled' }
      : { refused: 'provider-refused', because: error.error };
  }
  if (error instanceof oidc.ResponseBodyError) return { refused: 'provider-refused', because: error.error };
  if (error instanceof oidc.ClientError) {
    const code = error.code ?? '';
    return ANSWER_FAULTS.has(code) ? { refused: 'invalid-answer', because: code } : null;
  }
  return null;
}

/** A site of the release before says that it takes pushed requests, and has no such address. */
const isNotTaken = (error: unknown): boolean =>
  error instanceof oidc.ClientError && error.cause instanceof Response && error.cause.status === 404;

/**
 * Where the browser is sent. The request goes to the provider by itself (RFC 9126), so that the address names it and can be edited
 * to no other one; a provider that takes none of these has it in the address, which the browser may edit.
 */
async function addressOf(server: oidc.Configuration, request: Record<string, string>): Promise<URL> {
  if (!server.serverMetadata().pushed_authorization_request_endpoint)
    return oidc.buildAuthorizationUrl(server, request);
  return oidc.buildAuthorizationUrlWithPAR(server, request).catch((error: unknown) => {
    if (isNotTaken(error)) return oidc.buildAuthorizationUrl(server, request);
    throw error;
  });
}

/** Any conforming provider. Its discovery document is read once, at the first sign-in. */
export function createOpenIdConnect(options: OpenIdConnectOptions): SignInPort {
  let described: Promise<oidc.Configuration> | null = null;

  const describe = (): Promise<oidc.Configuration> => {
    const insecure = options.issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
    described ??= oidc
      .discovery(
        new URL(options.issuer),
        options.clientId,
        {},
        oidc.ClientSecretBasic(options.clientSecret),
        // The signature of each identity token is checked, although it comes directly from the provider.
        { execute: [oidc.enableNonRepudiationChecks, ...insecure], timeout: TIMEOUT_SECONDS },
      )
      .catch((error: unknown) => {
        // Not retried here: the next sign-in reads it again.
        described = null;
        throw error;
      });
    return described;
  };

  return {
    async start({ screen, language }) {
      const server = await describe();
      const pending: PendingSignIn = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
        ...('max_age' in REQUESTS[screen] ? { maxAgeSeconds: RENEWED_WITHIN_S } : {}),
      };
      const url = await addressOf(server, {
        redirect_uri: options.redirectUri,
        scope: SCOPE,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(pending.codeVerifier),
        code_challenge_method: 'S256',
        ui_locales: language,
        ...REQUESTS[screen],
      });
      // Of a pushed request a hint for pages of errors; the provider takes nothing else from the address.
      url.searchParams.set('ui_locales', language);
      return { url: url.href, pending };
    },

    async finish(callbackUrl, pending) {
      const server = await describe();
      try {
        const tokens = await oidc.authorizationCodeGrant(server, callbackUrl, {
          expectedState: pending.state,
          expectedNonce: pending.nonce,
          pkceCodeVerifier: pending.codeVerifier,
          idTokenExpected: true,
          ...(pending.maxAgeSeconds === undefined ? {} : { maxAge: pending.maxAgeSeconds }),
        });
        if (lacksScope(tokens.scope, server.serverMetadata().scopes_supported))
          return { refused: 'invalid-answer', because: 'scope' };
        const claimsOfToken = tokens.claims();
        // The address of a sign-in may have been edited, and the site may know the browser no longer: the token says how it was.
        if (pending.maxAgeSeconds !== undefined && options.saysPassword && !isByPassword(claimsOfToken?.amr))
          return { refused: 'invalid-answer', because: 'password' };
        const subject = claimsOfToken?.sub ?? '';
        const claims = await oidc.fetchUserInfo(server, tokens.access_token, subject);
        return {
          identity: identityOf(options, tokens.id_token ?? '', { ...claimsOfToken }, { ...claims }),
        };
      } catch (error) {
        // Not retried: a refused code or token never becomes valid. An unavailable provider is the caller's error.
        const refused = refusal(error);
        if (!refused) throw error;
        return refused;
      }
    },

    async signOutUrl({ idToken, language }) {
      const server = await describe();
      if (!server.serverMetadata().end_session_endpoint) return null;
      return oidc.buildEndSessionUrl(server, {
        id_token_hint: idToken,
        post_logout_redirect_uri: options.afterSignOut,
        ui_locales: language,
      }).href;
    },
  };
}
