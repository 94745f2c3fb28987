import { sql, type Generated, type Selectable } from 'kysely';
import type { Language } from '#shared/i18n/languages.ts';
import { stateAfter, statesFrom } from '#shared/lifecycles/lifecycle.ts';
import { STAFF_INVITATION, type StaffInvitationState } from '#shared/lifecycles/staff-invitation.ts';
import { isUniqueViolation, type Db } from '#server/platform/database/index.ts';
import type { StaffRole } from '../accounts.policy.ts';

interface InvitationTable {
  id: Generated<number>;
  name: string;
  email: string;
  phone: string;
  roles: StaffRole[];
  language: Language;
  state: StaffInvitationState;
  reason: string;
  evidence: string;
  asked_by: string;
  asked_at: Generated<Date>;
  approved_by: string | null;
  approved_at: Date | null;
  expires_at: Date | null;
  mailed_at: Date | null;
  ended_by: string | null;
  ended_at: Date | null;
  end_reason: string | null;
  person_id: string | null;
}
interface Tables {
  staff_invitation: InvitationTable;
  // Read for names; written by the accounts repository.
  person: { id: string; name: string };
}

export type InvitationRow = Selectable<InvitationTable>;
export type NamedInvitation = InvitationRow & {
  asked_by_name: string;
  approved_by_name: string | null;
  ended_by_name: string | null;
};
export type NewInvitation = Pick<
  InvitationRow,
  'name' | 'email' | 'phone' | 'roles' | 'language' | 'reason' | 'evidence' | 'asked_by'
>;

const now = sql<Date>`clock_timestamp()`;

/** Another open invitation has the address or the number. */
export const isInvitationOpen = (error: unknown): boolean =>
  ['staff_invitation_open_email', 'staff_invitation_open_phone'].some((name) =>
    isUniqueViolation(error, name),
  );

/** People invited to the staff; none is ever deleted. */
export function createInvitationsRepository(db: Db<Tables>) {
  const named = () =>
    db
      .selectFrom('staff_invitation as i')
      .innerJoin('person as a', 'a.id', 'i.asked_by')
      .leftJoin('person as b', 'b.id', 'i.approved_by')
      .leftJoin('person as e', 'e.id', 'i.ended_by')
      .selectAll('i')
      .select(['a.name as asked_by_name', 'b.name as approved_by_name', 'e.name as ended_by_name']);

  return {
    /** Throws when another open one has the address or the number (`isInvitationOpen`). */
    async add(invitation: NewInvitation): Promise<number> {
      const { id } = await db
        .insertInto('staff_invitation')
        .values({ ...invitation, state: stateAfter(STAFF_INVITATION, 'propose') })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    find: async (id: number): Promise<InvitationRow | null> =>
      (await db.selectFrom('staff_invitation').selectAll().where('id', '=', id).executeTakeFirst()) ?? null,

    /** Locked until the transaction ends. */
    lock: async (id: number): Promise<InvitationRow | null> =>
      (await db
        .selectFrom('staff_invitation')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()) ?? null,

    /** Of a locked one that waits. */
    async approve(id: number, by: string, hours: number): Promise<void> {
      await db
        .updateTable('staff_invitation')
        .set({
          state: stateAfter(STAFF_INVITATION, 'approve'),
          approved_by: by,
          approved_at: now,
          expires_at: sql<Date>`clock_timestamp() + make_interval(hours => ${hours}::int)`,
        })
        .where('id', '=', id)
        .where('state', 'in', statesFrom(STAFF_INVITATION, 'approve'))
        .execute();
    },

    /** Of a locked one. */
    async end(id: number, event: 'refuse' | 'revoke', by: string, reason: string): Promise<void> {
      await db
        .updateTable('staff_invitation')
        .set({
          state: stateAfter(STAFF_INVITATION, event),
          ended_by: by,
          ended_at: now,
          end_reason: reason,
        })
        .where('id', '=', id)
        .where('state', 'in', statesFrom(STAFF_INVITATION, event))
        .execute();
    },

    /** Of a locked one. */
    async accept(id: number, personId: string): Promise<void> {
      await db
        .updateTable('staff_invitation')
        .set({ state: stateAfter(STAFF_INVITATION, 'accept'), person_id: personId, ended_at: now })
        .where('id', '=', id)
        .where('state', 'in', statesFrom(STAFF_INVITATION, 'accept'))
        .execute();
    },

    async mailed(id: number): Promise<void> {
      await db.updateTable('staff_invitation').set({ mailed_at: now }).where('id', '=', id).execute();
    },

    /** Those whose time is over; how many. */
    async expire(): Promise<number> {
      const done = await db
        .updateTable('staff_invitation')
        .set({ state: stateAfter(STAFF_INVITATION, 'expire'), ended_at: now })
        .where('state', 'in', statesFrom(STAFF_INVITATION, 'expire'))
        .where('expires_at', '<=', now)
        .executeTakeFirst();
      return Number(done.numUpdatedRows);
    },

    byId: async (id: number): Promise<NamedInvitation | null> =>
      (await named().where('i.id', '=', id).executeTakeFirst()) ?? null,

    list(state: StaffInvitationState | 'all', { page, size }: { page: number; size: number }) {
      const query = state === 'all' ? named() : named().where('i.state', '=', state);
      return query
        .orderBy('i.id', 'desc')
        .limit(size)
        .offset((page - 1) * size)
        .execute();
    },

    async count(state: StaffInvitationState | 'all'): Promise<number> {
      const all = db.selectFrom('staff_invitation').select((eb) => eb.fn.countAll<number>().as('total'));
      const query = state === 'all' ? all : all.where('state', '=', state);
      return Number((await query.executeTakeFirstOrThrow()).total);
    },
  };
}
