import type { AnyDb } from '#server/platform/database/index.ts';
import type { Notifications } from '#server/domains/notifications/index.ts';
import type { ReferenceService } from '#server/domains/reference/index.ts';
import type { AfterSalePorts } from '#server/domains/settlements/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { createDecidePayouts } from './decide-payouts.ts';
import { PAYOUT_INVARIANTS } from './ledger-invariants.ts';
import { payoutsExport } from './payouts-export.ts';
import { approvalsBy, createPayouts } from './payouts.service.ts';
import { PAYOUTS_PERSONAL_DATA } from './personal-data.ts';

interface PayoutsNeeds extends Pick<Base, 'database'> {
  afterSalePorts: AfterSalePorts;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  notifications: Notifications;
  reference: Pick<ReferenceService, 'baseAmountAt'>;
}

export const payoutsModule = defineModule({
  name: 'payouts',
  personalData: PAYOUTS_PERSONAL_DATA,
  create({ afterSalePorts, database: { db }, isSamePerson, namesOf, ...needs }: PayoutsNeeds) {
    const { notifications, reference } = needs;
    const approvalsFor = approvalsBy((at) => reference.baseAmountAt(at));
    const payouts = createPayouts({ db, approvalsFor, namesOf });
    afterSalePorts.planPayout = (tx, settlementId, paid) => payouts.plan(tx, settlementId, paid);
    afterSalePorts.payoutsOf = (ids) => payouts.ofSettlements(ids);
    const payoutsIn = (on: AnyDb) =>
      createDecidePayouts({ db: on, notifications, approvalsFor, isSamePerson });
    return {
      payouts,
      decidePayouts: payoutsIn(db),
      payoutsIn,
      /** Persons who must decide about so much money that comes or leaves, now. */
      approvalsFor,
    };
  },
  exports: ({ payouts }) => ({ 'console-payouts': payoutsExport(payouts) }),
  invariants: PAYOUT_INVARIANTS,
});
