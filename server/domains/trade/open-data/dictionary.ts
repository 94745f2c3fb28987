import type { Texts } from '#server/platform/language/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import { RESULT_COLUMNS, type ResultColumn } from '#shared/open-data/result-row.ts';

export interface DescribedColumn extends ResultColumn {
  meaning: LocalizedText;
}

/** The data dictionary: every column with its type, unit and meaning. */
export function columnTexts(texts: Texts): DescribedColumn[] {
  return RESULT_COLUMNS.map((column) => {
    const meaning = (language: keyof LocalizedText) =>
      texts.text(language, `open-data:column.${column.name}`);
    return Object.assign({}, column, {
      meaning: { uz: meaning('uz'), ru: meaning('ru'), 'uz-Cyrl': meaning('uz-Cyrl'), en: meaning('en') },
    });
  });
}
