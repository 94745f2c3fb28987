import type { Role } from '#shared/api/contract.ts';
import { writeOutbox, type AnyDb } from '#server/platform/database/index.ts';
import { SHIPPED_ISSUER, type Directory, type Factors } from '#server/identity/index.ts';
import type { BidsOnly, SessionEnd } from '#server/platform/sessions/index.ts';
import { ACCOUNT_EVENTS } from '../accounts.events.ts';
import { isStaffRole, withRole, type StaffRole } from '../accounts.policy.ts';
import { createAccountsRepository } from '../accounts.repository.ts';
import type { ActionRecorder } from '../accounts.service.ts';
import type { Person } from '../person.ts';
import type { Notify } from '../profile/profile-ports.ts';
import type { AccountChangeRow } from './account-changes.repository.ts';

export interface ApplyDeps {
  directoryOf(tx: AnyDb): Pick<Directory, 'setDisabled' | 'signOut'>;
  factorsOf(tx: AnyDb): Pick<Factors, 'has' | 'reset'>;
  actions: ActionRecorder;
  notify: Notify;
}

export type Applicable = Pick<AccountChangeRow, 'kind' | 'role' | 'reason'> & { id: number };

/** Is there nothing left to do? @param hasFactor the account has a second factor */
export const alreadyApplied = (
  person: Person,
  { kind, role }: Pick<Applicable, 'kind' | 'role'>,
  hasFactor: boolean,
): boolean => {
  const has = role !== null && (person.roles.includes(role) || person.offeredRoles.includes(role));
  const so = {
    disable: person.disabled,
    enable: !person.disabled,
    'give-role': has,
    'remove-role': !has,
    'reset-factor': !hasFactor,
  };
  return so[kind];
};

export const isOfStaff = ({ roles, offeredRoles }: Pick<Person, 'roles' | 'offeredRoles'>): boolean =>
  offeredRoles.length > 0 || roles.some(isStaffRole);

/** Why the sessions of the account end with this change; null: they go on. */
export const sessionEndOf = (kind: Applicable['kind']): SessionEnd | null => SESSION_ENDS[kind];

const SESSION_ENDS: Record<Applicable['kind'], SessionEnd | null> = {
  disable: 'disabled',
  enable: null,
  'give-role': 'roles-changed',
  'remove-role': 'roles-changed',
  'reset-factor': 'factor-reset',
};

/**
 * Changes a locked person, here and at the shipped sign-in site, with the events that end sessions and participation, the
 * entry in the person's action log and the message to the person: all in the given transaction.
 * @param by who is behind it; null: a command on the server
 */
export async function applyChange(
  tx: AnyDb,
  { directoryOf, factorsOf, actions, notify }: ApplyDeps,
  person: Person,
  { id, kind, role, reason }: Applicable,
  by: { personId: string; name: string } | null,
  /** Where the person bids on until a second one decides. */
  butBidding?: BidsOnly,
): Promise<void> {
  const people = createAccountsRepository(tx);
  const personId = person.id;
  const about = { personId, reason: `account-change:${id}`, result: 'done' } as const;

  if (kind === 'disable' || kind === 'enable') {
    const disabled = kind === 'disable';
    await people.setDisabled(personId, disabled);
    if (person.issuer === SHIPPED_ISSUER) {
      const directory = directoryOf(tx);
      // Who bids on may have to sign in for it: a second person, or the product once the rooms are over, refuses that.
      await (disabled && butBidding
        ? directory.signOut(person.subject)
        : directory.setDisabled(person.subject, disabled));
    }
    if (disabled)
      await writeOutbox(tx, {
        topic: ACCOUNT_EVENTS.disabled,
        payload: { personId, by: by?.personId ?? null, byName: by?.name ?? '', reason },
      });
    await actions.record({ ...about, type: 'account', action: `${kind}d` }, tx);
  } else if (kind === 'reset-factor') {
    await factorsOf(tx).reset(person.subject);
    await actions.record({ ...about, type: 'account', action: 'factor-reset' }, tx);
  } else {
    const { roles, offered, outcome } = newRoles(person, kind, role!);
    await people.setRoles(personId, { roles, offered });
    await actions.record({ ...about, type: 'roles', action: outcome }, tx);
  }
  const because = sessionEndOf(kind);
  // The caller ends them at once; this finds those that a fault of Redis or of the process left.
  if (because) {
    const payload = { personId, because, atMs: Date.now(), ...(butBidding ? { butBidding } : {}) };
    await writeOutbox(tx, { topic: ACCOUNT_EVENTS.sessionsOver, payload });
  }
  await notify(tx, {
    personId,
    key: `account-change:${id}`,
    ...(kind === 'disable' || kind === 'enable'
      ? { template: `account-${kind}d`, params: { reason } }
      : kind === 'reset-factor'
        ? { template: 'second-factor-reset', params: { reason } }
        : { template: 'staff-roles-changed', params: { reason } }),
  });
}

function newRoles(
  { roles, offeredRoles }: Person,
  kind: 'give-role' | 'remove-role',
  role: StaffRole,
): { roles: Role[]; offered: StaffRole[]; outcome: 'granted' | 'offered' | 'removed' } {
  if (kind === 'give-role') {
    const { outcome, ...next } = withRole({ roles, offered: offeredRoles }, role);
    return { ...next, outcome: outcome === 'offered' ? 'offered' : 'granted' };
  }
  return {
    roles: roles.filter((each) => each !== role),
    offered: offeredRoles.filter((each) => each !== role),
    outcome: 'removed',
  };
}
