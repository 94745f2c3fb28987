import type { FactKind } from '#shared/api/cabinet/order-questions.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';

export interface StoredChoice {
  code: string;
  label: LocalizedText;
  /** Not offered any more; lots that have it still show its name. */
  removed: boolean;
}

/** A field of a category, as it is stored. */
export interface StoredField {
  /** Never changes: answers of lots and orders are stored by it. */
  code: string;
  label: LocalizedText;
  kind: FactKind;
  unit: LocalizedText | null;
  required: boolean;
  min: number | null;
  max: number | null;
  whole: boolean;
  choices: StoredChoice[];
  /** Not asked any more; lots that have an answer still show it. */
  removed: boolean;
}

interface OfCategory {
  fields: readonly StoredField[];
  ownFields: boolean;
}

/** What is asked about property of a category: its own fields, or those of its group. */
export const askedFields = (category: OfCategory, group: OfCategory): StoredField[] =>
  (category.ownFields ? category : group).fields
    .filter(({ removed }) => !removed)
    .map((field) => ({ ...field, choices: field.choices.filter(({ removed }) => !removed) }));

/** Everything that was ever asked about it, what is asked now first: what shows an answer that is stored. */
export function knownFields(category: OfCategory, group: OfCategory): StoredField[] {
  const lists = category.ownFields ? [category, group] : [group, category];
  const known = new Map<string, StoredField>();
  for (const { fields } of lists)
    for (const field of fields) if (!known.has(field.code)) known.set(field.code, field);
  return [...known.values()];
}
