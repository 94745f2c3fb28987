import type { PaymentProviders } from '#server/integrations/payment-providers/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import {
  TOP_UP_LIMITS,
  type PaymentDetails,
  type PaymentProvider,
  type PaymentView,
  type TopUpOptions,
} from '#shared/api/cabinet/payments.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { parseOwnPath } from '#shared/validation/own-path.ts';
import { topUpReceipt } from './top-up-receipt.ts';
import { createTopUpRepository, type TopUpFilter } from './top-up.repository.ts';
import { isPayable, TOP_UP_LIFE_MS, type TopUp } from './top-up.ts';

interface NewTopUp {
  personId: string;
  provider: PaymentProvider;
  amountTiyin: number;
  /** Idempotency key: a repeat answers with the same payment. */
  requestId: string;
  /** Own path to return to; anything else is ignored. */
  returnTo: string | null;
  language: Language;
}

export type StartOutcome =
  | { outcome: 'started'; paymentId: number; checkoutUrl: string }
  | { outcome: 'not-offered' }
  | { outcome: 'too-small'; minTiyin: number }
  | { outcome: 'too-large'; maxTiyin: number }
  /** This key was used with another sum, provider or return path. */
  | { outcome: 'request-reused' }
  /** The payment of this key can no longer be paid. */
  | { outcome: 'request-ended' };

interface Receipt {
  name: string;
  body: Buffer;
}

export interface TopUps {
  options(): TopUpOptions;
  start(asked: NewTopUp): Promise<StartOutcome>;
  list(
    personId: string,
    filter: TopUpFilter,
    page: { page: number; size: number },
  ): Promise<{ items: PaymentView[]; total: number }>;
  /** Null: the person has no such payment. */
  details(personId: string, paymentId: number, language: Language): Promise<PaymentDetails | null>;
  /** Null: no such payment of the person, or it was never paid. */
  receipt(personId: string, paymentId: number): Promise<Receipt | null>;
  everybodys: ReturnType<typeof createTopUpRepository>['everybodys'];
  sumEverybodys: ReturnType<typeof createTopUpRepository>['sumEverybodys'];
  /** Providers on offer. */
  providers: () => PaymentProviders['list'];
  /** A payment for its owner and for staff. */
  shown(topUp: TopUp): PaymentView;
}

export interface TopUpsDeps {
  db: AnyDb;
  /** Providers on offer; opened once the public address is known. */
  providers: () => PaymentProviders['list'];
  /** Name for a receipt. */
  personName: (personId: string) => Promise<string | null>;
  /** Public address, without a trailing slash. */
  publicUrl: () => string;
  now?: () => number;
}

/** Ids of the logos in get-payment-list. */
const LOGOS: Record<PaymentProvider, string> = {
  payme: '/logos/payment/1.svg',
  click: '/logos/payment/2.svg',
  uzum: '/logos/payment/3.svg',
  paynet: '/logos/payment/4.svg',
};
export const PROVIDER_NAMES: Record<PaymentProvider, string> = {
  payme: 'Payme',
  click: 'Click',
  uzum: 'Uzum Bank',
  paynet: 'Paynet',
};

const msOf = (at: Date | null): number | null => at && at.getTime();

const shown = (topUp: TopUp): PaymentView => ({
  id: topUp.id,
  receiptNumber: topUp.receiptNumber,
  provider: topUp.provider,
  providerName: PROVIDER_NAMES[topUp.provider],
  amountTiyin: topUp.amountTiyin,
  status: topUp.status,
  cause: topUp.cause,
  createdAtMs: topUp.createdAt.getTime(),
  paidAtMs: msOf(topUp.paidAt),
  endedAtMs: msOf(topUp.endedAt),
});

export function createTopUps({ db, providers, personName, publicUrl, now = Date.now }: TopUpsDeps): TopUps {
  const rows = createTopUpRepository(db);
  const providerOf = (id: PaymentProvider) => providers().find((one) => one.id === id);

  /** Where the payment can be paid now; null when it cannot. */
  const checkoutOf = (topUp: TopUp, language: Language): string | null => {
    const provider = providerOf(topUp.provider);
    if (!provider || !isPayable(topUp, now())) return null;
    return provider.checkoutUrl({
      paymentId: topUp.id,
      amountTiyin: topUp.amountTiyin,
      language,
      returnUrl: `${publicUrl()}/redirecting?payment=${topUp.id}`,
    });
  };

  const ofPerson = async (personId: string, paymentId: number): Promise<TopUp | null> => {
    const topUp = await rows.byId(paymentId);
    return topUp?.personId === personId ? topUp : null;
  };

  return {
    providers,
    shown,

    options: () => ({
      ...TOP_UP_LIMITS,
      providers: providers().map(({ id, name, pretend }) => ({ id, name, pretend, logo: LOGOS[id] })),
    }),

    async start({ language, returnTo, ...asked }) {
      const { minTiyin, maxTiyin } = TOP_UP_LIMITS;
      if (!providerOf(asked.provider)) return { outcome: 'not-offered' };
      if (asked.amountTiyin < minTiyin) return { outcome: 'too-small', minTiyin };
      if (asked.amountTiyin > maxTiyin) return { outcome: 'too-large', maxTiyin };
      const atMs = now();
      const wayBack = parseOwnPath(returnTo ?? undefined);
      const made = await rows.create(
        { ...asked, returnTo: wayBack },
        new Date(atMs),
        new Date(atMs + TOP_UP_LIFE_MS),
      );
      const { provider, amountTiyin } = asked;
      if (made.provider !== provider || made.amountTiyin !== amountTiyin || made.returnTo !== wayBack)
        return { outcome: 'request-reused' };
      const checkoutUrl = checkoutOf(made, language);
      if (checkoutUrl === null) return { outcome: 'request-ended' };
      return { outcome: 'started', paymentId: made.id, checkoutUrl };
    },

    async list(personId, filter, { page, size }) {
      const [items, total] = await Promise.all([
        rows.page(personId, filter, size, (page - 1) * size),
        rows.count(personId, filter),
      ]);
      return { items: items.map(shown), total };
    },

    async details(personId, paymentId, language) {
      const topUp = await ofPerson(personId, paymentId);
      if (!topUp) return null;
      return { ...shown(topUp), returnTo: topUp.returnTo, checkoutUrl: checkoutOf(topUp, language) };
    },

    async receipt(personId, paymentId) {
      const topUp = await ofPerson(personId, paymentId);
      if (!topUp?.receiptNumber || !topUp.paidAt) return null;
      const [payer, live] = await Promise.all([personName(personId), rows.live(topUp.id)]);
      const body = await topUpReceipt({
        number: topUp.receiptNumber,
        paidAt: topUp.paidAt,
        amountTiyin: topUp.amountTiyin,
        paymentId: topUp.id,
        payer: payer ?? personId,
        provider: PROVIDER_NAMES[topUp.provider],
        providerNumber: live?.providerId ?? null,
        returnedAt: topUp.status === 'refunded' ? topUp.endedAt : null,
      });
      return { name: `${topUp.receiptNumber}.pdf`, body };
    },

    everybodys: rows.everybodys,
    sumEverybodys: rows.sumEverybodys,
  };
}
