import { sql, type Generated, type Selectable } from 'kysely';
import type { StaffRole } from '../accounts.policy.ts';
import type { Db } from '#server/platform/database/index.ts';
import {
  ACCOUNT_CHANGE,
  type AccountChangeKind,
  type AccountChangeState,
} from '#shared/lifecycles/account-change.ts';
import { stateAfter, statesFrom } from '#shared/lifecycles/lifecycle.ts';

interface AccountChangeTable {
  id: Generated<number>;
  person_id: string;
  kind: AccountChangeKind;
  role: StaffRole | null;
  state: AccountChangeState;
  two_persons: boolean;
  reason: string;
  evidence: string;
  asked_by: string | null;
  asked_at: Generated<Date>;
  decided_by: string | null;
  decided_at: Date | null;
  decision_reason: string | null;
}
interface Tables {
  account_change: AccountChangeTable;
  // Read for names; written by the accounts repository.
  person: { id: string; name: string };
}
export type AccountChangeRow = Selectable<AccountChangeTable>;
export type NamedChangeRow = AccountChangeRow & {
  person_name: string;
  asked_by_name: string | null;
  decided_by_name: string | null;
};

export type NewAccountChange = Pick<
  AccountChangeRow,
  'person_id' | 'kind' | 'role' | 'two_persons' | 'reason' | 'evidence' | 'asked_by'
>;

/** Decisions of staff about accounts: at most one waits for each account, none is ever deleted. */
export function createAccountChangesRepository(db: Db<Tables>) {
  const named = () =>
    db
      .selectFrom('account_change as c')
      .innerJoin('person as p', 'p.id', 'c.person_id')
      .leftJoin('person as a', 'a.id', 'c.asked_by')
      .leftJoin('person as d', 'd.id', 'c.decided_by')
      .selectAll('c')
      .select(['p.name as person_name', 'a.name as asked_by_name', 'd.name as decided_by_name']);
  return {
    /** In force at once, or waiting for a second person. @param decidedBy another one than who asked first */
    async add(
      change: NewAccountChange,
      event: 'ask' | 'decide',
      decidedBy: string | null = change.asked_by,
    ): Promise<number> {
      const at = sql<Date>`clock_timestamp()`;
      const decided = event === 'decide' ? { decided_by: decidedBy, decided_at: at } : {};
      const { id } = await db
        .insertInto('account_change')
        .values({ ...change, state: stateAfter(ACCOUNT_CHANGE, event), ...decided })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    /** Locked until the transaction ends. */
    lock: async (id: number): Promise<AccountChangeRow | null> =>
      (await db
        .selectFrom('account_change')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()) ?? null,

    async personOf(id: number): Promise<string | null> {
      const row = await db
        .selectFrom('account_change')
        .select('person_id')
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.person_id ?? null;
    },

    async isWaiting(personId: string): Promise<boolean> {
      const row = await db
        .selectFrom('account_change')
        .select('id')
        .where('person_id', '=', personId)
        .where('state', 'in', statesFrom(ACCOUNT_CHANGE, 'approve'))
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Of a locked change that waits. */
    async end(
      id: number,
      event: 'approve' | 'refuse',
      by: string | null,
      reason: string | null,
    ): Promise<void> {
      await db
        .updateTable('account_change')
        .set({
          state: stateAfter(ACCOUNT_CHANGE, event),
          decided_by: by,
          decided_at: sql<Date>`clock_timestamp()`,
          decision_reason: reason,
        })
        .where('id', '=', id)
        .where('state', 'in', statesFrom(ACCOUNT_CHANGE, event))
        .execute();
    },

    byId: async (id: number): Promise<NamedChangeRow | null> =>
      (await named().where('c.id', '=', id).executeTakeFirst()) ?? null,

    ofPerson: (personId: string, limit: number): Promise<NamedChangeRow[]> =>
      named().where('c.person_id', '=', personId).orderBy('c.id', 'desc').limit(limit).execute(),

    /** Those that wait oldest first, others newest first. */
    list(state: AccountChangeState | 'all', { page, size }: { page: number; size: number }) {
      const query = state === 'all' ? named() : named().where('c.state', '=', state);
      return query
        .orderBy('c.id', state === stateAfter(ACCOUNT_CHANGE, 'ask') ? 'asc' : 'desc')
        .limit(size)
        .offset((page - 1) * size)
        .execute();
    },

    async count(state: AccountChangeState | 'all'): Promise<number> {
      const all = db.selectFrom('account_change').select((eb) => eb.fn.countAll<number>().as('total'));
      const query = state === 'all' ? all : all.where('state', '=', state);
      return Number((await query.executeTakeFirstOrThrow()).total);
    },
  };
}
