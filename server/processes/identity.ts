import { createIdentitySite } from '#server/integrations/sign-in/identity-site/index.ts';
import type { Platform } from './platform.ts';
import type { Started } from './started.ts';

/** The shipped sign-in site, on its own origin. */
export async function startIdentityProcess(platform: Platform): Promise<Started> {
  const { config, database, redis, texts, logger, shutdown } = platform;
  const site = await createIdentitySite({ config, database, jobsRedis: redis, texts, logger });
  const { port } = await site.listen();
  shutdown.add('identity site', () => site.close());
  logger.info({ port, address: config.signIn.identityUrl }, 'sign-in site');
  return {};
}
