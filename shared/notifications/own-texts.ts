import { z } from 'zod';
import { hasAccountDigits } from '../content/account-digits.ts';
import { fillPlaceholders } from '../content/fill-figures.ts';
import { namesSite } from '../content/site-names.ts';
import { textInCyrillic } from '../i18n/cyrillic-texts.ts';
import type { Language } from '../i18n/languages.ts';
import { plainDigits } from '../text/plain-digits.ts';
import { smsParts } from './sms-parts.ts';

/** Longest texts of a message, in characters, and of its SMS in parts. */
export const MESSAGE_TEXT_LIMITS = { title: 120, text: 600, smsParts: 8 } as const;

/** Those that staff write; Cyrillic is made from Latin. */
export const WRITTEN_LANGUAGES = ['uz', 'ru', 'en'] as const;
type WrittenLanguage = (typeof WRITTEN_LANGUAGES)[number];

const wordsSchema = z.strictObject({
  title: z
    .string()
    .trim()
    .min(1)
    .max(MESSAGE_TEXT_LIMITS.title)
    .regex(/^[^\p{Cc}\p{Cf}]*$/u),
  text: z
    .string()
    .trim()
    .min(1)
    .max(MESSAGE_TEXT_LIMITS.text)
    .regex(/^(?:[^\p{Cc}\p{Cf}]|\n)*$/u),
});
export const messageTextsSchema = z.strictObject({ uz: wordsSchema, ru: wordsSchema, en: wordsSchema });
/** Title and text of a message in one language, with placeholders. */
export type MessageWords = z.infer<typeof wordsSchema>;
export type MessageTexts = z.infer<typeof messageTextsSchema>;

/** The words for a reader of this language. */
export function wordsIn(texts: MessageTexts, language: Language): MessageWords {
  if (language !== 'uz-Cyrl') return texts[language];
  const { title, text } = texts.uz;
  return { title: textInCyrillic(title), text: textInCyrillic(text) };
}

/** What stands between `{{` and `}}`, once each, and lone braces as they are. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{([^{}]*)\}\}|[{}]+/g)].map(([whole, name]) => name ?? whole)),
];

/** @throws Error for a placeholder without a value */
export function fillWords(
  words: MessageWords,
  values: Readonly<Record<string, string | number>>,
): MessageWords {
  const asText = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
  const fill = (text: string): string =>
    fillPlaceholders(text, asText, (name) => {
      throw new Error(`no value for the placeholder ${name}`);
    });
  return { title: fill(words.title), text: fill(words.text).trim() };
}

export const smsOf = (text: string): string => `Savdo. ${text}`;

/** A placeholder that the values of a message have; required ones belong into every text of it. */
export interface MessagePlaceholder {
  name: string;
  required: boolean;
}

const ADDRESS = /:\/\/|\bwww\.|(?<![\p{L}\d])@[\p{L}\d_]{3}/iu;

/** Could a link, a name in a messenger or a card number in it lead people away? Messages have a button to their own page. */
export function leadsAway(text: string): boolean {
  const plain = plainDigits(text);
  return ADDRESS.test(plain) || namesSite(plain) || hasAccountDigits(text);
}

export type MessageTextProblem =
  | { problem: 'unknown' | 'missing'; language: WrittenLanguage; names: string[] }
  | { problem: 'not-latin' | 'address' | 'too-long'; language: WrittenLanguage };

/**
 * What forbids these texts.
 * @param samples values of the placeholders by language, with which the length of an SMS is counted
 */
export function messageTextProblems(
  texts: MessageTexts,
  placeholders: readonly MessagePlaceholder[],
  samples: Readonly<Record<Language, Readonly<Record<string, string>>>>,
): MessageTextProblem[] {
  return WRITTEN_LANGUAGES.flatMap((language): MessageTextProblem[] => {
    const { title, text } = texts[language];
    const used = placeholdersIn(`${title}\n${text}`);
    const unknown = used.filter((name) => !placeholders.some((known) => known.name === name));
    const inText = placeholdersIn(text);
    const missing = placeholders
      .filter(({ name, required }) => required && !inText.includes(name))
      .map(({ name }) => name);
    const found: MessageTextProblem[] = [];
    if (unknown.length > 0) found.push({ problem: 'unknown', language, names: unknown });
    if (missing.length > 0) found.push({ problem: 'missing', language, names: missing });
    if (language === 'uz' && /\p{Script=Cyrillic}/u.test(title + text))
      found.push({ problem: 'not-latin', language });
    if (leadsAway(`${title}\n${text}`)) found.push({ problem: 'address', language });
    const readers: Language[] = language === 'uz' ? ['uz', 'uz-Cyrl'] : [language];
    const parts = (reader: Language): number =>
      smsParts(smsOf(fillWords(wordsIn(texts, reader), samples[reader]).text));
    if (unknown.length === 0 && readers.some((reader) => parts(reader) > MESSAGE_TEXT_LIMITS.smsParts))
      found.push({ problem: 'too-long', language });
    return found;
  });
}
