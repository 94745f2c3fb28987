import type { StaffInvitation } from '#shared/api/console/console-invitations.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { allows } from '#shared/lifecycles/lifecycle.ts';
import {
  STAFF_INVITATION,
  STAFF_INVITATION_HOURS,
  type StaffInvitationState,
} from '#shared/lifecycles/staff-invitation.ts';
import { parseEmail } from '#shared/validation/email.ts';
import { isPersonName, oneLine } from '#shared/validation/person-name.ts';
import { parsePhone } from '#shared/validation/phone.ts';
import { inTransaction, writeOutbox, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import type { Directory } from '#server/identity/index.ts';
import { ACCOUNT_EVENTS } from '../accounts.events.ts';
import { staffRoles, type StaffRole } from '../accounts.policy.ts';
import { createAccountsRepository } from '../accounts.repository.ts';
import type { ActionRecorder } from '../accounts.service.ts';
import { eligibleApprovers } from '../still-decides.ts';
import { createTurningDown } from '../turned-down.ts';
import type { AccountDecider } from '../account-changes/account-changes.service.ts';
import {
  createInvitationsRepository,
  isInvitationOpen,
  type InvitationRow,
  type NamedInvitation,
} from './invitations.repository.ts';

export interface InvitationWish {
  name: string;
  email: string;
  phone: string;
  roles: readonly StaffRole[];
  language: Language;
  reason: string;
  evidence: string;
}

export interface InvitationsDeps {
  db: AnyDb;
  actions: ActionRecorder;
  /** Who can sign in at the shipped site; null: the operator has a provider of its own, which makes accounts. */
  directoryOf: ((tx: AnyDb) => Pick<Directory, 'byLogin'>) | null;
  /** Letters can be sent. */
  mail: boolean;
  isSamePerson(on: AnyDb, one: string, other: string): Promise<boolean>;
}

export type Invitations = ReturnType<typeof createInvitations>;

/**
 * Does any account have the phone or the e-mail? No account trades and serves as staff. One that only states them, at another identity
 * provider, is not asked: a stranger who knows them would keep their owner out.
 */
export async function hasAccount(
  tx: AnyDb,
  { phone, email }: Pick<InvitationRow, 'phone' | 'email'>,
  directory: Pick<Directory, 'byLogin'>,
): Promise<boolean> {
  const people = createAccountsRepository(tx);
  const accounts = await Promise.all([
    directory.byLogin(phone),
    directory.byLogin(email),
    people.byContact('phone', phone).then((found) => found.find((each) => each.phoneConfirmed) ?? null),
    people.byContact('email', email).then((found) => found.find((each) => each.emailConfirmed) ?? null),
  ]);
  return accounts.some((each) => each !== null);
}

/** Invitations to the staff as administrators decide on them; each decision locks its invitation. */
export function createInvitations(deps: InvitationsDeps) {
  const { db, actions, directoryOf, isSamePerson } = deps;
  const turning = createTurningDown(isSamePerson);

  const written = (tx: AnyDb, by: AccountDecider, action: string, id: number) =>
    actions.record(
      {
        personId: by.personId,
        type: 'account',
        action,
        result: 'done',
        address: by.address,
        reason: `staff-invitation:${id}`,
      },
      tx,
    );

  async function one(id: number, reader: AccountDecider): Promise<StaffInvitation> {
    const row = await createInvitationsRepository(db).byId(id);
    if (!row) throw notFound();
    return viewOf(row, reader);
  }

  function directoryIn(tx: AnyDb) {
    if (!directoryOf) throw conflict('invitations.elsewhere');
    return directoryOf(tx);
  }

  async function end(id: number, event: 'refuse' | 'revoke', reason: string, by: AccountDecider) {
    await inTransaction(db, async (tx) => {
      const invitations = createInvitationsRepository(tx);
      const row = await invitations.lock(id);
      if (!row) throw notFound();
      if (!allows(STAFF_INVITATION, row.state, event)) throw conflict('invitations.decided');
      const matter = `invitation:${row.phone}` as const;
      await turning.turnDown(tx, matter, { by: by.personId, askedBy: row.asked_by });
      await invitations.end(id, event, by.personId, reason);
      await written(tx, by, event === 'refuse' ? 'invitation-refused' : 'invitation-revoked', id);
    });
    return one(id, by);
  }

  return {
    /**
     * @throws 409 `invitations.elsewhere`, `invitations.account-exists`, `invitations.open`; 422 `invitations.name`,
     * `invitations.email`, `invitations.phone`
     */
    async propose(wish: InvitationWish, by: AccountDecider): Promise<StaffInvitation> {
      const [name, email, phone] = [oneLine(wish.name), parseEmail(wish.email), parsePhone(wish.phone)];
      if (!isPersonName(name, 'natural')) throw ruleForbids('invitations.name');
      if (email === null) throw ruleForbids('invitations.email');
      if (phone === null) throw ruleForbids('invitations.phone');
      const id = await inTransaction(db, async (tx) => {
        if (await hasAccount(tx, { phone, email }, directoryIn(tx)))
          throw conflict('invitations.account-exists');
        await turning.mustMayAsk(tx, `invitation:${phone}`, by.personId);
        const { language, reason, evidence } = wish;
        const added = await createInvitationsRepository(tx).add({
          name,
          email,
          phone,
          language,
          reason,
          evidence,
          roles: staffRoles(wish.roles),
          asked_by: by.personId,
        });
        await written(tx, by, 'invitation-asked', added);
        return added;
      }).catch((error: unknown) => {
        // Not retried: another open invitation has the address or the number, which is an answer.
        throw isInvitationOpen(error) ? conflict('invitations.open') : error;
      });
      return one(id, by);
    },

    /**
     * The letter is sent by the worker, with a link that is good for 72 hours from now.
     * @throws 404; 409 `invitations.decided`, `invitations.second-person`, `asker-left`, `invitations.account-exists`,
     * `invitations.no-mail`
     */
    async approve(id: number, by: AccountDecider): Promise<StaffInvitation> {
      await inTransaction(db, async (tx) => {
        const invitations = createInvitationsRepository(tx);
        const row = await invitations.lock(id);
        if (!row) throw notFound();
        if (!allows(STAFF_INVITATION, row.state, 'approve')) throw conflict('invitations.decided');
        if (await isSamePerson(tx, row.asked_by, by.personId)) throw conflict('invitations.second-person');
        if (!(await eligibleApprovers(tx, row.asked_by, 'manageStaff'))) throw conflict('asker-left');
        if (!deps.mail) throw conflict('invitations.no-mail');
        if (await hasAccount(tx, row, directoryIn(tx))) throw conflict('invitations.account-exists');
        await invitations.approve(id, by.personId, STAFF_INVITATION_HOURS);
        await written(tx, by, 'invitation-approved', id);
        await writeOutbox(tx, { topic: ACCOUNT_EVENTS.invitationApproved, payload: { invitationId: id } });
      });
      return one(id, by);
    },

    /** @throws 404; 409 `invitations.decided` */
    refuse: (id: number, reason: string, by: AccountDecider) => end(id, 'refuse', reason, by),

    /** The link is dead from now on. @throws 404; 409 `invitations.decided` */
    revoke: (id: number, reason: string, by: AccountDecider) => end(id, 'revoke', reason, by),

    async list(
      state: StaffInvitationState | 'all',
      page: { page: number; size: number },
      reader: AccountDecider,
    ): Promise<{ items: StaffInvitation[]; total: number }> {
      const invitations = createInvitationsRepository(db);
      const [rows, total] = await Promise.all([invitations.list(state, page), invitations.count(state)]);
      return { items: rows.map((row) => viewOf(row, reader)), total };
    },

    /** Marks those whose time is over. */
    expire: () => createInvitationsRepository(db).expire(),
  };
}

const named = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

function viewOf(row: NamedInvitation, reader: Pick<AccountDecider, 'personId'>): StaffInvitation {
  const may: StaffInvitation['may'] = [];
  if (allows(STAFF_INVITATION, row.state, 'approve') && reader.personId !== row.asked_by) may.push('approve');
  if (allows(STAFF_INVITATION, row.state, 'refuse')) may.push('refuse');
  if (allows(STAFF_INVITATION, row.state, 'revoke')) may.push('revoke');
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    roles: row.roles,
    state: row.state,
    reason: row.reason,
    evidence: row.evidence,
    endReason: row.end_reason,
    personId: row.person_id,
    may,
    askedBy: { id: row.asked_by, name: row.asked_by_name },
    askedAtMs: row.asked_at.getTime(),
    approvedBy: named(row.approved_by, row.approved_by_name),
    approvedAtMs: row.approved_at?.getTime() ?? null,
    expiresAtMs: row.expires_at?.getTime() ?? null,
    mailedAtMs: row.mailed_at?.getTime() ?? null,
    endedBy: named(row.ended_by, row.ended_by_name),
    endedAtMs: row.ended_at?.getTime() ?? null,
  };
}
