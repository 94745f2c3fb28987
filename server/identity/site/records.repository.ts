import { sql, type JSONColumnType } from 'kysely';
import { errors, type Adapter, type AdapterFactory, type AdapterPayload } from 'oidc-provider';
import type { Db } from '#server/platform/database/index.ts';

export interface RecordTables {
  identity_record: {
    model: string;
    id: string;
    payload: JSONColumnType<Record<string, unknown>>;
    grant_id: string | null;
    uid: string | null;
    consumed_at: Date | null;
    expires_at: Date | null;
  };
}

/** The OpenID Connect library's store of sessions, grants, codes and tokens in PostgreSQL, so that they survive restarts. */
export function createRecordStore(db: Db<RecordTables>): AdapterFactory {
  return (model: string): Adapter => {
    const found = (row: { payload: unknown; consumed_at: Date | null } | undefined) => {
      if (!row) return undefined;
      const consumed = row.consumed_at ? { consumed: Math.floor(row.consumed_at.getTime() / 1_000) } : {};
      return { ...(row.payload as AdapterPayload), ...consumed };
    };
    const one = (field: 'id' | 'uid', value: string) =>
      db
        .selectFrom('identity_record')
        .select(['payload', 'consumed_at'])
        .where('model', '=', model)
        .where(field, '=', value)
        .executeTakeFirst();

    return {
      async upsert(id, payload, expiresIn) {
        const values = {
          payload: JSON.stringify(payload),
          grant_id: payload.grantId ?? null,
          uid: payload.uid ?? null,
          expires_at: expiresIn ? new Date(Date.now() + expiresIn * 1_000) : null,
        };
        await db
          .insertInto('identity_record')
          .values({ model, id, ...values })
          .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(values))
          .execute();
      },

      find: async (id) => found(await one('id', id)),
      findByUid: async (uid) => found(await one('uid', uid)),
      // The device flow is disabled, so no record has a user code.
      findByUserCode: () => Promise.resolve(undefined),

      async consume(id) {
        // Two concurrent requests may both have read an unused code: the row update admits one of them.
        const done = await db
          .updateTable('identity_record')
          .set({ consumed_at: sql<Date>`now()` })
          .where('model', '=', model)
          .where('id', '=', id)
          .where('consumed_at', 'is', null)
          .executeTakeFirst();
        if (done.numUpdatedRows !== 1n) throw new errors.InvalidGrant('already consumed');
      },

      async destroy(id) {
        await db.deleteFrom('identity_record').where('model', '=', model).where('id', '=', id).execute();
      },

      async revokeByGrantId(grantId) {
        await db
          .deleteFrom('identity_record')
          .where('model', '=', model)
          .where('grant_id', '=', grantId)
          .execute();
      },
    };
  };
}
