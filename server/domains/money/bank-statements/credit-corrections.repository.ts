import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import { DECISION } from '#shared/lifecycles/decision.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';

/** The last correction of a line that was decided; null: there was none. @param except the decision that is carried out now */
export async function lastCorrection(
  on: AnyDb,
  lineId: number,
  except: number | null = null,
): Promise<{ id: number; personId: string; proposedBy: string } | null> {
  const { rows } = await sql<{ id: number; personId: string; proposedBy: string }>`
    select id, payload->>'personId' as "personId", proposed_by as "proposedBy" from decision
    where kind = 'correct-credit' and state = ${stateAfter(DECISION, 'decide')} and payload->>'lineId' = ${String(lineId)}
      and id is distinct from ${except}::bigint
    order by decided_at desc, id desc limit 1`.execute(on);
  return rows[0] ?? null;
}

/** Occasion of the task about a correction that is not paid. @param key of its movements */
export const taskOfCorrection = (key: string): string => `${key}:end`;

/** Corrections that are owed since then or longer, of which no task was opened; the oldest first. */
export async function correctionsNotPaid(
  on: AnyDb,
  since: Date,
  limit: number,
): Promise<{ lineId: number; key: string; occasion: string; since: Date; amountTiyin: number }[]> {
  const { rows } = await sql<{ lineId: number; key: string; since: Date; amountTiyin: number }>`
    select (d.payload->>'lineId')::bigint as "lineId", j.idempotency_key as key, j.posted_at as since,
      j.amount_tiyin as "amountTiyin"
    from ledger_journal j join decision d on d.kind = 'correct-credit' and j.idempotency_key = 'correction:' || d.id
    where j.kind = 'credit-claim' and j.posted_at <= ${since}
      and not exists (
        select from ledger_journal r
        where r.resolves_id = j.id or (r.kind = 'credit-cover' and r.idempotency_key = j.idempotency_key))
      and not exists (select from staff_task t where t.occasion = j.idempotency_key || ':end')
    order by j.posted_at, j.id limit ${limit}`.execute(on);
  return rows.map((row) => ({ ...row, occasion: taskOfCorrection(row.key) }));
}

/** Is it a person whose account was not deleted? */
export async function isPerson(on: AnyDb, personId: string): Promise<boolean> {
  const { rows } = await sql`select from person where id = ${personId}::uuid and erased_at is null`.execute(
    on,
  );
  return rows.length > 0;
}

/** Whom the transfers of these corrections belong to. @param keys of their journals */
export async function ownersOfCorrections(
  on: AnyDb,
  keys: readonly string[],
): Promise<{ key: string; personId: string; lineId: string }[]> {
  const { rows } = await sql<{ key: string; personId: string; lineId: string }>`
    select 'correction:' || id as key, payload->>'personId' as "personId", payload->>'lineId' as "lineId" from decision
    where kind = 'correct-credit' and 'correction:' || id = any(${[...keys]})`.execute(on);
  return rows;
}
