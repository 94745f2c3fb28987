import type { ActionVerdict } from '#server/domains/people/accounts/index.ts';

export interface SellerObstacleDeps {
  /** Role, profile, offer and bars of the person, as of now. */
  maySell(personId: string): Promise<Pick<ActionVerdict, 'reason' | 'until'>>;
  /** What the person owes, in tiyin. */
  owedBy(personId: string): Promise<number>;
}

/** `shut`: the account, for now or for good. */
export type SellerObstacle =
  | { reason: 'shut' | 'role' | 'profile' | 'under-age' | 'offer' }
  /** Last day of the bar. */
  | { reason: 'barred'; until: string }
  | { reason: 'owes'; owedTiyin: number };

/** What keeps the customer of an order from having a lot published now: the same as from sending an order. null: nothing. */
export async function sellerObstacle(
  { id, disabled }: { id: string; disabled: boolean },
  { maySell, owedBy }: SellerObstacleDeps,
): Promise<SellerObstacle | null> {
  if (disabled) return { reason: 'shut' };
  const { reason, until = '' } = await maySell(id);
  if (reason === 'barred') return { reason, until };
  if (reason) return { reason: reason === 'sign-in' ? 'role' : reason };
  const owedTiyin = await owedBy(id);
  return owedTiyin > 0 ? { reason: 'owes', owedTiyin } : null;
}
