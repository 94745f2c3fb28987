import { allows } from '#shared/lifecycles/lifecycle.ts';
import { STAFF_INVITATION } from '#shared/lifecycles/staff-invitation.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { openDirectory, SHIPPED_ISSUER, type InvitationDoor } from '#server/identity/index.ts';
import { createAccountsRepository } from '../accounts.repository.ts';
import type { ActionRecorder } from '../accounts.service.ts';
import type { InvitationTokens } from './invitation-token.ts';
import { createInvitationsRepository, type InvitationRow } from './invitations.repository.ts';
import { hasAccount } from './invitations.service.ts';
import { eligibleApprovers } from '../still-decides.ts';

export interface AcceptInvitationDeps {
  db: AnyDb;
  tokens: InvitationTokens;
  actions: ActionRecorder;
}

/** What the sign-in site does with the link of a letter: the account, its roles and the end of the link are one transaction. */
export function createInvitationDoor({ db, tokens, actions }: AcceptInvitationDeps): InvitationDoor {
  const isGood = (row: InvitationRow | null, token: string): row is InvitationRow & { approved_at: Date } =>
    row !== null &&
    row.approved_at !== null &&
    row.expires_at !== null &&
    row.expires_at.getTime() > Date.now() &&
    allows(STAFF_INVITATION, row.state, 'accept') &&
    tokens.fits(token, { id: row.id, approvedAt: row.approved_at });

  /** The link is dead as soon as one of the two administrators behind it is none any more. */
  const isVouchedFor = async (on: AnyDb, { asked_by, approved_by }: InvitationRow): Promise<boolean> =>
    approved_by !== null &&
    (await eligibleApprovers(on, asked_by, 'manageStaff')) &&
    (await eligibleApprovers(on, approved_by, 'manageStaff'));

  return {
    async read(token) {
      const id = tokens.idOf(token);
      const row = id === null ? null : await createInvitationsRepository(db).find(id);
      if (!isGood(row, token) || !(await isVouchedFor(db, row))) return null;
      const { name, phone, email, language } = row;
      return { name, phone, email, language };
    },

    accept: (token, password) =>
      inTransaction(db, async (tx) => {
        const id = tokens.idOf(token);
        const invitations = createInvitationsRepository(tx);
        const row = id === null ? null : await invitations.lock(id);
        if (!isGood(row, token) || !(await isVouchedFor(tx, row))) return 'gone';
        const directory = openDirectory({ db: tx });
        if (await hasAccount(tx, row, directory)) return 'taken';
        const { name, phone, email, language } = row;
        const facts = { kind: 'natural', name, phone, email, pinfl: null, stir: null, language } as const;
        const made = await directory.create({ ...facts, password });
        // Registered meanwhile: the unique value has aborted the transaction.
        if ('taken' in made) return 'taken';
        // The link came by a letter to this address.
        await directory.change(made.id, { emailConfirmed: true });
        const people = createAccountsRepository(tx);
        const known = { issuer: SHIPPED_ISSUER, subject: made.id, ...facts, emailConfirmed: true };
        const person = await people.keep(known, { signedIn: false });
        await people.setRoles(person.id, { roles: row.roles, offered: [] });
        await invitations.accept(row.id, person.id);
        const about = { personId: person.id, result: 'done', reason: `staff-invitation:${row.id}` } as const;
        await actions.record({ ...about, type: 'account', action: 'invitation-accepted' }, tx);
        await actions.record({ ...about, type: 'roles', action: 'granted' }, tx);
        return 'accepted';
      }),
  };
}
