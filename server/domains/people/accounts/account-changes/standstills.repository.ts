import { sql } from 'kysely';
import { writeOutbox, type Db } from '#server/platform/database/index.ts';
import {
  ACCOUNT_CHANGE,
  type AccountChangeKind,
  type AccountChangeState,
} from '#shared/lifecycles/account-change.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { ACCOUNT_EVENTS } from '../accounts.events.ts';

interface StandstillTable {
  person_id: string;
  since: Date;
  shut_by: string;
  ended_at: Date | null;
}
interface Tables {
  account_standstill: StandstillTable;
  account_change: {
    person_id: string;
    kind: AccountChangeKind;
    state: AccountChangeState;
    two_persons: boolean;
    /** null: by a command on the server. */
    asked_by: string | null;
    decided_at: Date | null;
  };
}

/** What one person has to do is held up by their standstill. */
export interface HeldUp {
  since: Date;
  /** The first time since it began that one member of staff shut the account alone: it is not held up twice for as long. */
  first: Date;
}

const SHUT_ALONE = stateAfter(ACCOUNT_CHANGE, 'decide');

/**
 * Accounts that one member of staff has shut alone. Their owners can neither pay, answer nor dispute, so nothing of theirs falls
 * due until the account is open again or a second person has shut it too.
 */
export function createStandstills(db: Db<Tables>) {
  return {
    /** Who shut the account alone; null: it is open, or two persons have shut it. */
    async shutBy(personId: string): Promise<string | null> {
      const row = await db
        .selectFrom('account_standstill')
        .select('shut_by')
        .where('person_id', '=', personId)
        .where('ended_at', 'is', null)
        .executeTakeFirst();
      return row?.shut_by ?? null;
    },

    /** One that has not been handled since it ended goes on. */
    async begin(personId: string, shutBy: string): Promise<void> {
      const begun = { shut_by: shutBy, ended_at: null };
      await db
        .insertInto('account_standstill')
        .values({ ...begun, person_id: personId, since: sql<Date>`clock_timestamp()` })
        .onConflict((conflict) => conflict.column('person_id').doUpdateSet(begun))
        .execute();
    },

    /** No deadline moves before `ACCOUNT_EVENTS.standstillEnded` is handled. Of an account that has none: nothing. */
    async end(personId: string): Promise<void> {
      const ended = await db
        .updateTable('account_standstill')
        .set({ ended_at: sql<Date>`clock_timestamp()` })
        .where('person_id', '=', personId)
        .where('ended_at', 'is', null)
        .returning('person_id')
        .executeTakeFirst();
      if (ended) await writeOutbox(db, { topic: ACCOUNT_EVENTS.standstillEnded, payload: { personId } });
    },

    /** Does nothing of this person’s fall due? Also while the end of a standstill is not handled yet. */
    async isThere(personId: string): Promise<boolean> {
      const row = await db
        .selectFrom('account_standstill')
        .select('person_id')
        .where('person_id', '=', personId)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Of something that began then; null: the person is at no standstill. */
    async heldUp(personId: string, begun: Date): Promise<HeldUp | null> {
      const row = await db
        .selectFrom('account_standstill as s')
        .select([
          sql<Date>`greatest(s.since, ${begun}::timestamptz)`.as('since'),
          ({ selectFrom }) =>
            selectFrom('account_change as c')
              .select(({ fn }) => fn.min('c.decided_at').as('first'))
              .whereRef('c.person_id', '=', 's.person_id')
              .where('c.kind', '=', 'disable')
              .where('c.state', '=', SHUT_ALONE)
              .where('c.two_persons', '=', false)
              .where('c.asked_by', 'is not', null)
              .where('c.decided_at', '>=', begun)
              .as('first'),
        ])
        .where('s.person_id', '=', personId)
        .executeTakeFirst();
      if (!row) return null;
      const { since, first } = row;
      return { since, first: first !== null && first < since ? first : since };
    },

    /** Those that last, the oldest first. */
    lasting: (limit: number): Promise<{ person_id: string; since: Date }[]> =>
      db
        .selectFrom('account_standstill')
        .select(['person_id', 'since'])
        .where('ended_at', 'is', null)
        .orderBy('since')
        .orderBy('person_id')
        .limit(limit)
        .execute(),

    /** Since when they stand still, locked, of a standstill that is over; null: there is none, or it lasts. */
    async lockEnded(personId: string): Promise<Date | null> {
      const row = await db
        .selectFrom('account_standstill')
        .select('since')
        .where('person_id', '=', personId)
        .where('ended_at', 'is not', null)
        .forUpdate()
        .executeTakeFirst();
      return row?.since ?? null;
    },

    /** Of a locked one: the deadlines have the time that was left. */
    async handled(personId: string): Promise<void> {
      await db.deleteFrom('account_standstill').where('person_id', '=', personId).execute();
    },
  };
}

/** Does nothing of this person’s fall due now, because one member of staff alone has shut the account? */
export const isAtStandstill = (on: Db<Tables>, personId: string): Promise<boolean> =>
  createStandstills(on).isThere(personId);
