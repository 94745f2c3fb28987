import { sql, type Generated } from 'kysely';
import { inTransaction, type Db } from '#server/platform/database/index.ts';
import {
  appendLeaves,
  lockedSize,
  RevokedKey,
  type TransparencyTables,
} from './transparency-log.repository.ts';

interface SignedStatementTable {
  kind: 'log-head' | 'receipt' | 'protocol-code' | 'protocol' | 'protocol-cancelled';
  subject: string;
  lot_id: number;
  person: string | null;
  key_id: string;
  document: string;
  signed_at: Generated<Date>;
}

/** A receipt is its owner's alone, and a code is for those who have the paper. */
const IN_LOG: readonly SignedStatementTable['kind'][] = ['log-head', 'protocol', 'protocol-cancelled'];

export interface SignedTables extends TransparencyTables {
  signed_statement: SignedStatementTable;
}

export interface StatementName {
  kind: SignedStatementTable['kind'];
  subject: string;
}

export interface SignedDocument extends StatementName {
  document: string;
}

interface FoundStatement {
  document: string;
  keyId: string;
  revoked: boolean;
}

interface StoredKey {
  keyId: string;
  publicKey: string;
  listedAt: Date;
  retiredAt: Date | null;
  revokedAt: Date | null;
  trustedLogSize: number | null;
}

export type SignedStatementsRepository = ReturnType<typeof createSignedStatementsRepository>;

export function createSignedStatementsRepository(db: Db<SignedTables>) {
  async function find({ kind, subject }: StatementName): Promise<string | null> {
    const row = await db
      .selectFrom('signed_statement')
      .select('document')
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .executeTakeFirst();
    return row?.document ?? null;
  }

  return {
    /** With the key that signed it, and whether it needs the signature of another. */
    async findSigned({ kind, subject }: StatementName): Promise<FoundStatement | null> {
      const row = await db
        .selectFrom('signed_statement as statement')
        .innerJoin('signing_key as key', 'key.key_id', 'statement.key_id')
        .select(['statement.document', 'statement.key_id as keyId', 'key.revoked_at as revokedAt'])
        .where('statement.kind', '=', kind)
        .where('statement.subject', '=', subject)
        .executeTakeFirst();
      return row ? { document: row.document, keyId: row.keyId, revoked: row.revokedAt !== null } : null;
    },

    /** Whether what a key signed needs the signature of another. */
    async isRevoked(keyId: string): Promise<boolean> {
      const row = await db
        .selectFrom('signing_key')
        .select('key_id')
        .where('key_id', '=', keyId)
        .where('revoked_at', 'is not', null)
        .executeTakeFirst();
      return row !== undefined;
    },

    /**
     * Revokes a key that another has replaced, with the statement of it in the transparency log: what the log has until then stays
     * trusted. Returns false where it was revoked before.
     */
    async revoke(keyId: string, state: (trustedLogSize: number) => Promise<string>): Promise<boolean> {
      return inTransaction(db, async (tx) => {
        const trustedLogSize = await lockedSize(tx);
        const revoked = await tx
          .updateTable('signing_key')
          .set({ revoked_at: sql`now()`, trusted_log_size: trustedLogSize })
          .where('key_id', '=', keyId)
          .where('retired_at', 'is not', null)
          .where('revoked_at', 'is', null)
          .returning('key_id')
          .executeTakeFirst();
        if (!revoked) return false;
        const document = await state(trustedLogSize);
        await appendLeaves(tx, [document]);
        return true;
      });
    },

    /** Stores what was signed, what is public of it in the transparency log as well, and returns what counts: of two at once, the first. */
    async add(
      name: StatementName,
      signed: { lotId: number; person: string | null; keyId: string; document: string },
    ): Promise<string> {
      const { lotId, person, keyId, document } = signed;
      const store = async (on: Db<SignedTables>): Promise<boolean> => {
        const row = await on
          .insertInto('signed_statement')
          .values({
            kind: name.kind,
            subject: name.subject,
            lot_id: lotId,
            person,
            key_id: keyId,
            document,
          })
          .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
          .returning('subject')
          .executeTakeFirst();
        return row !== undefined;
      };
      const inLog = async (tx: Db<SignedTables>): Promise<boolean> => {
        const added = await store(tx);
        if (added) await appendLeaves(tx, [document]);
        return added;
      };
      const added = IN_LOG.includes(name.kind) ? await inTransaction(db, inLog) : await store(db);
      return added ? document : ((await find(name)) ?? document);
    },

    /** Everything that was signed after this one, ascending. */
    async after(last: SignedDocument | undefined, limit: number): Promise<SignedDocument[]> {
      return db
        .selectFrom('signed_statement')
        .select(['kind', 'subject', 'document'])
        .where(sql<boolean>`(kind, subject) > (${last?.kind ?? ''}, ${last?.subject ?? ''})`)
        .orderBy('kind')
        .orderBy('subject')
        .limit(limit)
        .execute();
    },

    /** Lists a key as the present one; the one before is listed as retired from now on. */
    async listKey(keyId: string, publicKey: string): Promise<void> {
      await inTransaction(db, async (tx) => {
        const listed = await tx
          .insertInto('signing_key')
          .values({
            key_id: keyId,
            public_key: publicKey,
            retired_at: null,
            revoked_at: null,
            trusted_log_size: null,
          })
          .onConflict((conflict) => conflict.column('key_id').doUpdateSet({ retired_at: null }))
          .returning('revoked_at')
          .executeTakeFirstOrThrow();
        if (listed.revoked_at) throw new RevokedKey(keyId);
        await tx
          .updateTable('signing_key')
          .set({ retired_at: sql`now()` })
          .where('key_id', '<>', keyId)
          .where('retired_at', 'is', null)
          .execute();
      });
    },

    async keys(): Promise<StoredKey[]> {
      return db
        .selectFrom('signing_key')
        .select([
          'key_id as keyId',
          'public_key as publicKey',
          'listed_at as listedAt',
          'retired_at as retiredAt',
          'revoked_at as revokedAt',
          'trusted_log_size as trustedLogSize',
        ])
        .orderBy('listed_at', 'desc')
        .execute();
    },
  };
}
