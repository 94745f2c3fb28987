import { z } from 'zod';

export { LANGUAGES, type Language } from './languages.ts';

/** Content that exists in every language: titles, names, addresses. */
export const localizedTextSchema = z.object({
  uz: z.string().min(1),
  ru: z.string().min(1),
  'uz-Cyrl': z.string().min(1),
  en: z.string().min(1),
});
export type LocalizedText = z.infer<typeof localizedTextSchema>;
