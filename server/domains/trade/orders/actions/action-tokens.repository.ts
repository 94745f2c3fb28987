import { sql, type JSONColumnType, type Selectable } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { DoActResAnswer } from '#shared/api/cabinet/order-actions.ts';
import type { OrderAction } from '#shared/lifecycles/order-actions.ts';
import { ORDER_TOKEN_MINUTES } from '#shared/limits/order-actions.ts';
import { MINUTE_MS } from '#shared/time/tashkent.ts';

export type DoneAnswer = Extract<DoActResAnswer, { verdict: 'done' }>;

interface TokenTables {
  order_action_token: {
    token_hash: string;
    person_id: string;
    order_id: number;
    order_version: number;
    action: OrderAction;
    copies: number | null;
    /** Of an answer to a protest. */
    protest_id: number | null;
    reason: string | null;
    signature_request_id: string | null;
    /** Of a withdrawal: what it was said to cost. Null: another action, or a token of an earlier release. */
    stated_penalty_tiyin: number | null;
    /** Of a repeat: by how much of the first price it falls, in basis points; null: as the order says. */
    cut_bp: number | null;
    expires_at: Date;
    done_at: Date | null;
    answer: JSONColumnType<DoneAnswer> | null;
  };
}

export type StoredToken = Selectable<TokenTables['order_action_token']> & { expired: boolean };

export interface NewToken {
  hash: string;
  personId: string;
  orderId: number;
  version: number;
  action: OrderAction;
  copies: number | null;
  cutBp: number | null;
  protestId: number | null;
  reason: string | null;
  signatureRequestId: string | null;
  statedPenaltyTiyin: number | null;
}

/** When a token was made, by database time. */
export const madeAt = ({ expires_at: expiresAt }: Pick<StoredToken, 'expires_at'>): Date =>
  new Date(expiresAt.getTime() - ORDER_TOKEN_MINUTES * MINUTE_MS);

/** Confirmations of actions: unusable after ten minutes by database time, answered again for a day. */
export function createActionTokensRepository(db: Db<TokenTables>) {
  const find = (hash: string, personId: string) =>
    db
      .selectFrom('order_action_token')
      .selectAll()
      .select(sql<boolean>`expires_at <= now()`.as('expired'))
      .where('token_hash', '=', hash)
      .where('person_id', '=', personId);

  return {
    /** Returns when it expires. */
    async add(token: NewToken): Promise<Date> {
      await db
        .deleteFrom('order_action_token')
        .where('expires_at', '<', sql<Date>`now() - interval '1 day'`)
        .execute();
      const { expires_at } = await db
        .insertInto('order_action_token')
        .values({
          token_hash: token.hash,
          person_id: token.personId,
          order_id: token.orderId,
          order_version: token.version,
          action: token.action,
          copies: token.copies,
          cut_bp: token.cutBp,
          protest_id: token.protestId,
          reason: token.reason,
          signature_request_id: token.signatureRequestId,
          stated_penalty_tiyin: token.statedPenaltyTiyin,
          expires_at: sql<Date>`now() + make_interval(mins => ${ORDER_TOKEN_MINUTES}::int)`,
        })
        .returning('expires_at')
        .executeTakeFirstOrThrow();
      return expires_at;
    },

    find: (hash: string, personId: string): Promise<StoredToken | undefined> =>
      find(hash, personId).executeTakeFirst(),

    /** Locked until the transaction ends: a repeat waits for the first. */
    lock: (hash: string, personId: string): Promise<StoredToken | undefined> =>
      find(hash, personId).forUpdate().executeTakeFirst(),

    /** What was answered; the first answer stays. */
    async done(hash: string, answer: DoneAnswer): Promise<void> {
      await db
        .updateTable('order_action_token')
        .set({ done_at: sql<Date>`now()`, answer: JSON.stringify(answer) })
        .where('token_hash', '=', hash)
        .where('done_at', 'is', null)
        .execute();
    },
  };
}
