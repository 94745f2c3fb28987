import { createStandstills, type ActionVerdict } from '#server/domains/people/accounts/index.ts';
import { heldUpUntil } from '#server/domains/money/settlements/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { FreezeOrderDeps } from './freeze-order.ts';

export interface SellerObstacleDeps extends Pick<FreezeOrderDeps, 'reference'> {
  db: AnyDb;
  /** Role, profile, offer and bars of the person, as of now. */
  maySell(personId: string): Promise<Pick<ActionVerdict, 'reason' | 'until'>>;
  /** What the person owes, in tiyin. */
  owedBy(personId: string): Promise<number>;
}

/** `shut`: the account, by two persons, or by one for as long as one may. */
export type SellerObstacle =
  | { reason: 'shut' | 'role' | 'profile' | 'under-age' | 'offer' }
  /** Last day of the bar. */
  | { reason: 'barred'; until: string }
  | { reason: 'owes'; owedTiyin: number };

/** What is held up by one person alone waits for `STANDSTILL_DAYS` at most. @param begun when it began to wait for publication */
async function staysShut(
  { db, reference }: Pick<SellerObstacleDeps, 'db' | 'reference'>,
  personId: string,
  begun: Date,
): Promise<boolean> {
  if ((await createStandstills(db).shutBy(personId)) === null) return true;
  const held = await heldUpUntil(db, await reference.workingCalendar(), { personId, begun });
  return held !== null && new Date() < held.until;
}

/**
 * What keeps the customer of an order from having a lot published now: the same as from sending an order. null: nothing.
 * @param begun since when the lot is to be published
 */
export async function sellerObstacle(
  { id, disabled }: { id: string; disabled: boolean },
  begun: Date,
  deps: SellerObstacleDeps,
): Promise<SellerObstacle | null> {
  const { maySell, owedBy } = deps;
  if (disabled && (await staysShut(deps, id, begun))) return { reason: 'shut' };
  const { reason, until = '' } = await maySell(id);
  if (reason === 'barred') return { reason, until };
  if (reason) return { reason: reason === 'sign-in' ? 'role' : reason };
  const owedTiyin = await owedBy(id);
  return owedTiyin > 0 ? { reason: 'owes', owedTiyin } : null;
}
