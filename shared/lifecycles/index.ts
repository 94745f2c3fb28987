import { ANOMALY_FLAG } from './anomaly-flag.ts';
import { BANK_LINE } from './bank-line.ts';
import { BAR_PROPOSAL } from './bar-proposal.ts';
import { BAR } from './bar.ts';
import { ACCOUNT_CHANGE } from './account-change.ts';
import { DECISION } from './decision.ts';
import { DEPOSIT } from './deposit.ts';
import { EDIT_REQUEST } from './edit-request.ts';
import { ERASURE } from './erasure.ts';
import { HAND_OVER } from './hand-over.ts';
import { INCIDENT } from './incident.ts';
import type { Lifecycle } from './lifecycle.ts';
import { LOT } from './lot.ts';
import { LOT_QUESTION } from './lot-question.ts';
import { NEWS } from './news.ts';
import { NUMBER_CLAIM } from './number-claim.ts';
import { IMPORTED_ROW } from './imported-row.ts';
import { OFFER } from './offer.ts';
import { ORDER_IMPORT } from './order-import.ts';
import { ORDER } from './order.ts';
import { PAYMENT, PROVIDER_TRANSACTION } from './payment.ts';
import { PAYOUT } from './payout.ts';
import { PROTEST } from './protest.ts';
import { PROTOCOL } from './protocol.ts';
import { PURCHASE } from './purchase.ts';
import { REFERENCE_PROPOSAL } from './reference-proposal.ts';
import { REFUND } from './refund.ts';
import { REPEAT } from './repeat.ts';
import { RESULT_CANCELLATION } from './result-cancellation.ts';
import { ROOM_REQUEST } from './room-request.ts';
import { SETTLEMENT } from './settlement.ts';
import { STAFF_INVITATION } from './staff-invitation.ts';
import { STAFF_TASK } from './staff-task.ts';
import { TRADE_APPLICATION } from './trade-application.ts';
import { VIEWING, VIEWING_BOOKING } from './viewing.ts';

/** Every lifecycle. docs/lifecycles.md is printed from this list, and tests walk it. */
export const LIFECYCLES: readonly Lifecycle[] = [
  ORDER,
  ORDER_IMPORT,
  IMPORTED_ROW,
  LOT,
  LOT_QUESTION,
  VIEWING,
  VIEWING_BOOKING,
  TRADE_APPLICATION,
  DEPOSIT,
  PURCHASE,
  PAYMENT,
  PROVIDER_TRANSACTION,
  REFUND,
  OFFER,
  SETTLEMENT,
  PAYOUT,
  HAND_OVER,
  PROTEST,
  BANK_LINE,
  PROTOCOL,
  REPEAT,
  RESULT_CANCELLATION,
  DECISION,
  EDIT_REQUEST,
  ACCOUNT_CHANGE,
  NUMBER_CLAIM,
  ERASURE,
  STAFF_INVITATION,
  ROOM_REQUEST,
  BAR,
  BAR_PROPOSAL,
  REFERENCE_PROPOSAL,
  STAFF_TASK,
  INCIDENT,
  ANOMALY_FLAG,
  NEWS,
];
