import { parseEmail } from '#shared/validation/email.ts';
import { parsePhone } from '#shared/validation/phone.ts';
import type {
  AccountChange,
  IdentityAccount,
  IdentityAccountRepository,
  NewIdentityAccount,
  UniqueField,
} from './identity-accounts.repository.ts';
import type { Hashing } from './hashing.ts';

export type NewAccount = Omit<
  NewIdentityAccount,
  'passwordHash' | 'passwordOnce' | 'demo' | 'vouched' | 'phoneConfirmed'
> & {
  password: string;
  /** A new password must be chosen at the first sign-in. */
  passwordOnce?: boolean;
  demo?: boolean;
};

export type DemoAccount = Omit<NewAccount, 'password' | 'passwordOnce' | 'demo'>;

type Created = { id: string } | { taken: UniqueField[] };

/** Who can sign in at the shipped identity site. */
export interface Directory {
  /**
   * A new account that is vouched for, made by staff or the demo, or the fields whose values other accounts hold. Fields
   * are in stored form. Visitors register with a code instead. @throws HashingBusy
   */
  create(account: NewAccount): Promise<Created>;
  /**
   * Creates test people, or resets the phone, e-mail and second factors of existing ones; all get one password, hashed once.
   * Returns their ids in the same order. @throws HashingBusy
   */
  createDemo(accounts: readonly DemoAccount[], password: string): Promise<string[]>;
  /** A typed login in stored form; null when it is neither a phone nor an e-mail. */
  loginOf(typed: string): { field: 'phone' | 'email'; value: string } | null;
  /** The account of a login and its password, or null: unknown, disabled and wrong are indistinguishable, also in timing. @throws HashingBusy */
  authenticate(typed: string, password: string): Promise<IdentityAccount | null>;
  byLogin(typed: string): Promise<IdentityAccount | null>;
  byId(id: string): Promise<IdentityAccount | null>;
  /** Accounts that have the number for themselves: it was confirmed with them, or they are vouched for. */
  byNumber(field: 'pinfl' | 'stir', value: string): Promise<IdentityAccount[]>;
  /** Also ends the account's sessions on the site. @throws HashingBusy */
  setPassword(id: string, password: string, options?: { once?: boolean }): Promise<void>;
  /**
   * The same for a password chosen on a page of the product: `text` is its SHA-256 in lower-case hex. False where there
   * is no such account, or it is disabled. @throws HashingBusy
   */
  setPasswordText(id: string, text: string): Promise<boolean>;
  /**
   * Changes verified by the product: a confirmed phone or e-mail, which becomes the login, or a change approved by staff.
   * Throws when another account holds a value (`takenOf` names it), which aborts the caller's transaction. With its first
   * confirmed contact an account loses a PINFL or STIR that another account has reserved meanwhile; true where it did.
   */
  change(id: string, change: AccountChange): Promise<{ numberLost: boolean }>;
  /** Ids of accounts older than so many hours that confirmed nothing and no one vouched for, in order. */
  unconfirmed(query: { hours: number; after: string | null; limit: number }): Promise<string[]>;
  /** Deletes such an account and its sessions on the site; false: it is confirmed by now, or gone. For a transaction. */
  removeUnconfirmed(id: string): Promise<boolean>;
  /**
   * Deletes the account of a person whose data are erased, with its password, second factors, linked numbers, sessions on the
   * site and what was typed to register. Repeating it changes nothing. For a transaction.
   */
  remove(id: string): Promise<void>;
  /** A disabled account cannot sign in; its sessions on the site end. */
  setDisabled(id: string, disabled: boolean): Promise<void>;
  /** Ends the account's sessions on the site. */
  signOut(id: string): Promise<void>;
}

export interface DirectoryDeps {
  accounts: IdentityAccountRepository;
  hashing: Hashing;
  /** Ends the account's sessions on the site. */
  endSessions(id: string): Promise<void>;
  /** Deletes registrations that became the account, or that wait for a code to this phone or e-mail. */
  forgetRegistrations(of: { id: string; phone: string | null; email: string | null }): Promise<void>;
  /** Takes the account's second factors away. */
  clearFactors(id: string): Promise<void>;
}

