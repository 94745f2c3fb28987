import {
  registerAccountRoutes,
  registerActionAccessRoutes,
  registerActionLogRoutes,
  registerAnomalyFlagRoutes,
  registerApiTokenRoutes,
  registerConsoleWebhookRoutes,
  registerWebhookRoutes,
  registerAuctionRoutes,
  registerAuthTokenRoutes,
  registerBankLineRoutes,
  registerBankStatementRoutes,
  registerConflictRoutes,
  registerConsoleCategoryRoutes,
  registerConsentRoutes,
  registerConsoleBarRoutes,
  registerConsoleAccountRoutes,
  registerConsoleActionRoutes,
  registerConsoleInvitationRoutes,
  registerConsoleBannerRoutes,
  registerConsoleContactRoutes,
  registerConsoleListRoutes,
  registerConsoleLotRoutes,
  registerConsolePaymentRoutes,
  registerConsoleProtocolRoutes,
  registerConsoleOrderRoutes,
  registerConsoleReferenceRoutes,
  registerConsoleRoomRoutes,
  registerRoomPageRoutes,
  registerIncidentRoutes,
  registerListChoiceRoutes,
  registerStaffNoteRoutes,
  registerTechnicalBreakRoutes,
  registerConsoleOfferRoutes,
  registerConsoleSettlementRoutes,
  registerWinLotRoutes,
  registerWinnerPaymentRoutes,
  registerDebtRoutes,
  registerDecisionRoutes,
  registerDevelopmentKeyRoutes,
  registerEditRequestRoutes,
  registerErasureRoutes,
  registerExportRoutes,
  registerFavouriteRoutes,
  registerFeaturedLotRoutes,
  registerLotCardRoutes,
  registerLotQuestionRoutes,
  registerLotRoutes,
  registerMessageTextRoutes,
  registerNewsRoutes,
  registerOpenDataRoutes,
  registerNotificationRoutes,
  registerNumberClaimRoutes,
  registerSecondOfferRoutes,
  registerFigureRoutes,
  registerSystemRoutes,
  registerFileRoutes,
  registerOrderImportRoutes,
  registerOrderLotRoutes,
  registerOrderActionRoutes,
  registerOrderRoutes,
  registerOwnProtocolRoutes,
  registerPageRoutes,
  registerPartnerRoutes,
  registerPasswordRoutes,
  registerHandOverRoutes,
  registerPayoutRoutes,
  registerPersonalDataRoutes,
  registerPersonTrailRoutes,
  registerRecordRoutes,
  registerPurchaseRoutes,
  registerConsoleRelistingRoutes,
  registerRehearsalRoutes,
  registerProfileRoutes,
  registerPushRoutes,
  registerProtestRoutes,
  registerProtocolRoutes,
  registerReferenceRoutes,
  registerResultCancellationRoutes,
  registerSaleClaimRoutes,
  registerRefundRoutes,
  registerSanctionRoutes,
  registerSessionRoutes,
  registerSignatureRoutes,
  registerSiteRoutes,
  registerSmsReportRoutes,
  registerStaffTaskRoutes,
  registerSavedSearchRoutes,
  registerTelegramRoutes,
  registerTelegramSandboxRoutes,
  registerTelegramUpdateRoutes,
  registerStatusRoutes,
  registerMoneyOfDayRoutes,
  registerTodayRoutes,
  registerTopUpRoutes,
  registerTradeApplicationRoutes,
  registerSignedRecordRoutes,
  registerUserOrderRoutes,
  registerViewingRoutes,
  registerWalletRoutes,
  visitorLimitsModule,
} from '#server/api/index.ts';
import { auctionLogModule, auctionModule, type RoomsOfProcess } from '#server/auction/index.ts';
import {
  accountChangesModule,
  accountsModule,
  apiTokensModule,
  invitationsModule,
  profileModule,
  signInModule,
} from '#server/domains/people/accounts/index.ts';
import { actionLogModule, actionSearchModule } from '#server/domains/staff/action-log/index.ts';
import { bankStatementsModule } from '#server/domains/money/bank-statements/index.ts';
import {
  conflictsOfInterestModule,
  participantsModule,
  samePersonModule,
} from '#server/domains/people/conflicts-of-interest/index.ts';
import { decisionsModule } from '#server/domains/staff/decisions/index.ts';
import { erasureModule } from '#server/domains/people/erasure/index.ts';
import { exportsModule } from '#server/domains/content/exports/index.ts';
import { favouritesModule } from '#server/domains/trade/favourites/index.ts';
import { savedSearchesModule } from '#server/domains/trade/saved-searches/index.ts';
import { filesModule } from '#server/domains/content/files/index.ts';
import { handOversModule } from '#server/domains/trade/hand-overs/index.ts';
import { helpPagesModule } from '#server/domains/content/help-pages/index.ts';
import { lotQuestionsModule } from '#server/domains/trade/lot-questions/index.ts';
import { lotApproachModule, lotsModule } from '#server/domains/trade/lots/index.ts';
import { newsModule } from '#server/domains/content/news/index.ts';
import { messagingModule, notificationsModule } from '#server/domains/content/notifications/index.ts';
import { refundsModule, topUpsModule } from '#server/domains/money/payments/index.ts';
import { personTrailModule } from '#server/domains/people/person-trail/index.ts';
import { personalDataModule } from '#server/domains/people/personal-data/index.ts';
import { numberClaimsModule } from '#server/domains/people/number-claims/index.ts';
import { recordsModule } from '#server/domains/staff/records/index.ts';
import { secondOffersModule } from '#server/domains/trade/second-offers/index.ts';
import { openDataModule } from '#server/domains/trade/open-data/index.ts';
import { orderImportsModule } from '#server/domains/trade/order-imports/index.ts';
import { moderationModule, ordersModule } from '#server/domains/trade/orders/index.ts';
import { partnersModule } from '#server/domains/content/partners/index.ts';
import { payoutsModule } from '#server/domains/money/payouts/index.ts';
import { relistingsModule } from '#server/domains/trade/relistings/index.ts';
import { protestsModule } from '#server/domains/trade/protests/index.ts';
import { protocolsModule } from '#server/domains/trade/protocols/index.ts';
import { purchasesModule } from '#server/domains/trade/purchases/index.ts';
import { referenceModule } from '#server/domains/content/reference/index.ts';
import { referenceChangesModule } from '#server/domains/content/reference-changes/index.ts';
import { rehearsalsModule } from '#server/domains/trade/rehearsals/index.ts';
import { resultCancellationsModule } from '#server/domains/trade/result-cancellations/index.ts';
import { debarmentsModule } from '#server/domains/people/debarments/index.ts';
import { offerConsentModule, signingModule } from '#server/domains/people/signatures/index.ts';
import { signedRecordsModule } from '#server/domains/trade/signed-records/index.ts';
import { settlementsModule } from '#server/domains/money/settlements/index.ts';
import { bannersModule } from '#server/domains/content/banners/index.ts';
import { contactAnswersModule } from '#server/domains/content/contact-answers/index.ts';
import { siteModule } from '#server/domains/content/site/index.ts';
import { staffMoneyModule } from '#server/domains/money/staff-money/index.ts';
import { anomalyFlagsModule } from '#server/domains/staff/anomaly-flags/index.ts';
import { incidentsModule } from '#server/domains/staff/incidents/index.ts';
import { serviceLevelsModule } from '#server/domains/staff/service-levels/index.ts';
import { listChoicesModule } from '#server/domains/staff/list-choices/index.ts';
import { staffNotesModule } from '#server/domains/staff/notes/index.ts';
import { staffTasksModule } from '#server/domains/staff/tasks/index.ts';
import { figuresModule } from '#server/domains/staff/figures/index.ts';
import { systemModule } from '#server/domains/staff/system/index.ts';
import { workQueuesModule } from '#server/domains/staff/work-queues/index.ts';
import {
  technicalBreakDecisions,
  tradeApplicationsModule,
} from '#server/domains/trade/trade-applications/index.ts';
import { webhooksModule } from '#server/domains/content/webhooks/index.ts';
import { viewingsModule } from '#server/domains/trade/viewings/index.ts';
import { walletModule } from '#server/domains/money/wallet/index.ts';
import { registerPaymentProviderRoutes } from '#server/integrations/payment-providers/index.ts';
import { compose, type Base } from '#server/platform/modules/index.ts';
import { registerProofOfWorkRoutes } from '#server/platform/proof-of-work/index.ts';
import {
  applicationsModule,
  concludeAuctionModule,
  correctingLotsModule,
  endingOrdersModule,
  erasingModule,
  grantingNumberClaimsModule,
  handingOverModule,
  importingOrdersModule,
  ordersOnTradeModule,
  outbidAlertsModule,
  previewOrderModule,
  repeatingModule,
  protestingModule,
  purchasingModule,
  rehearsingModule,
  roomsModule,
  settlingModule,
  undoingModule,
} from '#server/workflows/index.ts';

