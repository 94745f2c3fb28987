import { createHash, timingSafeEqual } from 'node:crypto';
import { interactionPolicy, Provider, type Configuration, type KoaContextWithOIDC } from 'oidc-provider';
import type { IdentityAccount } from './identity-accounts.repository.ts';
import type { Directory } from './directory.ts';
import { isFactorAsked, SECOND_FACTOR_ACR } from './factors/factor-step.ts';
import type { SiteKeys } from './site-keys.repository.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** The library sends these headers to any origin. */
const CROSS_ORIGIN_HEADERS = ['Origin', 'Methods', 'Headers', 'Credentials']
  .map((name) => `Access-Control-Allow-${name}`)
  .concat('Access-Control-Expose-Headers', 'Access-Control-Max-Age');

export interface ProviderOptions {
  issuer: string;
  secure: boolean;
  /** Number of proxies before the site, whose `X-Forwarded-Proto` is trusted. */
  behindProxy: boolean;
  client: {
    id: string;
    secret: string;
    /** The secret before, which a process of the product may still show. */
    previousSecret?: string | null | undefined;
    redirectUri: string;
    afterSignOut: string;
  };
  keys: SiteKeys;
  adapter: NonNullable<Configuration['adapter']>;
  directory: Directory;
  renderError(ctx: KoaContextWithOIDC): void;
  renderSignOut(ctx: KoaContextWithOIDC, form: string): void;
  renderSignedOut(ctx: KoaContextWithOIDC): void;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Claims of an account by scope; sent by the userinfo call only, server to server, never in a token inside a URL. */
const CLAIMS = {
  openid: ['sub', 'acr', 'amr'],
  profile: ['name', 'locale', 'person_kind'],
  phone: ['phone_number', 'phone_number_verified'],
  email: ['email', 'email_verified'],
  national_id: ['pinfl', 'stir'],
};

function claimsOf(account: IdentityAccount): Record<string, string | boolean> & { sub: string } {
  return {
    sub: account.id,
    name: account.name,
    locale: account.language,
    person_kind: account.kind,
    phone_number: account.phone,
    phone_number_verified: account.phoneConfirmed,
    ...(account.email ? { email: account.email, email_verified: account.emailConfirmed } : {}),
    ...(account.pinfl ? { pinfl: account.pinfl } : {}),
    ...(account.stir ? { stir: account.stir } : {}),
  };
}

/**
 * Sign-in, registration (`prompt=create`), or the page of second factors after a sign-in (`prompt=login factors`); no consent
 * page, because the only client is the product itself.
 */
function policy() {
  const { Check, Prompt } = interactionPolicy;
  const prompts = interactionPolicy.base();
  prompts.remove('consent');
  prompts.add(new Prompt({ name: 'create', requestable: true }), 0);
  prompts.add(new Prompt({ name: 'factors', requestable: true }));
  // The session of a sign-in without a second factor does not do where the product asks for one.
  prompts
    .get('login')
    ?.checks.add(
      new Check(FACTOR_MISSING, 'a second factor is required', ({ oidc }) =>
        isFactorAsked({ params: oidc.params ?? {} }) && oidc.acr !== SECOND_FACTOR_ACR
          ? Check.REQUEST_PROMPT
          : Check.NO_NEED_TO_PROMPT,
      ),
    );
  return prompts;
}

/** Why a sign-in continues although the person is known. */
export const FACTOR_MISSING = 'second_factor';

/** Grants all scopes, once per session, whichever are requested: the person agreed by registering. */
async function grantAll(ctx: KoaContextWithOIDC) {
  const { client, session, provider } = ctx.oidc;
  if (!client || !session?.accountId) return undefined;
  const existing = session.grantIdFor(client.clientId);
  const current = existing ? await provider.Grant.find(existing) : undefined;
  if (current) return current;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(Object.keys(CLAIMS).join(' '));
  await grant.save();
  return grant;
}

/** The OpenID provider: one confidential client, code flow with PKCE, exact addresses, ES256. */
export function createProvider(options: ProviderOptions): Provider {
  const { client, secure } = options;
  // `__Host-` needs the path `/`, which only the session's cookie has.
  const [host, own] = secure ? ['__Host-', '__Secure-'] : ['', ''];
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true, secure } as const;

  const provider = new Provider(options.issuer, {
    adapter: options.adapter,
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirectUri],
        post_logout_redirect_uris: [client.afterSignOut],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        response_modes: ['query'],
        token_endpoint_auth_method: 'client_secret_basic',
        id_token_signed_response_alg: 'ES256',
        // Sensitive actions of the product need the time of the password entry, not of this redirect.
        require_auth_time: true,
      },
    ],
    jwks: options.keys.jwks,
    cookies: {
      names: {
        session: `${host}savdo_id`,
        interaction: `${own}savdo_id_step`,
        resume: `${own}savdo_id_resume`,
      },
      keys: options.keys.cookieKeys,
      long: cookie,
      short: cookie,
    },
    claims: CLAIMS,
    acrValues: [SECOND_FACTOR_ACR],
    scopes: Object.keys(CLAIMS),
    responseTypes: ['code'],
    pkce: { required: () => true },
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => false,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: options.renderSignOut,
        postLogoutSuccessSource: options.renderSignedOut,
      },
    },
    interactions: { policy: policy(), url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    loadExistingGrant: grantAll,
    async findAccount(_ctx, id) {
      const account = await options.directory.byId(id);
      if (!account || account.disabled) return undefined;
      return { accountId: id, claims: () => claimsOf(account) };
    },
    renderError: options.renderError,
    ttl: {
      Session: 12 * HOUR,
      Grant: 12 * HOUR,
      Interaction: HOUR,
      AuthorizationCode: MINUTE,
      AccessToken: 5 * MINUTE,
      IdToken: HOUR,
    },
  });
  provider.proxy = options.behindProxy;
  const secrets = [client.secret, ...(client.previousSecret ? [client.previousSecret] : [])].map(digest);
  // The library knows one secret of a client; compared in one time whatever was sent.
  provider.Client.prototype.compareClientSecret = (sent: string) => {
    const given = digest(sent);
    return secrets.map((secret) => timingSafeEqual(given, secret)).includes(true);
  };
  provider.use(async (ctx, next) => {
    await next();
    // Only the product's server calls this; pages of other sites must not read the answer.
    for (const name of CROSS_ORIGIN_HEADERS) ctx.remove(name);
    const described = ctx.body as { response_modes_supported?: string[] } | undefined;
    if (ctx.oidc?.route === 'discovery' && described) described.response_modes_supported = ['query'];
  });
  return provider;
}
