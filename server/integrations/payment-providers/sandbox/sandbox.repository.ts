import type { GeneratedAlways } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { PaymentProvider } from '#shared/api/cabinet/payments.ts';

export type SandboxState = 'begun' | 'paid' | 'cancelled' | 'returned';

interface PretendTables {
  pretend_payment: {
    id: GeneratedAlways<number>;
    provider: PaymentProvider;
    provider_id: string;
    account: string;
    amount_tiyin: number;
    state: SandboxState;
    begun_ms: number;
    changed_ms: number;
  };
}

export interface SandboxPayment {
  id: number;
  provider: PaymentProvider;
  providerId: string;
  /** Payment number as passed to the checkout. */
  account: string;
  amountTiyin: number;
  state: SandboxState;
  begunMs: number;
}

export type SandboxRepository = ReturnType<typeof createPretendRepository>;

/** Records of the local twins, as a real provider would have them. */
export function createPretendRepository(db: Db<PretendTables>, now: () => number = Date.now) {
  const payments = () =>
    db
      .selectFrom('pretend_payment')
      .select(['id', 'provider', 'account', 'state'])
      .select(['provider_id as providerId', 'amount_tiyin as amountTiyin', 'begun_ms as begunMs']);

  return {
    async begin(one: Pick<SandboxPayment, 'provider' | 'providerId' | 'account' | 'amountTiyin'>) {
      await db
        .insertInto('pretend_payment')
        .values({
          provider: one.provider,
          provider_id: one.providerId,
          account: one.account,
          amount_tiyin: one.amountTiyin,
          state: 'begun',
          begun_ms: now(),
          changed_ms: now(),
        })
        .execute();
    },

    async mark(provider: PaymentProvider, providerId: string, state: SandboxState): Promise<void> {
      await db
        .updateTable('pretend_payment')
        .set({ state, changed_ms: now() })
        .where('provider', '=', provider)
        .where('provider_id', '=', providerId)
        .execute();
    },

    find: (provider: PaymentProvider, providerId: string): Promise<SandboxPayment | undefined> =>
      payments().where('provider', '=', provider).where('provider_id', '=', providerId).executeTakeFirst(),

    byId: (id: number): Promise<SandboxPayment | undefined> =>
      payments().where('id', '=', id).executeTakeFirst(),

    /** The last attempt at a payment, started within the bounds. */
    lastOf: (
      provider: PaymentProvider,
      account: string,
      fromMs: number,
      toMs: number,
    ): Promise<SandboxPayment | undefined> =>
      payments()
        .where('provider', '=', provider)
        .where('account', '=', account)
        .where('begun_ms', '>=', fromMs)
        .where('begun_ms', '<', toMs)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),

    between: (provider: PaymentProvider, fromMs: number, toMs: number): Promise<SandboxPayment[]> =>
      payments()
        .where('provider', '=', provider)
        .where('begun_ms', '>=', fromMs)
        .where('begun_ms', '<=', toMs)
        .orderBy('id')
        .execute(),

    newest: (provider: PaymentProvider, limit: number): Promise<SandboxPayment[]> =>
      payments().where('provider', '=', provider).orderBy('id', 'desc').limit(limit).execute(),
  };
}
