import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { AnomalyStep, FlagEvidence, FlagStep } from '#shared/api/console/anomaly-flags.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { AnomalyFlagState } from '#shared/lifecycles/anomaly-flag.ts';
import type { AnomalySign } from '#shared/trust/anomaly-signs.ts';
import type { AnomalyFlagRow, AnomalyTables, Numbers } from './anomaly-tables.ts';

const EVIDENCE_SHOWN = 500;

export interface FlagFilter {
  states: readonly AnomalyFlagState[];
  sign?: AnomalySign | undefined;
  /** null: those without an owner; absent: any owner or none. */
  ownerId?: string | null;
  /** Auctions of which the reader must not learn. */
  without: readonly number[];
  order: 'score' | 'newest';
}

export type ListedRow = AnomalyFlagRow & { title: LocalizedText };

export interface FlagStepOf {
  step: AnomalyStep;
  by: { personId: string; name: string };
  text?: string | undefined;
}

/** Its own auction, or one of its evidence, is among these. */
const isAbout = (
  lotIds: readonly number[],
) => sql<boolean>`(f.lot_id = any(${[...lotIds]}::bigint[]) or exists (
  select from anomaly_evidence e where e.flag_id = f.id and e.lot_id = any(${[...lotIds]}::bigint[])))`;

const matching = ({ states, sign, ownerId, without }: FlagFilter) =>
  sql<boolean>`f.state = any(${[...states]}::text[]) and (${sign ?? null}::text is null or f.sign = ${sign ?? null})
    and (${ownerId === undefined} or f.owner_id is not distinct from ${ownerId ?? null}::text)
    and (${without.length === 0} or not ${isAbout(without)})`;

export function createAnomalyFlagsRepository(db: Db<AnomalyTables>) {
  const flags = () =>
    db
      .selectFrom('anomaly_flag as f')
      .innerJoin('lot', 'lot.id', 'f.lot_id')
      .selectAll('f')
      .select('lot.title');

  return {
    async page(
      filter: FlagFilter,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<ListedRow[]> {
      const order =
        filter.order === 'score' ? sql`f.score desc, f.id desc` : sql`f.raised_at desc, f.id desc`;
      return flags().where(matching(filter)).orderBy(order).limit(limit).offset(offset).execute();
    },

    async count(filter: FlagFilter): Promise<number> {
      const { total } = await db
        .selectFrom('anomaly_flag as f')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .where(matching(filter))
        .executeTakeFirstOrThrow();
      return total;
    },

    async find(id: number): Promise<ListedRow | null> {
      const row = await flags().where('f.id', '=', id).executeTakeFirst();
      return row ?? null;
    },

    /** Is one of these auctions in it? */
    async isAbout(id: number, lotIds: readonly number[]): Promise<boolean> {
      const row = await db
        .selectFrom('anomaly_flag as f')
        .select('f.id')
        .where('f.id', '=', id)
        .where(isAbout(lotIds))
        .executeTakeFirst();
      return row !== undefined;
    },

    /** The newest auctions first. */
    async evidence(id: number): Promise<FlagEvidence[]> {
      const { rows } = await sql<{
        lotId: number;
        lotTitle: LocalizedText;
        personId: string;
        name: string | null;
        facts: Numbers;
      }>`
        select e.lot_id as "lotId", l.title as "lotTitle", e.person_id as "personId", p.name, e.facts
        from anomaly_evidence e join lot l on l.id = e.lot_id left join person p on p.id::text = e.person_id
        where e.flag_id = ${id}
        order by l.ended_at desc, e.lot_id desc, e.person_id limit ${EVIDENCE_SHOWN}`.execute(db);
      return rows.map(({ personId, name, ...row }) => ({
        ...row,
        person: personId === '' ? null : { id: personId, name: name ?? personId },
      }));
    },

    /** Oldest first. */
    async steps(id: number): Promise<FlagStep[]> {
      const rows = await db
        .selectFrom('anomaly_flag_step')
        .select(['step', 'person_name', 'text', 'at'])
        .where('flag_id', '=', id)
        .orderBy('id')
        .execute();
      return rows.map(({ step, person_name, text, at }) => ({
        step,
        by: person_name,
        text,
        atMs: at.getTime(),
      }));
    },

    /** Who said last that it is serious; null: no one has. */
    async escalatedBy(tx: Db<AnomalyTables>, id: number): Promise<string | null> {
      const step = await tx
        .selectFrom('anomaly_flag_step')
        .select('person_id')
        .where('flag_id', '=', id)
        .where('step', '=', 'escalated')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return step?.person_id ?? null;
    },

    /** Locked until the transaction ends. */
    lock: (tx: Db<AnomalyTables>, id: number): Promise<AnomalyFlagRow | undefined> =>
      tx.selectFrom('anomaly_flag').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

    /** Of a locked one, with the step that says who changed it. */
    async change(
      tx: Db<AnomalyTables>,
      id: number,
      change: Partial<Pick<AnomalyFlagRow, 'state' | 'owner_id' | 'owner_name'>>,
      { step, by, text }: FlagStepOf,
    ): Promise<void> {
      await tx
        .updateTable('anomaly_flag')
        .set({ ...change, changed_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute();
      await tx
        .insertInto('anomaly_flag_step')
        .values({
          flag_id: id,
          step,
          person_id: by.personId,
          person_name: by.name,
          text: text ?? null,
        })
        .execute();
    },
  };
}