/**
 * The product without rooms: what operators' commands and the demo use. Each line is a module and the routes that serve
 * it; a module finds what it needs above its line, or this file does not compile.
 */
export const MODULES_WITHOUT_ROOMS = compose<Base>()
  .with(visitorLimitsModule, (app, { proofs }) => registerProofOfWorkRoutes(app, proofs))
  .with(actionLogModule, (app, { actions }) => registerActionLogRoutes(app, actions))
  .with(notificationsModule)
  .with(offerConsentModule)
  .with(samePersonModule)
  .with(accountsModule)
  .with(messagingModule, (app, parts) => {
    const { postOffice, messageTexts, gateways, pushSubscriptions, telegram, telegramLinks, logger } = parts;
    registerMessageTextRoutes(app, messageTexts);
    registerPushRoutes(app, pushSubscriptions);
    registerTelegramRoutes(app, telegramLinks);
    if (telegram?.updatesSecret) registerTelegramUpdateRoutes(app, telegram.updatesSecret, telegramLinks);
    if (telegram?.name === 'twin') registerTelegramSandboxRoutes(app, telegramLinks);
    registerNotificationRoutes(app, postOffice);
    if (gateways.sms?.name !== 'eskiz') return;
    registerSmsReportRoutes(app, {
      gateway: gateways.sms,
      deliveries: postOffice.deliveries,
      onProblem: (error) => logger.warn({ err: error }, 'report of an SMS not checked'),
    });
  })
  .with(filesModule, (app, { files }) => registerFileRoutes(app, files))
  .with(siteModule)
  .with(bannersModule, (app, { banners }) => registerConsoleBannerRoutes(app, banners))
  .with(
    referenceModule,
    (app, { contactSubjects, siteFacts, banners, visitors, site, proofs, sessions, logger }) =>
      registerSiteRoutes(app, {
        info: siteFacts,
        banners,
        visitors,
        repository: site,
        proofs,
        onUncounted: (error) => logger.warn({ err: error }, 'visit not counted'),
        contactSubjects,
        rememberLanguage: (personId, language) => sessions.changePerson(personId, { language }),
      }),
  )
  .with(helpPagesModule, (app, { helpPages, legalFigures }) =>
    registerPageRoutes(app, { helpPages, figures: legalFigures }),
  )
  .with(contactAnswersModule, (app, parts) => registerConsoleContactRoutes(app, parts))
  .with(staffMoneyModule)
  .with(decisionsModule, (app, { decisions, readDecisions }) =>
    registerDecisionRoutes(app, decisions, readDecisions),
  )
  .with(signingModule, (app, { signatures, consents, signer, texts, namesOf }) => {
    registerSignatureRoutes(app, { signatures, texts, apiKeys: signer.apiKeys });
    registerDevelopmentKeyRoutes(app, signer.development, signatures);
    registerConsentRoutes(app, { consents, texts, namesOf });
  })
  .with(debarmentsModule, (app, { sanctions, bars, proofs, countBlackListCheck }) => {
    registerSanctionRoutes(app, sanctions, proofs, countBlackListCheck);
    registerConsoleBarRoutes(app, bars);
  })
  .with(profileModule, (app, { people, codes, texts, countNumberTry }) => {
    registerProfileRoutes(app, {
      profile: people.profile,
      contacts: people.contacts(codes),
      countNumberTry,
    });
    registerEditRequestRoutes(app, people.editRequests);
    registerActionAccessRoutes(app, { texts, judge: people.mayDo });
  })
  .with(apiTokensModule, (app, { apiTokens }) => registerApiTokenRoutes(app, apiTokens))
  .with(
    signInModule,
    (
      app,
      { config, accounts, signIn, passwords, sessions, actions, authTokens, cabinet, pushSubscriptions },
    ) => {
      const { publicUrl, furtherOrigins, staffSecondFactor } = config;
      registerAccountRoutes(app, {
        publicUrl,
        accounts,
        signIn,
        sessions,
        signedOut: (handle) => pushSubscriptions.sessionOver(handle),
        staffSecondFactor,
        shipped: config.signIn.shipped,
        externalCabinet: config.cabinet !== null,
      });
      registerPasswordRoutes(app, passwords);
      registerSessionRoutes(app, { sessions, actions });
      registerAuthTokenRoutes(app, { publicUrl, furtherOrigins, accounts, cabinet, tokens: authTokens });
    },
  )
  .with(accountChangesModule, (app, { accountChanges, findAccounts, endSessionsOf }) =>
    registerConsoleAccountRoutes(app, accountChanges, findAccounts, endSessionsOf),
  )
  .with(numberClaimsModule)
  .with(
    grantingNumberClaimsModule,
    (app, { claimingNumbers, readingNumberClaims, decidingNumberClaims, grantNumberClaim, countNumberTry }) =>
      registerNumberClaimRoutes(app, {
        claiming: claimingNumbers,
        reading: readingNumberClaims,
        deciding: decidingNumberClaims,
        grant: grantNumberClaim,
        countNumberTry,
      }),
  )
  .with(invitationsModule, (app, { invitations }) => registerConsoleInvitationRoutes(app, invitations))
  .with(personalDataModule, (app, { personExport, actions }) =>
    registerPersonalDataRoutes(app, personExport, actions),
  )
  .with(erasureModule, (app, { erasures }) => registerErasureRoutes(app, erasures))
  .with(erasingModule)
  .with(walletModule, (app, { wallet, walletView, debts, forfeits, moneyOfDay }) => {
    registerWalletRoutes(app, wallet, walletView);
    registerMoneyOfDayRoutes(app, moneyOfDay);
    registerDebtRoutes(app, debts, forfeits);
  })
  .with(topUpsModule, (app, { payments, config, texts, logger }) => {
    registerTopUpRoutes(app, payments.topUps);
    registerConsolePaymentRoutes(app, payments);
    registerPaymentProviderRoutes(app, {
      providers: payments.providers(),
      book: payments.book,
      watch: payments.watch,
      texts,
      logger,
      publicUrl: () => config.publicUrl,
    });
  })
  .with(refundsModule, (app, { refunding, wallet, namesOf }) =>
    registerRefundRoutes(app, { refunding, namesOf, balanceOf: (personId) => wallet.balanceOf(personId) }),
  )
  .with(ordersModule)
  .with(participantsModule)
  .with(technicalBreakDecisions)
  .with(lotsModule, (app, parts) => {
    const { lots, reference } = parts;
    const countLotsByCategory = () => lots.countByCategory();
    registerReferenceRoutes(app, { reference, countLotsByCategory });
    registerConsoleCategoryRoutes(app, { ...parts, countLotsByCategory });
    registerConsoleListRoutes(app, parts.listEditor, parts.entriesOfLots);
    registerLotCardRoutes(app, parts.lotCard, parts.lotPartSchedules);
    registerFeaturedLotRoutes(app, parts.featured);
  })
  .with(lotApproachModule)
  .with(rehearsalsModule)
  .with(webhooksModule, (app, { webhooks, staffWebhooks, staffHosts }) => {
    registerWebhookRoutes(app, webhooks);
    registerConsoleWebhookRoutes(app, staffWebhooks, staffHosts);
  })
  .with(conflictsOfInterestModule, (app, { conflicts }) => registerConflictRoutes(app, conflicts))
  .with(actionSearchModule, (app, { readActions, actionSearch, actionBlocks }) =>
    registerConsoleActionRoutes(app, readActions, actionSearch, actionBlocks),
  )
  .with(lotQuestionsModule, (app, { lotQuestions: questions, moderateQuestions: moderation }) =>
    registerLotQuestionRoutes(app, { questions, moderation }),
  )
  .with(viewingsModule, (app, { bookViewings: booking, offerViewings: offering, readViewings: reading }) =>
    registerViewingRoutes(app, { booking, offering, reading }),
  )
  .with(endingOrdersModule)
  .with(moderationModule, (app, { moderation, moderationView: view, authorisedSellers: sellers, namesOf }) =>
    registerConsoleOrderRoutes(app, { moderation, view, sellers, namesOf }),
  )
  .with(orderImportsModule, (app, { orderImports: imports, files, texts }) =>
    registerOrderImportRoutes(app, { imports, files, texts }),
  )
  .with(auctionLogModule)
  .with(signedRecordsModule, (app, { signedRecords }) => registerSignedRecordRoutes(app, signedRecords))
  .with(protocolsModule, (app, { lots, lotCard, protocols, staffProtocols, proofs, protocolChecks }) => {
    registerLotRoutes(app, lots, lotCard, (lotId, viewer) => protocols.shownTo(lotId, viewer));
    registerProtocolRoutes(app, { protocols, proofs, ...protocolChecks });
    registerOwnProtocolRoutes(app, protocols);
    registerConsoleProtocolRoutes(app, staffProtocols);
  })
  .with(openDataModule, (app, { openData, texts }) => registerOpenDataRoutes(app, openData, texts))
  .with(protestsModule)
  .with(previewOrderModule, (app, { orders, orderFlows: flows, lotsOfOrders, previewOrder }) =>
    registerOrderRoutes(app, { orders, flows, lotsOfOrders, previewOrder }),
  )
  .with(favouritesModule, (app, { favourites }) => registerFavouriteRoutes(app, favourites))
  .with(savedSearchesModule, (app, { savedSearches }) => registerSavedSearchRoutes(app, savedSearches))
  .with(staffTasksModule, (app, { tasks }) => registerStaffTaskRoutes(app, tasks))
  .with(incidentsModule, (app, { incidents }) => registerIncidentRoutes(app, incidents))
  .with(serviceLevelsModule, (app, { platformStatus }) => registerStatusRoutes(app, platformStatus))
  .with(systemModule, (app, { system }) => registerSystemRoutes(app, system))
  .with(anomalyFlagsModule, (app, { anomalyFlags }) => registerAnomalyFlagRoutes(app, anomalyFlags))
  .with(staffNotesModule, (app, { staffNotes }) => registerStaffNoteRoutes(app, staffNotes))
  .with(listChoicesModule, (app, { listChoices }) => registerListChoiceRoutes(app, listChoices))
  .with(payoutsModule, (app, { payouts, decidePayouts }) => registerPayoutRoutes(app, payouts, decidePayouts))
  .with(handOversModule)
  .with(settlementsModule, (app, { consoleSettlements, winnerPayments }) => {
    registerConsoleSettlementRoutes(app, consoleSettlements);
    registerWinnerPaymentRoutes(app, winnerPayments);
  })
  .with(secondOffersModule, (app, { offers }) => registerConsoleOfferRoutes(app, offers))
  .with(relistingsModule, (app, { repeats, decideRepeats: deciding }) =>
    registerConsoleRelistingRoutes(app, { repeats, deciding }),
  )
  .with(bankStatementsModule, (app, { files, statementImport, bankLines: lines, texts }) =>
    registerBankStatementRoutes(app, { files, statementImport, lines, texts }),
  )
  .with(undoingModule)
  .with(handingOverModule, (app, { handOvers, winLots, handingOver }) =>
    registerHandOverRoutes(app, { handOvers, winLots, ...handingOver }),
  )
  .with(correctingLotsModule, (app, { correctLot }) => registerConsoleLotRoutes(app, correctLot))
  .with(resultCancellationsModule, (app, { resultCancellations, saleClaims }) => {
    registerResultCancellationRoutes(app, resultCancellations);
    registerSaleClaimRoutes(app, saleClaims);
  })
  .with(referenceChangesModule, (app, { referenceChanges, files }) =>
    registerConsoleReferenceRoutes(app, referenceChanges, files),
  )
  .with(newsModule, (app, { news }) => registerNewsRoutes(app, news))
  .with(partnersModule, (app, { partners }) => registerPartnerRoutes(app, partners))
  .with(personTrailModule, (app, { personTrail }) => registerPersonTrailRoutes(app, personTrail))
  .with(recordsModule, (app, { records }) => registerRecordRoutes(app, records))
  .with(purchasesModule);

