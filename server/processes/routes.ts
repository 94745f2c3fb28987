import path from 'node:path';
import { registerAuctionRoutes, type Live } from '#server/auction/index.ts';
import { registerConflictRoutes } from '#server/domains/conflicts/index.ts';
import { registerActionLogRoutes } from '#server/domains/action-log/index.ts';
import { registerPictureRoutes } from '#server/demo/index.ts';
import { createExportsService, registerExportRoutes } from '#server/domains/exports/index.ts';
import { createPainter, PAINTED_READS, registerDiscoveryRoutes } from '#server/domains/discovery/index.ts';
import { registerFavouriteRoutes } from '#server/domains/favourites/index.ts';
import { registerLotCardRoutes, registerLotRoutes } from '#server/domains/lots/index.ts';
import { LISTS, registerPageRoutes, registerReferenceRoutes } from '#server/domains/reference/index.ts';
import {
  createVisitors,
  registerConsoleContactRoutes,
  registerSiteRoutes,
} from '#server/domains/site/index.ts';
import {
  registerConsentRoutes,
  registerDevelopmentKeyRoutes,
  registerSignatureRoutes,
} from '#server/domains/signatures/index.ts';
import { registerConsolePaymentRoutes, registerTopUpRoutes } from '#server/domains/payments/index.ts';
import { registerProtocolRoutes } from '#server/domains/protocols/index.ts';
import { BLACK_LIST_CHECKS_PER_DAY, registerSanctionRoutes } from '#server/domains/sanctions/index.ts';
import {
  registerConsoleRoomRoutes,
  registerTradeApplicationRoutes,
  registerUserOrderRoutes,
} from '#server/domains/trade-applications/index.ts';
import { registerNewsRoutes } from '#server/domains/news/index.ts';
import { registerNotificationRoutes, registerSmsReportRoutes } from '#server/domains/notifications/index.ts';
import { registerStaffTaskRoutes } from '#server/domains/staff-tasks/index.ts';
import { registerWalletRoutes } from '#server/domains/wallet/index.ts';
import { registerPaymentProviderRoutes } from '#server/integrations/payment-providers/index.ts';
import { createDailyCount, createDailyLimit, type HttpApp } from '#server/platform/http/index.ts';
import { createProofOfWork, registerProofOfWorkRoutes } from '#server/platform/proof-of-work/index.ts';
import { registerTwinOutboxRoutes } from '#server/platform/twin-outbox/index.ts';
import { PROTOCOL_CHECKS } from '#shared/api/checks.ts';
import type { AuctionParts } from './auction-parts.ts';
import type { Business } from './business.ts';
import { exportSources } from './export-sources.ts';
import { registerPeopleRoutes } from './people-routes.ts';
import type { Platform } from './platform.ts';
import { siteFactsOf } from './site-facts.ts';

/** The screens as the client's build gives them to the server. */
const PAINTING = path.resolve(import.meta.dirname, '../../client/dist/.painting/paint.js');

