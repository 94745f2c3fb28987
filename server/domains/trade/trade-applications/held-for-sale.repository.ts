import { sql, type RawBuilder } from 'kysely';
import { literals, type AnyDb } from '#server/platform/database/index.ts';
import { OPEN_SETTLEMENTS } from '#shared/lifecycles/settlement.ts';

/** A sale that is to be paid and holds this deposit. `settlement` is owned by settlements: read here. */
export const heldForSale = (holdId: RawBuilder<unknown>) => sql`
  select from settlement s where s.hold_id = ${holdId} and s.state in (${literals(OPEN_SETTLEMENTS)})`;

/** Does the hold secure a sale that is still to be paid? Asked once the application is locked. */
export async function isHeldForSale(db: AnyDb, holdId: number): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (${heldForSale(sql`${holdId}::bigint`)}) as held`.execute(db);
  return rows[0]?.held ?? false;
}
