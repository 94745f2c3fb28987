import { demandFreshSignIn, type ApiTokens } from '#server/domains/people/accounts/index.ts';
import { registerContract, type HttpApp } from '#server/platform/http/index.ts';
import { createApiToken, myApiTokens, revokeApiToken } from '#shared/api/cabinet/api-tokens.ts';

/** A person's tokens for programs. */
export function registerApiTokenRoutes(
  app: HttpApp,
  tokens: Pick<ApiTokens, 'list' | 'create' | 'revoke'>,
): void {
  registerContract(app, myApiTokens, (call) => tokens.list(call.signedIn().personId));

  registerContract(app, createApiToken, (call) =>
    tokens.create(demandFreshSignIn(call.session), call.body, call.address),
  );

  registerContract(app, revokeApiToken, async (call) => {
    await tokens.revoke(call.signedIn().personId, call.params.id, call.address);
    return { revoked: true as const };
  });
}
