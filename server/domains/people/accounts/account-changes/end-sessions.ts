import { hasRight } from '#shared/api/console/staff-rights.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { forbidden, notFound } from '#server/platform/errors/index.ts';
import { newId } from '#server/platform/ids/index.ts';
import type { Session, SessionStore } from '#server/platform/sessions/index.ts';
import { createAccountsRepository } from '../accounts.repository.ts';
import type { ActionRecorder } from '../accounts.service.ts';
import type { Notify } from '../profile/profile-ports.ts';
import type { AccountDecider } from './account-changes.service.ts';
import { isOfStaff } from './apply-change.ts';

export interface EndSessionsDeps {
  db: AnyDb;
  sessions: Pick<SessionStore, 'findForRooms' | 'list' | 'end'>;
  actions: ActionRecorder;
  notify: Notify;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  /** Lots in whose rooms the person bids now. */
  runningRoomsOf(on: AnyDb, personId: string): Promise<number[]>;
}

export type EndSessions = ReturnType<typeof createEndSessions>;

/** Sessions of an account that staff end: one, or all of them. */
export function createEndSessions(deps: EndSessionsDeps) {
  const { db, sessions, actions, notify, isSamePerson, runningRoomsOf } = deps;

  async function endOne({ handle, person, bidsOnly }: Session, staffId: string): Promise<void> {
    const isSecond = bidsOnly && !(await isSamePerson(db, bidsOnly.by, staffId));
    const lots = isSecond ? [] : await runningRoomsOf(db, person.personId);
    await sessions.end(handle, { by: staffId, lots });
  }

  /**
   * Ending what has ended already is fine. The owner is informed on every channel. One person ends no bidding in a running
   * room; a second one, who ends the same sessions, does.
   * @param handle of the one session; null: all of them
   * @throws 404 for an unknown account and a session of somebody else; 403 `accounts.administrator-only`
   */
  return async (
    personId: string,
    { session: handle, reason }: { session: string | null; reason: string },
    by: AccountDecider,
  ): Promise<void> => {
    const person = await createAccountsRepository(db).byId(personId);
    if (!person) throw notFound();
    if (isOfStaff(person) && !hasRight(by.roles, 'manageStaff'))
      throw forbidden('accounts.administrator-only');
    if (handle !== null) {
      const found = await sessions.findForRooms(handle);
      if (found && found.person.personId !== personId) throw notFound();
      if (found) await endOne(found, by.personId);
    } else {
      for (const session of await sessions.list(personId)) await endOne(session, by.personId);
    }
    await inTransaction(db, async (tx) => {
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
  };
}
