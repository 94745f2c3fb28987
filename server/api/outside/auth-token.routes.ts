import {
  type AccountsService,
  AUTH_TOKEN_MS,
  type AuthTokens,
} from '#server/domains/people/accounts/index.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import { authToken, exchangeAuthToken } from '#shared/api/site/auth.ts';
import { forbidden, noSession, notFound } from '#server/platform/errors/index.ts';
import { isFromOwnPage, registerContract, type HttpApp } from '#server/platform/http/index.ts';

/** Where people manage their money and data outside the product, and how its server proves to be that cabinet. */
interface ExternalCabinet {
  url: string;
  client: string;
  secret: string;
  /** The secret before, which the cabinet's server may still show. */
  previousSecret?: string | null | undefined;
}

export interface AuthTokenRoutesDeps {
  publicUrl: string;
  furtherOrigins: readonly string[];
  /** null: this installation has none. */
  cabinet: ExternalCabinet | null;
  tokens: AuthTokens;
  accounts: Pick<AccountsService, 'byId'>;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export function registerAuthTokenRoutes(app: HttpApp, deps: AuthTokenRoutesDeps): void {
  const { publicUrl, furtherOrigins, cabinet, tokens, accounts } = deps;

  registerContract(app, authToken, async ({ session, req }) => {
    if (!session) throw noSession();
    // A reading call, but its answer signs a person in: the origin rule of changing calls applies.
    if (!isFromOwnPage(req, publicUrl, furtherOrigins)) throw forbidden('foreign-origin');
    if (!cabinet) throw notFound('auth.no-cabinet');
    return {
      token: await tokens.issue(session),
      cabinetUrl: cabinet.url,
      expiresInSeconds: AUTH_TOKEN_MS / 1_000,
    };
  });

  registerContract(app, exchangeAuthToken, async ({ req, body }) => {
    if (!cabinet || !knowsSecret(req.get('authorization'), cabinet)) throw noSession('auth.cabinet-unknown');
    const session = await tokens.spend(body.token);
    const person = session && (await accounts.byId(session.person.personId));
    if (!person || person.disabled) throw forbidden('auth.token-spent');
    const { id: personId, issuer, subject, name, kind } = person;
    // Those that the sign-in opens: roles of staff need a second factor there as here.
    const { roles } = session.person;
    return { personId, issuer, subject, name, kind, roles, language: session.person.language };
  });
}

/** `Basic client:secret`, compared in one time whatever was sent. */
function knowsSecret(
  header: string | undefined,
  { client, secret, previousSecret }: ExternalCabinet,
): boolean {
  const [scheme = '', given = ''] = (header ?? '').split(' ');
  const sent = digest(Buffer.from(given, 'base64').toString('utf8'));
  const known = [secret, previousSecret ?? secret]
    .map((each) => timingSafeEqual(sent, digest(`${client}:${each}`)))
    .includes(true);
  return known && scheme.toLowerCase() === 'basic';
}
