import type { RepeatObstacle } from '../lifecycles/repeat.ts';
import type { DebarmentCause } from '../limits/debarments.ts';
import type { LocalizedText } from '../i18n/localized.ts';

/** Messages that were written before staff could edit these reasons; each has a text `order-actions:reject.<reason>`. */
type EarlierRejectReason =
  | 'prohibited'
  | 'not-the-owner'
  | 'false-documents'
  | 'encumbered'
  | 'already-on-trade'
  | 'not-for-this-platform'
  | 'other';

interface AboutLot {
  lotId: number;
  /** Shown next to the number where it is known. */
  lotTitle?: LocalizedText;
}
interface Deposit extends AboutLot {
  amountTiyin: number;
}
interface AtViewing extends AboutLot {
  startsAtMs: number;
}
interface Due extends Deposit {
  payByMs: number;
}
interface TopUp {
  paymentId: string;
  amountTiyin: number;
  /** Shown name of the payment system: "Payme". */
  provider: string;
}
interface Refund {
  refundId: string;
  amountTiyin: number;
}
interface AboutOrder {
  orderId: number;
  /** Shown next to the number where it is written already. */
  orderTitle?: LocalizedText;
}
interface OrderOnTrade extends AboutOrder {
  lotId: number;
}
type None = Record<string, never>;
/** What changed of how somebody signs in with a second step. */
type FactorChangeWord =
  | 'app-set'
  | 'passkey-added'
  | 'passkey-removed'
  | 'codes-made'
  | 'code-used'
  | 'outside-unlinked';