export function createDirectory(deps: DirectoryDeps): Directory {
  const { accounts, hashing, endSessions, clearFactors } = deps;
  const loginOf: Directory['loginOf'] = (typed) => {
    const phone = parsePhone(typed);
    if (phone) return { field: 'phone', value: phone };
    const email = parseEmail(typed);
    return email ? { field: 'email', value: email } : null;
  };
  const byLogin: Directory['byLogin'] = async (typed) => {
    const login = loginOf(typed);
    return login ? accounts.byLogin(login.field, login.value) : null;
  };

  return {
    loginOf,
    byLogin,
    byId: (id) => accounts.byId(id),
    byNumber: async (field, value) =>
      (await accounts.holding({ [field]: value })).filter(
        ({ vouched, phoneConfirmed, emailConfirmed }) => vouched || phoneConfirmed || emailConfirmed,
      ),

    async create({ password, passwordOnce = false, demo = false, ...fields }) {
      const taken = await accounts.taken(fields);
      if (taken.length > 0) return { taken };
      const passwordHash = await hashing.hash(password);
      const standing = { passwordOnce, demo, vouched: true, phoneConfirmed: false };
      const made = await accounts.insert({ ...fields, ...standing, passwordHash });
      return 'id' in made ? made : { taken: [made.taken] };
    },

    async createDemo(people, password) {
      const passwordHash = await hashing.hash(password);
      const ids: string[] = [];
      for (const fields of people) {
        // By any unique value: the demo's phone or e-mail may have been changed.
        const holders = await accounts.holding(fields);
        if (holders.some(({ demo }) => !demo))
          throw new Error('a demo account would take the phone of a real one');
        const [known] = holders;
        if (known) {
          await accounts.change(known.id, { phone: fields.phone, email: fields.email });
          await accounts.setPassword(known.id, passwordHash, false);
          // Somebody who tried it out may have set one up, on a device that no one here has.
          await clearFactors(known.id);
          ids.push(known.id);
          continue;
        }
        const standing = { passwordOnce: false, demo: true, vouched: true, phoneConfirmed: false };
        const made = await accounts.insert({ ...fields, ...standing, passwordHash });
        if ('taken' in made) throw new Error(`a demo account would take the ${made.taken} of another one`);
        ids.push(made.id);
      }
      return ids;
    },

    async authenticate(typed, password) {
      const account = await byLogin(typed);
      const matches = await hashing.matches(password, account?.passwordHash ?? null);
      return matches && account && !account.disabled ? account : null;
    },

    async change(id, change) {
      const before = change.phoneConfirmed || change.emailConfirmed ? await accounts.byId(id) : null;
      const isFirst = before && !before.vouched && !before.phoneConfirmed && !before.emailConfirmed;
      if (!isFirst) {
        await accounts.change(id, change);
        return { numberLost: false };
      }
      const { pinfl, stir } = before;
      await accounts.lockValues({ pinfl, stir });
      const numberLost = (await accounts.taken({ pinfl, stir }, id)).length > 0;
      await accounts.change(id, numberLost ? { ...change, pinfl: null, stir: null } : change);
      return { numberLost };
    },

    async setPassword(id, password, { once = false } = {}) {
      await accounts.setPassword(id, await hashing.hash(password), once);
      await endSessions(id);
    },

    async setPasswordText(id, text) {
      const account = await accounts.byId(id);
      if (!account || account.disabled) return false;
      await accounts.setPassword(id, await hashing.hashText(text), false);
      await endSessions(id);
      return true;
    },

    unconfirmed: (query) => accounts.unconfirmed(query),

    async removeUnconfirmed(id) {
      const removed = await accounts.removeUnconfirmed(id);
      if (removed) await endSessions(id);
      return removed;
    },

    async remove(id) {
      const account = await accounts.byId(id);
      if (!account) return;
      await endSessions(id);
      // What was never confirmed may be somebody else's, who registers at this moment.
      await deps.forgetRegistrations({
        id,
        phone: account.phoneConfirmed || account.vouched ? account.phone : null,
        email: account.emailConfirmed || account.vouched ? account.email : null,
      });
      await accounts.remove(id);
    },

    signOut: endSessions,

    async setDisabled(id, disabled) {
      await accounts.setDisabled(id, disabled);
      if (disabled) await endSessions(id);
    },
  };
}
