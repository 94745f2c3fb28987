import { conflict, notFound } from '#server/platform/errors/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { SHIPPED_ISSUER, takenOf, type Directory } from '#server/integrations/sign-in/index.ts';
import { createAccountsRepository } from '../accounts.repository.ts';
import { numberField } from '../profile/national-id.ts';
import type { PersonNumbers } from '../numbers/person-numbers.ts';
import type { Notify } from '../profile/profile-ports.ts';
import { createEditRequestsRepository, type EditRequestRow } from './edit-requests.repository.ts';

interface Approval {
  request: EditRequestRow;
  /** The member of staff who approves. */
  by: string;
  directoryOf(db: AnyDb): Pick<Directory, 'change'>;
  notify: Notify;
  numbers: Pick<PersonNumbers, 'remember' | 'proven'>;
  /** Records in the action log who did it. */
  record(tx: AnyDb): Promise<void>;
}

/**
 * Applies an approved change here and at the shipped sign-in site, closes the request, notifies the person and records the
 * action, in one transaction.
 * 409 `edit-requests.decided`, `edit-requests.changed-meanwhile`, `profile.taken`.
 */
export async function applyChanges(db: AnyDb, approval: Approval): Promise<void> {
  const { request, by, directoryOf, notify, numbers } = approval;
  const { changes, before, personId } = request;
  try {
    await inTransaction(db, async (tx) => {
      const people = createAccountsRepository(tx);
      const person = await people.lock(personId);
      if (!person) throw notFound();
      const end = { event: 'approve', by, reason: null } as const;
      if (!(await createEditRequestsRepository(tx).end(request.id, end)))
        throw conflict('edit-requests.decided');

      const number = person[numberField(person.kind)];
      const same =
        (changes.kind === null || before.kind === person.kind) &&
        (changes.name === null || before.name === person.name) &&
        (changes.nationalId === null || before.nationalId === number);
      // The provider or another approval changed the person first: staff would confirm values they have not seen.
      if (!same) throw conflict('edit-requests.changed-meanwhile');

      const kind = changes.kind ?? person.kind;
      const next = changes.nationalId ?? number;
      if (next !== null && (await people.isNumberTaken(personId, numberField(kind), next)))
        throw conflict('profile.taken');
      const identity = {
        kind,
        name: changes.name ?? person.name,
        pinfl: kind === 'natural' ? next : null,
        stir: kind === 'legal' ? next : null,
      };
      // The number before, as far as it was proven: what counts against the person stays with them.
      await numbers.remember(tx, personId);
      await people.setIdentity(personId, identity, { edited: true });
      if (changes.nationalId !== null)
        await numbers.proven(tx, personId, numberField(kind), changes.nationalId);
      await numbers.remember(tx, personId);
      if (person.issuer === SHIPPED_ISSUER) await directoryOf(tx).change(person.subject, identity);
      await notify(tx, {
        ...{ personId, key: `edit-request:${request.id}` },
        ...{ template: 'edit-request-approved', params: {} },
      });
      await approval.record(tx);
    });
  } catch (error) {
    // Not retried: another account at the sign-in site has the number, which the answer to staff says.
    if (takenOf(error)) throw conflict('profile.taken');
    throw error;
  }
}