/** Every message there is, with what its texts need. Money in tiyin, instants in ms since 1970. */
export interface TemplateParams {
  'deposit-held': Deposit;
  'deposit-released': Deposit;
  /** The winner declined or did not pay. */
  'deposit-forfeited': Deposit;
  /** Two members of staff, or a bar, revoked the right of who led to the end; `reason`: as they stated it, or empty. */
  'deposit-forfeited-revoked': Deposit & { reason: string };
  'application-admitted': AboutLot & { bidderNumber: number };
  /** `reason`: a sentence, or empty. */
  'application-turned-down': AboutLot & { reason: string };
  'application-own-lot': AboutLot;
  'application-barred': AboutLot;
  'application-cancelled': AboutLot;
  /** Staff took the right to the lot away; `reason`: as they stated it, or empty. */
  'application-revoked': AboutLot & { reason: string };
  'auction-soon': AboutLot & { opensAtMs: number };
  'auction-won': AboutLot & { priceTiyin: number; payByMs: number | null };
  'auction-lost': AboutLot & { priceTiyin: number };
  'auction-not-held': AboutLot;
  /** No price was confirmed. */
  'auction-no-price': AboutLot;
  /** The platform took the lot off trade. */
  'auction-withdrawn': AboutLot;
  /** Another person led to the end, whose right was revoked. */
  'auction-winner-declined': AboutLot & { priceTiyin: number };
  'auction-interrupted': AboutLot;
  /** All auctions are suspended together; `count` of them are the person's. */
  'technical-break': { count: number; reason: string };
  /** They go on at `opensAtMs`. */
  'technical-break-over': { count: number; opensAtMs: number };
  /** What staff write to everybody whom an incident concerns. */
  'incident-message': { words: LocalizedText };
  /** Confirmed entries that the database lost by returning to an older state. */
  'auction-prices-lost': AboutLot & { count: number };
  /** What is still to be paid for a won lot, and until when. */
  'payment-reminder': Due;
  /** `payByMs`: the last moment before the sale is lost. */
  'payment-overdue': Due;
  'payment-extended': AboutLot & { payByMs: number };
  'lot-paid': AboutLot & { priceTiyin: number };
  /** Parts of a price are paid, `nextTiyin` by `payByMs` is the next one. */
  'lot-part-paid': Due & { nextTiyin: number };
  /** `amountTiyin`: everything that is late, with what being late costs so far. `payByMs`: the deadline that has passed. */
  'part-overdue': Due;
  /** The sale ended because parts were late; `amountTiyin` is returned. */
  'lot-parts-ended': Deposit & { reason: string };
  /** To the buyer: so many units at a fixed price, for so much together. */
  'purchase-bought': AboutLot & { unitCount: number; priceTiyin: number };
  /** To the buyer of a reservation that ended because the lot was withdrawn: the sum is free again. */
  'purchase-withdrawn': Deposit;
  /** To the seller. */
  'purchase-sold': AboutLot & { unitCount: number; priceTiyin: number };
  /** A payment for the lot came from which nothing followed: paid already, too late, or too little. */
  'payment-left-over': Deposit;
  'lot-refused': Deposit;
  'lot-not-paid': Deposit;
  /** To the seller. */
  'sale-paid': AboutLot & { priceTiyin: number };
  'sale-part-paid': Due & { nextTiyin: number };
  /** `amountTiyin`: what is left for the seller of what the platform held. */
  'sale-parts-ended': Deposit & { reason: string };
  'sale-lost': AboutLot;
  /** The result of a lot was cancelled; `reason`: as staff stated it. To those who took part and moved no money. */
  'result-cancelled': AboutLot & { reason: string };
  /** To the buyer and to participants: deposit and payments are on the balance again. */
  'result-cancelled-returned': Deposit & { reason: string };
  /** To the seller: nothing had left to them. */
  'result-cancelled-seller': AboutLot & { reason: string };
  /** To the seller: what they owe, because it had left to them. */
  'result-cancelled-owed': Deposit & { reason: string };
  /** The same of one sale of a lot at a fixed price, to its buyer and to the seller. */
  'sale-cancelled-returned': Deposit & { reason: string };
  'sale-cancelled-seller': AboutLot & { reason: string };
  /** To the seller, who did not hand over: it counts as a withdrawal, without a penalty, or with the sum that is owed for it. */
  'sale-failed': AboutLot;
  'sale-failed-penalty': AboutLot & { amountTiyin: number };
  'sale-cancelled-owed': Deposit & { reason: string };
  /** To the buyer of any cancelled sale: what had left to the seller, and is owed now; and when it has come. */
  'sale-cancelled-claim': Deposit & { reason: string };
  'claim-paid': Deposit;
  /** To the seller: the money is on its way, has come, or was sent back by the bank. */
  'payout-sent': Deposit;
  'payout-paid': Deposit;
  'payout-returned': Deposit;
  /** Of a payout or a refund: it paid what the person owed. */
  'debts-set-off': { amountTiyin: number };
  /** To the buyer: the deadline passed, staff will confirm. */
  'hand-over-late': AboutLot;
  /** To the buyer: the seller says that the property is with them. */
  'hand-over-recorded': AboutLot;
  /** To both sides. */
  'handed-over': AboutLot;
  'hand-over-disputed': AboutLot;
  /** Staff settled the dispute; `reason`: as they stated it. */
  'hand-over-settled': AboutLot & { reason: string };
  /** The reserve participant is invited. */
  'sale-lost-reserve': AboutLot;
  /** To the reserve or the only participant. */
  'lot-offered': AboutLot & { priceTiyin: number; answerByMs: number };
  'offer-accepted': AboutLot & { priceTiyin: number; payByMs: number };
  /** No answer in time. */
  'offer-lapsed': AboutLot;
  /** To the customer: the reserve or the only participant accepted. */
  'sale-to-participant': AboutLot & { priceTiyin: number };
  /** To the buyer, or to whom the lot is offered: a protest stops the sale. */
  'sale-paused': AboutLot;
  /** The protest is over and the result stays: pay by the new deadline. */
  'sale-resumed': AboutLot & { payByMs: number };
  /** To the buyer of a lot that is paid: a protest holds up what follows, and the result stays after it. */
  'paid-sale-paused': AboutLot;
  'paid-sale-resumed': AboutLot;
  'offer-resumed': AboutLot & { answerByMs: number };
  /** To its author: staff admit it or not by then. */
  'protest-filed': AboutLot & { admitByMs: number };
  /** To its author: the customer answers by then. */
  'protest-admitted': AboutLot & { answerByMs: number };
  /** To its author; `reason`: as staff stated it. */
  'protest-not-admitted': AboutLot & { reason: string };
  /** To the customer of the lot. */
  'protest-to-answer': OrderOnTrade & { lotTitle?: LocalizedText; answerByMs: number };
  /** To the author and the customer: there was no answer in time, and staff decide. */
  'protest-to-staff': AboutLot;
  /** To its author; `reason`: as the customer stated it. Staff decide. */
  'protest-accepted': AboutLot & { reason: string };
  'protest-rejected': AboutLot & { reason: string };
  /** `reason`: as staff, or the customer of a private lot, stated it. */
  'protest-upheld': AboutLot & { reason: string };
  'protest-dismissed': AboutLot & { reason: string };
  /** To the customer. */
  'protest-withdrawn': AboutLot;
  /** The result was cancelled without it. */
  'protest-closed': AboutLot;
  /** To the seller: staff have approved a question about the lot. */
  'question-to-answer': AboutLot;
  /** To the seller; `reason`: as staff stated it. */
  'answer-returned': AboutLot & { reason: string };
  /** To its author: the seller's answer is shown. */
  'question-answered': AboutLot;
  /** To its author: it is not shown, or no longer; `reason`: as staff stated it. */
  'question-refused': AboutLot & { reason: string };
  /** To its author, the seller and all who want the lot: personal data were taken out of the question and its answer. */
  'question-masked': AboutLot;
  /** To the seller: somebody comes to see the lot then, or no longer does. */
  'viewing-booked': AtViewing;
  'viewing-given-back': AtViewing;
  /** To who had a place; `reason`: as the seller stated it, or empty where the trade has ended. */
  'viewing-called-off': AtViewing & { reason: string };
  /** To who has a place, and to the seller: it begins in a few hours. */
  'viewing-soon': AtViewing;
  'own-viewing-soon': AtViewing & { count: number };
  /** Of a lot that the person has marked; `reason`: as staff stated it. */
  'lot-corrected': AboutLot & { reason: string };
  /** To who has reserved or bought of it, and does not have the property yet: they may leave without cost. */
  'bought-lot-corrected': AboutLot & { reason: string };
  'top-up-credited': TopUp;
  /** A transfer by a bank; it counts from its value date. */
  'transfer-credited': { amountTiyin: number; valueOnMs: number };
  /** It was another person's: they have it back, or are owed it. `reason`: as staff stated it. */
  'credit-taken-back': { amountTiyin: number; reason: string };
  'top-up-cancelled': TopUp;
  'refund-requested': Refund;
  'refund-paid': Refund;
  'refund-refused': Refund & { reason: string };
  /** `remarks`: as the moderator stated them. Earlier versions wrote how many they are, and no more. */
  'order-returned': AboutOrder & { chosenReason?: LocalizedText; remarkCount: number; remarks?: string[] };
  /** `reason`: as the moderator stated it. */
  'order-rejected': AboutOrder & { rejectReason: LocalizedText | EarlierRejectReason; reason: string };
  'order-approved': AboutOrder;
  /** Staff imported a file of lots: how many orders went to the moderators, and how many lack something. */
  'orders-imported': { sentCount: number; draftCount: number };
  'order-published': OrderOnTrade;
  /** The trade could not take place on the terms of the order: it is returned. */
  'order-terms-impossible': AboutOrder;
  'order-sold': OrderOnTrade & { priceTiyin: number };
  'order-not-sold': OrderOnTrade;
  'order-withdrawn-by-staff': OrderOnTrade;
  /** Every sale of it is handed over. */
  'order-finished': OrderOnTrade;
  /** Its stay in trade is over. */
  'order-closed': AboutOrder;
  /** The lot `lotId` was not sold and is put on trade again then, at that start price. */
  'order-repeat-planned': OrderOnTrade & { publishAtMs: number; priceTiyin: number };
  'order-repeat-postponed': OrderOnTrade & { publishAtMs: number; priceTiyin: number; reason: string };
  'order-repeat-blocked': OrderOnTrade & { repeatObstacle: RepeatObstacle };
  /** By staff. */
  'order-repeat-stopped': OrderOnTrade & { reason: string };
  'order-repeated': OrderOnTrade & { priceTiyin: number };
  /** A lot that the person had marked is on trade again, as `lotId`. */
  'lot-repeated': AboutLot & { oldLotId: number; priceTiyin: number };
  /** The customer withdrew it from trade; no penalty. */
  'order-withdrawn': AboutOrder;
  /** The customer asked to withdraw it; a price was confirmed before the room could be closed. */
  'order-not-withdrawn': AboutOrder;
  /** The customer withdrew it from trade and owes the sum. */
  'order-penalty': AboutOrder & { amountTiyin: number };
  /** The bank requisites of an order were changed with a code. */
  'order-requisites-changed': AboutOrder;
  /** A token for programs was made; `name`: as the person called it. */
  'api-token-created': { tokenName: string };
  /** Lots were published that pass the filters of a saved search; `lotId`: the newest, `searchPath`: of the list of them. */
  'saved-search-found': AboutLot & { searchName: string; searchPath: string; count: number };
  /** An account or a card to pay out to was added; `ending`: its last four figures. */
  'payout-destination-added': { ending: string };
  /** A chat in Telegram was connected. */
  'telegram-linked': None;
  /** A listener of the person took nothing for three days and was switched off. */
  'webhook-failing': { webhookUrl: string };
  /** Staff has switched a listener of the person off. */
  'webhook-off': { webhookUrl: string; reason: string };
  /** The bank requisites of the profile were set or changed. */
  'requisites-changed': None;
  'edit-request-approved': None;
  /** `reason`: as staff stated it; without `chosenReason`: as earlier versions wrote it. */
  'edit-request-refused': { chosenReason?: LocalizedText; reason: string };
  /** Masked: `+998 90 •••-••-67`. */
  'phone-confirmed': { phone: string };
  /** Masked: `a•••@example.uz`. */
  'email-confirmed': { email: string };
  'password-changed': None;
  /** By the person, with a code. */
  'password-reset': None;
  /** `reason`: as staff stated it. */
  'account-disabled': { reason: string };
  /** To the claimant: the PINFL or STIR is theirs now. */
  'number-claim-granted': None;
  'number-claim-rejected': { reason: string };
  /** To who had it: the number is another account's now, and this account is shut. */
  'number-moved-away': { reason: string };
  'account-enabled': { reason: string };
  /** Somebody, perhaps not the owner, asked to delete the account. */
  'erasure-requested': { dueAtMs: number };
  'erasure-taken-back': None;
  /** Something was left to finish on the day. */
  'erasure-refused': None;
  /** The last message. */
  'account-erased': None;
  'staff-roles-changed': { reason: string };
  /** Two administrators took the second factor away; `reason`: as they stated it. */
  'second-factor-reset': { reason: string };
  /** By the account's owner, at the sign-in site. */
  'second-factor-changed': { factorChange: FactorChangeWord };
  /** By staff. */
  'sessions-ended': { reason: string };
  /** Version of the public offer. */
  'offer-signed': { version: number };
  /** Barred from auctions; `lastDayMs` is within the last barred day. */
  /** `barCause`: a code in messages that were written before staff could edit the names of causes. */
  'bar-imposed': { barCause: LocalizedText | DebarmentCause; lastDayMs: number };
  /** Two members of staff ended the bar before its last day. */
  'bar-lifted': None;
  /** Number of the message to the operator. */
  'contact-answered': { number: number };
}

