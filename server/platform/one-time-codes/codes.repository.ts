import { sql, type Generated } from 'kysely';
import { inTransaction, type Db } from '#server/platform/database/index.ts';
import { CODE_LIFE_S, CODE_TRIES, DAY_S, type PastSend } from './limits.ts';

interface CodeTables {
  one_time_code: {
    binding: Buffer;
    code_hash: Buffer;
    tries: Generated<number>;
    expires_at: Date;
    used_at: Date | null;
  };
  one_time_code_send: {
    id: Generated<number>;
    binding: Buffer;
    purpose: string;
    person: Buffer;
    phone: Buffer | null;
    phone_prefix: Buffer | null;
    email: Buffer | null;
    address: Buffer;
    sent_at: Generated<Date>;
    failed_at: Date | null;
    entered_at: Date | null;
  };
}

/** Keyed hashes of everything by which sends are counted. */
export interface SendKeys {
  binding: Buffer;
  person: Buffer;
  phone: Buffer | null;
  phonePrefix: Buffer | null;
  email: Buffer | null;
  address: Buffer;
}

export interface StoredCode {
  sendId: number;
  livesMs: number;
  expiresAt: Date;
}

export interface ActiveCode {
  tries: number;
  msLeft: number;
}

export type CodesRepository = ReturnType<typeof createCodesRepository>;

