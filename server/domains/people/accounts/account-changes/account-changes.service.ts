import type { AccountChange } from '#shared/api/console/console-accounts.ts';
import type { Role } from '#shared/api/contract.ts';
import { hasRight } from '#shared/api/console/staff-rights.ts';
import {
  ACCOUNT_CHANGE,
  needsSecondPerson,
  type AccountChangeKind,
  type AccountChangeState,
} from '#shared/lifecycles/account-change.ts';
import { allows, stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { SHIPPED_ISSUER } from '#server/identity/index.ts';
import { conflict, forbidden, notFound } from '#server/platform/errors/index.ts';
import type { BidsOnly, SessionStore } from '#server/platform/sessions/index.ts';
import type { StaffRole } from '../accounts.policy.ts';
import { createAccountsRepository } from '../accounts.repository.ts';
import type { Person } from '../person.ts';
import { eligibleApprovers } from '../still-decides.ts';
import { applyChange, isOfStaff, alreadyApplied, sessionEndOf, type ApplyDeps } from './apply-change.ts';
import { createAccountChangesRepository } from './account-changes.repository.ts';
import { changeView } from './change-view.ts';
import { createTurningDown } from '../turned-down.ts';
import { createStandstills } from './standstills.repository.ts';

/** A member of staff with their address for the log. */
export interface AccountDecider {
  personId: string;
  name: string;
  roles: readonly Role[];
  address: string;
}

export interface AccountWish {
  kind: AccountChangeKind;
  /** Of a change of roles. */
  role: StaffRole | null;
  /** The person reads it. */
  reason: string;
  /** Where the proof is: for staff alone. */
  evidence: string;
}

export interface AccountChangesDeps extends ApplyDeps {
  db: AnyDb;
  sessions: Pick<SessionStore, 'endAll' | 'list'>;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
  /** Lots in whose rooms the person bids now, or will within a day. */
  runningRoomsOf(on: AnyDb, personId: string): Promise<number[]>;
}

export type AccountChanges = ReturnType<typeof createAccountChanges>;

/** What staff decide about accounts; each decision locks its person first. */
export function createAccountChanges(deps: AccountChangesDeps) {
  const { db, sessions, actions, factorsOf, isSamePerson, runningRoomsOf } = deps;
  const turning = createTurningDown(isSamePerson);

  async function locked(tx: AnyDb, personId: string): Promise<Person> {
    const people = createAccountsRepository(tx);
    const person = await people.lock(personId);
    if (!person) throw notFound();
    if ((await people.erasedAt(personId)) !== null) throw conflict('accounts.erased');
    return person;
  }

  /** Within the same transaction as what it tells of. */
  const written = (tx: AnyDb, by: AccountDecider, action: string, id: number) =>
    actions.record(
      {
        personId: by.personId,
        type: 'account',
        action,
        result: 'done',
        address: by.address,
        reason: `account-change:${id}`,
      },
      tx,
    );

  const hasFactor = async (tx: AnyDb, { issuer, subject }: Person): Promise<boolean> =>
    issuer === SHIPPED_ISSUER && factorsOf(tx).has(subject);

  async function refuseIdle(tx: AnyDb, person: Person, wish: Pick<AccountWish, 'kind' | 'role'>) {
    const { kind } = wish;
    if (kind === 'reset-factor' && person.issuer !== SHIPPED_ISSUER)
      throw conflict('accounts.factor-elsewhere');
    if (alreadyApplied(person, wish, await hasFactor(tx, person))) throw conflict('accounts.already');
    if (kind === 'give-role' && person.disabled) throw conflict('accounts.shut');
  }

  const isShutByTwo = async (tx: AnyDb, { id, disabled }: Person): Promise<boolean> =>
    disabled && (await createStandstills(tx).shutBy(id)) === null;

  /**
   * Who shut the account alone before, where this decision is the second one about it; null: it is the first. Who has left the staff since
   * counts no longer.
   */
  async function firstOfTwo(
    tx: AnyDb,
    person: Person,
    { kind }: Pick<AccountWish, 'kind'>,
    by: AccountDecider,
  ): Promise<{ shutBy: string; counts: boolean } | null> {
    if (kind !== 'disable' || !person.disabled) return null;
    const shutBy = await createStandstills(tx).shutBy(person.id);
    if (shutBy === null || (await isSamePerson(tx, shutBy, by.personId))) return null;
    return { shutBy, counts: await eligibleApprovers(tx, shutBy, 'shutAccounts') };
  }

  /**
   * Who opens what a colleague shut alone turns that down: the same person does not shut the account again and again, each time that
   * somebody has opened it, nor does one open it again and again.
   */
  async function mustNotTakeTurns(
    tx: AnyDb,
    { id, disabled }: Person,
    { kind }: Pick<AccountWish, 'kind'>,
    by: string,
  ): Promise<void> {
    const matter = `account-change:disable:${id}` as const;
    if (kind === 'disable' && !disabled) await turning.mustMayAsk(tx, matter, by);
    const shutBy = kind === 'enable' && disabled ? await createStandstills(tx).shutBy(id) : null;
    if (shutBy !== null) await turning.turnDown(tx, matter, { by, askedBy: shutBy });
  }

  /** Nothing falls due of an account that one person shuts; once it is opened again, or shut by two, its deadlines run on. @param alone who shut it as the only one */
  async function moveDeadlines(
    tx: AnyDb,
    personId: string,
    kind: AccountChangeKind,
    alone: string | null,
  ): Promise<void> {
    if (kind !== 'disable' && kind !== 'enable') return;
    const standstills = createStandstills(tx);
    await (kind === 'disable' && alone !== null
      ? standstills.begin(personId, alone)
      : standstills.end(personId));
  }

  /** Its sockets are cut by every node that hears of it. While Redis is away the worker repeats this. */
  async function endSessions(
    personId: string,
    kind: AccountChangeKind,
    butBidding?: BidsOnly,
  ): Promise<void> {
    const because = sessionEndOf(kind);
    if (because) await sessions.endAll(personId, { because, butBidding });
  }

  async function one(id: number, reader: Pick<AccountDecider, 'personId' | 'roles'>): Promise<AccountChange> {
    const row = await createAccountChangesRepository(db).byId(id);
    if (!row) throw notFound();
    return changeView(row, reader);
  }

  return {
    /**
     * Carries the change out, or opens it for a second person where it gives rights of staff, or shuts the account of a bidder in a running
     * room who is signed in nowhere. One person ends no bidding in a running room, and nothing of who is shut by one person falls due before
     * a second one shuts the account too.
     * @throws 404; 403 `accounts.administrator-only`, `conflict-of-interest`; 409 `accounts.already`, `accounts.erased`, `accounts.waiting`,
     * `accounts.shut`, `accounts.factor-elsewhere`, `asked-before` for who shut it when a colleague opened it within 30 days,
     * `turned-down-before` for who opened it then, `taken-back-before`
     */
    async decide(personId: string, wish: AccountWish, by: AccountDecider): Promise<void> {
      const done = await inTransaction(db, async (tx) => {
        const person = await locked(tx, personId);
        const ofStaff = isOfStaff(person);
        if (ofStaff && !hasRight(by.roles, 'manageStaff')) throw forbidden('accounts.administrator-only');
        // The call was judged before the lock; a phone or number may have become common meanwhile.
        if (await isSamePerson(tx, by.personId, personId)) throw forbidden('conflict-of-interest');
        const changes = createAccountChangesRepository(tx);
        const first = await firstOfTwo(tx, person, wish, by);
        if (!first) await refuseIdle(tx, person, wish);
        const isSecond = first?.counts === true;
        const lots = isSecond ? [] : await runningRoomsOf(tx, personId);
        const waits = needsSecondPerson(wish.kind, {
          ofStaff,
          shutByTwo: await isShutByTwo(tx, person),
          awayFromRoom: lots.length > 0 && !person.disabled && (await sessions.list(personId)).length === 0,
        });
        // An account that is shut at once waits for nothing.
        if ((waits || wish.kind !== 'disable') && (await changes.isWaiting(personId)))
          throw conflict('accounts.waiting');
        const asked = {
          ...wish,
          person_id: personId,
          two_persons: waits || isSecond,
          asked_by: isSecond ? first.shutBy : by.personId,
        };
        // What waits holds up an erasure of the account.
        const matter = `account-change:${wish.kind}:${personId}` as const;
        if (waits) await turning.mustNotHaveTakenBack(tx, matter, by.personId);
        else await mustNotTakeTurns(tx, person, wish, by.personId);
        const id = await changes.add(asked, waits ? 'ask' : 'decide', by.personId);
        await written(tx, by, waits ? 'change-asked' : 'change-decided', id);
        if (waits) return null;
        await moveDeadlines(tx, personId, wish.kind, isSecond ? null : by.personId);
        const butBidding = lots.length > 0 ? { by: by.personId, lots } : undefined;
        await applyChange(tx, deps, person, { ...wish, id }, isSecond ? null : by, butBidding);
        return { butBidding };
      });
      if (done) await endSessions(personId, wish.kind, done.butBidding);
    },

    /** @throws 404; 403 `conflict-of-interest`; 409 `accounts.decided`, `accounts.second-person`, `asker-left`, `accounts.already`, `accounts.shut` */
    async approve(id: number, by: AccountDecider): Promise<AccountChange> {
      const personId = await createAccountChangesRepository(db).personOf(id);
      if (personId === null) throw notFound();
      const kind = await inTransaction(db, async (tx) => {
        const person = await locked(tx, personId);
        const changes = createAccountChangesRepository(tx);
        const change = await changes.lock(id);
        if (!change || !allows(ACCOUNT_CHANGE, change.state, 'approve')) throw conflict('accounts.decided');
        if (change.asked_by !== null) {
          if (await isSamePerson(tx, change.asked_by, by.personId)) throw conflict('accounts.second-person');
          const opensOrShuts = change.kind === 'enable' || change.kind === 'disable';
          const right = opensOrShuts && !isOfStaff(person) ? 'shutAccounts' : 'manageStaff';
          if (!(await eligibleApprovers(tx, change.asked_by, right))) throw conflict('asker-left');
        }
        if (await isSamePerson(tx, by.personId, personId)) throw forbidden('conflict-of-interest');
        await refuseIdle(tx, person, change);
        await changes.end(id, 'approve', by.personId, null);
        await written(tx, by, 'change-approved', id);
        await moveDeadlines(tx, personId, change.kind, null);
        await applyChange(tx, deps, person, change, by);
        return change.kind;
      });
      await endSessions(personId, kind);
      return one(id, by);
    },

    /** @throws 404; 409 `accounts.decided`, `turned-down-before` */
    async refuse(id: number, reason: string, by: AccountDecider): Promise<AccountChange> {
      await inTransaction(db, async (tx) => {
        const changes = createAccountChangesRepository(tx);
        const change = await changes.lock(id);
        if (!change) throw notFound();
        if (!allows(ACCOUNT_CHANGE, change.state, 'refuse')) throw conflict('accounts.decided');
        const { asked_by: askedBy, person_id: personId, kind } = change;
        await turning.turnDown(tx, `account-change:${kind}:${personId}`, { by: by.personId, askedBy });
        await changes.end(id, 'refuse', by.personId, reason);
        await written(tx, by, 'change-refused', id);
      });
      return one(id, by);
    },

    /** By somebody who may run commands on the server, and could write to the database as well: one person is enough. */
    async byCommand(personId: string, wish: AccountWish): Promise<'done' | 'already'> {
      const outcome = await inTransaction(db, async (tx) => {
        const person = await locked(tx, personId);
        if (alreadyApplied(person, wish, await hasFactor(tx, person))) return 'already';
        const shutByTwo = await isShutByTwo(tx, person);
        const two = needsSecondPerson(wish.kind, {
          ofStaff: isOfStaff(person),
          shutByTwo,
          awayFromRoom: false,
        });
        const id = await createAccountChangesRepository(tx).add(
          { ...wish, person_id: personId, two_persons: two, asked_by: null },
          'decide',
        );
        await moveDeadlines(tx, personId, wish.kind, null);
        await applyChange(tx, deps, person, { ...wish, id }, null);
        return 'done';
      });
      await endSessions(personId, wish.kind);
      return outcome;
    },

    async list(
      state: AccountChangeState | 'all',
      page: { page: number; size: number },
      reader: Pick<AccountDecider, 'personId' | 'roles'>,
    ): Promise<{ items: AccountChange[]; total: number; waiting: number }> {
      const changes = createAccountChangesRepository(db);
      const [rows, total, waiting] = await Promise.all([
        changes.list(state, page),
        changes.count(state),
        changes.count(stateAfter(ACCOUNT_CHANGE, 'ask')),
      ]);
      return { items: rows.map((row) => changeView(row, reader)), total, waiting };
    },
  };
}
