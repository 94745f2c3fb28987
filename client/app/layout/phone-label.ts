import { showPhone } from '#shared/validation/phone.ts';

/** A phone as people write it, on one line. */
export const phoneLabel = (dialled: string): string => showPhone(dialled).replaceAll(' ', '\u00a0');
