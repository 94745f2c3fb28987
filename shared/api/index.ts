import { actionContracts } from './cabinet/actions.ts';
import { authContracts } from './site/auth.ts';
import { bankLineContracts } from './console/bank-lines.ts';
import { bankStatementContracts } from './console/bank-statements.ts';
import { captchaContracts } from './site/captcha.ts';
import { checkContracts } from './site/checks.ts';
import { consentContracts } from './cabinet/consent.ts';
import { consolePartnerContracts } from './console/console-partners.ts';
import { consoleFeaturedLotContracts } from './console/console-featured-lots.ts';
import { consoleListContracts } from './console/console-lists.ts';
import { consoleMessageTextContracts } from './console/console-message-texts.ts';
import { consoleHelpPageContracts } from './console/console-help-pages.ts';
import { consoleCategoryContracts } from './console/console-categories.ts';
import { consoleBarContracts } from './console/console-debarments.ts';
import { consoleConflictContracts } from './console/console-conflicts-of-interest.ts';
import { consoleBannerContracts } from './console/console-banners.ts';
import { consoleContactContracts } from './console/console-contact.ts';
import { consoleProtocolContracts } from './console/console-protocols.ts';
import { contactTemplateContracts } from './console/contact-templates.ts';
import { consoleLotContracts } from './console/console-lots.ts';
import { consoleOrderContracts } from './console/console-orders.ts';
import { consoleRoomContracts } from './console/console-rooms.ts';
import { staffNoteContracts } from './console/staff-notes.ts';
import { roomPageContracts } from './console/room-page.ts';
import { consoleReferenceContracts } from './console/console-reference.ts';
import type { Contract } from './contract.ts';
import { listChoiceContracts } from './console/list-choices.ts';
import { rehearsalContracts } from './console/rehearsals.ts';
import { technicalBreakContracts } from './console/technical-breaks.ts';
import { actionLogContracts } from './console/action-log.ts';
import { debtContracts } from './console/debts.ts';
import { figureContracts } from './console/figures.ts';
import { decisionContracts } from './console/decisions.ts';
import { exportContracts } from './cabinet/exports.ts';
import { favouriteContracts } from './cabinet/favourites.ts';
import { fileContracts } from './cabinet/files.ts';
import { gameViewRoomContracts } from './site/game-view-room.ts';
import { lotTabContracts } from './site/lot-tabs.ts';
import { lotContracts } from './site/lots.ts';
import { openDataContracts } from './site/open-data.ts';
import { statusContracts } from './site/status.ts';
import { newsContracts } from './site/news.ts';
import { viewingContracts } from './site/viewings.ts';
import { lotQuestionContracts } from './site/lot-questions.ts';
import { numberClaimContracts } from './cabinet/number-claims.ts';
import { notificationContracts } from './cabinet/notifications.ts';
import { savedSearchContracts } from './cabinet/saved-searches.ts';
import { quietHoursContracts } from './cabinet/quiet-hours.ts';
import { pageContracts } from './pages.ts';
import { pushContracts } from './cabinet/push.ts';
import { telegramContracts } from './cabinet/telegram.ts';
import { partContracts } from './parts.ts';
import { paymentContracts } from './cabinet/payments.ts';
import { offerContracts } from './cabinet/second-offers.ts';
import { handOverContracts } from './cabinet/hand-overs.ts';
import { consoleAccountContracts } from './console/console-accounts.ts';
import { consoleInvitationContracts } from './console/console-invitations.ts';
import { payoutContracts } from './console/payouts.ts';
import { erasureContracts } from './cabinet/erasure.ts';
import { personTrailContracts } from './console/person-trail.ts';
import { recordContracts } from './console/records.ts';
import { personalDataContracts } from './cabinet/personal-data.ts';
import { webhookContracts } from './cabinet/webhooks.ts';
import { consoleWebhookContracts } from './console/console-webhooks.ts';
import { apiTokenContracts } from './cabinet/api-tokens.ts';
import { profileContracts } from './cabinet/profile.ts';
import { protestContracts } from './cabinet/protests.ts';
import { protocolContracts } from './cabinet/protocols.ts';
import { orderQuestionContracts } from './cabinet/order-questions.ts';
import { orderActionContracts } from './cabinet/order-actions.ts';
import { orderImportContracts } from './cabinet/order-imports.ts';
import { orderContracts } from './cabinet/orders.ts';
import { repeatContracts } from './console/relistings.ts';
import { purchaseContracts } from './cabinet/purchases.ts';
import { referenceContracts } from './site/reference.ts';
import { referenceProposalContracts } from './console/reference-proposals.ts';
import { refundContracts } from './cabinet/refunds.ts';
import { resultCancellationContracts } from './console/result-cancellations.ts';
import { saleClaimContracts } from './cabinet/sale-claims.ts';
import { signatureContracts } from './cabinet/signatures.ts';
import { signedRecordContracts } from './site/signed-records.ts';
import { siteContracts } from './site/site.ts';
import { anomalyFlagContracts } from './console/anomaly-flags.ts';
import { incidentContracts } from './console/incidents.ts';
import { staffTaskContracts } from './console/staff-tasks.ts';
import { systemContracts } from './console/system.ts';
import { todayContracts } from './console/today.ts';
import { tradeApplicationContracts } from './cabinet/trade-applications.ts';
import { userContracts } from './cabinet/user.ts';
import { userOrderContracts } from './cabinet/user-order.ts';
import { walletContracts } from './cabinet/wallet.ts';
import { winLotContracts } from './cabinet/winlots.ts';
import { winnerResultContracts } from './cabinet/winner-payments.ts';

