import { hasRight } from '#shared/api/console/staff-rights.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, forbidden, notFound } from '#server/platform/errors/index.ts';
import { newId } from '#server/platform/ids/index.ts';
import type { Session, SessionStore } from '#server/platform/sessions/index.ts';
import { createAccountsRepository } from '../accounts.repository.ts';
import type { ActionRecorder } from '../accounts.service.ts';
import type { Notify } from '../profile/profile-ports.ts';
import type { AccountDecider } from './account-changes.service.ts';
import { isOfStaff } from './apply-change.ts';
import { endedSessionsToday } from './ended-sessions.repository.ts';

export interface EndSessionsDeps {
  db: AnyDb;
  sessions: Pick<SessionStore, 'findForRooms' | 'list' | 'end'>;
  actions: ActionRecorder;
  notify: Notify;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  accountsOf(on: AnyDb, personId: string): Promise<readonly string[]>;
  /** Lots in whose rooms the person bids now, or will within a day. */
  runningRoomsOf(on: AnyDb, personId: string): Promise<number[]>;
}

export type EndSessions = ReturnType<typeof createEndSessions>;

/** Sessions of an account that staff end: one, or all of them. */
export function createEndSessions(deps: EndSessionsDeps) {
  const { db, sessions, actions, notify, isSamePerson, accountsOf, runningRoomsOf } = deps;

  async function endOne(tx: AnyDb, { handle, person, bidsOnly }: Session, staffId: string): Promise<void> {
    const isSecond = bidsOnly && !(await isSamePerson(tx, bidsOnly.by, staffId));
    const lots = isSecond ? [] : await runningRoomsOf(tx, person.personId);
    await sessions.end(handle, { by: staffId, lots });
  }

  /** Those that are to end. @throws 404 for a session of somebody else */
  async function chosen(personId: string, handle: string | null): Promise<Session[]> {
    if (handle === null) return sessions.list(personId);
    const found = await sessions.findForRooms(handle);
    if (found && found.person.personId !== personId) throw notFound();
    return found ? [found] : [];
  }

  /** No one keeps a bidder out of a room by ending each session that follows: a colleague says so the next time. */
  async function refuseAgain(tx: AnyDb, personId: string, found: readonly Session[], staffId: string) {
    if (found.every(({ bidsOnly }) => bidsOnly)) return;
    if ((await runningRoomsOf(tx, personId)).length === 0) return;
    const accounts = await accountsOf(tx, staffId);
    if (await endedSessionsToday(tx, personId, accounts)) throw conflict('accounts.ended-before');
  }

  /**
   * Ending what has ended already is fine. The owner is informed on every channel. One person ends no bidding in a running
   * room; a second one, who ends the same sessions, does.
   * @param handle of the one session; null: all of them
   * @throws 404 for an unknown account and a session of somebody else; 403 `accounts.administrator-only`; 409 `accounts.ended-before`
   */
  return (
    personId: string,
    { session: handle, reason }: { session: string | null; reason: string },
    by: AccountDecider,
  ): Promise<void> =>
    // Under the lock of the person: of two calls at one instant the second one sees what the first has done.
    inTransaction(db, async (tx) => {
      const person = await createAccountsRepository(tx).lock(personId);
      if (!person) throw notFound();
      if (isOfStaff(person) && !hasRight(by.roles, 'manageStaff'))
        throw forbidden('accounts.administrator-only');
      const found = await chosen(personId, handle);
      await refuseAgain(tx, personId, found, by.personId);
      for (const session of found) await endOne(tx, session, by.personId);
      const address = by.address;
      const done = { type: 'account', result: 'done' } as const;
      await actions.record({ ...done, personId, action: 'sessions-ended' }, tx);
      await actions.record(
        {
          ...done,
          personId: by.personId,
          action: 'ended-sessions',
          reason: `person:${personId}`,
          address,
        },
        tx,
      );
      await notify(tx, {
        personId,
        key: `sessions-ended:${newId()}`,
        template: 'sessions-ended',
        params: { reason },
      });
    });
}
