import { sql, type Generated } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';

export type Attachment = 'platform' | 'cross-platform';

export interface FactorTables {
  identity_totp: { account_id: string; secret: Buffer; last_step: number; created_at: Generated<Date> };
  identity_passkey: {
    id: string;
    account_id: string;
    public_key: Buffer;
    counter: number;
    transports: string[];
    attachment: Attachment;
    created_at: Generated<Date>;
    used_at: Date | null;
  };
  identity_recovery_code: { account_id: string; hash: string; used_at: Date | null };
}

export interface StoredPasskey {
  id: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  attachment: Attachment;
  createdAt: Date;
  usedAt: Date | null;
}

/** What an account has beside its password. */
export interface FactorSummary {
  /** Since when codes of an application are asked for; null: none. */
  appSince: Date | null;
  passkeys: { id: string; attachment: Attachment; createdAt: Date; usedAt: Date | null }[];
  codesLeft: number;
}

export const hasFactor = ({ appSince, passkeys }: FactorSummary): boolean =>
  appSince !== null || passkeys.length > 0;

/** Second factors of the accounts of the identity site. */
export function createFactorRepository(db: Db<FactorTables>) {
  return {
    async summary(accountId: string): Promise<FactorSummary> {
      const [app, passkeys, codes] = await Promise.all([
        db
          .selectFrom('identity_totp')
          .select('created_at')
          .where('account_id', '=', accountId)
          .executeTakeFirst(),
        db
          .selectFrom('identity_passkey')
          .select(['id', 'attachment', 'created_at as createdAt', 'used_at as usedAt'])
          .where('account_id', '=', accountId)
          .orderBy('created_at')
          .execute(),
        db
          .selectFrom('identity_recovery_code')
          .select((eb) => eb.fn.countAll<number>().as('left'))
          .where('account_id', '=', accountId)
          .where('used_at', 'is', null)
          .executeTakeFirstOrThrow(),
      ]);
      return { appSince: app?.created_at ?? null, passkeys, codesLeft: Number(codes.left) };
    },

    async app(accountId: string): Promise<Buffer | null> {
      const row = await db
        .selectFrom('identity_totp')
        .select('secret')
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row?.secret ?? null;
    },

    /** Those of all accounts. */
    apps: (): Promise<{ accountId: string; secret: Buffer }[]> =>
      db.selectFrom('identity_totp').select(['account_id as accountId', 'secret']).execute(),

    /** False: it was changed meanwhile. */
    async replaceSecret(accountId: string, from: Buffer, to: Buffer): Promise<boolean> {
      const done = await db
        .updateTable('identity_totp')
        .set({ secret: to })
        .where('account_id', '=', accountId)
        .where('secret', '=', from)
        .executeTakeFirst();
      return done.numUpdatedRows === 1n;
    },

    /** In place of an earlier one. @param step whose code has just been shown */
    async setApp(accountId: string, secret: Buffer, step: number): Promise<void> {
      const values = { secret, last_step: step, created_at: sql<Date>`now()` };
      await db
        .insertInto('identity_totp')
        .values({ account_id: accountId, ...values })
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
        .execute();
    },

    /** Marks a time step as used; false when it, or a later one, has been used before. */
    async useStep(accountId: string, step: number): Promise<boolean> {
      const done = await db
        .updateTable('identity_totp')
        .set({ last_step: step })
        .where('account_id', '=', accountId)
        .where('last_step', '<', step)
        .executeTakeFirst();
      return done.numUpdatedRows === 1n;
    },

    async passkeys(accountId: string): Promise<StoredPasskey[]> {
      const rows = await db
        .selectFrom('identity_passkey')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        publicKey: row.public_key,
        counter: Number(row.counter),
        transports: row.transports,
        attachment: row.attachment,
        createdAt: row.created_at,
        usedAt: row.used_at,
      }));
    },

    /** False where the passkey is known already. */
    async addPasskey(
      accountId: string,
      passkey: Omit<StoredPasskey, 'createdAt' | 'usedAt'>,
    ): Promise<boolean> {
      const done = await db
        .insertInto('identity_passkey')
        .values({
          id: passkey.id,
          account_id: accountId,
          public_key: passkey.publicKey,
          counter: passkey.counter,
          transports: passkey.transports,
          attachment: passkey.attachment,
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst();
      return done.numInsertedOrUpdatedRows === 1n;
    },

    /** Of a passkey whose answer was right; false when the counter did not move on: somebody has a copy of it. */
    async usePasskey(accountId: string, id: string, counter: number): Promise<boolean> {
      const done = await db
        .updateTable('identity_passkey')
        .set({ counter, used_at: sql<Date>`now()` })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        // Passkeys that are copied between a person's own devices count nothing: theirs is always 0.
        .where('counter', counter === 0 ? '=' : '<', counter)
        .executeTakeFirst();
      return done.numUpdatedRows === 1n;
    },

    async removePasskey(accountId: string, id: string): Promise<void> {
      await db
        .deleteFrom('identity_passkey')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .execute();
    },

    /** In place of all earlier ones. */
    async setCodes(accountId: string, hashes: readonly string[]): Promise<void> {
      await db.deleteFrom('identity_recovery_code').where('account_id', '=', accountId).execute();
      await db
        .insertInto('identity_recovery_code')
        .values(hashes.map((hash) => ({ account_id: accountId, hash })))
        .execute();
    },

    /** Uses a recovery code up; false: unknown or used before. */
    async useCode(accountId: string, hash: string): Promise<boolean> {
      const done = await db
        .updateTable('identity_recovery_code')
        .set({ used_at: sql<Date>`now()` })
        .where('account_id', '=', accountId)
        .where('hash', '=', hash)
        .where('used_at', 'is', null)
        .executeTakeFirst();
      return done.numUpdatedRows === 1n;
    },

    /** Locks the account, which serialises changes of its factors. */
    async lock(accountId: string): Promise<void> {
      await sql`select 1 from identity_account where id = ${accountId} for update`.execute(db);
    },

    /** Takes everything away. */
    async clear(accountId: string): Promise<void> {
      await db.deleteFrom('identity_totp').where('account_id', '=', accountId).execute();
      await db.deleteFrom('identity_passkey').where('account_id', '=', accountId).execute();
      await db.deleteFrom('identity_recovery_code').where('account_id', '=', accountId).execute();
    },
  };
}
