import type { AnyDb } from '#server/platform/database/index.ts';
import { SHIPPED_ISSUER, type Directory } from '#server/identity/index.ts';
import { createAccountsRepository } from '../accounts.repository.ts';
import type { PersonNumbers } from '../numbers/person-numbers.ts';
import { numberField } from '../profile/national-id.ts';
import type { Notify } from '../profile/profile-ports.ts';
import { createEditRequestsRepository, type EditRequestRow } from './edit-requests.repository.ts';

export interface ApplyDeps {
  directoryOf(db: AnyDb): Pick<Directory, 'change'>;
  notify: Notify;
  numbers: Pick<PersonNumbers, 'remember' | 'proven'>;
}

export type Applied = 'done' | 'gone' | 'decided' | 'changed-meanwhile' | 'taken';

/**
 * Applies an approved change here and at the shipped sign-in site, closes the request and notifies the person, in the caller's
 * transaction. Anything but `done` has changed nothing but, where it was open, the request: the caller rolls back.
 * @param by the member of staff who approves
 * @throws the unique violation of the shipped site where another account there has the number (`takenOf`)
 */
export async function applyChanges(
  tx: AnyDb,
  request: EditRequestRow,
  by: string,
  { directoryOf, notify, numbers }: ApplyDeps,
): Promise<Applied> {
  const { changes, before, personId } = request;
  const people = createAccountsRepository(tx);
  const person = await people.lock(personId);
  if (!person) return 'gone';
  const end = { event: 'approve', by } as const;
  if (!(await createEditRequestsRepository(tx).end(request.id, end))) return 'decided';

  const number = person[numberField(person.kind)];
  const same =
    (changes.kind === null || before.kind === person.kind) &&
    (changes.name === null || before.name === person.name) &&
    (changes.nationalId === null || before.nationalId === number);
  // The provider or another approval changed the person first: staff would confirm values they have not seen.
  if (!same) return 'changed-meanwhile';

  const kind = changes.kind ?? person.kind;
  const next = changes.nationalId ?? number;
  if (next !== null && (await people.isNumberTaken(personId, numberField(kind), next))) return 'taken';
  const identity = {
    kind,
    name: changes.name ?? person.name,
    pinfl: kind === 'natural' ? next : null,
    stir: kind === 'legal' ? next : null,
  };
  // The number before, as far as it was proven: what counts against the person stays with them.
  await numbers.remember(tx, personId);
  await people.setIdentity(personId, identity, { edited: true });
  if (changes.nationalId !== null) await numbers.proven(tx, personId, numberField(kind), changes.nationalId);
  await numbers.remember(tx, personId);
  if (person.issuer === SHIPPED_ISSUER) await directoryOf(tx).change(person.subject, identity);
  await notify(tx, {
    personId,
    key: `edit-request:${request.id}`,
    template: 'edit-request-approved',
    params: {},
  });
  return 'done';
}