/** Every route of the product. A contract that no line here serves fails the contract test. */
export function registerRoutes(
  app: HttpApp,
  platform: Platform,
  business: Business,
  auction: AuctionParts & { live: Live },
): void {
  const { config, redis, sessions, texts, logger } = platform;
  const { accounts, actions, door, lots, reference, tradeApplications, consoleRooms } = business;
  const proofs = createProofOfWork({
    redis,
    namespace: config.redisNamespace,
    secret: config.sessionSecret,
  });
  registerProofOfWorkRoutes(app, proofs);
  const site = siteFactsOf(config);
  registerSiteRoutes(app, {
    info: site,
    visitors: createVisitors(redis, config.redisNamespace),
    onUncounted: (error) => logger.warn({ err: error }, 'visit not counted'),
    repository: business.site,
    proofs,
    contactSubjects: LISTS['contact-subjects'].map(({ id }) => id),
    rememberLanguage: (personId, language) => sessions.changePerson(personId, { language }),
  });
  registerPeopleRoutes(app, platform, business);
  registerReferenceRoutes(app, { reference, countLotsByCategory: () => lots.countByCategory() });
  registerPageRoutes(app, { reference, texts, hours: site.hours });
  registerLotRoutes(app, lots, business.lotCard, (lotId, viewer) =>
    business.protocols.shownTo(lotId, viewer),
  );
  registerLotCardRoutes(app, business.lotCard);
  registerFavouriteRoutes(app, business.favourites);
  registerProtocolRoutes(app, {
    protocols: business.protocols,
    proofs,
    today: createDailyCount({
      redis,
      namespace: config.redisNamespace,
      name: 'protocols',
      perDay: PROTOCOL_CHECKS.perDay * config.rateLimitFactor,
    }),
    free: PROTOCOL_CHECKS.free * config.rateLimitFactor,
  });
  const { signatures, consents, development, apiKeys } = business.signing;
  registerSignatureRoutes(app, { signatures, texts, apiKeys });
  registerDevelopmentKeyRoutes(app, development, signatures);
  registerConsentRoutes(app, {
    consents,
    texts,
    namesOf: async (ids) => new Map((await accounts.byIds(ids)).map(({ id, name }) => [id, name])),
  });
  registerActionLogRoutes(app, actions);
  registerExportRoutes(
    app,
    createExportsService({
      sources: exportSources({
        tradeApplications,
        ...{ actions, topUps: business.paying.topUps },
        ...{ walletView: business.walletView, refunds: business.refunding.refunds },
      }),
      text: (...asked) => texts.text(...asked),
    }),
  );
  registerWalletRoutes(app, business.wallet, business.walletView);
  const { paying } = business;
  registerTopUpRoutes(app, paying.topUps);
  registerConsolePaymentRoutes(app, paying);
  business.refunding.registerRoutes(app);
  registerPaymentProviderRoutes(app, {
    ...{ providers: paying.providers(), book: paying.book, watch: paying.watch, texts, logger },
    publicUrl: () => config.publicUrl,
  });
  const countToday = createDailyLimit({
    redis,
    namespace: config.redisNamespace,
    name: 'black-list',
    perDay: BLACK_LIST_CHECKS_PER_DAY * config.rateLimitFactor,
  });
  registerSanctionRoutes(app, business.sanctions, proofs, countToday);
  registerTradeApplicationRoutes(app, { tradeApplications, lots, rooms: door });
  const { applying, cancelling, revoking } = business;
  registerUserOrderRoutes(app, { tradeApplications, applying, cancelling, revoking });
  registerConsoleRoomRoutes(app, consoleRooms);
  registerStaffTaskRoutes(app, business.tasks);
  registerConsoleContactRoutes(app, business.site);
  registerNewsRoutes(app, business.news);
  registerConflictRoutes(app, business.conflicts);
  registerNotificationRoutes(app, business.messaging.postOffice.inbox);
  const { gateways, postOffice, outbox } = business.messaging;
  if (gateways.sms?.name === 'eskiz')
    registerSmsReportRoutes(app, {
      gateway: gateways.sms,
      deliveries: postOffice.deliveries,
      onProblem: (error) => logger.warn({ err: error }, 'report of an SMS not checked'),
    });
  // Whoever may read it reads everybody's codes.
  if (config.twinsAllowed) registerTwinOutboxRoutes(app, outbox);
  // Lots of a demo that was run once keep their pictures when it is left out later.
  if (config.twinsAllowed) registerPictureRoutes(app, business.lotCard);
  registerAuctionRoutes(app, auction.live, auction.repository);
  // Last: it describes the pages of every address that nothing above answers.
  registerDiscoveryRoutes(app, {
    ...{ lots, texts, logger, sitemap: business.sitemap, news: business.news },
    publicUrl: () => config.publicUrl,
    painter: createPainter({
      file: PAINTING,
      read: (address) => app.visitorReads.read(address, PAINTED_READS),
      logger: logger.child({ part: 'painting' }),
    }),
  });
}
