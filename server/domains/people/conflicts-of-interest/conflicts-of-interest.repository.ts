import { sql, type Generated, type GeneratedAlways } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { Conflict, ConflictGround } from '#shared/api/console/console-conflicts-of-interest.ts';
import type { SubjectKind } from '#shared/api/contract.ts';
import { OPEN_STATUSES } from '#shared/lifecycles/lot-status.ts';

interface ConflictTables {
  conflict_of_interest: {
    id: GeneratedAlways<number>;
    staff_person_id: string;
    staff_name: string;
    action: string;
    subject_kind: SubjectKind;
    subject_id: string;
    person_id: string;
    ground: ConflictGround;
    result: Conflict['result'];
    at: Generated<Date>;
  };
}

export interface FoundConflict {
  staff: { personId: string; name: string };
  action: string;
  subject: { kind: SubjectKind; id: number | string };
  personId: string;
  ground: ConflictGround;
}

const NUMBER = /^\d{1,15}$/;

/** A shared address is recorded, every other ground refuses. */
export const resultOf = (ground: ConflictGround): Conflict['result'] =>
  ground === 'address' ? 'noted' : 'refused';

export function createConflictsRepository(db: Db<ConflictTables>) {
  const of = (result: Conflict['result'] | undefined) => {
    const rows = db.selectFrom('conflict_of_interest');
    return result ? rows.where('result', '=', result) : rows;
  };
  return {
    async add({ staff, action, subject, personId, ground }: FoundConflict): Promise<void> {
      await db
        .insertInto('conflict_of_interest')
        .values({
          staff_person_id: staff.personId,
          staff_name: staff.name,
          action,
          subject_kind: subject.kind,
          subject_id: String(subject.id),
          person_id: personId,
          ground,
          result: resultOf(ground),
        })
        .execute();
    },

    /** The newest first. */
    list: (result: Conflict['result'] | undefined, page: { limit: number; offset: number }) =>
      of(result).selectAll().orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),

    /** Of lots and applications among these subjects, the lots that are not over. Reads tables of other domains and writes none. */
    async openLots(subjects: readonly { kind: SubjectKind; id: string }[]): Promise<number[]> {
      const idsOf = (kind: SubjectKind) =>
        subjects.filter((each) => each.kind === kind && NUMBER.test(each.id)).map(({ id }) => id);
      const { rows } = await sql<{ id: number }>`
        select lot.id from lot where lot.status = any(${[...OPEN_STATUSES]}) and lot.id in (
          select unnest(${idsOf('lot')}::bigint[])
          union select a.lot_id from trade_application a where a.id = any(${idsOf('application')}::bigint[]))
        order by lot.id`.execute(db);
      return rows.map(({ id }) => id);
    },

    async count(result: Conflict['result'] | undefined): Promise<number> {
      const { total } = await of(result)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },
  };
}
