import type { CodeSent, ConfirmRefusal, ContactChannel } from '#shared/api/cabinet/profile.ts';
import { maskEmail, parseEmail } from '#shared/validation/email.ts';
import { maskPhone, parsePhone } from '#shared/validation/phone.ts';
import { badRequest, notFound } from '#server/platform/errors/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import type { OneTimeCodes } from '#server/platform/one-time-codes/index.ts';
import type { Session } from '#server/platform/sessions/index.ts';
import { SHIPPED_ISSUER, takenOf, type Directory } from '#server/identity/index.ts';
import { createAccountsRepository, isContactTaken } from '../accounts.repository.ts';
import { createPersonNumbersRepository } from '../numbers/person-numbers.repository.ts';
import type { ActionRecorder } from '../accounts.service.ts';
import { demandFreshSignIn } from '../fresh-sign-in.ts';
import type { Person } from '../person.ts';
import type { Notify } from './profile-ports.ts';

interface Contact {
  channel: ContactChannel;
  /** As typed. */
  value: string;
}

export interface ContactsService {
  /**
   * Sends a code to a new contact of the person, also where another person has confirmed it: only who reads the code learns
   * of that. 403 `sign-in-again` before it may replace a login.
   */
  sendCode(session: Session, contact: Contact, address: string): Promise<CodeSent>;
  /** With the right code the contact becomes the person's, confirmed, and the login at the shipped site. Safe to repeat. */
  confirm(
    session: Session,
    entered: Contact & { code: string },
    address: string,
  ): Promise<'confirmed' | ConfirmRefusal>;
}

export interface ContactsDeps {
  db: AnyDb;
  codes: OneTimeCodes;
  directoryOf(db: AnyDb): Pick<Directory, 'change'>;
  actions: ActionRecorder;
  notify: Notify;
  refreshSessions(personId: string): Promise<void>;
}

export function createContactsService(deps: ContactsDeps): ContactsService {
  const { db, codes, directoryOf, actions, notify, refreshSessions } = deps;
  const people = createAccountsRepository(db);

  /** The contact in stored form, and the person it is for. */
  async function open(session: Session, { channel, value }: Contact) {
    const stored = channel === 'phone' ? parsePhone(value) : parseEmail(value);
    if (!stored) throw badRequest(`profile.${channel}`);
    const person = await people.byId(session.person.personId);
    if (!person) throw notFound();
    const confirmed = person[channel] === stored && isConfirmed(person, channel);
    // A stranger at an unlocked browser must not move the login to a phone of their own, nor add an e-mail by which the
    // password is set again.
    const isLogin = person[channel] !== null || person.issuer === SHIPPED_ISSUER;
    if (!confirmed && isLogin && person[channel] !== stored) demandFreshSignIn(session);
    return { person, stored, confirmed };
  }

  return {
    async sendCode(session, contact, address) {
      const { channel } = contact;
      const { person, stored, confirmed } = await open(session, contact);
      if (confirmed) return { outcome: 'confirmed' };
      const issued = await codes.issue({
        purpose: `confirm-${channel}`,
        subject: stored,
        personId: person.id,
        channels: { [channel]: stored },
        address,
        unproven: true,
      });
      switch (issued.outcome) {
        case 'sent':
          return {
            outcome: 'sent',
            to: issued.to[channel] ?? '',
            resendAfterMs: issued.resendAfterMs,
            expiresAfterMs: Math.max(0, issued.expiresAt.getTime() - Date.now()),
          };
        case 'limit':
          return { outcome: 'limit', retryAfterMs: Math.max(0, issued.until.getTime() - Date.now()) };
        case 'wait':
        case 'undelivered':
          return issued;
      }
    },

    async confirm(session, { code, ...contact }, address) {
      const { channel } = contact;
      const { person, stored, confirmed } = await open(session, contact);
      // Another tab was faster, or the first answer was lost.
      if (confirmed) return 'confirmed';
      const verdict = await codes.verify({
        purpose: `confirm-${channel}`,
        subject: stored,
        personId: person.id,
        code,
      });
      const entry = {
        personId: person.id,
        type: 'profile',
        action: `${channel}-confirmed`,
        address,
      } as const;
      if (verdict !== 'right') {
        await actions.record({ ...entry, result: 'refused', reason: verdict });
        return verdict === 'expired' && (await isNowConfirmed(person.id, channel, stored))
          ? 'confirmed'
          : verdict;
      }
      try {
        await inTransaction(db, async (tx) => {
          const ours = createAccountsRepository(tx);
          await ours.confirmOrThrow(person.id, channel, stored);
          if (person.issuer === SHIPPED_ISSUER) {
            const change =
              channel === 'phone'
                ? { phone: stored, phoneConfirmed: true }
                : { email: stored, emailConfirmed: true };
            const { numberLost } = await directoryOf(tx).change(person.subject, change);
            const { kind, name } = person;
            if (numberLost) {
              await ours.setIdentity(person.id, { kind, name, pinfl: null, stir: null }, { edited: false });
              await createPersonNumbersRepository(tx).dropStated(person.id, []);
            }
          }
          await notify(tx, {
            personId: person.id,
            key: `${channel}-confirmed:${Date.now()}`,
            // Its owner reads there that the account has another one now, also when somebody else has moved it.
            formerly: isConfirmed(person, channel) ? { [channel]: person[channel] } : {},
            ...(channel === 'phone'
              ? { template: 'phone-confirmed', params: { phone: maskPhone(stored) } }
              : { template: 'email-confirmed', params: { email: maskEmail(stored) } }),
          });
        });
      } catch (error) {
        // Not retried: another person has confirmed it since the code was sent, which is an answer; other errors are faults.
        if (!isContactTaken(error) && !takenOf(error)) throw error;
        await actions.record({ ...entry, result: 'refused', reason: 'taken' });
        return 'taken';
      }
      await actions.record({ ...entry, result: 'done' });
      await refreshSessions(person.id);
      return 'confirmed';
    },
  };

  /** A used code may have been used in another tab of the same person a moment ago. */
  async function isNowConfirmed(id: string, channel: ContactChannel, value: string): Promise<boolean> {
    const person = await people.byId(id);
    return person !== null && person[channel] === value && isConfirmed(person, channel);
  }
}

const isConfirmed = (person: Person, channel: ContactChannel): boolean =>
  channel === 'phone' ? person.phoneConfirmed : person.emailConfirmed;
