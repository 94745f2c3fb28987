import { z } from 'zod';
import { ORDER_LIMITS } from '../orders/order-fields.ts';
import { contract } from './contract.ts';
import { idField } from './fields.ts';
import { LOT_PARTS } from './lot-tabs.ts';
import { STAFF_RIGHTS } from './staff-rights.ts';

const texts = (min: number, max: number) => {
  const text = z.string().trim().min(min).max(max);
  return z.strictObject({ uz: text, ru: text });
};

const correctionSchema = z
  .strictObject({
    title: texts(ORDER_LIMITS.titleMin, ORDER_LIMITS.title).optional(),
    description: texts(ORDER_LIMITS.descriptionMin, ORDER_LIMITS.lotDescription).optional(),
    /** Upload ids of the photos that are shown, the main one first; the others are hidden. */
    photos: z.array(z.uuid()).min(1).max(20).optional(),
    /** Shown to everyone in the history of the lot. */
    reason: z.string().trim().min(3).max(500),
  })
  .refine(({ title, description, photos }) => title ?? description ?? photos, 'nothing is corrected');
export type LotCorrection = z.infer<typeof correctionSchema>;

/**
 * Until the first application, reservation or purchase: 409 `console-lots.applied-for` afterwards, 409 `console-lots.over` for a lot that has ended,
 * 422 `console-lots.no-photo` for a photo that it does not have and `console-lots.letters` for Uzbek in other letters, HTML
 * or hidden marks, 404 for an unknown lot.
 */
export const correctLot = contract({
  name: 'console.correct-lot',
  subject: { kind: 'lot', param: 'lotId' },
  method: 'post',
  path: '/api/console/lots/:lotId/correct',
  summary: 'Correct the name, the description or the photos of a lot',
  tag: 'console',
  access: { roles: STAFF_RIGHTS.moderateOrders },
  rateLimit: { perMinute: 60 },
  params: z.object({ lotId: idField }),
  body: correctionSchema,
  answer: z.object({ corrected: z.array(z.enum(LOT_PARTS)) }),
});

export const consoleLotContracts = [correctLot];
