import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import type { PersonUpdatePublisher } from '#server/platform/realtime/index.ts';
import { PURCHASE_INVARIANTS } from './ledger-invariants.ts';
import { PURCHASE_EVENTS } from './purchases.events.ts';
import { consolePurchasesExport, purchasesExport } from './purchases-export.ts';
import { createPurchasesService } from './purchases.service.ts';
import { PURCHASES_PERSONAL_DATA } from './personal-data.ts';

interface PurchasesNeeds extends Pick<Base, 'database'> {
  conflicts: { lotsOf(personId: string): Promise<readonly number[]> };
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  personUpdates: PersonUpdatePublisher;
}

/** What people see of units that they reserve and buy. */
export const purchasesModule = defineModule({
  name: 'purchases',
  personalData: PURCHASES_PERSONAL_DATA,
  create({ database, conflicts, namesOf }: PurchasesNeeds) {
    const db: AnyDb = database.db;
    return {
      purchases: createPurchasesService({
        db,
        namesOf,
        rivalLots: (personId) => conflicts.lotsOf(personId),
      }),
    };
  },
  listeners: ({ personUpdates }) => ({
    [PURCHASE_EVENTS.changed]: [
      {
        name: 'publish-purchase',
        handle: ({ personId }) => personUpdates.publish(String(personId), { kind: 'purchases' }),
      },
    ],
  }),
  invariants: PURCHASE_INVARIANTS,
  exports: ({ purchases }) => ({
    purchases: purchasesExport(purchases),
    'console-purchases': consolePurchasesExport(purchases),
  }),
});
