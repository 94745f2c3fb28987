import type { Generated, GeneratedAlways } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { Conflict, ConflictGround } from '#shared/api/console/console-conflicts-of-interest.ts';
import type { SubjectKind } from '#shared/api/contract.ts';

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

    async count(result: Conflict['result'] | undefined): Promise<number> {
      const { total } = await of(result)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      return total;
    },
  };
}
