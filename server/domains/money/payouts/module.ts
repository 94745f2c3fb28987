import type { AnyDb } from '#server/platform/database/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { MoneyJudge } from '#server/domains/money/staff-money/index.ts';
import type { Debts } from '#server/domains/money/wallet/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { WAITING_PAYOUTS } from '#shared/lifecycles/payout.ts';
import { createDecidePayouts } from './decide-payouts.ts';
import { PAYOUT_INVARIANTS } from './ledger-invariants.ts';
import { payoutsExport } from './payouts-export.ts';
import { createPayouts } from './payouts.service.ts';
import { payoutReturn } from './payout-return.ts';
import { PAYOUTS_PERSONAL_DATA } from './personal-data.ts';

interface PayoutsNeeds extends Pick<Base, 'database'> {
  conflicts: { lotsOf(personId: string): Promise<readonly number[]> };
  moneyJudge: MoneyJudge;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  notifications: Notifications;
  debts: Pick<Debts, 'setOff'>;
}

export const payoutsModule = defineModule({
  name: 'payouts',
  personalData: PAYOUTS_PERSONAL_DATA,
  create({ conflicts, database: { db }, moneyJudge: judge, namesOf, notifications, debts }: PayoutsNeeds) {
    const rivalLots = (personId: string) => conflicts.lotsOf(personId);
    const payouts = createPayouts({ db, judge, namesOf, rivalLots });
    const payoutsIn = (on: AnyDb) => createDecidePayouts({ db: on, notifications, judge, debts });
    return {
      payouts,
      decidePayouts: payoutsIn(db),
      payoutsIn,
    };
  },
  decisions: ({ payoutsIn, namesOf }) => [payoutReturn({ payoutsIn, namesOf })],
  queues: [
    {
      page: 'payouts',
      right: 'readPayouts',
      table: 'payout',
      waits: { column: 'state', values: WAITING_PAYOUTS },
      since: 'created_at',
    },
  ],
  exports: ({ payouts }) => ({ 'console-payouts': payoutsExport(payouts) }),
  invariants: PAYOUT_INVARIANTS,
});
