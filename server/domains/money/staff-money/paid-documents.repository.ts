import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import { DECISION } from '#shared/lifecycles/decision.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';

/** Numbers of payment orders begin again with each year. */
const WITHIN = `interval '1 year'`;

/** The number alone, without the day behind it, as the index has it: marks, spaces and leading zeros say nothing. */
const numberOf = (document: string): string =>
  `ltrim(regexp_replace(lower(split_part(${document}, ', ', 1)), '[^[:alnum:]]', '', 'g'), '0')`;
/** The day that lines of statements add: `417, 2026-11-29`. Null: none. */
const dayOf = (document: string): string => `substring(${document} from ', (\\d{4}-\\d{2}-\\d{2})$')`;

/**
 * Has a refund or a payout been noted as paid by this document of the bank, or has it paid out what somebody lost? One movement pays one of them. The bank may give a number again
 * on another day, so two with days are one on the same day alone. A line of a statement, which has a day, is the same as a number that
 * somebody wrote without one where the sum is the same; such a number, which nothing bears out, is the same as each other one of the year.
 * Decisive under the lock of the judge of money. Reads tables of other domains.
 */
export async function isDocumentUsed(
  tx: AnyDb,
  { document, amountTiyin }: { document: string; amountTiyin: number },
): Promise<boolean> {
  const { rows } = await sql`
    with given as (select ${document}::text as document, ${amountTiyin}::bigint as sum),
    paid as (
      select bank_document as document, amount_tiyin - set_off_tiyin as sum, changed_at as at from refund
      where ${sql.raw(numberOf('bank_document'))} = (select ${sql.raw(numberOf('document'))} from given)
      union all
      select bank_document, amount_tiyin - set_off_tiyin, paid_at from payout
      where ${sql.raw(numberOf('bank_document'))} = (select ${sql.raw(numberOf('document'))} from given)
      union all
      select d.document, j.amount_tiyin, j.posted_at from decision d
      join ledger_journal j on j.kind in ('forfeit-out', 'penalty-out') and j.resolves_id = (d.payload->>'journalId')::bigint
      where d.kind = 'forfeit-exit' and d.state = ${stateAfter(DECISION, 'decide')}
        and ${sql.raw(numberOf('d.document'))} = (select ${sql.raw(numberOf('document'))} from given)
    )
    select from paid, given where ${sql.raw(numberOf('given.document'))} <> '' and paid.at > clock_timestamp() - ${sql.raw(WITHIN)}
      and case when ${sql.raw(dayOf('given.document'))} is null then true
        when ${sql.raw(dayOf('paid.document'))} is null then paid.sum = given.sum
        else ${sql.raw(dayOf('given.document'))} = ${sql.raw(dayOf('paid.document'))} end
    limit 1`.execute(tx);
  return rows.length > 0;
}
