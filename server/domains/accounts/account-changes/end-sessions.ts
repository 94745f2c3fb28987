import { hasRight } from '#shared/api/staff-rights.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { forbidden, notFound } from '#server/platform/errors/index.ts';
import { newId } from '#server/platform/ids/index.ts';
import type { SessionStore } from '#server/platform/sessions/index.ts';
import { createAccountsRepository } from '../accounts.repository.ts';
import type { ActionRecorder } from '../accounts.service.ts';
import type { Notify } from '../profile/profile-ports.ts';
import type { AccountDecider } from './account-changes.service.ts';
import { isOfStaff } from './apply-change.ts';

export interface EndSessionsDeps {
  db: AnyDb;
  sessions: Pick<SessionStore, 'find' | 'end' | 'endAll'>;
  actions: ActionRecorder;
  notify: Notify;
}

export type EndSessions = ReturnType<typeof createEndSessions>;

/** Sessions of an account that staff end: one, or all of them. */
export function createEndSessions({ db, sessions, actions, notify }: EndSessionsDeps) {
  /**
   * Ending what has ended already is fine. The owner is informed on every channel.
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
      const found = await sessions.find(handle);
      if (found && found.person.personId !== personId) throw notFound();
      await sessions.end(handle);
    } else {
      await sessions.endAll(personId);
    }
    await inTransaction(db, async (tx) => {
      const address = by.address;
      const done = { type: 'account', result: 'done' } as const;
      await actions.record({ ...done, personId, action: 'sessions-ended' }, tx);
      await actions.record(
        {
          ...done,
          ...{ personId: by.personId, action: 'ended-sessions', reason: `person:${personId}`, address },
        },
        tx,
      );
      await notify(tx, {
        ...{ personId, key: `sessions-ended:${newId()}` },
        ...{ template: 'sessions-ended', params: { reason } },
      });
    });
  };
}
