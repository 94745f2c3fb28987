import { sql, type Kysely } from 'kysely';

/** An account that was shut because its number was claimed was shut by two persons; no change by two is stored as one person's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update account_change change set two_persons = true, asked_by = claim.proposed_by
    from number_claim claim
    where change.kind = 'disable' and not change.two_persons and change.state = 'carried-out'
      and change.evidence = 'number-claim:' || claim.id and claim.state = 'granted'
      and claim.proposed_by <> change.person_id
  `.execute(db);
  await sql`
    alter table account_change add constraint account_change_by_two check (
      two_persons or state <> 'carried-out' or asked_by is null or decided_by = asked_by
    )
  `.execute(db);
}
