import type { AccountsService } from '#server/domains/people/accounts/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { defineModule } from '#server/platform/modules/index.ts';
import type { LotStatus } from '#shared/lifecycles/lot-status.ts';
import { APPROACHABLE_STATUSES, type ApproachRefusal } from '#shared/trade/approach.ts';

/** Somebody who turns to the seller of a lot. */
export interface Approaching {
  personId: string;
  isStaff: boolean;
}

export interface ApproachedLot {
  status: LotStatus;
  practice: boolean;
  /** Account of who sells it; null: the operator. */
  seller: string | null;
}

/** Why the person may not turn to the seller of the lot now; null: they may. Reads on the given connection. */
export type RefusalToApproach = (
  on: AnyDb,
  lot: ApproachedLot,
  person: Approaching,
) => Promise<ApproachRefusal | null>;

interface ApproachNeeds {
  accounts: Pick<AccountsService, 'byId'>;
  /** Do both accounts belong to one person? Reads on the given connection. */
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  sanctions: { personBarredUntil(personId: string): Promise<string | null> };
}

export const isApproachable = ({ status, practice }: Omit<ApproachedLot, 'seller'>): boolean =>
  !practice && APPROACHABLE_STATUSES.includes(status);

/** Who may ask the seller of a lot, or come to see the thing. */
export const lotApproachModule = defineModule({
  name: 'lot-approach',
  create({ accounts, isSamePerson, sanctions }: ApproachNeeds) {
    const refusalToApproach: RefusalToApproach = async (on, lot, { personId, isStaff }) => {
      if (isStaff) return 'staff';
      if (lot.seller !== null && (await isSamePerson(on, personId, lot.seller))) return 'own-lot';
      if (!isApproachable(lot)) return 'not-on-trade';
      const person = await accounts.byId(personId);
      if (!person?.phoneConfirmed && !person?.emailConfirmed) return 'unconfirmed';
      return (await sanctions.personBarredUntil(personId)) === null ? null : 'barred';
    };
    return { refusalToApproach };
  },
});
