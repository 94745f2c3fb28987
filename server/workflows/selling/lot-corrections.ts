import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import { interestInLot, type Interest } from '#server/domains/people/conflicts-of-interest/index.ts';
import { createFavouritesRepository } from '#server/domains/trade/favourites/index.ts';
import { foundBy, type LotPhotos, type OrderLots, type StoredLot } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { createPurchasesRepository } from '#server/domains/trade/purchases/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { contactDataIn } from '#shared/content/contact-data.ts';
import type { LotPart } from '#shared/api/site/lot-tabs.ts';
import type { LotCorrection } from '#shared/orders/lot-correction.ts';
import type { TwoTexts } from '#shared/orders/order-fields.ts';
import { problemOfLetters } from '#shared/orders/text-rules.ts';
import { stripInvisible } from '#shared/text/index.ts';
import { isLatinText } from '#shared/validation/latin-text.ts';
import { inAllLanguages } from './build-lot-from-order.ts';

export interface LotCorrectionDeps {
  orderLots: Pick<OrderLots, 'lockOnTrade' | 'correct'>;
  photos: Pick<LotPhotos, 'rename' | 'showOnly'>;
  notifications: Notifications;
  actions: Pick<ActionLog, 'record'>;
}

/** A photo that the lot does not have. */
export type Corrected = { outcome: 'corrected'; parts: LotPart[] } | { outcome: 'no-photo' };

/** Orders are held to the same letters: Uzbek in Latin ones, no HTML, no marks that are not seen. */
export function breaksLetters({ title, description, reason }: LotCorrection): boolean {
  const wrong = ({ uz, ru }: TwoTexts, lines: boolean) =>
    !isLatinText(uz) || problemOfLetters(uz, lines) !== null || problemOfLetters(ru, lines) !== null;
  return (
    (title !== undefined && wrong(title, false)) ||
    (description !== undefined && wrong(description, true)) ||
    problemOfLetters(reason) !== null
  );
}

/** Nine digits are the end of a phone of the country, with its code or without. */
const PHONE = /(?:\d[\s().+\-–—/_*]{0,3}){9,}/g;
const PHONE_DIGITS = 9;
const MAIL = /[^\s@]+@[^\s@]+/g;

/** Of phones and mail addresses, in one way of writing each; none of a text that names no phone and no mail address. */
function contactsIn(text: string): string[] {
  const kinds = contactDataIn(text);
  const plain = stripInvisible(text.normalize('NFKC'));
  return [
    ...(kinds.includes('phone')
      ? [...plain.matchAll(PHONE)].map(([found]) => found.replace(/\D/g, '').slice(-PHONE_DIGITS))
      : []),
    ...(kinds.includes('email') ? [...plain.matchAll(MAIL)].map(([found]) => found.toLowerCase()) : []),
  ];
}

/** Would the lot name a phone or an e-mail that it does not name now? */
export function namesOtherContacts(lot: StoredLot, { title, description }: LotCorrection): boolean {
  const textOf = (...texts: readonly (TwoTexts | undefined)[]) =>
    texts.flatMap((text) => (text ? [text.uz, text.ru] : [])).join('\n;\n');
  const [before, after] = [textOf(lot.title, lot.description), textOf(title, description)];
  const [had, has] = [contactDataIn(before), contactDataIn(after)];
  if (has.some((kind) => (kind === 'phone' || kind === 'email') && !had.includes(kind))) return true;
  const known = new Set(contactsIn(before));
  return contactsIn(after).some((contact) => !known.has(contact));
}

/** Buyers who may still leave without cost: their reservation is pending, or they do not have the property yet. */
export const openBuyers = (interest: readonly Interest[]): string[] => [
  ...new Set(
    interest
      .filter(({ kind, over }) => !over && (kind === 'sale' || kind === 'reservation'))
      .map(({ personId }) => personId),
  ),
];

export type LotCorrections = ReturnType<typeof createLotCorrections>;

/** What a published lot says, never its terms: locked, corrected, and everyone whom it concerns written to. */
export function createLotCorrections(deps: LotCorrectionDeps) {
  const { orderLots, photos, notifications, actions } = deps;

  /** In the order of their ids: all who notify several people in one transaction do so. */
  async function tell(tx: AnyDb, about: { lot: StoredLot; flowId: number; reason: string }): Promise<void> {
    const { lot, flowId, reason } = about;
    const interest = await interestInLot(tx, lot.id);
    const buyers = openBuyers(interest);
    const others = interest.filter(({ over }) => !over).map(({ personId }) => personId);
    const followers = await createFavouritesRepository(tx).peopleOf(lot.id);
    // Its seller above all: what the lot says is said in their name.
    const sellers = lot.customer_person_id === null ? [] : [lot.customer_person_id];
    const people = new Set([...sellers, ...followers, ...others]);
    for (const personId of [...people].sort())
      await notifications.notify(tx, {
        personId,
        key: `lot-corrected:${flowId}`,
        template: buyers.includes(personId) ? 'bought-lot-corrected' : 'lot-corrected',
        params: { lotId: lot.id, lotTitle: lot.title, reason },
      });
  }

  return {
    /** Against applications and reservations too. null: there is no such lot. */
    async lock(tx: AnyDb, lotId: number): Promise<StoredLot | null> {
      // The stock before the lot, as the end of a sale locks them.
      await createPurchasesRepository(tx).lockStock(lotId);
      return orderLots.lockOnTrade(lotId, tx);
    },

    /** Of a locked lot; with an entry in its public history. */
    async write(
      tx: AnyDb,
      lot: StoredLot,
      { title, description, photos: shown, reason }: LotCorrection,
      staff: { personId: string; address: string },
    ): Promise<Corrected> {
      const all = (texts: TwoTexts | undefined) => texts && inAllLanguages(texts);
      const [newTitle, newDescription] = [all(title), all(description)];
      const named = { ...lot, title: newTitle ?? lot.title };
      if (shown && !(await photos.showOnly(tx, named, shown))) return { outcome: 'no-photo' };
      if (newTitle && !shown) await photos.rename(tx, named);
      const parts: LotPart[] = [
        ...(newTitle ? ['title' as const] : []),
        ...(newDescription ? ['description' as const] : []),
        ...(shown ? ['photos' as const] : []),
      ];
      const flowId = await orderLots.correct(tx, lot.id, {
        ...(newTitle && { title: newTitle, searchForm: foundBy([newTitle]) }),
        ...(newDescription && { description: newDescription }),
        parts,
        reason,
        status: lot.status,
      });
      await tell(tx, { lot: named, flowId, reason });
      const done = { type: 'order', action: 'lot-corrected', result: 'done' } as const;
      await actions.record({ ...staff, ...done, reason: `lot:${lot.id}: ${reason}` }, tx);
      return { outcome: 'corrected', parts };
    },
  };
}
