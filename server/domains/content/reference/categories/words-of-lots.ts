import { isDeepStrictEqual } from 'node:util';
import type { AnyDb } from '#server/platform/database/index.ts';
import { ruleForbids } from '#server/platform/errors/index.ts';
import type { NamedEntry } from '#shared/content/entry-names.ts';
import { knownFields, type StoredField } from './stored-field.ts';
import type { CategoryRow } from './categories.repository.ts';

interface LotAnswer {
  categoryId: number;
  field: string;
  /** The code of a choice, where it is one. */
  value: string | null;
}
export type AnswersOfLots = (on: AnyDb, categoryIds: readonly number[]) => Promise<readonly LotAnswer[]>;

/** Lots on trade, or of the last half year, that are shown by the name of an entry. */
export type LotsShownBy = (on: AnyDb, entry: NamedEntry) => Promise<readonly number[]>;

/** A category and its group, before a change of either and after it. */
export interface ChangedCategory {
  id: number;
  before: readonly [category: Asking, group: Asking];
  after: readonly [category: Asking, group: Asking];
}
type Asking = Pick<CategoryRow, 'fields' | 'ownFields'>;

const byCode = ([category, group]: readonly [Asking, Asking]): ReadonlyMap<string, StoredField> =>
  new Map(knownFields(category, group).map((field) => [field.code, field]));

const wordOf = (field: StoredField | undefined, value: string | null) =>
  field && [
    field.label,
    field.kind === 'choice' ? field.choices.find(({ code }) => code === value)?.label : null,
  ];

/**
 * Lots are shown by the words of the dictionary: renaming an answer changes what was offered, bid for and bought.
 * @throws 422 `categories.in-use` with the code of the field, where lots would say something else
 */
export async function mustSayTheSame(
  tx: AnyDb,
  changed: readonly ChangedCategory[],
  answersOfLots: AnswersOfLots,
): Promise<void> {
  const fields = new Map(
    changed.map(({ id, before, after }) => [id, [byCode(before), byCode(after)] as const]),
  );
  for (const { categoryId, field, value } of await answersOfLots(tx, [...fields.keys()])) {
    const [before, after] = fields.get(categoryId)!.map((known) => wordOf(known.get(field), value));
    if (!isDeepStrictEqual(before, after)) throw ruleForbids('categories.in-use', { details: { field } });
  }
}
