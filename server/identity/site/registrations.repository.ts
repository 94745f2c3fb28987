import { sql, type Generated, type Selectable } from 'kysely';
import type { Language } from '#shared/i18n/languages.ts';
import type { Db } from '#server/platform/database/index.ts';
import type { NewIdentityAccount, PersonKind } from './identity-accounts.repository.ts';
import type { OutsideWay } from './outside/proven-number.ts';

/** How long the code of a registration may be asked for; then what was typed is deleted. */
const LIFE_HOURS = 24;

interface RegistrationTables {
  identity_registration: {
    id: Generated<string>;
    person_kind: PersonKind;
    name: string;
    phone: string;
    email: string;
    pinfl: string | null;
    stir: string | null;
    language: Language;
    password_hash: string;
    account_id: string | null;
    proven_by: OutsideWay | null;
    created_at: Generated<Date>;
    expires_at: Date;
  };
}

export type NewRegistration = Omit<
  NewIdentityAccount,
  'passwordOnce' | 'demo' | 'vouched' | 'phoneConfirmed' | 'email'
> & {
  email: string;
  /** Who vouched for the PINFL or STIR; null: it was typed. */
  provenBy: OutsideWay | null;
};

/** What a visitor typed; no account, and no value is reserved by it. */
export interface Registration extends NewRegistration {
  id: string;
  /** The account that was made of it. */
  accountId: string | null;
}

const fromRow = (row: Selectable<RegistrationTables['identity_registration']>): Registration => ({
  id: row.id,
  kind: row.person_kind,
  name: row.name,
  phone: row.phone,
  email: row.email,
  pinfl: row.pinfl,
  stir: row.stir,
  language: row.language,
  passwordHash: row.password_hash,
  accountId: row.account_id,
  provenBy: row.proven_by,
});

export function createRegistrationsRepository(db: Db<RegistrationTables>) {
  const unexpired = () =>
    db
      .selectFrom('identity_registration')
      .selectAll()
      .where('expires_at', '>', sql<Date>`now()`);
  return {
    async insert(registration: NewRegistration): Promise<string> {
      const { kind, passwordHash, provenBy, ...same } = registration;
      const { id } = await db
        .insertInto('identity_registration')
        .values({
          ...same,
          person_kind: kind,
          password_hash: passwordHash,
          proven_by: provenBy,
          account_id: null,
          expires_at: sql<Date>`now() + make_interval(hours => ${LIFE_HOURS})`,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    },

    async byId(id: string): Promise<Registration | null> {
      const row = await unexpired().where('id', '=', id).executeTakeFirst();
      return row ? fromRow(row) : null;
    },

    /** Locked until the transaction ends: two presses make one account. */
    async lock(id: string): Promise<Registration | null> {
      const row = await unexpired().where('id', '=', id).forUpdate().executeTakeFirst();
      return row ? fromRow(row) : null;
    },

    /** The newest one of a phone that no account was made of. */
    async openOf(phone: string): Promise<Registration | null> {
      const row = await unexpired()
        .where('phone', '=', phone)
        .where('account_id', 'is', null)
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row ? fromRow(row) : null;
    },

    async end(id: string, accountId: string): Promise<void> {
      await db
        .updateTable('identity_registration')
        .set({ account_id: accountId })
        .where('id', '=', id)
        .execute();
    },

    /** Deletes what became this account, and what waits for a code to its phone or e-mail. */
    async forget({
      id,
      phone,
      email,
    }: {
      id: string;
      phone: string | null;
      email: string | null;
    }): Promise<void> {
      await db
        .deleteFrom('identity_registration')
        .where((where) =>
          where.or([
            where('account_id', '=', id),
            ...(phone === null ? [] : [where('phone', '=', phone)]),
            ...(email === null ? [] : [where('email', '=', email)]),
          ]),
        )
        .execute();
    },

    /** Deletes what was not confirmed in time, and what became an account a day ago. */
    async purge(): Promise<void> {
      await db
        .deleteFrom('identity_registration')
        .where('expires_at', '<', sql<Date>`now()`)
        .execute();
    },
  };
}
