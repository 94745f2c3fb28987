import { latinPart } from '#shared/validation/latin-text.ts';
import type { InputFilter } from './filter.ts';

/** Latin-only text; what does not belong is left out, and the field says so. */
export const latin: InputFilter = { show: latinPart, counts: () => true };
