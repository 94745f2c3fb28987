import type { LedgerRepository, LockedAccounts } from '../ledger.repository.ts';

/** Whose, by whom, and what it is about. */
interface SetOffOf {
  personId: string;
  actor: string;
  /** `lot:17`, `refund:100001` */
  reference: string;
  /** Unique among set-offs. */
  key: string;
}

/**
 * Money that lowers what a person owes without covering a whole debt: available → receivable, until a debt is paid with it. The
 * person's accounts are locked.
 */
export function createSetOffs(ledger: LedgerRepository, { available, receivable }: LockedAccounts) {
  return {
    /** All of it to the balance again. @returns how much, in tiyin */
    async release(personId: string, actor: string): Promise<number> {
      let released = 0;
      for (const { id, amountTiyin, reference } of await ledger.openSetOffs(personId)) {
        const reason = 'what was set off pays a debt';
        const key = String(id);
        await ledger.post(
          { kind: 'set-off-back', key, personId, amountTiyin, reference, reason, actor, resolvesId: id },
          receivable!.id,
          available.id,
        );
        released += amountTiyin;
      }
      return released;
    },

    /** From the balance, at most what is owed. */
    async add({ personId, actor, reference, key }: SetOffOf, amountTiyin: number): Promise<void> {
      if (amountTiyin === 0) return;
      const reason = 'a part of what is owed';
      await ledger.post(
        { kind: 'set-off', key, personId, amountTiyin, reference, reason, actor, resolvesId: null },
        available.id,
        receivable!.id,
      );
    },
  };
}
