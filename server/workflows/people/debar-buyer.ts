import type { Person } from '#server/domains/people/accounts/index.ts';
import { barNumberOf, type SanctionsService } from '#server/domains/people/debarments/index.ts';
import type { Settlement } from '#server/domains/money/settlements/index.ts';
import { monthsOn } from '#shared/time/months-on.ts';
import { tashkentDay } from '#shared/time/tashkent.ts';
import type { Bar, LostBy } from '../settling/end-sale-without-payment.ts';

export interface BarBuyerDeps {
  settlement(id: number): Promise<Settlement | null>;
  person(id: string): Promise<Person | null>;
  sanctions: Pick<SanctionsService, 'prepare'>;
  now?: () => number;
}

const REASON = {
  refuse: { cause: 'refused', reason: 'refused a lot of the state' },
  default: { cause: 'unpaid', reason: 'did not pay for a lot of the state' },
} as const;

export type PrepareBar = ReturnType<typeof createPrepareBar>;

/**
 * The bar of a buyer who refuses or does not pay for a lot of the state, ready to be written in a transaction; null where
 * there is none. Without a personal number there is nothing a bar could be recorded under.
 */
export const createPrepareBar =
  ({ settlement: find, person: personOf, sanctions, now = Date.now }: BarBuyerDeps) =>
  async (settlementId: number, by: LostBy): Promise<Bar | null> => {
    const settlement = await find(settlementId);
    if (!settlement?.barred_months) return null;
    const person = await personOf(settlement.person_id);
    const number = person && barNumberOf(person);
    if (!number) return null;
    const at = now();
    return sanctions.prepare({
      ...number,
      person,
      lotId: settlement.lot_id,
      by: 'rules',
      ...REASON[by],
      personId: person.id,
      startDate: tashkentDay(at),
      endDate: monthsOn(at, settlement.barred_months),
    });
  };
