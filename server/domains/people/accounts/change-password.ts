import { HashingBusy, isCommonPasswordText, SHIPPED_ISSUER, type Directory } from '#server/identity/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { Session, SessionStore } from '#server/platform/sessions/index.ts';
import type { AccountsRepository } from './accounts.repository.ts';
import type { ActionRecorder } from './accounts.service.ts';
import { isFreshSignIn } from './fresh-sign-in.ts';

/**
 * `gone`: the account at the site was disabled meanwhile. `busy`: too many passwords at once, again in a second. `common`:
 * one of the most used passwords.
 */
type ChangedPassword =
  | { changed: true }
  | { refused: 'sign-in-again' | 'gone' | 'busy' | 'common' }
  /** The provider manages its own passwords; its address, null where the identity belongs to no site. */
  | { refused: 'elsewhere'; url: string | null };

export interface PasswordService {
  /**
   * Sets another password at the shipped sign-in site, revokes the tokens of the person's programs and ends every other session,
   * here and there. The given session continues. Safe to repeat.
   * @param text SHA-256 of what was typed, in lower-case hex
   */
  change(session: Session, text: string, address: string): Promise<ChangedPassword>;
  /** Ends the sessions that somebody of the shipped site began before the password was reset there. Safe to repeat. */
  endSessionsBefore(accountId: string, beforeMs: number): Promise<void>;
  /** What follows from a reset at the shipped site: sessions end, the person is informed, and it is in the action log. */
  wasReset(
    tx: AnyDb,
    reset: { accountId: string; atMs: number; byCommand?: boolean; reason?: string | null },
  ): Promise<void>;
}

export interface PasswordDeps {
  people: Pick<AccountsRepository, 'byId' | 'byIdentity'>;
  directory: Pick<Directory, 'setPasswordText'>;
  sessions: Pick<SessionStore, 'endAll'>;
  /**
   * Revokes the tokens of the person's programs: the sessions that end next are to stay ended.
   * @param beforeMs those made in sessions that began before it, ms since 1970: a reset that is heard of again spares what is newer; null: all
   */
  revokeTokens(personId: string, beforeMs: number | null): Promise<void>;
  /** Announces another password, in the given transaction: what is not a session ends by it. @param atMs of the replacement, ms since 1970 */
  announce: (personId: string, atMs: number, tx?: AnyDb) => Promise<void>;
  actions: ActionRecorder;
  /** Notifies the person, because somebody else may have changed the password. */
  notify: (personId: string) => Promise<void>;
  notifyReset: (tx: AnyDb, personId: string, atMs: number) => Promise<void>;
  now?: () => number;
}

const siteOf = (issuer: string): string | null => (/^https?:\/\//.test(issuer) ? issuer : null);

export function createPasswordService(deps: PasswordDeps): PasswordService {
  const { people, directory, sessions, revokeTokens, announce, actions, notify, notifyReset } = deps;
  const { now = Date.now } = deps;

  async function endSessionsBefore(accountId: string, beforeMs: number): Promise<string | null> {
    const person = await people.byIdentity(SHIPPED_ISSUER, accountId);
    // Registered and never signed in at the product.
    if (!person) return null;
    await revokeTokens(person.id, beforeMs);
    await sessions.endAll(person.id, { beforeMs, because: 'password-reset' });
    return person.id;
  }

  return {
    async endSessionsBefore(accountId, beforeMs) {
      await endSessionsBefore(accountId, beforeMs);
    },

    async wasReset(tx, { accountId, atMs, byCommand = false, reason = null }) {
      const personId = await endSessionsBefore(accountId, atMs);
      if (personId === null) return;
      const action = byCommand ? 'password-reset-by-command' : 'password-reset';
      await actions.record({ personId, type: 'account', action, result: 'done', reason }, tx);
      await announce(personId, atMs, tx);
      await notifyReset(tx, personId, atMs);
    },

    async change(session, text, address) {
      const { personId } = session.person;
      const person = await people.byId(personId);
      if (!person || person.disabled) return { refused: 'gone' };
      // Checked before the age of the sign-in: a recent one does not help where the password is not ours.
      if (person.issuer !== SHIPPED_ISSUER) return { refused: 'elsewhere', url: siteOf(person.issuer) };
      if (!isFreshSignIn(session, now())) return { refused: 'sign-in-again' };
      if (isCommonPasswordText(text)) return { refused: 'common' };
      try {
        if (!(await directory.setPasswordText(person.subject, text))) return { refused: 'gone' };
      } catch (error) {
        // Not retried here: nothing was changed, and the answer says when to try again.
        if (!(error instanceof HashingBusy)) throw error;
        return { refused: 'busy' };
      }
      // Throws while sessions cannot be reached: a repeat sets the same password and ends them.
      await revokeTokens(personId, null);
      await sessions.endAll(personId, { except: session.handle });
      await announce(personId, now());
      await actions.record({
        personId,
        type: 'account',
        action: 'password-changed',
        result: 'done',
        address,
      });
      await notify(personId);
      return { changed: true };
    },
  };
}
