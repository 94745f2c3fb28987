import { describeSite } from '#server/domains/site/index.ts';
import type { Config } from '#server/platform/config/index.ts';

/** What every page says about this installation. */
export const siteFactsOf = (config: Config) =>
  describeSite({
    supportPhone: config.supportPhone,
    supportEmail: config.supportEmail,
    testMode: config.twinsAllowed,
    twins: config.twinsAllowed,
    demo: config.demo,
    ...config.siteLinks,
  });
