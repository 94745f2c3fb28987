import { z } from 'zod';

/** Languages of the platform, in the order of the picker; `uz` is the default. */
export const LANGUAGES = ['uz', 'ru', 'uz-Cyrl', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Content that exists in every language: titles, names, addresses. */
export const localizedTextSchema = z.object({
  uz: z.string().min(1),
  ru: z.string().min(1),
  'uz-Cyrl': z.string().min(1),
  en: z.string().min(1),
});
export type LocalizedText = z.infer<typeof localizedTextSchema>;
