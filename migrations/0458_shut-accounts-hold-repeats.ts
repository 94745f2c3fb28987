import { sql, type Kysely } from 'kysely';

/** A repeat that is due waits while the account of its customer is shut. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table repeat_plan drop constraint repeat_plan_obstacle_check`.execute(db);
  await sql`
    alter table repeat_plan add constraint repeat_plan_obstacle_check check (obstacle in ('protest', 'protest-window', 'offer', 'shut',
      'role', 'profile', 'consent', 'barred', 'owes', 'category', 'terms'))
  `.execute(db);
}
