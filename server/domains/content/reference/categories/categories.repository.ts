import { sql, type Generated, type JSONColumnType, type Selectable } from 'kysely';
import { lockNamed, type Db } from '#server/platform/database/index.ts';
import type { OrderType } from '#shared/api/site/reference.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { StoredField } from './stored-field.ts';

export interface CategoryTable {
  id: Generated<number>;
  request_id: string | null;
  parent_id: number | null;
  code: string;
  icon: string;
  name: JSONColumnType<LocalizedText>;
  position: number;
  order_types: OrderType[];
  hidden: Generated<boolean>;
  version: Generated<number>;
  fields: JSONColumnType<StoredField[], string | undefined>;
  own_fields: Generated<boolean>;
}

export interface CategoryRow {
  id: number;
  parentId: number | null;
  code: string;
  icon: string;
  name: LocalizedText;
  /** Who may offer property of this category. */
  orderTypes: readonly OrderType[];
  /** Not offered to sellers any more, by its own mark. */
  hidden: boolean;
  /** Its own fields, with those that are not asked any more. */
  fields: readonly StoredField[];
  /** Whether it asks its own fields; otherwise those of its group. */
  ownFields: boolean;
}

export interface VersionedCategory extends CategoryRow {
  version: number;
}

export const categoryOf = (row: Selectable<CategoryTable>): VersionedCategory => ({
  id: row.id,
  parentId: row.parent_id,
  code: row.code,
  icon: row.icon,
  name: row.name,
  orderTypes: row.order_types,
  hidden: row.hidden,
  version: row.version,
  fields: row.fields,
  ownFields: row.own_fields,
});

export type CategoryUpdate = Partial<
  Pick<CategoryRow, 'name' | 'icon' | 'orderTypes' | 'hidden' | 'fields' | 'ownFields'>
>;

interface Tables {
  category: CategoryTable;
}

/** Changes of categories. */
export function createCategoriesRepository(db: Db<Tables>) {
  return {
    async byId(id: number): Promise<VersionedCategory | null> {
      const row = await db.selectFrom('category').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? categoryOf(row) : null;
    },

    /** In their order. */
    async childrenOf(parentId: number | null): Promise<VersionedCategory[]> {
      const rows = await db
        .selectFrom('category')
        .selectAll()
        .where('parent_id', parentId === null ? 'is' : '=', parentId)
        .orderBy('position')
        .orderBy('id')
        .execute();
      return rows.map(categoryOf);
    },

    /** Serialises changes of categories until the transaction ends: they depend on each other by group, code and order. */
    async lockAll(): Promise<void> {
      await lockNamed(db, 'category');
    },

    async codes(): Promise<string[]> {
      const rows = await db.selectFrom('category').select('code').execute();
      return rows.map(({ code }) => code);
    },

    /** The one that a request made before; null: none. */
    async madeBy(requestId: string): Promise<VersionedCategory | null> {
      const row = await db
        .selectFrom('category')
        .selectAll()
        .where('request_id', '=', requestId)
        .executeTakeFirst();
      return row ? categoryOf(row) : null;
    },

    /** Last among those of its parent. */
    async create(
      requestId: string,
      made: Pick<CategoryRow, 'parentId' | 'code' | 'icon' | 'name' | 'orderTypes'>,
    ): Promise<VersionedCategory> {
      const row = await db
        .insertInto('category')
        .values({
          request_id: requestId,
          parent_id: made.parentId,
          code: made.code,
          icon: made.icon,
          name: JSON.stringify(made.name),
          position: sql<number>`(select coalesce(max(position), -1) + 1 from category
            where parent_id is not distinct from ${made.parentId})`,
          order_types: [...made.orderTypes],
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return categoryOf(row);
    },

    /** The next version of one that is locked. */
    async change(id: number, to: CategoryUpdate): Promise<VersionedCategory> {
      const row = await db
        .updateTable('category')
        .set({
          version: sql<number>`version + 1`,
          ...(to.name && { name: JSON.stringify(to.name) }),
          ...(to.icon && { icon: to.icon }),
          ...(to.orderTypes && { order_types: [...to.orderTypes] }),
          ...(to.hidden !== undefined && { hidden: to.hidden }),
          ...(to.fields && { fields: JSON.stringify(to.fields) }),
          ...(to.ownFields !== undefined && { own_fields: to.ownFields }),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      return categoryOf(row);
    },

    async arrange(ids: readonly number[]): Promise<void> {
      await sql`update category set position = place - 1
        from unnest(${[...ids]}::int[]) with ordinality as wanted (id, place)
        where category.id = wanted.id`.execute(db);
    },
  };
}
