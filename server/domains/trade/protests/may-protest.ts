import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import { createTradeApplicationsRepository } from '#server/domains/trade/trade-applications/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { PROTESTABLE_STATUSES, type ProtestRefusal } from '#shared/lifecycles/protest.ts';
import { MAY_PROTEST } from '#shared/lifecycles/trade-application.ts';

type Lot = NonNullable<Awaited<ReturnType<LotsRepository['get']>>>;

export interface MayProtestDeps {
  /** Do both accounts belong to one person? Reads on the given connection. */
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
}

const admitted = (status: string): boolean => (MAY_PROTEST as readonly string[]).includes(status);

/**
 * Whether the person may protest against the result of a lot at this instant. Who was admitted may, also one whose right was
 * revoked; neither who sells the lot, under whatever account, nor members of staff.
 */
export async function judgeProtest(
  { isSamePerson }: MayProtestDeps,
  on: AnyDb,
  asked: { lot: Lot; until: Date | null; personId: string; isStaff: boolean; now: Date },
): Promise<{ bidderNumber: number } | { refusal: ProtestRefusal }> {
  const { lot, until, personId, now } = asked;
  if (asked.isStaff) return { refusal: 'staff' };
  const { customer_person_id: seller } = lot;
  if (seller !== null && (await isSamePerson(on, personId, seller))) return { refusal: 'own-lot' };
  const application = await createTradeApplicationsRepository(on).find(lot.id, personId);
  if (!application || !admitted(application.status) || lot.practice) return { refusal: 'not-participant' };
  if (until !== null && until <= now) return { refusal: 'too-late' };
  if (until === null || !PROTESTABLE_STATUSES.includes(lot.status)) return { refusal: 'no-result' };
  return { bidderNumber: application.number };
}
