import { sql, type Generated } from 'kysely';
import { SHIPPED_ISSUER } from '#server/identity/index.ts';
import { inTransaction, type Db } from '#server/platform/database/index.ts';

/** How it is known that a number is the person's own; `act`: something that counts was done in its name. */
export type ProvenBy = 'oneid' | 'e-imzo' | 'certificate' | 'document' | 'act';

/** Others than people here say whose it is. */
export const VOUCHED: readonly ProvenBy[] = ['oneid', 'e-imzo', 'certificate'];

export interface PersonNumberTables {
  person_number: {
    person_id: string;
    number_hash: string;
    key_check: string;
    proven_by: ProvenBy | null;
    first_seen_at: Generated<Date>;
  };
}

export interface SeenNumber {
  field: 'pinfl' | 'stir';
  value: string;
  /** null: only stated. */
  by: ProvenBy | null;
}

/** Numbers of accounts, hashed; rows stay after an erasure. */
export function createPersonNumbersRepository(db: Db<PersonNumberTables>) {
  return {
    /**
     * Every number that is in the account, in the certificates it signed with, or among the ways in of the shipped site: the
     * PINFL of a natural person, the STIR of a legal entity. Reads tables of other domains and writes none.
     */
    async seen(personId: string): Promise<SeenNumber[]> {
      const { rows } = await sql<SeenNumber>`
        with me as (
          select *, case kind when 'legal' then 'stir' else 'pinfl' end as field from person
          where id = ${personId}::uuid
        )
        select field, case field when 'stir' then stir else pinfl end as value, null as by from me
          where case field when 'stir' then stir else pinfl end is not null
        union all
        select me.field, case me.field when 'stir' then c.tin else c.pinfl end, 'certificate'
          from me join person_certificate c on c.person_id = me.id::text and (me.field = 'pinfl' or c.kind = 'legal')
          where case me.field when 'stir' then c.tin else c.pinfl end is not null
        union all
        select me.field, n.value, n.way from me join identity_proven_number n
          on n.account_id::text = me.subject and n.field = me.field
          where me.issuer = ${SHIPPED_ISSUER}`.execute(db);
      return rows;
    },

    /** A proof stays once there is one, and takes the place of what was only done in the name of the number. */
    async add(
      personId: string,
      number: { hash: string; keyCheck: string; by: ProvenBy | null },
    ): Promise<void> {
      await db
        .insertInto('person_number')
        .values({
          person_id: personId,
          number_hash: number.hash,
          key_check: number.keyCheck,
          proven_by: number.by,
        })
        .onConflict((conflict) =>
          conflict.columns(['person_id', 'number_hash']).doUpdateSet({
            proven_by: sql<ProvenBy | null>`coalesce(nullif(person_number.proven_by, 'act'), excluded.proven_by, person_number.proven_by)`,
          }),
        )
        .execute();
    },

    /** What was only stated, and is no longer. */
    async dropStated(personId: string, except: readonly string[]): Promise<void> {
      await db
        .deleteFrom('person_number')
        .where('person_id', '=', personId)
        .where('proven_by', 'is', null)
        .$if(except.length > 0, (query) => query.where('number_hash', 'not in', except))
        .execute();
    },

    /** Is the number stored as proven in one of these ways? */
    async isProvenBy(personId: string, hash: string, ways: readonly ProvenBy[]): Promise<boolean> {
      const row = await db
        .selectFrom('person_number')
        .select('person_id')
        .where('person_id', '=', personId)
        .where('number_hash', '=', hash)
        .where('proven_by', 'in', ways)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** It turned out to be another person's. */
    async drop(personId: string, hash: string): Promise<void> {
      await db
        .deleteFrom('person_number')
        .where('person_id', '=', personId)
        .where('number_hash', '=', hash)
        .execute();
    },

    /** The person did something that counts, in the name of what the account states. */
    async actedUnder(personId: string): Promise<void> {
      await db
        .updateTable('person_number')
        .set({ proven_by: 'act' })
        .where(sql<boolean>`person_id::text = ${personId}`)
        .where('proven_by', 'is', null)
        .execute();
    },

    /** Moves a number from one hash to another of the same number. */
    moveTo: (from: string, to: { hash: string; keyCheck: string }): Promise<void> =>
      inTransaction(db, async (tx) => {
        // An account may have been seen under both keys.
        await sql`
          insert into person_number (person_id, number_hash, key_check, proven_by, first_seen_at)
          select person_id, ${to.hash}, ${to.keyCheck}, proven_by, first_seen_at from person_number
          where number_hash = ${from}
          on conflict (person_id, number_hash) do update set
            proven_by = coalesce(person_number.proven_by, excluded.proven_by)`.execute(tx);
        await tx.deleteFrom('person_number').where('number_hash', '=', from).execute();
      }),

    async countOfKey(keyCheck: string): Promise<number> {
      const { total } = await db
        .selectFrom('person_number')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('key_check', '=', keyCheck)
        .executeTakeFirstOrThrow();
      return total;
    },

    /** Accounts with a number that were never looked at, with ids above `after`. */
    async unseen(after: string | null, limit: number): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select p.id::text as id from person p
        where (case p.kind when 'legal' then p.stir else p.pinfl end) is not null
          and (${after}::uuid is null or p.id > ${after}::uuid)
          and not exists (select from person_number n where n.person_id = p.id)
        order by p.id limit ${limit}`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}
