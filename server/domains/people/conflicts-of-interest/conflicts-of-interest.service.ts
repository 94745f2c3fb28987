import { createActionLog, recordReadLots } from '#server/domains/staff/action-log/index.ts';
import { inTransaction, readExactly, type AnyDb } from '#server/platform/database/index.ts';
import { forbidden } from '#server/platform/errors/index.ts';
import type { Conflict } from '#shared/api/console/console-conflicts-of-interest.ts';
import type { Subject, SubjectKind } from '#shared/api/contract.ts';
import { LONG_PAUSE_MINUTES } from '#shared/limits/room-actions.ts';
import {
  createConflictsRepository,
  resultOf,
  type FoundConflict,
} from './conflicts-of-interest.repository.ts';
import { createPartsRepository, type SubjectId } from './parties.repository.ts';
import { accountsThatExclude, sameAs } from './same-person.repository.ts';

/** A call of staff that is about to be carried out. */
export interface StaffAction {
  personId: string;
  name: string;
  /** Client address, for the action log. */
  address: string;
  /** Name of the call. */
  action: string;
  subject: Subject;
  subjectId: SubjectId;
}

export type Conflicts = ReturnType<typeof createConflicts>;

/**
 * Conflicts of interest of staff. People are compared by identifying data, never by the account alone: a second account
 * with the same PINFL, STIR, phone or card is the same person. Who only states a phone that is confirmed for a member of staff is not: a
 * stranger would choose by it who decides.
 */
export function createConflicts(
  db: AnyDb,
  namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
) {
  const parts = createPartsRepository(db);
  const conflicts = createConflictsRepository(db);

  /** The strongest conflict of a member of staff, if any. */
  async function partOf(
    staff: { personId: string; name: string },
    action: string,
    subject: { kind: SubjectKind; id: SubjectId },
  ): Promise<FoundConflict | null> {
    const same = await sameAs(db, staff.personId, 'is-own');
    const involved = await parts.partsIn(
      subject.kind,
      subject.id,
      same.map(({ personId }) => personId),
    );
    const found = same.find(({ personId }) => involved.includes(personId));
    return found ? { staff, action, subject, ...found } : null;
  }

  /** Recorded for auditors and in the actor's log, in one transaction. */
  const write = (found: FoundConflict, actor: StaffAction): Promise<void> =>
    inTransaction(db, async (tx) => {
      await createConflictsRepository(tx).add(found);
      await createActionLog(tx).record({
        personId: actor.personId,
        type: 'conflict',
        address: actor.address,
        ...(resultOf(found.ground) === 'noted'
          ? { action: 'noted', result: 'done', reason: `${found.action}:${found.ground}` }
          : { action: 'refused', result: 'refused', reason: `${found.action}:${found.ground}` }),
      });
    });

  const service = {
    /**
     * Every call of staff that changes something passes here first. Throws 403 `conflict-of-interest` when the person has a
     * part in the subject, or is the colleague whose request is to be approved, under another account; 403
     * `conflict-of-colleague` when that colleague has a part in it. `noted`: an address is shared; the call continues.
     */
    async judge(asked: StaffAction): Promise<'clear' | 'noted'> {
      const { personId, name, action, subjectId } = asked;
      const subject = { kind: asked.subject.kind, id: subjectId };
      const staff = { personId, name };
      const own = await partOf(staff, action, subject);
      if (own && resultOf(own.ground) === 'refused') {
        await write(own, asked);
        throw forbidden('conflict-of-interest');
      }
      if (asked.subject.colleagues) await judgeColleagues(asked, subject);
      if (!own) return 'clear';
      await write(own, asked);
      return 'noted';
    },

    /**
     * Before all rooms stop or go on together: judged as for each room in which the person has a part, under any account.
     * @throws 403 `conflict-of-interest`
     */
    async judgeAllRooms(asked: Omit<StaffAction, 'subject' | 'subjectId'>): Promise<void> {
      const same = await sameAs(db, asked.personId, 'is-own');
      const own = await parts.lotsOf(same.map(({ personId }) => personId));
      for (const subjectId of await parts.stoppedByBreak(own, LONG_PAUSE_MINUTES))
        await service.judge({ ...asked, subject: { kind: 'lot', param: 'lotId' }, subjectId });
    },

    /** Lots whose bidders and limits this person must not see: those they bid on or sell, under any account. */
    lotsOf: (personId: string): Promise<number[]> =>
      // A right: also in a list that may lag it is judged by what is so now.
      readExactly(async () => parts.lotsOf(await accountsThatExclude(db, personId))),

    /** That the reader has learnt who takes part in lots that are not over is recorded: they apply for none of them. */
    async list(
      reader: { personId: string; address?: string },
      result: Conflict['result'] | undefined,
      { page, size }: { page: number; size: number },
    ): Promise<{ items: Conflict[]; total: number }> {
      const [rows, total] = await Promise.all([
        conflicts.list(result, { limit: size, offset: (page - 1) * size }),
        conflicts.count(result),
      ]);
      const names = await namesOf([...new Set(rows.map((row) => row.person_id))]);
      const subjects = rows.map((row) => ({ kind: row.subject_kind, id: row.subject_id }));
      await recordReadLots(createActionLog(db).record, reader, await conflicts.openLots(subjects));
      const items = rows.map((row) => ({
        id: row.id,
        atMs: row.at.getTime(),
        action: row.action,
        ground: row.ground,
        result: row.result,
        staff: { id: row.staff_person_id, name: row.staff_name },
        subject: { kind: row.subject_kind, id: row.subject_id },
        person: { id: row.person_id, name: names.get(row.person_id) ?? '' },
      }));
      return { items, total };
    },
  };
  return service;

  async function judgeColleagues(
    asked: StaffAction,
    subject: { kind: SubjectKind; id: SubjectId },
  ): Promise<void> {
    const { personId, action } = asked;
    const colleagues = await parts.colleaguesIn(subject.kind, subject.id);
    const same = await sameAs(db, personId);
    for (const colleague of colleagues.filter((each) => each !== personId)) {
      // Two accounts of one person do not count as two people.
      const self = same.find((each) => each.personId === colleague && resultOf(each.ground) === 'refused');
      if (self) {
        await write({ staff: { personId, name: asked.name }, action, subject, ...self }, asked);
        throw forbidden('conflict-of-interest');
      }
      const theirs = await partOf({ personId: colleague, name: '' }, action, subject);
      if (!theirs || resultOf(theirs.ground) !== 'refused') continue;
      // Checked last: a request opened by the rules has no account.
      const name = (await namesOf([colleague])).get(colleague) ?? '';
      await write({ ...theirs, staff: { personId: colleague, name } }, asked);
      throw forbidden('conflict-of-colleague');
    }
  }
}

/** See `takesPart` of accounts: called within the transaction in which a person stops trading. */
export const takesPart = (db: AnyDb, personId: string): Promise<boolean> =>
  createPartsRepository(db).takesPart(personId);

/** Is this member of staff, under any account, among those whom a decision concerns? In its transaction. */
export async function isConcerned(
  db: AnyDb,
  personId: string,
  {
    lots = [],
    ...concerned
  }: { personIds: readonly string[]; lotId: number | null; lots?: readonly number[] },
): Promise<boolean> {
  const accounts = await accountsThatExclude(db, personId);
  const parts = createPartsRepository(db);
  if ((await parts.amongConcerned(concerned, accounts)).length > 0) return true;
  if (lots.length === 0) return false;
  const own = new Set(await parts.lotsOf(accounts));
  return lots.some((lotId) => own.has(lotId));
}