/** The whole product, for processes that reach rooms. */
export const MODULES = MODULES_WITHOUT_ROOMS.andGiven<RoomsOfProcess>()
  .with(auctionModule, (app, { live, auctionLog, signedRecords }) => {
    if (live) registerAuctionRoutes(app, live, auctionLog, signedRecords);
  })
  .with(roomsModule)
  .with(outbidAlertsModule)
  .with(rehearsingModule, (app, { rehearsals }) => registerRehearsalRoutes(app, rehearsals))
  .with(applicationsModule)
  .with(purchasingModule, (app, { purchases, suspendSale }) =>
    registerPurchaseRoutes(app, { purchases, suspendSale }),
  )
  .with(tradeApplicationsModule, (app, parts) => {
    const { tradeApplications, lots, auction, consoleRooms, applying, cancelling, revoking, joinPractice } =
      parts;
    const { live, purchases, reserving, confirming, cancelPurchase, technicalBreaks } = parts;
    registerTradeApplicationRoutes(app, {
      tradeApplications,
      lots,
      rooms: auction,
      sendsAway: () => live?.sendsAway() ?? false,
      joinPractice,
      sellerOf: async (lotId) => (await parts.lotsRepository.get(lotId))?.customer_person_id ?? null,
    });
    registerUserOrderRoutes(app, {
      tradeApplications,
      applying,
      cancelling,
      revoking,
      purchases,
      reserving,
      confirming,
      cancelPurchase,
    });
    registerConsoleRoomRoutes(app, consoleRooms);
    registerRoomPageRoutes(app, parts.roomPage);
    registerTechnicalBreakRoutes(app, technicalBreaks, parts.conflicts);
  })
  .with(settlingModule, (app, { winLots, paying, refusing, payShortfall, offers, answering, ...parts }) => {
    registerBankLineRoutes(app, parts.bankLines, parts.decidingLines);
    registerWinLotRoutes(app, {
      winLots,
      paying,
      refusing,
      payShortfall,
      leaving: parts.leaveCorrectedSale,
    });
    registerSecondOfferRoutes(app, { offers, answering });
  })
  .with(
    protestingModule,
    (
      app,
      { protests, filingProtests: filing, admittingProtests: admitting, decidingProtests: deciding, orders },
    ) => registerProtestRoutes(app, { protests, filing, admitting, deciding, reading: orders.reading }),
  )
  .with(concludeAuctionModule)
  .with(importingOrdersModule)
  .with(repeatingModule)
  .with(
    ordersOnTradeModule,
    (app, { orderActions, orderWithdrawals, withdrawing, protestsOfOrders, relistingRequests, ...parts }) => {
      registerOrderLotRoutes(app, parts.listOrderLots);
      registerOrderActionRoutes(app, {
        actions: orderActions,
        withdrawals: orderWithdrawals,
        elsewhere: {
          ...protestsOfOrders,
          withdrawFromTrade: withdrawing.withdraw,
          repeats: relistingRequests,
        },
      });
    },
  )
  .with(figuresModule, (app, { figures }) => registerFigureRoutes(app, figures))
  .with(workQueuesModule, (app, { readWorkQueues }) => registerTodayRoutes(app, readWorkQueues))
  .with(exportsModule, (app, { exports }) => registerExportRoutes(app, exports));
