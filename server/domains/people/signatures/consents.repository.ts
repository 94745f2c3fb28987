import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { SignatureTables, WrittenTexts } from './signatures-tables.ts';

export interface ConsentVersion {
  version: number;
  /** Days as `YYYY-MM-DD`, of Tashkent. */
  effectiveOn: string;
  deadlineOn: string;
  offer: WrittenTexts;
  contract: WrittenTexts;
}

export interface ConsentAnswer {
  version: number;
  agreed: boolean;
  at: Date;
  documentId: number | null;
}

const VERSION_COLUMNS = [
  'version',
  'effective_on as effectiveOn',
  'deadline_on as deadlineOn',
  'offer',
  'contract',
] as const;

/** The day in Tashkent by the database's clock. */
const TODAY = sql<string>`(now() at time zone 'Asia/Tashkent')::date`;

export type ConsentsRepository = ReturnType<typeof createConsentsRepository>;

/** Versions of the offer and the contract, and people's answers to them; the last answer counts. */
export function createConsentsRepository(db: Db<SignatureTables>) {
  /** Of each of these who has answered, by the person. */
  async function lastAnswers(personIds: readonly string[]): Promise<Map<string, ConsentAnswer>> {
    if (personIds.length === 0) return new Map();
    const rows = await db
      .selectFrom('consent_answer')
      .distinctOn('person_id')
      .select(['person_id', 'version', 'agreed', 'at', 'document_id as documentId'])
      .where('person_id', 'in', personIds)
      .orderBy('person_id')
      .orderBy('id', 'desc')
      .execute();
    return new Map(rows.map(({ person_id: personId, ...answer }) => [personId, answer]));
  }

  return {
    async version(number: number): Promise<ConsentVersion | null> {
      const row = await db
        .selectFrom('consent_version')
        .select(VERSION_COLUMNS)
        .where('version', '=', number)
        .executeTakeFirst();
      return row ?? null;
    },

    /**
     * `current`: the newest in effect, the one to sign. `required`: the newest whose deadline has passed; signatures of
     * earlier ones no longer count. Null: none yet.
     */
    async inEffect(): Promise<{ current: ConsentVersion | null; required: number | null }> {
      const row = await db
        .selectFrom('consent_version')
        .select(VERSION_COLUMNS)
        .where('effective_on', '<=', TODAY)
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst();
      const { required } = await db
        .selectFrom('consent_version')
        .select(sql<number | null>`max(version)`.as('required'))
        .where('deadline_on', '<', TODAY)
        .executeTakeFirstOrThrow();
      return { current: row ?? null, required };
    },

    lastAnswer: async (personId: string): Promise<ConsentAnswer | null> =>
      (await lastAnswers([personId])).get(personId) ?? null,
    lastAnswers,

    async answer(
      tx: Db<SignatureTables>,
      said: { personId: string; version: number; documentId: number | null; reason: string | null },
    ): Promise<void> {
      await tx
        .insertInto('consent_answer')
        .values({
          person_id: said.personId,
          version: said.version,
          agreed: said.documentId !== null,
          document_id: said.documentId,
          reason: said.reason,
        })
        .execute();
    },

    /** Newest first, each with the count of people whose last answer is about it. */
    async versions() {
      const last = db
        .selectFrom('consent_answer')
        .distinctOn('person_id')
        .select(['person_id', 'version', 'agreed'])
        .orderBy('person_id')
        .orderBy('id', 'desc');
      return db
        .with('last_word', () => last)
        .selectFrom('consent_version as v')
        .leftJoin('last_word as w', 'w.version', 'v.version')
        .groupBy('v.version')
        .orderBy('v.version', 'desc')
        .select([
          'v.version',
          'v.added_at as addedAt',
          'v.added_by as addedBy',
          'v.effective_on as effectiveOn',
          'v.deadline_on as deadlineOn',
          sql<number>`count(*) filter (where w.agreed)`.as('agreedCount'),
          sql<number>`count(*) filter (where not w.agreed)`.as('refusedCount'),
        ])
        .execute();
    },

    /** Answers to a version, newest first. */
    async answers(version: number, page: { limit: number; offset: number }) {
      const of = db.selectFrom('consent_answer as a').where('a.version', '=', version);
      const [items, { total }] = await Promise.all([
        of
          .leftJoin('signed_document as d', 'd.id', 'a.document_id')
          .select([
            'a.person_id as personId',
            'a.agreed',
            'a.at',
            'a.reason',
            'd.certificate_serial as serial',
          ])
          .orderBy('a.id', 'desc')
          .limit(page.limit)
          .offset(page.offset)
          .execute(),
        of.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
      ]);
      return { items, total };
    },

    /** Until the transaction ends no other one publishes a version. */
    async lockVersions(): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtext('consent_version'))`.execute(db);
    },

    /** Whenever it takes effect; null: there is none yet. */
    async last(): Promise<ConsentVersion | null> {
      const row = await db
        .selectFrom('consent_version')
        .select(VERSION_COLUMNS)
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ?? null;
    },

    /** There is the shipped version alone, and no one has said anything to it. */
    async isFirst(): Promise<boolean> {
      const { first } = await db
        .selectNoFrom((eb) => [
          eb
            .not(
              eb.or([
                eb.exists(eb.selectFrom('consent_version').select('version').where('version', '>', 1)),
                eb.exists(eb.selectFrom('consent_answer').select('id')),
              ]),
            )
            .as('first'),
        ])
        .executeTakeFirstOrThrow();
      return Boolean(first);
    },

    /** Numbers are allocated under a lock: a concurrent insert waits. */
    async addVersion(
      tx: Db<SignatureTables>,
      made: Omit<ConsentVersion, 'version'>,
      by: string | null,
    ): Promise<number> {
      await sql`select pg_advisory_xact_lock(hashtext('consent_version'))`.execute(tx);
      const { last } = await tx
        .selectFrom('consent_version')
        .select(sql<number>`coalesce(max(version), 0)`.as('last'))
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('consent_version')
        .values({
          version: last + 1,
          effective_on: made.effectiveOn,
          deadline_on: made.deadlineOn,
          offer: JSON.stringify(made.offer),
          contract: JSON.stringify(made.contract),
          added_by: by,
        })
        .execute();
      return last + 1;
    },
  };
}
