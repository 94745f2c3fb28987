import type { EditChanges, EditRequest, StaffEditRequest } from '#shared/api/cabinet/profile.ts';
import type { ChosenReason } from '#shared/api/chosen-reason.ts';
import { EDIT_REQUEST, type EditRequestStatus } from '#shared/lifecycles/edit-request.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import type { AccountTie } from '#shared/limits/number-claims.ts';
import { isPersonName, oneLine } from '#shared/validation/person-name.ts';
import { badRequest, conflict, forbidden, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { Directory } from '#server/identity/index.ts';
import { createAccountsRepository } from '../accounts.repository.ts';
import type { ActionRecorder } from '../accounts.service.ts';
import type { Person } from '../person.ts';
import type { PersonNumbers } from '../numbers/person-numbers.ts';
import { checkNumber, numberField } from '../profile/national-id.ts';
import type { Notify } from '../profile/profile-ports.ts';
import { createTurningDown } from '../turned-down.ts';
import { applyChanges } from './apply-changes.ts';
import { UNDER_WAY } from './correct-number.ts';
import { createEditRequestsRepository, type EditRequestRow, type Page } from './edit-requests.repository.ts';
import { staffViewOf, viewOf } from './edit-request-view.ts';

interface EditWish {
  kind?: Person['kind'] | undefined;
  name?: string | undefined;
  nationalId?: string | undefined;
  reason: string;
}

/** A member of staff, with their address for the log. */
export interface Decider {
  personId: string;
  address: string;
}

interface Listed<Item> {
  items: Item[];
  total: number;
}

export interface EditRequestsService {
  /**
   * 409 `edit-requests.open`, 422 `edit-requests.nothing-changes`, 400 `profile.name`, `profile.number-of-kind`,
   * `profile.pinfl` or `profile.stir`. That another account has the number shows when staff approve, not to its writer.
   */
  ask(personId: string, wish: EditWish, address: string): Promise<EditRequest>;
  /** 404 for a request of another person; 409 `edit-requests.decided`. */
  withdraw(personId: string, id: number, address: string): Promise<EditRequest>;
  mine(personId: string, page: Page): Promise<Listed<EditRequest>>;
  forStaff(
    lookerId: string,
    status: EditRequestStatus | 'all',
    page: Page,
  ): Promise<Listed<StaffEditRequest> & { open: number }>;
  /** A change of the name is applied, notified and recorded, or refused as a whole; see the contract for the refusals. */
  approve(id: number, by: Decider): Promise<StaffEditRequest>;
  /** 422 `lists.not-offered` for another cause. */
  refuse(id: number, by: Decider, why: { cause: string; reason: string }): Promise<StaffEditRequest>;
}

export interface EditRequestsDeps {
  db: AnyDb;
  directoryOf(db: AnyDb): Pick<Directory, 'change'>;
  actions: ActionRecorder;
  notify: Notify;
  numbers: Pick<PersonNumbers, 'remember' | 'proven'>;
  refreshSessions(personId: string): Promise<void>;
  /** A reason of the reference data that is offered. */
  chosenReason(list: 'edit-refusals', code: string): Promise<ChosenReason>;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  tiesOf(on: AnyDb, personId: string): Promise<AccountTie[]>;
}

/** Its name is read, printed and signed as that of a seller or a buyer. */
const TRADING: readonly AccountTie[] = ['order', ...UNDER_WAY];

export function createEditRequestsService(deps: EditRequestsDeps): EditRequestsService {
  const { db, directoryOf, actions, notify, numbers, refreshSessions, chosenReason, isSamePerson, tiesOf } =
    deps;
  const people = createAccountsRepository(db);
  const requests = createEditRequestsRepository(db);

  async function written(
    tx: AnyDb,
    personId: string,
    action: string,
    by: Decider | { address: string },
    reason?: string,
  ) {
    await actions.record(
      { personId, type: 'profile', action, result: 'done', address: by.address, reason: reason ?? null },
      tx,
    );
  }

  /** Recorded for the person it is about and for the member of staff who decided. */
  async function decisionWritten(tx: AnyDb, request: EditRequestRow, action: string, by: Decider) {
    await written(tx, request.personId, action, by, `edit-request:${request.id}`);
    await written(tx, by.personId, 'edit-decided', by, `edit-request:${request.id}`);
  }

  async function decided(id: number, by: Decider): Promise<StaffEditRequest> {
    const row = await requests.forStaff(id);
    if (!row) throw notFound();
    return staffViewOf(row, by.personId);
  }

  return {
    async ask(personId, wish, address) {
      const person = await people.byId(personId);
      if (!person) throw notFound();
      const { changes, before } = changesOf(person, wish);
      const id = await inTransaction(db, async (tx) => {
        const added = await createEditRequestsRepository(tx).add({
          personId,
          changes,
          before,
          reason: wish.reason,
        });
        if (added === null) throw conflict('edit-requests.open');
        await written(tx, personId, 'edit-asked', { address });
        return added;
      });
      const row = await requests.byId(id);
      if (!row) throw notFound();
      return viewOf(row);
    },

    async withdraw(personId, id, address) {
      const row = await requests.byId(id);
      if (row?.personId !== personId) throw notFound();
      await inTransaction(db, async (tx) => {
        const ended = await createEditRequestsRepository(tx).end(id, { event: 'withdraw', personId });
        if (!ended) throw conflict('edit-requests.decided');
        await written(tx, personId, 'edit-withdrawn', { address });
      });
      const now = await requests.byId(id);
      return viewOf(now ?? row);
    },

    async mine(personId, page) {
      const [rows, total] = await Promise.all([
        requests.ofPerson(personId, page),
        requests.count('all', personId),
      ]);
      return { items: rows.map(viewOf), total };
    },

    async forStaff(lookerId, status, page) {
      const [rows, total, open] = await Promise.all([
        requests.list(status, page),
        requests.count(status),
        requests.count(stateAfter(EDIT_REQUEST, 'ask')),
      ]);
      return { items: rows.map((row) => staffViewOf(row, lookerId)), total, open };
    },

    async approve(id, by) {
      const request = await requests.byId(id);
      if (!request) throw notFound();
      if (request.personId === by.personId) throw forbidden('edit-requests.own');
      // Whose number it is decides who is barred, owes and may sign: two persons, see correct-number.ts.
      if (request.changes.nationalId !== null) throw conflict('edit-requests.two-persons');
      await inTransaction(db, async (tx) => {
        // What colleagues approved, and what is put on trade again, would be sold or bought under another name than they read.
        if ((await tiesOf(tx, request.personId)).some((tie) => TRADING.includes(tie)))
          throw conflict('edit-requests.two-persons');
        const applied = await applyChanges(tx, request, by.personId, { directoryOf, notify, numbers });
        if (applied === 'gone') throw notFound();
        if (applied === 'taken') throw conflict('profile.taken');
        if (applied !== 'done') throw conflict(`edit-requests.${applied}`);
        await decisionWritten(tx, request, 'edit-approved', by);
      });
      await refreshSessions(request.personId);
      return decided(id, by);
    },

    async refuse(id, by, { cause, reason }) {
      const request = await requests.byId(id);
      if (!request) throw notFound();
      if (request.personId === by.personId) throw forbidden('edit-requests.own');
      await inTransaction(db, async (tx) => {
        const chosen = await chosenReason('edit-refusals', cause);
        const end = { event: 'refuse', by: by.personId, reason, cause: chosen } as const;
        if (!(await createEditRequestsRepository(tx).end(id, end))) throw conflict('edit-requests.decided');
        const { personId } = request;
        await createTurningDown(isSamePerson).turnDown(tx, `edit-request:${personId}`, { by: by.personId });
        await notify(tx, {
          personId,
          key: `edit-request:${id}`,
          template: 'edit-request-refused',
          params: { chosenReason: chosen.name, reason },
        });
        await decisionWritten(tx, request, 'edit-refused', by);
      });
      return decided(id, by);
    },
  };
}

/** The fields that would really change, with their current values. */
function changesOf(person: Person, wish: EditWish): { changes: EditChanges; before: EditChanges } {
  const kind = wish.kind ?? person.kind;
  const other = kind !== person.kind;
  const name = wish.name === undefined ? null : oneLine(wish.name);
  const changes: EditChanges = {
    kind: other ? kind : null,
    name: name !== null && name !== person.name ? name : null,
    nationalId:
      wish.nationalId !== undefined && (other || wish.nationalId !== person[numberField(kind)])
        ? wish.nationalId
        : null,
  };
  if (Object.values(changes).every((change) => change === null))
    throw ruleForbids('edit-requests.nothing-changes');
  // Another kind needs another number: a PINFL does not identify an organisation.
  if (other && changes.nationalId === null) throw badRequest('profile.number-of-kind');
  // An unchanged name comes from the provider and is not validated.
  const judged = changes.name ?? (other ? person.name : null);
  if (judged !== null && !isPersonName(judged, kind)) throw badRequest('profile.name');
  if (changes.nationalId !== null) checkNumber(kind, changes.nationalId);
  return {
    changes,
    before: {
      kind: changes.kind === null ? null : person.kind,
      name: changes.name === null ? null : person.name,
      nationalId: changes.nationalId === null ? null : person[numberField(person.kind)],
    },
  };
}
