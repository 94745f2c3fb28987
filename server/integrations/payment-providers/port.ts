import type { MismatchKind, PaymentProvider } from '#shared/api/cabinet/payments.ts';
import type { PaymentCause } from '#shared/lifecycles/payment.ts';
import type { Language } from '#shared/i18n/languages.ts';

/** Our record of a provider's transaction. Times in ms; once answered, they never change. */
export interface BookedTransaction {
  /** Our id of it. */
  id: number;
  provider: PaymentProvider;
  /** The provider's id of it. */
  providerId: string;
  paymentId: number;
  amountTiyin: number;
  state: 'created' | 'performed' | 'cancelled';
  /** The provider's own time of it, if given. */
  providerTimeMs: number | null;
  createdMs: number;
  /** Also set for one cancelled afterwards. */
  performedMs: number | null;
  cancelledMs: number | null;
  reason: number | null;
}

/** Why a payment cannot be started; the first that applies. */
type BeginRefusal =
  | 'unknown-payment'
  | 'paid'
  /** The account is disabled. Payments started before are credited and shown to staff. */
  | 'no-person'
  | 'wrong-amount'
  | 'being-paid'
  | 'over';

export interface BeginAsk {
  provider: PaymentProvider;
  providerId: string;
  /** Our number of the payment as the provider writes it. */
  account: string;
  amountTiyin: number;
  providerTimeMs: number | null;
}

export type BeginOutcome =
  /** `repeated`: it was started before and may have ended since. */
  | { outcome: 'begun'; transaction: BookedTransaction; repeated: boolean }
  /** The provider's id belongs to another payment or sum. */
  | { outcome: 'other'; transaction: BookedTransaction }
  | { outcome: BeginRefusal };

export type PerformOutcome =
  | { outcome: 'performed'; transaction: BookedTransaction; repeated: boolean }
  | { outcome: 'cancelled'; transaction: BookedTransaction }
  | { outcome: 'unknown' };

export type CancelOutcome =
  | { outcome: 'cancelled'; transaction: BookedTransaction; repeated: boolean }
  /** It is paid and must not be reversed. */
  | { outcome: 'performed'; transaction: BookedTransaction }
  /** It is paid and the money is used or held. */
  | { outcome: 'spent'; transaction: BookedTransaction }
  | { outcome: 'unknown' };

export interface CancelAsk {
  /** The provider's reason code. */
  reason: number | null;
  cause: PaymentCause;
  /** Whether a paid one may be debited from the balance again. */
  takeBack: boolean;
}

/** A genuine call with a wrong content, or a difference in reconciliation. Repetitions are counted. */
export interface Mismatch {
  provider: PaymentProvider;
  kind: MismatchKind;
  providerId: string;
  paymentId: number | null;
  ours: { amountTiyin: number; state: string } | null;
  theirs: { amountTiyin: number; state: string } | null;
}

/**
 * Our side of every provider's protocol: one transaction per call, the payment locked. Rejects when the database is
 * unavailable (the provider calls again).
 */
export interface PaymentBook {
  check(ask: {
    provider: PaymentProvider;
    account: string;
    /** Null where the provider does not send the sum yet. */
    amountTiyin: number | null;
  }): Promise<'payable' | BeginRefusal>;
  begin(ask: BeginAsk): Promise<BeginOutcome>;
  find(provider: PaymentProvider, providerId: string): Promise<BookedTransaction | null>;
  /** By our number. */
  findOurs(provider: PaymentProvider, id: number): Promise<BookedTransaction | null>;
  /** When it resolves, the balance is credited. */
  perform(provider: PaymentProvider, providerId: string): Promise<PerformOutcome>;
  cancel(provider: PaymentProvider, providerId: string, ask: CancelAsk): Promise<CancelOutcome>;
  /** Transactions whose provider time is within the bounds, inclusive, ascending. */
  statement(provider: PaymentProvider, fromMs: number, toMs: number): Promise<BookedTransaction[]>;
  /** False: no such transaction. */
  keepFiscal(provider: PaymentProvider, providerId: string, fiscal: object): Promise<boolean>;
  report(mismatch: Mismatch): Promise<void>;
}

/** One HTTP call of a provider, before authentication. */
export interface ProviderCall {
  method: string;
  authorization: string | undefined;
  /** Client address as seen through the configured number of proxies. */
  address: string;
  contentType: string | undefined;
  /** Null: too long or not text. */
  body: string | null;
}

export interface ProviderReply {
  status: number;
  /** JSON. */
  body: string;
}

/** What a call is about, as far as it is known yet: its lines in the log carry them. */
export interface CallIds {
  /** The id of the HTTP request. */
  readonly reqId: string | undefined;
  /** Our number of the payment. */
  paymentId?: number;
  /** The provider's id of the transaction. */
  providerId?: string;
}

/** Counting and logging of a provider's calls: never a body, a key or a name. */
export interface ProviderWatch {
  /** A call that failed authentication: wrong signature, password or address. */
  forged(provider: PaymentProvider, why: string): void;
  answered(provider: PaymentProvider, call: string, result: string): void;
  failed(provider: PaymentProvider, error: unknown): void;
}

export interface Checkout {
  paymentId: number;
  amountTiyin: number;
  /** Full return address. */
  returnUrl: string;
  language: Language;
}

/** One payment in a provider's statement. */
export interface StatedPayment {
  providerId: string;
  paymentId: number;
  amountTiyin: number | null;
  state: 'begun' | 'paid' | 'cancelled';
  /** By the provider's clock; null if not given. */
  begunMs: number | null;
}

/** How a provider's records can be queried: as a list for a period, or payment by payment. */
export type StatementSource =
  | { kind: 'list'; read(fromMs: number, toMs: number): Promise<StatedPayment[]> }
  | { kind: 'each'; ask(transaction: BookedTransaction): Promise<StatedPayment | null> };

export interface ProviderPort {
  id: PaymentProvider;
  name: string;
  /** A local twin without real money. */
  pretend: boolean;
  /** Address at which the person pays. */
  checkoutUrl(checkout: Checkout): string;
  /** Null where the provider cannot be queried. */
  statement: StatementSource | null;
}
