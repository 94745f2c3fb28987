import { sql, type Kysely } from 'kysely';

/**
 * That a transfer which names a sale to be paid is another one’s repeat is said by two persons as well: `repeat` is asked for like
 * what becomes of any other line. A transfer on the operator's own account was decided about by the two of its decision.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table bank_statement_line
      drop constraint bank_statement_line_decision_check,
      add constraint bank_statement_line_decision_check check (decision in ('credit', 'return', 'ignore', 'match', 'repeat'))
  `.execute(db);
  await sql`
    update bank_statement_line l set asked_by = d.proposed_by
    from decision d
    where d.kind = 'indemnity-in' and d.state = 'decided' and (d.payload->>'lineId')::bigint = l.id
      and l.state = 'ignored' and l.asked_by is null and l.decided_by <> d.proposed_by
  `.execute(db);
}
