import type { Person } from '#server/domains/accounts/index.ts';
import type { SanctionsService } from '#server/domains/sanctions/index.ts';
import type { Settlement } from '#server/domains/settlements/index.ts';
import { tashkentDay, tashkentParts } from '#shared/time/tashkent.ts';
import { problemOfPinfl } from '#shared/validation/pinfl.ts';
import { problemOfStir } from '#shared/validation/stir.ts';
import type { Bar, LostBy } from './end-sale-without-payment.ts';

export interface BarBuyerDeps {
  settlement(id: number): Promise<Settlement | null>;
  person(id: string): Promise<Person | null>;
  sanctions: Pick<SanctionsService, 'prepare'>;
  now?: () => number;
}

const REASON = {
  refuse: 'refused a lot of the state',
  default: 'did not pay for a lot of the state',
} as const;

/** The same day so many months on, `YYYY-MM-DD` in Tashkent; the last day of a shorter month. */
export function monthsOn(atMs: number, months: number): string {
  const { year, month, day } = tashkentParts(atMs);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
}

export type PrepareBar = ReturnType<typeof createPrepareBar>;

/**
 * The bar of a buyer who refuses or does not pay for a lot of the state, ready to be written in a transaction; null where
 * there is none. Without a genuine personal number there is nothing a bar could be recorded under.
 */
export const createPrepareBar =
  ({ settlement: find, person: personOf, sanctions, now = Date.now }: BarBuyerDeps) =>
  async (settlementId: number, by: LostBy): Promise<Bar | null> => {
    const settlement = await find(settlementId);
    if (!settlement?.barred_months) return null;
    const person = await personOf(settlement.person_id);
    const kind = person?.kind === 'legal' ? 'stir' : 'pinfl';
    const value = person?.[kind] ?? null;
    if (!person || value === null) return null;
    const problem = kind === 'pinfl' ? problemOfPinfl(value) : problemOfStir(value, { anyHolder: true });
    if (problem) return null;
    const at = now();
    return sanctions.prepare({
      ...{ kind, value, person, lotId: settlement.lot_id, reason: REASON[by], by: 'rules' },
      startDate: tashkentDay(at),
      endDate: monthsOn(at, settlement.barred_months),
    });
  };
