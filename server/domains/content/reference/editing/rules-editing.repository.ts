import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { RuleSetName } from '#shared/api/site/lots.ts';
import type { DayReason } from '#shared/reference/calendar-days.ts';
import { ruleSetFiguresSchema, type RuleSetFigures } from '#shared/rule-sets/rule-set-figures.ts';
import type { ReferenceTables } from '../reference-tables.ts';
import { countVersion } from './version.repository.ts';

export interface StoredVersion {
  name: RuleSetName;
  version: number;
  validFrom: Date;
  figures: RuleSetFigures;
}

export interface StoredDay {
  /** `YYYY-MM-DD`. */
  day: string;
  working: boolean;
  reason: DayReason;
  /** Of a moved day: the one it changed places with. */
  swappedWith: string | null;
  /** Of a feast of the lunar calendar that was not announced yet. */
  estimated: boolean;
}

/** Rule sets, base amounts and days as staff read and change them; each change counts a version of the data. */
export function createRulesEditing(db: Db<ReferenceTables>) {
  const days = () =>
    db
      .selectFrom('calendar_day')
      .select(['day', 'working', 'reason', 'estimated'])
      .select('swapped_with as swappedWith');

  return {
    /** Every version, the newest of a set first. */
    async versions(): Promise<StoredVersion[]> {
      const rows = await db
        .selectFrom('rule_set')
        .selectAll()
        .orderBy('name')
        .orderBy('version', 'desc')
        .execute();
      return rows.map(({ name, version, valid_from, figures }) => ({
        name,
        version,
        validFrom: valid_from,
        figures: ruleSetFiguresSchema.parse(figures),
      }));
    },

    /** The newest version of a set; who adds another waits until the transaction ends. Versions themselves never change. */
    async lockNewest(name: RuleSetName): Promise<{ version: number; validFrom: Date }> {
      await sql`select pg_advisory_xact_lock(hashtext('rule_set'), hashtext(${name}))`.execute(db);
      const row = await db
        .selectFrom('rule_set')
        .select(['version', 'valid_from'])
        .where('name', '=', name)
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      return { version: row.version, validFrom: row.valid_from };
    },

    /** Of a set whose newest version is locked. */
    async addVersion(next: StoredVersion): Promise<void> {
      const { name, version, validFrom, figures } = next;
      await db
        .insertInto('rule_set')
        .values({ name, version, valid_from: validFrom, figures: JSON.stringify(figures) })
        .execute();
      await countVersion(db);
    },

    /** The newest first. */
    baseAmounts: (): Promise<{ validFrom: string; amountTiyin: number }[]> =>
      db
        .selectFrom('base_amount')
        .select(['valid_from as validFrom', 'amount_tiyin as amountTiyin'])
        .orderBy('base_amount.valid_from', 'desc')
        .execute(),

    /** A day to come that has an amount already gets the new one. */
    async setBaseAmount(validFrom: string, amountTiyin: number): Promise<void> {
      await db
        .insertInto('base_amount')
        .values({ valid_from: validFrom, amount_tiyin: amountTiyin })
        .onConflict((conflict) => conflict.column('valid_from').doUpdateSet({ amount_tiyin: amountTiyin }))
        .execute();
      await countVersion(db);
    },

    /** Days of a year that differ from the week of Monday to Friday. */
    daysOf: (year: number): Promise<StoredDay[]> =>
      days()
        .where(sql<boolean>`day between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date`)
        .orderBy('calendar_day.day')
        .execute(),

    /** Changes of days wait for each other until the transaction ends. */
    async lockDays(): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtext('calendar_day'))`.execute(db);
    },

    day: (day: string): Promise<StoredDay | undefined> =>
      days()
        .where(sql<boolean>`day = ${day}::date`)
        .executeTakeFirst(),

    async addDays(added: readonly StoredDay[]): Promise<void> {
      await db
        .insertInto('calendar_day')
        .values(
          added.map(({ day, working, reason, swappedWith, estimated }) => ({
            day,
            working,
            reason,
            swapped_with: swappedWith,
            estimated,
          })),
        )
        .execute();
      await countVersion(db);
    },

    async removeDays(removed: readonly string[]): Promise<void> {
      await db
        .deleteFrom('calendar_day')
        .where(sql<boolean>`day = any(${[...removed]}::date[])`)
        .execute();
      await countVersion(db);
    },
  };
}
