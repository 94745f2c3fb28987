import { interestInLot } from '#server/domains/people/conflicts-of-interest/index.ts';
import { createTurningDown, type IsSamePerson } from '#server/domains/people/accounts/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { LotCorrection } from '#shared/orders/lot-correction.ts';
import { breaksLetters, namesOtherContacts, type Corrected, type LotCorrections } from './lot-corrections.ts';

export type CorrectedAlone =
  | Corrected
  | { outcome: 'no-lot' }
  /** It has ended. */
  | { outcome: 'over' }
  /** Somebody has applied, reserved or bought by what it said: a second person decides. */
  | { outcome: 'applied-for' }
  /** It would name a phone or an e-mail that it has not named: a second person decides. */
  | { outcome: 'two-persons' }
  /** Uzbek in other letters, HTML, or marks that are not seen. */
  | { outcome: 'letters' };

export type CorrectLot = ReturnType<typeof createCorrectLot>;

/**
 * One member of staff corrects what a lot says until somebody wants it: those who apply wait for the lock of the lot, those
 * who reserve units for that of its stock. What a buyer read is what is sold to them.
 */
export function createCorrectLot({
  db,
  corrections,
  isSamePerson,
}: {
  db: AnyDb;
  corrections: LotCorrections;
  isSamePerson: IsSamePerson;
}) {
  const turning = createTurningDown(isSamePerson);
  /** @throws 409 `turned-down-before` for who has corrected the lot three times within 30 days */
  return async (
    lotId: number,
    correction: LotCorrection,
    staff: { personId: string; address: string },
  ): Promise<CorrectedAlone> => {
    if (breaksLetters(correction)) return { outcome: 'letters' };
    return inTransaction(db, async (tx): Promise<CorrectedAlone> => {
      const lot = await corrections.lock(tx, lotId);
      if (!lot) return { outcome: 'no-lot' };
      if (lot.outcome !== null) return { outcome: 'over' };
      if ((await interestInLot(tx, lotId)).length > 0) return { outcome: 'applied-for' };
      // Buyers would ask there where to send the money.
      if (namesOtherContacts(lot, correction)) return { outcome: 'two-persons' };
      const corrected = await corrections.write(tx, lot, correction, staff);
      if (corrected.outcome === 'corrected')
        await turning.turnDown(tx, `lot-correction:${lotId}`, { by: staff.personId });
      return corrected;
    });
  };
}