/** Every call of the API. Routes, OpenAPI and the contract tests are compared with this list. */
export const CONTRACTS: readonly Contract[] = [
  ...authContracts,
  ...signedRecordContracts,
  ...siteContracts,
  ...referenceContracts,
  ...orderQuestionContracts,
  ...pageContracts,
  ...captchaContracts,
  ...lotContracts,
  ...lotTabContracts,
  ...partContracts,
  ...favouriteContracts,
  ...checkContracts,
  ...protocolContracts,
  ...userContracts,
  ...actionContracts,
  ...exportContracts,
  ...profileContracts,
  ...apiTokenContracts,
  ...webhookContracts,
  ...pushContracts,
  ...telegramContracts,
  ...consoleWebhookContracts,
  ...personalDataContracts,
  ...erasureContracts,
  ...fileContracts,
  ...gameViewRoomContracts,
  ...orderContracts,
  ...orderActionContracts,
  ...tradeApplicationContracts,
  ...userOrderContracts,
  ...purchaseContracts,
  ...paymentContracts,
  ...refundContracts,
  ...walletContracts,
  ...winLotContracts,
  ...winnerResultContracts,
  ...offerContracts,
  ...payoutContracts,
  ...handOverContracts,
  ...repeatContracts,
  ...protestContracts,
  ...consoleBarContracts,
  ...technicalBreakContracts,
  ...rehearsalContracts,
  ...actionLogContracts,
  ...debtContracts,
  ...figureContracts,
  ...resultCancellationContracts,
  ...saleClaimContracts,
  ...decisionContracts,
  ...bankStatementContracts,
  ...bankLineContracts,
  ...consoleAccountContracts,
  ...consoleInvitationContracts,
  ...lotQuestionContracts,
  ...viewingContracts,
  ...numberClaimContracts,
  ...listChoiceContracts,
  ...notificationContracts,
  ...quietHoursContracts,
  ...savedSearchContracts,
  ...newsContracts,
  ...openDataContracts,
  ...statusContracts,
  ...consoleCategoryContracts,
  ...consoleListContracts,
  ...consoleFeaturedLotContracts,
  ...consolePartnerContracts,
  ...consoleHelpPageContracts,
  ...consoleMessageTextContracts,
  ...consoleRoomContracts,
  ...roomPageContracts,
  ...staffNoteContracts,
  ...personTrailContracts,
  ...recordContracts,
  ...consoleLotContracts,
  ...consoleOrderContracts,
  ...referenceProposalContracts,
  ...consoleReferenceContracts,
  ...orderImportContracts,
  ...staffTaskContracts,
  ...incidentContracts,
  ...anomalyFlagContracts,
  ...systemContracts,
  ...todayContracts,
  ...consoleContactContracts,
  ...contactTemplateContracts,
  ...consoleBannerContracts,
  ...consoleProtocolContracts,
  ...consoleConflictContracts,
  ...signatureContracts,
  ...consentContracts,
];
