import { z } from 'zod';
import { localizedTextSchema } from '../i18n/localized.ts';

/** Code of an entry of a list of reasons. */
export const reasonCode = z.string().regex(/^[a-z0-9-]{1,45}$/);

/** A reason that staff chose, as it was called then: it stays readable whatever becomes of the list. */
export const chosenReasonSchema = z.object({ code: z.string(), name: localizedTextSchema });
export type ChosenReason = z.infer<typeof chosenReasonSchema>;
