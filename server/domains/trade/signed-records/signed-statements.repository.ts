import { sql } from 'kysely';
import { inTransaction, type Db } from '#server/platform/database/index.ts';
import { leafHash } from './merkle-tree.ts';
import { appendLeaf, type TransparencyTables } from './transparency-log.repository.ts';

interface SigningKeyTable {
  key_id: string;
  public_key: string;
  listed_at: Date | undefined;
  retired_at: Date | null;
}

interface SignedStatementTable {
  kind: 'log-head' | 'receipt' | 'protocol-code' | 'protocol' | 'protocol-cancelled';
  subject: string;
  lot_id: number;
  person: string | null;
  key_id: string;
  document: string;
  signed_at: Date | undefined;
}

/** A receipt is its owner's alone, and a code is for those who have the paper. */
const IN_LOG: readonly SignedStatementTable['kind'][] = ['log-head', 'protocol', 'protocol-cancelled'];

export interface SignedTables extends TransparencyTables {
  signing_key: SigningKeyTable;
  signed_statement: SignedStatementTable;
}

export interface StatementName {
  kind: SignedStatementTable['kind'];
  subject: string;
}

export interface SignedDocument extends StatementName {
  document: string;
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
    find,

    /** Stores what was signed, what is public of it in the transparency log as well, and returns what counts: of two at once, the first. */
    async add(
      name: StatementName,
      signed: { lotId: number; person: string | null; keyId: string; document: string },
    ): Promise<string> {
      const { lotId, person, keyId, document } = signed;
      const added = await inTransaction(db, async (tx) => {
        const row = await tx
          .insertInto('signed_statement')
          .values({
            kind: name.kind,
            subject: name.subject,
            lot_id: lotId,
            person,
            key_id: keyId,
            document,
            signed_at: undefined,
          })
          .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
          .returning('subject')
          .executeTakeFirst();
        if (row && IN_LOG.includes(name.kind))
          await appendLeaf(tx, document, leafHash(Buffer.from(document)));
        return row !== undefined;
      });
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
        await tx
          .insertInto('signing_key')
          .values({ key_id: keyId, public_key: publicKey, listed_at: undefined, retired_at: null })
          .onConflict((conflict) => conflict.column('key_id').doUpdateSet({ retired_at: null }))
          .execute();
        await tx
          .updateTable('signing_key')
          .set({ retired_at: sql`now()` })
          .where('key_id', '<>', keyId)
          .where('retired_at', 'is', null)
          .execute();
      });
    },

    async keys(): Promise<{ keyId: string; publicKey: string; listedAt: Date; retiredAt: Date | null }[]> {
      return db
        .selectFrom('signing_key')
        .select([
          'key_id as keyId',
          'public_key as publicKey',
          sql<Date>`listed_at`.as('listedAt'),
          'retired_at as retiredAt',
        ])
        .orderBy('listed_at', 'desc')
        .execute();
    },
  };
}
