import { ApiError } from '#client/lib/api-error.ts';

/** Too much for one person: it is proposed to a second one. */
export const isForTwo = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'payments.two-persons';