export function createCodesRepository(db: Db<CodeTables>) {
  return {
    /**
     * Decides about one send under locks on its person, number, mailbox, address and prefix.
     * @param judge gets the sends of the last day, newest first, and an active code; its refusal is returned
     */
    claim: <Refusal>(
      keys: SendKeys,
      purpose: string,
      hash: Buffer,
      judge: (past: readonly PastSend[], living: ActiveCode | null) => Refusal | null,
    ): Promise<{ refused: Refusal } | { refused: null; code: StoredCode }> =>
      inTransaction(db, async (tx) => {
        await lock(tx, keys);
        const past = await pastSends(tx, keys);
        const living = await livingCode(tx, keys.binding);
        const refused = judge(past, living);
        if (refused !== null) return { refused };
        const code = await tx
          .insertInto('one_time_code')
          .values({ binding: keys.binding, code_hash: hash, expires_at: lifeEnd, used_at: null })
          .onConflict((conflict) =>
            conflict
              .column('binding')
              // An active code retains its tries and its expiry: sending again gives no more guesses.
              .doUpdateSet(
                living
                  ? { code_hash: hash }
                  : { code_hash: hash, tries: 0, expires_at: lifeEnd, used_at: null },
              ),
          )
          .returning(['expires_at', msUntil('one_time_code.expires_at').as('lives_ms')])
          .executeTakeFirstOrThrow();
        const send = await tx
          .insertInto('one_time_code_send')
          .values({
            binding: keys.binding,
            purpose,
            person: keys.person,
            phone: keys.phone,
            phone_prefix: keys.phonePrefix,
            email: keys.email,
            address: keys.address,
            failed_at: null,
            entered_at: null,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return {
          refused: null,
          code: { sendId: send.id, livesMs: code.lives_ms, expiresAt: code.expires_at },
        };
      }),

    async markFailed(sendId: number): Promise<void> {
      await db
        .updateTable('one_time_code_send')
        .set({ failed_at: sql<Date>`now()` })
        .where('id', '=', sendId)
        .execute();
    },

    /** Spends one try of an active code and returns its hash; counted by the database, so concurrent guesses share the tries. */
    async spendTry(binding: Buffer): Promise<Buffer | null> {
      const row = await db
        .updateTable('one_time_code')
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .where('binding', '=', binding)
        .where('used_at', 'is', null)
        .where('tries', '<', CODE_TRIES)
        .where('expires_at', '>', sql<Date>`now()`)
        .returning('code_hash')
        .executeTakeFirst();
      return row?.code_hash ?? null;
    },

    /** Why no try could be spent. */
    async whyNoTry(binding: Buffer): Promise<'expired' | 'too-many'> {
      return (await livingCode(db, binding)) ? 'too-many' : 'expired';
    },

    /** Uses up the code; false when another call was first or it was replaced meanwhile. */
    async use(binding: Buffer, hash: Buffer): Promise<boolean> {
      const used = await db
        .updateTable('one_time_code')
        .set({ used_at: sql<Date>`now()` })
        .where('binding', '=', binding)
        .where('code_hash', '=', hash)
        .where('used_at', 'is', null)
        .returning('binding')
        .executeTakeFirst();
      if (!used) return false;
      await sql`
        update one_time_code_send set entered_at = now()
        where id = (select max(id) from one_time_code_send where binding = ${binding})
      `.execute(db);
      return true;
    },

    /** Sends of the last hour that are old enough to have been entered, and how many were. */
    async figures(): Promise<{ sent: number; entered: number }> {
      return db
        .selectFrom('one_time_code_send')
        .select((eb) => [
          eb.fn.countAll<number>().as('sent'),
          eb.fn.count<number>('entered_at').as('entered'),
        ])
        .where('failed_at', 'is', null)
        .where('sent_at', '>', sql<Date>`now() - interval '1 hour'`)
        .where('sent_at', '<', sql<Date>`now() - make_interval(secs => ${CODE_LIFE_S})`)
        .executeTakeFirstOrThrow();
    },

    /** Deletes sends that no limit counts any more. */
    async purge(): Promise<void> {
      await sql`delete from one_time_code where expires_at < now() - interval '1 day'`.execute(db);
      await sql`delete from one_time_code_send where sent_at < now() - interval '2 days'`.execute(db);
    },
  };
}

const lifeEnd = sql<Date>`now() + make_interval(secs => ${CODE_LIFE_S})`;
const msUntil = (column: string) =>
  sql<number>`ceil(extract(epoch from ${sql.ref(column)} - now()) * 1000)::int`;

/** Always in the same order, so that two sends cannot deadlock. */
async function lock(tx: Db<CodeTables>, keys: SendKeys): Promise<void> {
  const ids = Object.values(keys)
    .filter((key): key is Buffer => key !== null)
    .map((key) => key.readBigInt64BE(0))
    .sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
    .map(String);
  for (const id of ids) await sql`select pg_advisory_xact_lock(${id}::bigint)`.execute(tx);
}

async function livingCode(tx: Db<CodeTables>, binding: Buffer): Promise<ActiveCode | null> {
  const row = await tx
    .selectFrom('one_time_code')
    .select(['tries', msUntil('expires_at').as('ms_left')])
    .where('binding', '=', binding)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row ? { tries: row.tries, msLeft: row.ms_left } : null;
}

async function pastSends(tx: Db<CodeTables>, keys: SendKeys): Promise<PastSend[]> {
  const since = sql<Date>`now() - make_interval(secs => ${DAY_S})`;
  const rows = await tx
    .selectFrom('one_time_code_send')
    .select([
      sql<number>`(extract(epoch from now() - sent_at) * 1000)::bigint`.as('ago_ms'),
      'failed_at',
      sql<boolean>`coalesce(phone = ${keys.phone}, false)`.as('phone'),
      sql<boolean>`coalesce(phone_prefix = ${keys.phonePrefix}, false)`.as('prefix'),
      sql<boolean>`coalesce(email = ${keys.email}, false)`.as('email'),
      sql<boolean>`person = ${keys.person}`.as('person'),
      sql<boolean>`address = ${keys.address}`.as('address'),
    ])
    .where('sent_at', '>', since)
    .where((eb) =>
      eb.or([
        eb('person', '=', keys.person),
        eb('address', '=', keys.address),
        ...(keys.phone ? [eb('phone', '=', keys.phone)] : []),
        ...(keys.phonePrefix ? [eb('phone_prefix', '=', keys.phonePrefix)] : []),
        ...(keys.email ? [eb('email', '=', keys.email)] : []),
      ]),
    )
    .orderBy('sent_at', 'desc')
    .execute();
  return rows.map((row) => ({
    agoMs: row.ago_ms,
    failed: row.failed_at !== null,
    by: {
      phone: row.phone,
      phonePrefix: row.prefix,
      email: row.email,
      person: row.person,
      address: row.address,
    },
  }));
}
