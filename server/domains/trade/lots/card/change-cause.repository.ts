import { sql } from 'kysely';
import { inTransaction, type Db } from '#server/platform/database/index.ts';
import type { LotFlow } from '#shared/api/site/lot-tabs.ts';

/** Who changed a lot's status and why, and when it happened if not now. */
export interface ChangeCause {
  by: LotFlow['by'];
  reason?: string | null;
  at?: Date;
}

/**
 * Runs `change` in a transaction (the given one, or a new one) whose changes of lot status are recorded with this cause.
 * Without it they are recorded as changes by the rules.
 */
export function withChangeCause<Tables, Result>(
  db: Db<Tables>,
  cause: ChangeCause,
  change: (tx: Db<Tables>) => Promise<Result>,
): Promise<Result> {
  const work = async (tx: Db<Tables>): Promise<Result> => {
    await say(tx, cause.by, cause.reason ?? '', cause.at?.toISOString() ?? '');
    const result = await change(tx);
    // Further changes in the same transaction have causes of their own.
    await say(tx, '', '', '');
    return result;
  };
  return db.isTransaction ? work(db) : inTransaction(db, work);
}

const say = async <Tables>(tx: Db<Tables>, by: string, reason: string, at: string): Promise<void> => {
  await sql`select set_config('savdo.changed_by', ${by}, true), set_config('savdo.change_reason', ${reason}, true),
    set_config('savdo.changed_at', ${at}, true)`.execute(tx);
};
