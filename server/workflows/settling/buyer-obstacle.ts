import { isAtStandstill, type AccountsService } from '#server/domains/people/accounts/index.ts';
import type { SanctionsService } from '#server/domains/people/debarments/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { OfferObstacle } from '#shared/lifecycles/offer.ts';

export interface BuyerObstacleDeps {
  db: AnyDb;
  accounts: Pick<AccountsService, 'byId'>;
  sanctions: Pick<SanctionsService, 'personBarredUntil'>;
}

export type BuyerObstacle = Extract<OfferObstacle, 'disabled' | 'barred'>;

/**
 * Why a person may buy nothing now; null: they may. Whom one member of staff alone has shut out is no less of a buyer: what they
 * are offered waits for them.
 */
export const createBuyerObstacle =
  ({ db, accounts, sanctions }: BuyerObstacleDeps) =>
  async (personId: string): Promise<BuyerObstacle | null> => {
    const person = await accounts.byId(personId);
    if (!person) return 'disabled';
    if (person.disabled && !(await isAtStandstill(db, personId))) return 'disabled';
    return (await sanctions.personBarredUntil(personId)) === null ? null : 'barred';
  };
