import { sql, type Selectable } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { Area, Bank } from '#shared/api/site/reference.ts';
import type { RuleSetName } from '#shared/api/site/lots.ts';
import { categoryOf, type CategoryRow } from './categories/categories.repository.ts';
import { createListsRepository } from './lists/lists.repository.ts';
import type { ReferenceTables } from './reference-tables.ts';
import type { CalendarDay } from './working-days.ts';
import {
  ruleSetFiguresSchema,
  type RuleSet,
  type RuleSetFigures,
} from '#shared/rule-sets/rule-set-figures.ts';

const parsed = ({ name, version, figures }: Selectable<ReferenceTables['rule_set']>): RuleSet => ({
  name,
  version,
  figures: ruleSetFiguresSchema.parse(figures),
});

export type ReferenceRepository = ReturnType<typeof createReferenceRepository>;

export function createReferenceRepository(db: Db<ReferenceTables>) {
  return {
    regions: () => db.selectFrom('region').select(['id', 'soato', 'name']).orderBy('position').execute(),

    /** Lists of choices that staff edit. */
    lists: () => createListsRepository(db).all(),

    /** Counts changes of every list here. */
    async version(): Promise<number> {
      const { version } = await db
        .selectFrom('reference_version')
        .select('version')
        .executeTakeFirstOrThrow();
      return version;
    },

    /** Districts and towns in order of display, those that are no longer offered among them. */
    areas: (): Promise<(Area & { hidden: boolean })[]> =>
      db
        .selectFrom('area')
        .select(['id', 'soato', 'region_id as regionId', 'name', 'hidden'])
        .orderBy('region_id')
        .orderBy('position')
        .orderBy('id')
        .execute(),

    /** Banks that are offered, by name. */
    banks: (): Promise<Bank[]> =>
      db
        .selectFrom('bank')
        .select(['id', 'mfo', 'name'])
        .where('active', '=', true)
        .orderBy(sql`case when mfo is null then id else 0 end`)
        .orderBy(sql`name ->> 'uz'`)
        .orderBy('id')
        .execute(),

    /** Of every bank that was ever in the directory. */
    async bankCodes(): Promise<string[]> {
      const rows = await db.selectFrom('bank').select('mfo').where('mfo', 'is not', null).execute();
      return rows.flatMap(({ mfo }) => mfo ?? []);
    },

    /** How many members of staff have taken a directory of banks over. */
    async bankImporters(): Promise<number> {
      const { count } = await db
        .selectFrom('reference_change')
        .select(({ fn }) => fn.count<number>('person_id').distinct().as('count'))
        .where('kind', '=', 'bank')
        .where('action', '=', 'import')
        .executeTakeFirstOrThrow();
      return Number(count);
    },

    /** Groups and categories in order of display, groups first. */
    async categories(): Promise<CategoryRow[]> {
      const rows = await db
        .selectFrom('category')
        .selectAll()
        .orderBy('parent_id', (order) => order.asc().nullsFirst())
        .orderBy('position')
        .execute();
      return rows.map(categoryOf);
    },

    /** The base amount in force on a day (`YYYY-MM-DD`, Tashkent); null before the first one. */
    async baseAmount(day: string): Promise<{ amountTiyin: number; validFrom: string } | null> {
      const row = await db
        .selectFrom('base_amount')
        .select(({ fn, ref }) => [
          'amount_tiyin',
          fn<string>('to_char', [ref('valid_from'), (eb) => eb.val('YYYY-MM-DD')]).as('from'),
        ])
        .where('valid_from', '<=', day)
        .orderBy('valid_from', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ? { amountTiyin: row.amount_tiyin, validFrom: row.from } : null;
    },

    /** Days that differ from the week of Monday to Friday, by date. */
    calendarDays: (): Promise<CalendarDay[]> =>
      db
        .selectFrom('calendar_day')
        .select(({ fn, ref }) => [
          'working',
          fn<string>('to_char', [ref('day'), (eb) => eb.val('YYYY-MM-DD')]).as('day'),
        ])
        .orderBy('calendar_day.day')
        .execute(),

    /** Adds the next version of a rule set, in force from an instant on; versions that lots name are never changed. */
    async addRuleSet(name: RuleSetName, validFrom: Date, figures: RuleSetFigures): Promise<void> {
      const next = sql<number>`(select coalesce(max(version), 0) + 1 from rule_set where name = ${name})`;
      await db
        .insertInto('rule_set')
        .values({ name, version: next, valid_from: validFrom, figures: JSON.stringify(figures) })
        .execute();
    },

    /** The clock by which versions come into force. */
    async now(): Promise<Date> {
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
      return rows[0]!.now;
    },

    /** The newest version of a rule set that is in force at the instant. */
    async ruleSet(name: RuleSetName, at: Date): Promise<RuleSet | null> {
      const row = await db
        .selectFrom('rule_set')
        .selectAll()
        .where('name', '=', name)
        .where('valid_from', '<=', at)
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ? parsed(row) : null;
    },

    async ruleSetVersion(name: RuleSetName, version: number): Promise<RuleSet | null> {
      const row = await db
        .selectFrom('rule_set')
        .selectAll()
        .where('name', '=', name)
        .where('version', '=', version)
        .executeTakeFirst();
      return row ? parsed(row) : null;
    },
  };
}
