import { z } from 'zod';
import { HAND_OVER_STATES } from '../../lifecycles/hand-over.ts';

/** Path of the acceptance act. */
export const HAND_OVER_ACT_PATH = '/api/shop/winlot/hand-over-act/:handOverId';

/** How the property of a paid sale passes to its buyer: the same for the buyer, the seller and staff. Times in ms. */
export const handOverOfSaleSchema = z.object({
  /** Files of a dispute are those of `owner=hand-over` with this number. */
  id: z.int(),
  state: z.enum(HAND_OVER_STATES),
  /** Until then the buyer confirms; afterwards staff does. */
  dueAtMs: z.int(),
  /** When the seller recorded that the property is with the buyer; null: not yet. */
  recordedAtMs: z.int().nullable(),
  /** What the buyer states to be wrong; stays after it is settled. */
  dispute: z.object({ text: z.string(), atMs: z.int() }).nullable(),
  confirmedAtMs: z.int().nullable(),
  /** What staff stated; null: the buyer confirmed. */
  note: z.string().nullable(),
  /** null: not confirmed. */
  act: z.object({ number: z.string(), path: z.string() }).nullable(),
});
export type HandOverOfSale = z.infer<typeof handOverOfSaleSchema>;
