import { sql } from 'kysely';
import { inTransaction, writeOutbox, type Db } from '#server/platform/database/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { DebarmentCause } from '#shared/limits/debarments.ts';
import { SANCTION_EVENTS } from './sanctions.events.ts';
import type { SanctionTables } from './sanctions-tables.ts';

type Tables = Pick<SanctionTables, 'barred_person' | 'bar_proposal'>;

export interface BarRow {
  kind: 'stir' | 'pinfl';
  idHash: string;
  keyCheck: string;
  idMasked: string;
  nameMasked: string;
  personId: string | null;
  lotId: number | null;
  startDate: string;
  endDate: string;
  cause: DebarmentCause | null;
  causeName: LocalizedText | null;
  reason: string;
  by: string;
}

export type FoundBar = Pick<
  BarRow,
  'kind' | 'idMasked' | 'nameMasked' | 'lotId' | 'startDate' | 'endDate' | 'cause' | 'causeName'
> & { id: number };

/** In place of a hash: no key made it. */
const OF_ACCOUNT = 'account:';

export type SanctionsRepository = ReturnType<typeof createSanctionsRepository>;

export function createSanctionsRepository(db: Db<Tables>) {
  return {
    /** One transaction for the given work. */
    inOne: <Result>(work: (tx: Db<Tables>) => Promise<Result>) => inTransaction(db, work),

    /** In a transaction. @param announced accounts of the person, for listeners to a bar in force; not stored */
    async add(
      bar: BarRow,
      announced: readonly { personId: string; by: string | null; byName: string; reason: string }[],
    ): Promise<number> {
      const { id } = await db
        .insertInto('barred_person')
        .values({
          kind: bar.kind,
          id_hash: bar.idHash,
          key_check: bar.keyCheck,
          id_masked: bar.idMasked,
          name_masked: bar.nameMasked,
          person_id: bar.personId,
          lot_id: bar.lotId,
          start_date: bar.startDate,
          end_date: bar.endDate,
          cause: bar.cause,
          cause_name: bar.causeName && JSON.stringify(bar.causeName),
          reason: bar.reason,
          barred_by: bar.by,
          lifted_at: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      for (const payload of announced) await writeOutbox(db, { topic: SANCTION_EVENTS.barred, payload });
      return id;
    },

    /** Debarments of one hashed number in force on the day, the longest first. */
    inForce: (idHash: string, day: string): Promise<FoundBar[]> =>
      db
        .selectFrom('barred_person')
        .select(['id', 'cause', 'kind', 'id_masked as idMasked', 'name_masked as nameMasked'])
        .select(['lot_id as lotId', 'cause_name as causeName'])
        .select(['start_date as startDate', 'end_date as endDate'])
        .where('id_hash', '=', idHash)
        .where('lifted_at', 'is', null)
        .where(sql<boolean>`${day}::date between start_date and end_date`)
        .orderBy('end_date', 'desc')
        .execute(),

    /**
     * Last day of each human who is barred on the day: under this hash, through one of these accounts, or under a number that one of
     * them has had.
     */
    async lastDaysOf(
      asked: readonly { personId: string; idHash: string | null; accounts: readonly string[] }[],
      day: string,
    ): Promise<Map<string, string>> {
      const { rows } = await sql<{ personId: string; lastDay: string }>`
        with asked as materialized (
          select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
            as asked ("personId" text, "idHash" text, accounts text[])
        ), account as materialized (
          -- As the column has it, so that its index is used.
          select "personId", id, case when pg_input_is_valid(id, 'uuid') then id::uuid end as uuid
          from asked cross join unnest(accounts) as id
        ), found as (
          select "personId", bar.id from asked join barred_person bar on bar.id_hash = "idHash"
          union select "personId", bar.id from account join barred_person bar on bar.person_id = account.id
          union select "personId", bar.id from account
            join person_number number on number.person_id = uuid
            join barred_person bar on bar.id_hash = number_hash
        )
        select "personId", max(bar.end_date)::text as "lastDay"
        from found join barred_person bar on bar.id = found.id
        where bar.lifted_at is null and ${day}::date between bar.start_date and bar.end_date
        group by "personId"`.execute(db);
      return new Map(rows.map(({ personId, lastDay }) => [personId, lastDay]));
    },

    /** Moves what is stored under one hash of a number to another of the same number: bars and proposals together. */
    moveTo: (from: string, to: { idHash: string; keyCheck: string }): Promise<void> =>
      inTransaction(db, async (tx) => {
        await tx
          .updateTable('barred_person')
          .set({ id_hash: to.idHash, key_check: to.keyCheck })
          .where('id_hash', '=', from)
          .execute();
        await tx
          .updateTable('bar_proposal')
          .set({ id_hash: to.idHash })
          .where('id_hash', '=', from)
          .execute();
      }),

    /** Debarments and proposals of this account alone: those of others under the same hash stay. */
    async moveOf(
      personId: string,
      from: readonly string[],
      to: Pick<BarRow, 'kind' | 'idHash' | 'idMasked' | 'keyCheck'>,
    ): Promise<void> {
      await db
        .updateTable('barred_person')
        .set({ kind: to.kind, id_hash: to.idHash, id_masked: to.idMasked, key_check: to.keyCheck })
        .where(sql<boolean>`person_id::text = ${personId}`)
        .where('id_hash', 'in', from)
        .execute();
      await db
        .updateTable('bar_proposal')
        .set({ id_hash: to.idHash, id_masked: to.idMasked })
        .where(sql<boolean>`person_id::text = ${personId}`)
        .where('id_hash', 'in', from)
        .execute();
    },

    /** The same, of an account whose own number is not known: they apply to it and to every account of that human. */
    async moveToAccount(personId: string, from: readonly string[]): Promise<void> {
      const hash = `${OF_ACCOUNT}${personId}`;
      for (const table of ['barred_person', 'bar_proposal'] as const)
        await db
          .updateTable(table)
          .set({ id_hash: hash, id_masked: '' })
          .where(sql<boolean>`person_id::text = ${personId}`)
          .where('id_hash', 'in', from)
          .execute();
    },

    async countOfKey(keyCheck: string): Promise<number> {
      const { total } = await db
        .selectFrom('barred_person')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('key_check', '=', keyCheck)
        .where('id_hash', 'not like', `${OF_ACCOUNT}%`)
        .executeTakeFirstOrThrow();
      return total;
    },

    /** Are there entries made with none of these keys, which can never be found? */
    async hasOtherKeys(keyChecks: readonly string[]): Promise<boolean> {
      const row = await db
        .selectFrom('barred_person')
        .select('id')
        .where('key_check', 'not in', keyChecks)
        .where('id_hash', 'not like', `${OF_ACCOUNT}%`)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}
