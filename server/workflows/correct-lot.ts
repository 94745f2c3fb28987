import type { ActionLog } from '#server/domains/action-log/index.ts';
import type { FavouritesRepository } from '#server/domains/favourites/index.ts';
import { foundBy, type LotPhotos, type OrderLots } from '#server/domains/lots/index.ts';
import type { Notifications } from '#server/domains/notifications/index.ts';
import { createPurchasesRepository } from '#server/domains/purchases/index.ts';
import { createParticipantsRepository } from '#server/domains/trade-applications/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { LotCorrection } from '#shared/api/console-lots.ts';
import type { LotPart } from '#shared/api/lot-tabs.ts';
import type { TwoTexts } from '#shared/orders/order-fields.ts';
import { problemOfLetters } from '#shared/orders/text-rules.ts';
import { isLatinText } from '#shared/validation/latin-text.ts';
import { inAllLanguages } from './lot-of-order.ts';

export interface CorrectLotDeps {
  db: AnyDb;
  orderLots: Pick<OrderLots, 'lockOnTrade' | 'correct'>;
  photos: Pick<LotPhotos, 'rename' | 'showOnly'>;
  favourites: Pick<FavouritesRepository, 'peopleOf'>;
  notifications: Notifications;
  actions: Pick<ActionLog, 'record'>;
}

export type Corrected =
  | { outcome: 'corrected'; parts: LotPart[] }
  | { outcome: 'no-lot' }
  /** It has ended. */
  | { outcome: 'over' }
  /** Somebody has applied, reserved or bought by what it said. */
  | { outcome: 'applied-for' }
  /** A photo that the lot does not have. */
  | { outcome: 'no-photo' }
  /** Uzbek in other letters, HTML, or marks that are not seen. */
  | { outcome: 'letters' };

/** Orders are held to the same letters; the contract has seen to the lengths. */
function breaksLetters({ title, description, reason }: Omit<LotCorrection, 'photos'>): boolean {
  const wrong = ({ uz, ru }: TwoTexts, lines: boolean) =>
    !isLatinText(uz) || problemOfLetters(uz, lines) !== null || problemOfLetters(ru, lines) !== null;
  return (
    (title !== undefined && wrong(title, false)) ||
    (description !== undefined && wrong(description, true)) ||
    problemOfLetters(reason) !== null
  );
}

export type CorrectLot = ReturnType<typeof createCorrectLot>;

/**
 * Staff correct what a lot says, never its terms, until somebody wants it: those who apply wait for the lock of the lot, those
 * who reserve units for that of its stock. What a buyer read is what is sold to them.
 * The correction is in its public history, and everyone who marked the lot is written to.
 */
export function createCorrectLot(deps: CorrectLotDeps) {
  const { db, orderLots, photos, favourites, notifications, actions } = deps;

  return async (
    lotId: number,
    { title, description, photos: shown, reason }: LotCorrection,
    staff: { personId: string; address: string },
  ): Promise<Corrected> => {
    if (breaksLetters({ title, description, reason })) return { outcome: 'letters' };
    const followers = await favourites.peopleOf(lotId);
    return inTransaction(db, async (tx): Promise<Corrected> => {
      const purchases = createPurchasesRepository(tx);
      // Before the lot, as the end of a sale locks them.
      await purchases.lockStock(lotId);
      const lot = await orderLots.lockOnTrade(lotId, tx);
      if (!lot) return { outcome: 'no-lot' };
      if (lot.outcome !== null) return { outcome: 'over' };
      const applied = await createParticipantsRepository(tx).anyApplied(lotId);
      if (applied || (await purchases.anyWanted(lotId))) return { outcome: 'applied-for' };
      const all = (texts: TwoTexts | undefined) => texts && inAllLanguages(texts);
      const [newTitle, newDescription] = [all(title), all(description)];
      if (shown && !(await photos.showOnly(tx, { id: lotId, title: newTitle ?? lot.title }, shown)))
        return { outcome: 'no-photo' };
      if (newTitle && !shown) await photos.rename(tx, { id: lotId, title: newTitle });
      const parts: LotPart[] = [
        ...(newTitle ? ['title' as const] : []),
        ...(newDescription ? ['description' as const] : []),
        ...(shown ? ['photos' as const] : []),
      ];
      const flowId = await orderLots.correct(tx, lotId, {
        ...(newTitle && { title: newTitle, searchForm: foundBy([newTitle]) }),
        ...(newDescription && { description: newDescription }),
        parts,
        reason,
        status: lot.status,
      });
      // Same lock order for all who notify several people in one transaction.
      for (const personId of followers)
        await notifications.notify(tx, {
          personId,
          key: `lot-corrected:${flowId}`,
          template: 'lot-corrected',
          params: { lotId, lotTitle: newTitle ?? lot.title, reason },
        });
      const done = { type: 'order', action: 'lot-corrected', result: 'done' } as const;
      await actions.record({ ...staff, ...done, reason: `lot:${lotId}: ${reason}` }, tx);
      return { outcome: 'corrected', parts };
    });
  };
}
