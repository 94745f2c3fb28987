import { z } from 'zod';
import { ORDER_LIMITS } from './order-fields.ts';
import { uuid } from '../api/fields.ts';
import { textWithoutAccounts } from '../api/written-texts.ts';

const texts = (min: number, max: number) => {
  const text = textWithoutAccounts(min, max);
  return z.strictObject({ uz: text, ru: text });
};

const correctionFields = {
  title: texts(ORDER_LIMITS.titleMin, ORDER_LIMITS.title).optional(),
  description: texts(ORDER_LIMITS.descriptionMin, ORDER_LIMITS.lotDescription).optional(),
  /** Upload ids of the photos that are shown, the main one first; the others are hidden. */
  photos: z.array(uuid).min(1).max(20).optional(),
  /** Shown to everyone in the history of the lot. */
  reason: textWithoutAccounts(3, 500),
};

const correctsSomething = ({ title, description, photos }: Omit<LotCorrection, 'reason'>): boolean =>
  (title ?? description ?? photos) !== undefined;
const NOTHING = 'nothing is corrected';

/** What a published lot says, corrected; what is absent stays. */
export const lotCorrectionSchema = z.strictObject(correctionFields).refine(correctsSomething, NOTHING);
export interface LotCorrection {
  title?: { uz: string; ru: string } | undefined;
  description?: { uz: string; ru: string } | undefined;
  photos?: string[] | undefined;
  reason: string;
}

/** The same with the lot's number. */
export const correctionOfLotSchema = (lotId: z.ZodNumber) =>
  z.strictObject({ lotId, ...correctionFields }).refine(correctsSomething, NOTHING);
