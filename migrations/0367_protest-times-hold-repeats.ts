import { sql, type Kysely } from 'kysely';

/** A repeat that is due waits while a participant whose account one person had shut may still protest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table repeat_plan drop constraint repeat_plan_obstacle_check`.execute(db);
  await sql`
    alter table repeat_plan add constraint repeat_plan_obstacle_check check (obstacle in ('protest', 'protest-window', 'offer', 'role',
      'profile', 'consent', 'barred', 'owes', 'category', 'terms'))
  `.execute(db);
}
