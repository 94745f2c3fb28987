import type { Wallet } from '#server/domains/money/wallet/index.ts';
import { defineModule, type Base } from '#server/platform/modules/index.ts';
import { OFFER_INVARIANTS } from './ledger-invariants.ts';
import { offersExport } from './second-offers-export.ts';
import { createOffers } from './second-offers.service.ts';
import { OFFERS_PERSONAL_DATA } from './personal-data.ts';

interface OffersNeeds extends Pick<Base, 'database'> {
  conflicts: { lotsOf(personId: string): Promise<readonly number[]> };
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  wallet: Pick<Wallet, 'balanceOf'>;
}

export const secondOffersModule = defineModule({
  name: 'second-offers',
  personalData: OFFERS_PERSONAL_DATA,
  create: ({ conflicts, database: { db }, namesOf, wallet }: OffersNeeds) => ({
    offers: createOffers({
      db,
      namesOf,
      rivalLots: (personId) => conflicts.lotsOf(personId),
      balanceOf: (personId) => wallet.balanceOf(personId),
    }),
  }),
  invariants: OFFER_INVARIANTS,
  exports: ({ offers }) => ({ 'console-offers': offersExport(offers) }),
});
