import { z } from 'zod';

/** A day of Tashkent in a query, `YYYY-MM-DD`. */
const dayField = z.iso.date();

/** First and last day of a list, both included. */
export const periodFields = { from: dayField.optional(), to: dayField.optional() };
