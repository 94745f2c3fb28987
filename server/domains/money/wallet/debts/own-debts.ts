import type { LedgerRepository, LockedAccounts } from '../ledger.repository.ts';

/** One account of a human that pays what another one owes. */
interface PaidBetween {
  from: { personId: string; accounts: LockedAccounts };
  to: { personId: string; accounts: LockedAccounts };
  /** Whole tiyin above zero. */
  amountTiyin: number;
  /** `lot:17`, `refund:100001` */
  reference: string;
  /** Unique among such movements. */
  key: string;
  actor: string;
}

/**
 * Balance of one account → balance of another one of the same human, whose debts it pays, through an account of the platform: a movement
 * has one person. The accounts of both are locked.
 */
export async function moveToOwnDebts(
  ledger: LedgerRepository,
  { from, to, amountTiyin, reference, key, actor }: PaidBetween,
): Promise<void> {
  const between = await ledger.platformAccount('transfer', 'debts');
  const movement = { key, amountTiyin, reference, actor, resolvesId: null };
  await ledger.post(
    {
      ...movement,
      kind: 'own-debt-out',
      personId: from.personId,
      reason: 'pays what another account of theirs owes',
    },
    from.accounts.available.id,
    between,
  );
  await ledger.post(
    { ...movement, kind: 'own-debt-in', personId: to.personId, reason: 'another account of theirs pays' },
    between,
    to.accounts.available.id,
  );
}
