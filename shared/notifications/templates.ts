import type { LocalizedText } from '../i18n/localized.ts';

/** What a message is about: people choose by topic what reaches them beside the inbox. */
export const MESSAGE_TOPICS = ['auctions', 'applications', 'money', 'account'] as const;
export type MessageTopic = (typeof MESSAGE_TOPICS)[number];

interface AboutLot {
  lotId: number;
  /** Shown beside the number where it is known. */
  lotTitle?: LocalizedText;
}
interface Deposit extends AboutLot {
  amountTiyin: number;
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
type None = Record<string, never>;

/** Every message there is, with what its texts need. Money in tiyin, instants in ms since 1970. */
export interface TemplateParams {
  'deposit-held': Deposit;
  'deposit-released': Deposit;
  /** The winner declined or did not pay. */
  'deposit-forfeited': Deposit;
  /** Two members of staff revoked the right of who led to the end; `reason`: as they stated it, or empty. */
  'deposit-forfeited-revoked': Deposit & { reason: string };
  'application-admitted': AboutLot & { bidderNumber: number };
  /** `reason`: a sentence, or empty. */
  'application-turned-down': AboutLot & { reason: string };
  'application-own-lot': AboutLot;
  'application-cancelled': AboutLot;
  /** Staff took the right to the lot away; `reason`: as they stated it, or empty. */
  'application-revoked': AboutLot & { reason: string };
  'auction-soon': AboutLot & { opensAtMs: number };
  'auction-won': AboutLot & { priceTiyin: number; payByMs: number | null };
  'auction-lost': AboutLot & { priceTiyin: number };
  'auction-not-held': AboutLot;
  /** Nobody confirmed a price. */
  'auction-no-price': AboutLot;
  /** The platform took the lot off trade. */
  'auction-withdrawn': AboutLot;
  /** Somebody else led to the end, whose right was revoked. */
  'auction-winner-declined': AboutLot & { priceTiyin: number };
  'auction-interrupted': AboutLot;
  'top-up-credited': TopUp;
  'top-up-cancelled': TopUp;
  'refund-requested': Refund;
  'refund-paid': Refund;
  'refund-refused': Refund & { reason: string };
  'edit-request-approved': None;
  'edit-request-refused': { reason: string };
  /** Masked: `+998 90 •••-••-67`. */
  'phone-confirmed': { phone: string };
  /** Masked: `a•••@example.uz`. */
  'email-confirmed': { email: string };
  'password-changed': None;
  /** Version of the public offer. */
  'offer-signed': { version: number };
  /** Number of the message to the operator. */
  'contact-answered': { number: number };
}

export type TemplateName = keyof TemplateParams;

/** What follows at once from something the person did. A deposit released after a lost auction comes with `auction-lost`. */
export const REPEATING_OWN_ACTION: ReadonlySet<TemplateName> = new Set<TemplateName>([
  'deposit-held',
  'deposit-released',
  'application-admitted',
  'application-cancelled',
  'refund-requested',
  'phone-confirmed',
  'email-confirmed',
  'password-changed',
  'offer-signed',
]);

export const TOPIC_OF: Readonly<Record<TemplateName, MessageTopic>> = {
  'deposit-held': 'applications',
  'deposit-released': 'applications',
  'deposit-forfeited': 'applications',
  'deposit-forfeited-revoked': 'applications',
  'application-admitted': 'applications',
  'application-turned-down': 'applications',
  'application-own-lot': 'applications',
  'application-cancelled': 'applications',
  'application-revoked': 'applications',
  'auction-soon': 'auctions',
  'auction-won': 'auctions',
  'auction-lost': 'auctions',
  'auction-not-held': 'auctions',
  'auction-no-price': 'auctions',
  'auction-withdrawn': 'auctions',
  'auction-winner-declined': 'auctions',
  'auction-interrupted': 'auctions',
  'top-up-credited': 'money',
  'top-up-cancelled': 'money',
  'refund-requested': 'money',
  'refund-paid': 'money',
  'refund-refused': 'money',
  'edit-request-approved': 'account',
  'edit-request-refused': 'account',
  'phone-confirmed': 'account',
  'email-confirmed': 'account',
  'password-changed': 'account',
  'offer-signed': 'account',
  'contact-answered': 'account',
};

export const TEMPLATE_NAMES = Object.keys(TOPIC_OF) as TemplateName[];

/** One message with the parameters its template needs. */
export type Told = {
  [Name in TemplateName]: { template: Name; params: TemplateParams[Name] };
}[TemplateName];
