import type { MismatchKind, PaymentCause, PaymentProvider } from '#shared/api/payments.ts';
import type { Language } from '#shared/i18n/languages.ts';

/** What a provider began, as we have it. Times in ms; what is answered of them never changes afterwards. */
export interface BookedTransaction {
  /** Our number of it. */
  id: number;
  provider: PaymentProvider;
  /** The provider's number of it. */
  providerId: string;
  paymentId: number;
  amountTiyin: number;
  state: 'created' | 'performed' | 'cancelled';
  /** The provider's own time of it, where it gives one. */
  providerTimeMs: number | null;
  createdMs: number;
  /** Also of one that was cancelled afterwards. */
  performedMs: number | null;
  cancelledMs: number | null;
  reason: number | null;
}

/** Why a payment cannot be begun; the first that applies. */
export type BeginRefusal =
  | 'unknown-payment'
  | 'paid'
  /** Whose balance it is for is shut out. What has been begun by then is credited, and brought to staff. */
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
  /** `repeated`: it was begun before and may have ended since. */
  | { outcome: 'begun'; transaction: BookedTransaction; repeated: boolean }
  /** The provider's number stands for another payment or sum. */
  | { outcome: 'other'; transaction: BookedTransaction }
  | { outcome: BeginRefusal };

export type PerformOutcome =
  | { outcome: 'performed'; transaction: BookedTransaction; repeated: boolean }
  | { outcome: 'cancelled'; transaction: BookedTransaction }
  | { outcome: 'unknown' };

export type CancelOutcome =
  | { outcome: 'cancelled'; transaction: BookedTransaction; repeated: boolean }
  /** It is paid and was not to be taken back. */
  | { outcome: 'performed'; transaction: BookedTransaction }
  /** It is paid and the person has used or holds the money. */
  | { outcome: 'spent'; transaction: BookedTransaction }
  | { outcome: 'unknown' };

export interface CancelAsk {
  /** The provider's number for why. */
  reason: number | null;
  cause: PaymentCause;
  /** May a paid one be taken from the balance again? */
  takeBack: boolean;
}

/** A genuine call that was wrong, or a difference between two books. The same one again is counted. */
export interface Mismatch {
  provider: PaymentProvider;
  kind: MismatchKind;
  providerId: string;
  paymentId: number | null;
  ours: { amountTiyin: number; state: string } | null;
  theirs: { amountTiyin: number; state: string } | null;
}

/**
 * Our side of every provider's protocol: one transaction per call, the payment locked. Rejects when the database is away
 * (the provider calls again).
 */
export interface PaymentBook {
  check(ask: {
    provider: PaymentProvider;
    account: string;
    /** Null where the provider asks before it knows the sum. */
    amountTiyin: number | null;
  }): Promise<'payable' | BeginRefusal>;
  begin(ask: BeginAsk): Promise<BeginOutcome>;
  find(provider: PaymentProvider, providerId: string): Promise<BookedTransaction | null>;
  /** By our number. */
  findOurs(provider: PaymentProvider, id: number): Promise<BookedTransaction | null>;
  /** The money is on the balance when this answers. */
  perform(provider: PaymentProvider, providerId: string): Promise<PerformOutcome>;
  cancel(provider: PaymentProvider, providerId: string, ask: CancelAsk): Promise<CancelOutcome>;
  /** Those whose own time lies within the bounds, both included, ascending. */
  statement(provider: PaymentProvider, fromMs: number, toMs: number): Promise<BookedTransaction[]>;
  /** False: no such transaction. */
  keepFiscal(provider: PaymentProvider, providerId: string, fiscal: object): Promise<boolean>;
  report(mismatch: Mismatch): Promise<void>;
}

/** One HTTP call of a provider, before anything of it is believed. */
export interface ProviderCall {
  method: string;
  authorization: string | undefined;
  /** Client address as seen through the configured number of proxies. */
  address: string;
  contentType: string | undefined;
  /** Null: too long or in no text encoding. */
  body: string | null;
}

export interface ProviderReply {
  status: number;
  /** JSON. */
  body: string;
}

/** What is counted and logged of a provider's calls: never a body, a key or a name. */
export interface ProviderWatch {
  /** A call that proved nothing about itself: wrong signature, password or address. */
  forged(provider: PaymentProvider, why: string): void;
  answered(provider: PaymentProvider, call: string, result: string): void;
  failed(provider: PaymentProvider, error: unknown): void;
}

export interface Checkout {
  paymentId: number;
  amountTiyin: number;
  /** Whole address the person comes back to. */
  returnUrl: string;
  language: Language;
}

/** A provider's account of one payment. */
export interface StatedPayment {
  providerId: string;
  paymentId: number;
  amountTiyin: number | null;
  state: 'begun' | 'paid' | 'cancelled';
  /** By the provider's clock; null where it does not say. */
  begunMs: number | null;
}

/** How a provider can be asked what it has: the whole list of a time, or one payment after another. */
export type StatementSource =
  | { kind: 'list'; read(fromMs: number, toMs: number): Promise<StatedPayment[]> }
  | { kind: 'each'; ask(transaction: BookedTransaction): Promise<StatedPayment | null> };

export interface ProviderPort {
  id: PaymentProvider;
  name: string;
  /** A local stand-in without real money. */
  pretend: boolean;
  /** Address at which the person pays. */
  checkoutUrl(checkout: Checkout): string;
  /** Null where the provider cannot be asked. */
  statement: StatementSource | null;
}
