import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { EditedList } from '#shared/api/console/console-lists.ts';
import type { NamedEntry } from '#shared/content/entry-names.ts';

/** An answer that some lot of the category has; of texts, numbers and the like the field alone counts. */
export interface LotAnswer {
  categoryId: number;
  field: string;
  /** As it is stored where it is a string, such as the code of a choice. */
  value: string | null;
}

/** Those on trade, and those of the last half year, whose sale may still be disputed or cancelled. */
const isCurrent = sql`not lot.practice and (lot.ended_at is null or lot.ended_at > clock_timestamp() - interval '6 months')`;

/** What lots of these categories say. */
export async function answersOfLots(on: AnyDb, categoryIds: readonly number[]): Promise<LotAnswer[]> {
  const { rows } = await sql<LotAnswer>`
    select distinct lot.category_id as "categoryId", fact.key as field,
      case jsonb_typeof(fact.value) when 'string' then fact.value #>> '{}' end as value
    from lot cross join lateral jsonb_each(lot.facts) as fact
    where lot.category_id = any(${categoryIds}::integer[]) and ${isCurrent}
  `.execute(on);
  return rows;
}

/** Lists by whose entries lots say what they are. */
const COLUMNS: Partial<Record<EditedList, string>> = {
  units: 'unit',
  'property-types': 'property_type',
  'category-types': 'category_type',
  tenures: 'tenure',
};

/** Entries of a list that lots have. */
export async function entriesOfLots(on: AnyDb, list: EditedList): Promise<ReadonlySet<string>> {
  const column = COLUMNS[list];
  if (column === undefined) return new Set();
  const { rows } = await sql<{ code: string }>`
    select distinct ${sql.ref(column)} as code from lot where ${sql.ref(column)} is not null and ${isCurrent}
  `.execute(on);
  return new Set(rows.map(({ code }) => code));
}

/** Lots that are shown by the name of a place, of a category, or of the group of their category. */
export async function lotsShownBy(on: AnyDb, { entry, id }: NamedEntry): Promise<readonly number[]> {
  const shown = {
    region: sql`lot.region_id = ${id}`,
    area: sql`lot.area_id = ${id}`,
    category: sql`lot.category_id in (select category.id from category where ${id} in (category.id, category.parent_id))`,
  }[entry];
  const { rows } = await sql<{ id: number }>`select id from lot where ${shown} and ${isCurrent}`.execute(on);
  return rows.map((lot) => lot.id);
}
