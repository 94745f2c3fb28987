import { fillPlaceholders } from '../content/fill-figures.ts';
import type { Language } from '../i18n/languages.ts';
import type { AddressChannel } from '../notifications/channels.ts';
import {
  leadsAway,
  MESSAGE_TEXT_LIMITS,
  placeholdersIn,
  smsOf,
  wordsIn,
  type MessagePlaceholder,
  type MessageTexts,
  type MessageWords,
} from '../notifications/own-texts.ts';
import { plainSms } from '../notifications/plain-sms.ts';
import { smsParts } from '../notifications/sms-parts.ts';

/** Longest answer to a message to the operator, in characters. */
export const ANSWER_LIMITS = { title: MESSAGE_TEXT_LIMITS.title, text: 4_000 } as const;

/** What a template of an answer may ask for: who wrote, and the number of the message. */
export const ANSWER_PLACEHOLDERS: readonly MessagePlaceholder[] = [
  { name: 'name', required: false },
  { name: 'number', required: false },
];
type AnswerValues = Record<'name' | 'number', string>;

/** Values of an example. */
export const ANSWER_SAMPLES: Readonly<Record<Language, AnswerValues>> = {
  uz: { name: 'Anvar Karimov', number: '1042' },
  ru: { name: 'Анвар Каримов', number: '1042' },
  'uz-Cyrl': { name: 'Анвар Каримов', number: '1042' },
  en: { name: 'Anvar Karimov', number: '1042' },
};

/** A template as an answer begins with it; a name that it does not know stays in its braces, so that it is seen. */
export function filledAnswer(texts: MessageTexts, language: Language, values: AnswerValues): MessageWords {
  const words = wordsIn(texts, language);
  const fill = (text: string): string => fillPlaceholders(text, values, (name) => `{{${name}}}`);
  return { title: fill(words.title), text: fill(words.text).trim() };
}

/** The answer as an SMS: its text alone. */
export const answerSms = (text: string): string => plainSms(smsOf(text));

/** Why an answer may not be sent, as `messageTextProblems` says it of a template; null: it may. */
export function answerProblem(
  { title, text }: MessageWords,
  channel: AddressChannel,
): 'placeholder' | 'address' | 'too-long' | null {
  if (placeholdersIn(`${title}\n${text}`).length > 0) return 'placeholder';
  if (leadsAway(`${title}\n${text}`)) return 'address';
  return channel === 'sms' && smsParts(answerSms(text)) > MESSAGE_TEXT_LIMITS.smsParts ? 'too-long' : null;
}
