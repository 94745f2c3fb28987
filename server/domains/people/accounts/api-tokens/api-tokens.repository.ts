import { sql, type Generated } from 'kysely';
import { lockNamed, type Db } from '#server/platform/database/index.ts';
import type { TokenScope } from '#shared/api/token-scopes.ts';

interface ApiTokenTables {
  api_token: {
    id: Generated<number>;
    person_id: string;
    name: string;
    scope: TokenScope;
    token_hash: string;
    ending: string;
    created_at: Generated<Date>;
    session_began_at: Date;
    expires_at: Date;
    used_at: Generated<Date | null>;
    revoked_at: Generated<Date | null>;
  };
}

export interface ApiTokenRow {
  id: number;
  personId: string;
  name: string;
  scope: TokenScope;
  hash: string;
  ending: string;
  createdAt: Date;
  expiresAt: Date;
  usedAt: Date | null;
}

type NewToken = Pick<ApiTokenRow, 'personId' | 'name' | 'scope' | 'hash' | 'ending'> & {
  days: number;
  /** When the session began in which it is made. */
  sessionBeganAt: Date;
};

const now = sql<Date>`now()`;

/** A token is valid until it expires or is revoked; both are judged by the database's clock. */
export function createApiTokensRepository(db: Db<ApiTokenTables>) {
  const valid = () =>
    db
      .selectFrom('api_token')
      .select(['id', 'person_id as personId', 'name', 'scope', 'token_hash as hash', 'ending'])
      .select(['created_at as createdAt', 'expires_at as expiresAt', 'used_at as usedAt'])
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now);

  return {
    /** The valid token with this hash, or null. */
    async byHash(hash: string): Promise<ApiTokenRow | null> {
      return (await valid().where('token_hash', '=', hash).executeTakeFirst()) ?? null;
    },

    /** A person's valid tokens, the newest first. */
    of: (personId: string): Promise<ApiTokenRow[]> =>
      valid().where('person_id', '=', personId).orderBy('id', 'desc').execute(),

    /** In a transaction: adds a token, unless the person has `most` valid ones; then null. */
    async add(
      { personId, name, scope, hash, ending, days, sessionBeganAt }: NewToken,
      most: number,
    ): Promise<ApiTokenRow | null> {
      // Serialises one person's additions, so that the count below is right.
      await lockNamed(db, `api-tokens:${personId}`);
      const existing = await valid().where('person_id', '=', personId).execute();
      if (existing.length >= most) return null;
      await db
        .insertInto('api_token')
        .values({
          person_id: personId,
          name,
          scope,
          token_hash: hash,
          ending,
          session_began_at: sessionBeganAt,
          expires_at: sql<Date>`now() + make_interval(days => ${days})`,
        })
        .execute();
      return valid().where('token_hash', '=', hash).executeTakeFirstOrThrow();
    },

    async noteUse(id: number): Promise<void> {
      await db.updateTable('api_token').set({ used_at: now }).where('id', '=', id).execute();
    },

    /** Revokes a person's token; `first` tells the first time from repeats; null: the person has no such token. */
    async revoke(
      personId: string,
      id: number,
    ): Promise<{ hash: string; name: string; first: boolean } | null> {
      const row = await db
        .selectFrom('api_token')
        .select(['token_hash as hash', 'name', 'revoked_at'])
        .where('id', '=', id)
        .where('person_id', '=', personId)
        .forUpdate()
        .executeTakeFirst();
      if (!row) return null;
      const first = row.revoked_at === null;
      if (first) await db.updateTable('api_token').set({ revoked_at: now }).where('id', '=', id).execute();
      return { hash: row.hash, name: row.name, first };
    },

    /**
     * Revokes all of a person's tokens; the caller then ends the sessions of the person.
     * @param beforeMs those made in sessions that began before it (ms since 1970); null: all
     */
    async revokeAll(personId: string, beforeMs: number | null): Promise<void> {
      const older = db
        .updateTable('api_token')
        .set({ revoked_at: now })
        .where('person_id', '=', personId)
        .where('revoked_at', 'is', null);
      await (beforeMs === null ? older : older.where('session_began_at', '<', new Date(beforeMs))).execute();
    },
  };
}
