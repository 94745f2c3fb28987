import type { AnyDb } from '#server/platform/database/index.ts';
import { SHIPPED_ISSUER, type Directory } from '#server/identity/index.ts';
import type { SessionStore } from '#server/platform/sessions/index.ts';
import { createAccountsRepository } from '../accounts.repository.ts';
import type { Person } from '../person.ts';
import type { PersonNumbers } from '../numbers/person-numbers.ts';
import { numberField } from '../profile/national-id.ts';
import { createAccountChangesRepository } from './account-changes.repository.ts';
import { applyChange, type ApplyDeps } from './apply-change.ts';

export type NumberField = 'pinfl' | 'stir';

/** A number that somebody claims, and the accounts that had it when they were looked at, in order. */
export interface NumberMove {
  claimantId: string;
  field: NumberField;
  number: string;
  holderIds: readonly string[];
}

export type LockedMove =
  | { outcome: 'locked'; claimant: Person; holders: Person[] }
  | { outcome: 'shut' | 'id-is-set' | 'kind-changed' | 'holder-changed' };

export interface NumberMovesDeps extends ApplyDeps {
  directoryOf(tx: AnyDb): Pick<Directory, 'setDisabled' | 'signOut' | 'change' | 'byNumber'>;
  sessions: Pick<SessionStore, 'endAll'>;
  numbers: Pick<PersonNumbers, 'proven' | 'proofOf' | 'leave'>;
  /** What was recorded through an account under the number of another person stays with the account. */
  releaseBars(tx: AnyDb, personId: string, from: { kind: NumberField; value: string }): Promise<void>;
  /** What was signed in the name of the number no longer counts for the account that loses it. */
  voidSignatures(tx: AnyDb, personId: string): Promise<void>;
  refreshSessions(personId: string): Promise<void>;
}

export type NumberMoves = ReturnType<typeof createNumberMoves>;

/** Moves a PINFL or STIR from one account to another; each account that had it is shut. */
export function createNumberMoves(deps: NumberMovesDeps) {
  const { directoryOf, actions, notify, sessions, numbers, releaseBars, voidSignatures, refreshSessions } =
    deps;

  /** An account at the shipped site that never signed in has no person yet: one is made, so that it can be decided about. */
  async function personsAtTheSite(tx: AnyDb, field: NumberField, number: string): Promise<string[]> {
    const people = createAccountsRepository(tx);
    const ids: string[] = [];
    for (const account of await directoryOf(tx).byNumber(field, number)) {
      const { kind, name, phone, email, phoneConfirmed, emailConfirmed, pinfl, stir, language } = account;
      const known = await people.byIdentity(SHIPPED_ISSUER, account.id);
      const person =
        known ??
        (await people.keep(
          {
            issuer: SHIPPED_ISSUER,
            subject: account.id,
            kind,
            name,
            phone,
            email,
            pinfl,
            stir,
            language,
            phoneConfirmed,
            emailConfirmed,
          },
          { signedIn: false, demo: account.demo },
        ));
      ids.push(person.id);
    }
    return ids;
  }

  /** Other accounts that have the number, here or at the shipped site, in the order of their ids. For a transaction. */
  async function holders(tx: AnyDb, { field, number, claimantId }: Omit<NumberMove, 'holderIds'>) {
    const people = createAccountsRepository(tx);
    const ids = [
      ...(await people.idsHaving(field, number)),
      ...(await personsAtTheSite(tx, field, number)),
    ].filter((id) => id !== claimantId);
    return [...new Set(ids)].toSorted();
  }

  return {
    holders,

    /** Locks everybody concerned in the order of their ids, then the number, until the transaction ends. */
    async lock(tx: AnyDb, { claimantId, field, number, holderIds }: NumberMove): Promise<LockedMove> {
      const people = createAccountsRepository(tx);
      const locked = new Map<string, Person>();
      for (const id of [claimantId, ...holderIds].toSorted()) {
        const person = await people.lock(id);
        if (person) locked.set(id, person);
      }
      // Who states the number in a profile waits for this lock too.
      await people.isNumberTaken(claimantId, field, number);
      const now = await holders(tx, { claimantId, field, number });
      if (now.join() !== holderIds.join()) return { outcome: 'holder-changed' };
      const claimant = locked.get(claimantId);
      if (!claimant || claimant.disabled) return { outcome: 'shut' };
      if (claimant[field] !== null) return { outcome: 'id-is-set' };
      if (numberField(claimant.kind) !== field) return { outcome: 'kind-changed' };
      return { outcome: 'locked', claimant, holders: now.flatMap((id) => locked.get(id) ?? []) };
    },

    /**
     * For a transaction that has locked them: the number is the claimant's, accounts that had it are shut and have none.
     * @param evidence where the proof is, for staff
     * @param reason read by who loses the number
     * @throws the unique violation of the shipped site where a third account took the number (`takenOf`)
     */
    async move(
      tx: AnyDb,
      { claimant, holders: from }: Extract<LockedMove, { outcome: 'locked' }>,
      {
        field,
        number,
        reason,
        evidence,
        proposedBy,
        by,
      }: {
        field: NumberField;
        number: string;
        reason: string;
        evidence: string;
        /** The first of the two persons; `by` is the second. */
        proposedBy: string;
        by: { personId: string; name: string };
      },
    ): Promise<void> {
      const people = createAccountsRepository(tx);
      const identity = async (person: Person, value: string | null) => {
        const { kind, name, pinfl, stir } = person;
        // From now on it overrides what the provider says.
        await people.setIdentity(person.id, { kind, name, pinfl, stir, [field]: value }, { edited: true });
        if (person.issuer === SHIPPED_ISSUER)
          await directoryOf(tx).change(person.subject, { [field]: value });
      };
      const logged = { type: 'account', result: 'done', reason: evidence } as const;
      for (const holder of from) {
        const proof = await numbers.proofOf(tx, holder.id, field, number);
        await identity(holder, null);
        await numbers.leave(tx, holder.id, { field, value: number, proof }, () =>
          releaseBars(tx, holder.id, { kind: field, value: number }),
        );
        await voidSignatures(tx, holder.id);
        await actions.record({ ...logged, personId: holder.id, action: 'number-lost' }, tx);
        await notify(tx, {
          personId: holder.id,
          key: `number-moved:${evidence}`,
          template: 'number-moved-away',
          params: { reason },
        });
        if (holder.disabled) continue;
        const change = { kind: 'disable', role: null, reason } as const;
        const id = await createAccountChangesRepository(tx).add(
          { ...change, person_id: holder.id, two_persons: true, evidence, asked_by: proposedBy },
          'decide',
          by.personId,
        );
        // The message above says that the account is shut.
        const silent = () => Promise.resolve();
        await applyChange(tx, { ...deps, notify: silent }, holder, { ...change, id }, by);
      }
      await identity(claimant, number);
      await numbers.proven(tx, claimant.id, field, number);
      await actions.record({ ...logged, personId: claimant.id, action: 'number-received' }, tx);
    },

    /** After the commit; sockets are cut by every node that hears of it. While Redis is away the worker repeats it. */
    async finish(claimantId: string, holderIds: readonly string[]): Promise<void> {
      for (const id of holderIds) await sessions.endAll(id, { because: 'disabled' });
      await refreshSessions(claimantId);
    },
  };
}
