import type { FactKind } from '#shared/api/cabinet/order-questions.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { dayText } from '#shared/time/tashkent.ts';

/** A value of a field: a text in all languages, a number, yes or no, a day (`YYYY-MM-DD`), or the code of a choice. */
export type PropertyFact = LocalizedText | number | boolean | string;

/** A field of a category, as far as showing its value needs it. */
export interface FactField {
  code: string;
  kind: FactKind;
  label: LocalizedText;
  unit: LocalizedText | null;
  choices: readonly { code: string; label: LocalizedText }[];
}

const YES: LocalizedText = { uz: 'Ha', ru: 'Да', 'uz-Cyrl': 'Ҳа', en: 'Yes' };
const NO: LocalizedText = { uz: 'Yoʻq', ru: 'Нет', 'uz-Cyrl': 'Йўқ', en: 'No' };

const NO_BREAK_SPACE = '\u00a0';

/** Years and other four-digit numbers stay ungrouped. */
function grouped(value: number, decimal: ',' | '.'): string {
  const [whole = '', rest] = String(value).split('.');
  const digits = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, NO_BREAK_SPACE) : whole;
  return rest === undefined ? digits : `${digits}${decimal}${rest}`;
}

function numberText(value: number, unit: LocalizedText | null): LocalizedText {
  const written = (language: keyof LocalizedText): string =>
    grouped(value, language === 'en' ? '.' : ',') + (unit ? NO_BREAK_SPACE + unit[language] : '');
  return { uz: written('uz'), ru: written('ru'), 'uz-Cyrl': written('uz-Cyrl'), en: written('en') };
}

const everywhere = (text: string): LocalizedText => ({ uz: text, ru: text, 'uz-Cyrl': text, en: text });

/** A value as it is shown; null where there is nothing to show (a removed choice, an empty text). */
export function factText(field: FactField, value: PropertyFact): LocalizedText | null {
  if (typeof value === 'boolean') return value ? YES : NO;
  if (typeof value === 'number') return Number.isFinite(value) ? numberText(value, field.unit) : null;
  if (typeof value === 'string' && field.kind === 'date') return everywhere(dayText(value));
  if (typeof value === 'string') return field.choices.find(({ code }) => code === value)?.label ?? null;
  return value;
}
