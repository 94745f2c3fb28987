import english from '../i18n/locales/en/server.json' with { type: 'json' };
import russian from '../i18n/locales/ru/server.json' with { type: 'json' };
import uzbek from '../i18n/locales/uz/server.json' with { type: 'json' };
import { localeInCyrillic } from '../i18n/cyrillic-texts.ts';
import type { Language } from '../i18n/languages.ts';
import type { RoomError } from './room-answers.ts';

export type RoomErrorCode = RoomError['code'];

/** Messages for a command that was not understood or not allowed: what happened and what to do next. */
const TEXTS: Record<Language, Record<RoomErrorCode, string>> = {
  uz: uzbek.room,
  ru: russian.room,
  'uz-Cyrl': localeInCyrillic('server', { room: uzbek.room }).room as typeof uzbek.room,
  en: english.room,
};

/** The error as sent to the person, in their language. */
export function roomError(code: RoomErrorCode, language: Language): RoomError {
  return { code, message: TEXTS[language][code] };
}
