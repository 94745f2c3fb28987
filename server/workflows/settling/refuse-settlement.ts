import { lockSales } from '#server/domains/trade/lots/index.ts';
import {
  canRefuse,
  createSettlementsRepository,
  overBecause,
} from '#server/domains/money/settlements/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { IssueOutcome, OneTimeCodes, VerifyOutcome } from '#server/platform/one-time-codes/index.ts';
import type { SettlementRefusal } from '#shared/lifecycles/settlement.ts';
import type { EndSale, PrepareLoss } from './end-sale-without-payment.ts';

export interface RefuseSettlementDeps {
  db: AnyDb;
  /** Codes stored in the given database. */
  codes(db: AnyDb): OneTimeCodes;
  /** Confirmed addresses of a person; null: unknown. */
  addressesOf(personId: string): Promise<{ phone: string | null; email: string | null } | null>;
  prepareLoss: PrepareLoss;
  endSale: Pick<EndSale, 'end'>;
}

export type RefuseOutcome =
  | { outcome: 'refused'; already: boolean }
  | { outcome: 'code'; problem: Exclude<VerifyOutcome, 'right'> }
  | { outcome: 'over'; reason: SettlementRefusal };

export type RefuseSettlement = ReturnType<typeof createRefuseSettlement>;

/** A buyer refuses a sold lot; a code confirms it, and it cannot be taken back. */
export function createRefuseSettlement({
  db,
  codes,
  addressesOf,
  prepareLoss,
  endSale,
}: RefuseSettlementDeps) {
  const what = (settlementId: number, personId: string) =>
    ({ purpose: 'refuse-win-lot', subject: `settlement:${settlementId}`, personId }) as const;

  return {
    async sendCode(settlementId: number, personId: string, address: string): Promise<IssueOutcome> {
      const channels = (await addressesOf(personId)) ?? { phone: null, email: null };
      return codes(db).issue({ ...what(settlementId, personId), channels, address });
    },

    /** Waits for a concurrent payment or default, whichever is first decides. A repeat answers that it is refused. */
    async refuse(settlementId: number, personId: string, code: string): Promise<RefuseOutcome> {
      const loss = await prepareLoss(settlementId, 'refuse');
      return inTransaction(db, async (tx) => {
        const settlements = createSettlementsRepository(tx);
        const seen = await settlements.byId(settlementId);
        if (seen) await lockSales(tx, seen.lot_id);
        const settlement = await settlements.lock(settlementId);
        if (settlement?.person_id !== personId)
          throw new Error(`settlement ${settlementId} is another person’s`);
        if (settlement.state === 'refused') return { outcome: 'refused', already: true };
        if (!canRefuse(settlement)) return { outcome: 'over', reason: overBecause(settlement) };
        const verdict = await codes(tx).verify({ ...what(settlementId, personId), code });
        if (verdict !== 'right') return { outcome: 'code', problem: verdict };
        await endSale.end(tx, settlement, { by: 'refuse', actor: personId, loss });
        return { outcome: 'refused', already: false };
      });
    },
  };
}
