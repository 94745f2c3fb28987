import {
  createAuthTokens,
  createPasswords,
  createSignIn,
  registerAccountRoutes,
  registerActionAccessRoutes,
  registerAuthTokenRoutes,
  registerEditRequestRoutes,
  registerPasswordRoutes,
  registerProfileRoutes,
  registerSessionRoutes,
  type ExternalCabinet,
} from '#server/domains/accounts/index.ts';
import { cabinetAddress, openSignIn } from '#server/integrations/sign-in/index.ts';
import type { Config } from '#server/platform/config/index.ts';
import type { HttpApp } from '#server/platform/http/index.ts';
import type { Business } from './business.ts';
import type { Platform } from './platform.ts';

/** The cabinet outside the product: a given one, else the shipped sign-in site's; none beside a foreign provider. */
function cabinetOf({ cabinet, signIn }: Config): ExternalCabinet | null {
  if (cabinet) return { ...cabinet, client: 'cabinet' };
  if (!signIn.shipped) return null;
  const { clientId: client, clientSecret: secret, identityUrl } = signIn;
  return { url: cabinetAddress(identityUrl), client, secret };
}

/** Who people are: sign-in, their data, their sessions and the way to the external cabinet. */
export function registerPeopleRoutes(
  app: HttpApp,
  { config, database: { db }, redis, sessions, texts, logger }: Platform,
  { accounts, actions, codes, consent, notifications, people }: Business,
): void {
  const { publicUrl, redisNamespace: namespace, furtherOrigins } = config;
  const parts = { db, sessions, actions, consent };
  registerAccountRoutes(app, {
    ...{ publicUrl, accounts, externalCabinet: config.cabinet !== null },
    signIn: createSignIn({ ...parts, publicUrl, site: openSignIn(config), redis, namespace, logger }),
  });
  registerPasswordRoutes(app, createPasswords({ ...parts, tell: notifications.tell }));
  registerProfileRoutes(app, { profile: people.profile, contacts: people.contacts(codes) });
  registerEditRequestRoutes(app, people.editRequests);
  registerSessionRoutes(app, { sessions, actions });
  registerActionAccessRoutes(app, { texts, judge: people.mayDo });
  registerAuthTokenRoutes(app, {
    ...{ publicUrl, furtherOrigins, accounts },
    cabinet: cabinetOf(config),
    tokens: createAuthTokens(redis, namespace, sessions),
  });
}
