import { sql, type Generated, type Selectable } from 'kysely';
import type { Role } from '#shared/api/contract.ts';
import type { Language } from '#shared/i18n/languages.ts';
import {
  inTransaction,
  isUniqueViolation,
  lockNamed,
  type AnyDb,
  type Db,
} from '#server/platform/database/index.ts';
import { notFound } from '#server/platform/errors/index.ts';
import type { StaffRole } from './accounts.policy.ts';
import type { Person } from './person.ts';

interface PersonTable {
  id: Generated<string>;
  issuer: string;
  subject: string;
  kind: 'natural' | 'legal';
  name: string;
  phone: string | null;
  email: string | null;
  phone_confirmed_at: Date | null;
  email_confirmed_at: Date | null;
  pinfl: string | null;
  stir: string | null;
  of_age_at: Date | null;
  identity_edited_at: Date | null;
  language: Language;
  roles: Generated<Role[]>;
  offered_roles: Generated<StaffRole[]>;
  demo: Generated<boolean>;
  disabled_at: Date | null;
  erased_at: Date | null;
  signed_in_at: Date | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface AccountsTables {
  person: PersonTable;
}

/** A person as the sign-in provider describes them; refreshed at every sign-in, except fields the person set here. */
export type KnownOfPerson = Pick<
  Person,
  'issuer' | 'subject' | 'kind' | 'name' | 'phone' | 'email' | 'pinfl' | 'stir' | 'language'
> & {
  /** Confirmed by the provider; can only add to what is confirmed here. */
  phoneConfirmed?: boolean;
  emailConfirmed?: boolean;
  /** What the provider left out, and is not what it says: it takes the place of nothing that is known. */
  unstated?: readonly ('name' | 'kind')[];
};

/** Roles in force, and staff roles pending until the person stops trading. */
export interface RolesOfPerson {
  roles: readonly Role[];
  offered: readonly StaffRole[];
}

/** Identity of a person; changed by a request that staff approved. */
export type PersonIdentity = Pick<Person, 'kind' | 'name' | 'pinfl' | 'stir'>;

const fromRow = (row: Selectable<PersonTable>): Person => ({
  id: row.id,
  issuer: row.issuer,
  subject: row.subject,
  kind: row.kind,
  name: row.name,
  phone: row.phone,
  email: row.email,
  phoneConfirmed: row.phone_confirmed_at !== null,
  emailConfirmed: row.email_confirmed_at !== null,
  pinfl: row.pinfl,
  stir: row.stir,
  shownOfAge: row.of_age_at !== null,
  language: row.language,
  roles: row.roles,
  offeredRoles: row.offered_roles,
  demo: row.demo,
  disabled: row.disabled_at !== null,
  signedInAt: row.signed_in_at,
  createdAt: row.created_at,
});

/** The provider's value until one is confirmed here; never cleared when the provider omits it. */
const unlessConfirmed = (column: 'phone' | 'email') =>
  sql<PersonTable[typeof column]>`case when person.${sql.ref(`${column}_confirmed_at`)} is null
    then coalesce(excluded.${sql.ref(column)}, person.${sql.ref(column)}) else person.${sql.ref(column)} end`;

/** The provider's value until staff approve another one; never cleared when the provider omits it. */
const unlessEdited = (column: 'name') =>
  sql<PersonTable[typeof column]>`case when person.identity_edited_at is null
    then coalesce(excluded.${sql.ref(column)}, person.${sql.ref(column)}) else person.${sql.ref(column)} end`;

/** The number, and the kind of person it is of, as the provider states them first: another number is a decision of two. */
const unlessNumbered = <Column extends 'kind' | 'pinfl' | 'stir'>(column: Column) =>
  sql<PersonTable[Column]>`case
    when person.identity_edited_at is null and (case person.kind when 'legal' then person.stir else person.pinfl end) is null
    then coalesce(excluded.${sql.ref(column)}, person.${sql.ref(column)}) else person.${sql.ref(column)} end`;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Another person has confirmed this phone or e-mail, here or as a login of the shipped site. */
export const isContactTaken = (error: unknown): boolean =>
  ['person_confirmed_phone', 'person_confirmed_email'].some((name) => isUniqueViolation(error, name));

export type AccountsRepository = ReturnType<typeof createAccountsRepository>;

export function createAccountsRepository(db: Db<AccountsTables>) {
  const repository = {
    async byId(id: string): Promise<Person | null> {
      const row = await db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? fromRow(row) : null;
    },

    /** @param options.held their rows stay as they are until the transaction ends */
    async byIds(ids: readonly string[], { held = false } = {}): Promise<Person[]> {
      // Some actors are not accounts, such as the rules.
      const known = ids.filter((id) => UUID.test(id));
      if (known.length === 0) return [];
      const rows = await db
        .selectFrom('person')
        .selectAll()
        .where('id', 'in', known)
        .$if(held, (query) => query.forShare())
        .execute();
      return rows.map(fromRow);
    },

    async byIdentity(issuer: string, subject: string): Promise<Person | null> {
      const row = await db
        .selectFrom('person')
        .selectAll()
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst();
      return row ? fromRow(row) : null;
    },

    /** Confirmed or not, so that there may be several. */
    async byContact(channel: 'phone' | 'email', value: string): Promise<Person[]> {
      const rows = await db.selectFrom('person').selectAll().where(channel, '=', value).execute();
      return rows.map(fromRow);
    },

    /** As `keep`, which also confirms what the provider has confirmed. */
    async upsert(known: KnownOfPerson, options: { signedIn: boolean; demo?: boolean }): Promise<Person> {
      const { unstated = [] } = known;
      const identity = { kind: known.kind, name: known.name };
      const language = known.language;
      const signedIn = options.signedIn ? { signed_in_at: new Date() } : {};
      const row = await db
        .insertInto('person')
        .values({
          issuer: known.issuer,
          subject: known.subject,
          demo: options.demo ?? false,
          phone: known.phone,
          email: known.email,
          pinfl: known.pinfl,
          stir: known.stir,
          ...identity,
          language,
          ...signedIn,
        })
        .onConflict((conflict) =>
          conflict.columns(['issuer', 'subject']).doUpdateSet({
            language,
            ...signedIn,
            phone: unlessConfirmed('phone'),
            email: unlessConfirmed('email'),
            ...(unstated.includes('kind') ? {} : { kind: unlessNumbered('kind') }),
            ...(unstated.includes('name') ? {} : { name: unlessEdited('name') }),
            pinfl: unlessNumbered('pinfl'),
            stir: unlessNumbered('stir'),
            updated_at: sql<Date>`now()`,
          }),
        )
        .returningAll()
        .executeTakeFirstOrThrow();
      return fromRow(row);
    },

    /**
     * The person of this identity, created at the first call; later the provider's values are updated, except a phone or
     * e-mail confirmed here, the number with its kind once there is one, and what staff approved.
     */
    keep: async (known: KnownOfPerson, options: { signedIn: boolean; demo?: boolean }): Promise<Person> =>
      repository.confirmKnown(await repository.upsert(known, options), known),

    /** Confirms what the provider has confirmed and no other person has. */
    async confirmKnown(person: Person, known: KnownOfPerson): Promise<Person> {
      const phone = known.phoneConfirmed === true && !person.phoneConfirmed ? known.phone : null;
      const email = known.emailConfirmed === true && !person.emailConfirmed ? known.email : null;
      if (phone) await repository.confirm(person.id, 'phone', phone);
      if (email) await repository.confirm(person.id, 'email', email);
      return phone || email ? ((await repository.byId(person.id)) ?? person) : person;
    },

    /**
     * Replaces the person's contact by this confirmed one. `taken`: another person has confirmed it; inside a
     * transaction the unique violation aborts it, so there the error is thrown to the caller.
     */
    async confirm(id: string, channel: 'phone' | 'email', value: string): Promise<'confirmed' | 'taken'> {
      try {
        await repository.confirmOrThrow(id, channel, value);
        return 'confirmed';
      } catch (error) {
        // Not retried: another person was first, which is an answer; other errors are thrown.
        if (!isContactTaken(error)) throw error;
        return 'taken';
      }
    },

    /** @throws 404 when the account was removed meanwhile, or its data erased */
    async confirmOrThrow(id: string, channel: 'phone' | 'email', value: string): Promise<void> {
      const now = sql<Date>`now()`;
      const changed = await db
        .updateTable('person')
        .set(
          channel === 'phone'
            ? { phone: value, phone_confirmed_at: now, updated_at: now }
            : { email: value, email_confirmed_at: now, updated_at: now },
        )
        .where('id', '=', id)
        .where('erased_at', 'is', null)
        .executeTakeFirst();
      if (changed.numUpdatedRows === 0n) throw notFound();
    },

    /** Locks the person's row until the transaction ends, which serialises changes of one person. */
    async lock(id: string): Promise<Person | null> {
      const row = await db
        .selectFrom('person')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      return row ? fromRow(row) : null;
    },

    /**
     * Does another person have this PINFL or STIR? Locks the number until the transaction ends, so that two people who
     * claim it at once are checked one after the other.
     */
    async isNumberTaken(id: string, field: 'pinfl' | 'stir', value: string): Promise<boolean> {
      await lockNamed(db, `${field}:${value}`);
      const other = await db
        .selectFrom('person')
        .select('id')
        .where(field, '=', value)
        .where('id', '<>', id)
        .executeTakeFirst();
      return other !== undefined;
    },

    /** @param edited staff approved it: from now on it overrides the provider's values */
    async setIdentity(id: string, identity: PersonIdentity, { edited }: { edited: boolean }): Promise<void> {
      const now = sql<Date>`now()`;
      await db
        .updateTable('person')
        .set({ ...identity, updated_at: now, ...(edited ? { identity_edited_at: now } : {}) })
        .where('id', '=', id)
        .execute();
    },

    /** A document has shown it. */
    async setOfAge(id: string): Promise<void> {
      await db
        .updateTable('person')
        .set({ of_age_at: sql<Date>`now()`, updated_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute();
    },

    async setRoles(id: string, { roles, offered }: RolesOfPerson): Promise<Person | null> {
      const row = await db
        .updateTable('person')
        .set({ roles: [...roles], offered_roles: [...offered], updated_at: sql<Date>`now()` })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row ? fromRow(row) : null;
    },

    /**
     * Computes new roles from the current ones under a lock; `change` may refuse by throwing. `then` runs in the same
     * transaction, and its failure leaves the roles unchanged. null: no such person.
     */
    changeRoles(
      id: string,
      change: (before: Person, tx: AnyDb) => RolesOfPerson | Promise<RolesOfPerson>,
      then: (person: Person) => Promise<void>,
    ): Promise<Person | null> {
      return inTransaction(db, async (tx) => {
        const people = createAccountsRepository(tx);
        const before = await people.lock(id);
        const person = before && (await people.setRoles(id, await change(before, tx)));
        if (person) await then(person);
        return person;
      });
    },

    /** When the person's data were erased; null: they were not. */
    async erasedAt(id: string): Promise<Date | null> {
      const row = await db.selectFrom('person').select('erased_at').where('id', '=', id).executeTakeFirst();
      return row?.erased_at ?? null;
    },

    /** The person's roles, locked until the transaction ends. */
    async holdRoles(id: string): Promise<readonly Role[]> {
      const row = await db
        .selectFrom('person')
        .select('roles')
        .where('id', '=', id)
        .forShare()
        .executeTakeFirst();
      return row?.roles ?? [];
    },

    async setDisabled(id: string, disabled: boolean): Promise<void> {
      await db
        .updateTable('person')
        .set({ disabled_at: disabled ? sql<Date>`now()` : null, updated_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute();
    },

    /** All accounts of the person with this number: a natural person by the PINFL, a legal entity by the STIR. */
    async idsByNumber(field: 'pinfl' | 'stir', value: string): Promise<string[]> {
      const rows = await db
        .selectFrom('person')
        .select('id')
        .where(field, '=', value)
        .where('kind', '=', field === 'stir' ? 'legal' : 'natural')
        .execute();
      return rows.map(({ id }) => id);
    },

    /** All accounts with this value, of whichever kind they are. */
    async idsHaving(field: 'pinfl' | 'stir', value: string): Promise<string[]> {
      const rows = await db.selectFrom('person').select('id').where(field, '=', value).execute();
      return rows.map(({ id }) => id);
    },

    /** Numbers by which persons are known, `limit` at most with ids above `after`: of legal entities the STIR. */
    async numbersAfter(after: string | null, limit: number) {
      const rows = await db
        .selectFrom('person')
        .select(['id', 'kind', 'stir', 'pinfl'])
        .where(sql<boolean>`(case kind when 'legal' then stir else pinfl end) is not null`)
        .$if(after !== null, (query) => query.where('id', '>', after!))
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(({ id, kind, stir, pinfl }) => ({
        id,
        kind: kind === 'legal' ? ('stir' as const) : ('pinfl' as const),
        value: (kind === 'legal' ? stir : pinfl) ?? '',
      }));
    },
  };
  return repository;
}
