import { actionContracts } from './actions.ts';
import { authContracts } from './auth.ts';
import { bankLineContracts } from './bank-lines.ts';
import { bankStatementContracts } from './bank-statements.ts';
import { captchaContracts } from './captcha.ts';
import { checkContracts } from './checks.ts';
import { consentContracts } from './consent.ts';
import { consolePartnerContracts } from './console-partners.ts';
import { consoleFeaturedLotContracts } from './console-featured-lots.ts';
import { consoleListContracts } from './console-lists.ts';
import { consoleHelpPageContracts } from './console-help-pages.ts';
import { consoleCategoryContracts } from './console-categories.ts';
import { consoleBarContracts } from './console-bars.ts';
import { consoleConflictContracts } from './console-conflicts.ts';
import { consoleContactContracts } from './console-contact.ts';
import { consoleLotContracts } from './console-lots.ts';
import { consoleOrderContracts } from './console-orders.ts';
import { consoleRoomContracts } from './console-rooms.ts';
import { consoleReferenceContracts } from './console-reference.ts';
import type { Contract } from './contract.ts';
import { debtContracts } from './debts.ts';
import { decisionContracts } from './decisions.ts';
import { exportContracts } from './exports.ts';
import { favouriteContracts } from './favourites.ts';
import { fileContracts } from './files.ts';
import { gameViewRoomContracts } from './game-view-room.ts';
import { lotTabContracts } from './lot-tabs.ts';
import { lotContracts } from './lots.ts';
import { newsContracts } from './news.ts';
import { numberClaimContracts } from './number-claims.ts';
import { notificationContracts } from './notifications.ts';
import { pageContracts } from './pages.ts';
import { partContracts } from './parts.ts';
import { paymentContracts } from './payments.ts';
import { offerContracts } from './offers.ts';
import { handOverContracts } from './hand-overs.ts';
import { consoleAccountContracts } from './console-accounts.ts';
import { consoleInvitationContracts } from './console-invitations.ts';
import { payoutContracts } from './payouts.ts';
import { erasureContracts } from './erasure.ts';
import { personalDataContracts } from './personal-data.ts';
import { profileContracts } from './profile.ts';
import { protestContracts } from './protests.ts';
import { protocolContracts } from './protocols.ts';
import { orderQuestionContracts } from './order-questions.ts';
import { orderActionContracts } from './order-actions.ts';
import { orderImportContracts } from './order-imports.ts';
import { orderContracts } from './orders.ts';
import { repeatContracts } from './repeats.ts';
import { purchaseContracts } from './purchases.ts';
import { referenceContracts } from './reference.ts';
import { referenceProposalContracts } from './reference-proposals.ts';
import { refundContracts } from './refunds.ts';
import { resultCancellationContracts } from './result-cancellations.ts';
import { signatureContracts } from './signatures.ts';
import { siteContracts } from './site.ts';
import { staffTaskContracts } from './staff-tasks.ts';
import { tradeApplicationContracts } from './trade-applications.ts';
import { userContracts } from './user.ts';
import { userOrderContracts } from './user-order.ts';
import { walletContracts } from './wallet.ts';
import { winLotContracts } from './winlots.ts';
import { winnerResultContracts } from './winner-payments.ts';

/** Every call of the API. Routes, OpenAPI and the contract tests are compared with this list. */
export const CONTRACTS: readonly Contract[] = [
  ...authContracts,
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
  ...debtContracts,
  ...resultCancellationContracts,
  ...decisionContracts,
  ...bankStatementContracts,
  ...bankLineContracts,
  ...consoleAccountContracts,
  ...consoleInvitationContracts,
  ...numberClaimContracts,
  ...notificationContracts,
  ...newsContracts,
  ...consoleCategoryContracts,
  ...consoleListContracts,
  ...consoleFeaturedLotContracts,
  ...consolePartnerContracts,
  ...consoleHelpPageContracts,
  ...consoleRoomContracts,
  ...consoleLotContracts,
  ...consoleOrderContracts,
  ...referenceProposalContracts,
  ...consoleReferenceContracts,
  ...orderImportContracts,
  ...staffTaskContracts,
  ...consoleContactContracts,
  ...consoleConflictContracts,
  ...signatureContracts,
  ...consentContracts,
];
