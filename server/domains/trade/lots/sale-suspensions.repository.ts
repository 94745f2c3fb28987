import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';

/** A time during which a sale at a fixed price was suspended; `to` is null while it lasts. */
export interface SaleSuspension {
  /** Of its line in the lot's history. */
  id: number;
  from: Date;
  to: Date | null;
}

/** Every suspension of a sale, the oldest first. */
export async function saleSuspensions(on: AnyDb, lotId: number): Promise<SaleSuspension[]> {
  const { rows } = await sql<SaleSuspension>`
    select id, at as "from", (
      select min(after.at) from lot_flow after
      where after.lot_id = flow.lot_id and after.id > flow.id and after.from_status = ${LOT_STATUS.suspended}
        and after.to_status <> ${LOT_STATUS.suspended}
    ) as "to"
    from lot_flow flow
    where lot_id = ${lotId} and to_status = ${LOT_STATUS.suspended}
      and from_status is distinct from ${LOT_STATUS.suspended}
    order by id`.execute(on);
  return rows;
}

/** Has a member of staff, by one of these accounts, suspended the sale since then? Read from the log of actions. */
export async function hasSuspended(
  on: AnyDb,
  { lotId, accounts, since }: { lotId: number; accounts: readonly string[]; since: Date },
): Promise<boolean> {
  const { rows } = await sql<{ suspended: boolean }>`
    select exists (
      select from person_action
      where person_id = any(${[...accounts]}) and type = 'sale' and action = 'suspend-sale' and reason = ${`lot:${lotId}`}
        -- The log has the instant at which the transaction began.
        and at > ${since}::timestamptz - interval '1 minute'
    ) as suspended`.execute(on);
  return rows[0]!.suspended;
}

/** Sales at a fixed price that are suspended now, with ids above `after`, lowest first. */
export async function suspendedSales(on: AnyDb, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from lot
    where trade_type = 'fixed-price' and status = ${sql.lit(LOT_STATUS.suspended)} and id > ${after}
    order by id limit ${limit}`.execute(on);
  return rows.map(({ id }) => id);
}