export type TemplateName = keyof TemplateParams;

/** Immediate results of the person's own action. A deposit released after a lost auction comes with `auction-lost`. */
export const REPEATING_OWN_ACTION: ReadonlySet<TemplateName> = new Set<TemplateName>([
  'deposit-held',
  'deposit-released',
  'application-admitted',
  'application-cancelled',
  'refund-requested',
  'order-withdrawn',
  'lot-paid',
  'lot-part-paid',
  'purchase-bought',
  'lot-refused',
  'offer-accepted',
  'protest-filed',
  'protest-admitted',
  'protest-not-admitted',
  'phone-confirmed',
  'email-confirmed',
  'password-changed',
  'offer-signed',
]);

/** Sent to every confirmed phone and e-mail, whatever the person chose: the account may be in other hands. */
export const TO_EVERY_CHANNEL: ReadonlySet<TemplateName> = new Set<TemplateName>([
  'password-changed',
  'password-reset',
  'requisites-changed',
  'payout-destination-added',
  'api-token-created',
  'telegram-linked',
  'order-requisites-changed',
  'account-disabled',
  'number-claim-granted',
  'number-claim-rejected',
  'number-moved-away',
  'account-enabled',
  'erasure-requested',
  'erasure-taken-back',
  'erasure-refused',
  'account-erased',
  'staff-roles-changed',
  'second-factor-reset',
  'second-factor-changed',
  'sessions-ended',
]);

/** One message with the parameters its template needs. */
export type NotificationContent = {
  [Name in TemplateName]: { template: Name; params: TemplateParams[Name] };
}[TemplateName];
