import { sql } from 'kysely';
import type { Db } from '#server/platform/database/index.ts';
import type { AnomalyTables } from './anomaly-tables.ts';

/** Refused attempts are written a while after the room has answered, and the result is noted after the hammer. */
const AFTER_HAMMER = sql`interval '1 minute'`;

/** Which auctions are to be judged, and when. What is due remains so until it was judged. */
export const judgementsOn = (db: Db<AnomalyTables>) => ({
  /** Of a room that closed; of a rehearsal nothing. */
  async close(lotId: number): Promise<void> {
    await sql`
      insert into anomaly_judgement as j (lot_id, due_at)
      select id, now() + ${AFTER_HAMMER} from lot where id = ${lotId} and trade_type = 'auction' and not practice
      on conflict (lot_id) do update set due_at = greatest(j.due_at, excluded.due_at)`.execute(db);
  },

  /** What ended in the day before this instant, once for the instant. */
  async night(at: Date): Promise<void> {
    await sql`
      insert into anomaly_judgement as j (lot_id, due_at)
      select id, ${at}::timestamptz from lot
      where trade_type = 'auction' and not practice and ended_at >= ${at}::timestamptz - interval '1 day' and ended_at < ${at}
      on conflict (lot_id) do update set due_at = excluded.due_at where j.due_at < excluded.due_at`.execute(
      db,
    );
  },

  /** The first that is due and that no other worker judges, locked until the transaction ends; null: there is none. */
  async nextDue(): Promise<number | null> {
    const { rows } = await sql<{ lotId: number }>`
      select lot_id as "lotId" from anomaly_judgement
      where (judged_at is null or judged_at < due_at) and due_at <= now()
      order by due_at, lot_id limit 1 for update skip locked`.execute(db);
    return rows[0]?.lotId ?? null;
  },

  /** Judged as of now. */
  async judged(lotId: number): Promise<void> {
    await db
      .updateTable('anomaly_judgement')
      .set({ judged_at: sql<Date>`clock_timestamp()` })
      .where('lot_id', '=', lotId)
      .execute();
  },

  /** Due after so many minutes. */
  async postpone(lotId: number, minutes: number): Promise<void> {
    await db
      .updateTable('anomaly_judgement')
      .set({ due_at: sql<Date>`now() + make_interval(mins => ${minutes})` })
      .where('lot_id', '=', lotId)
      .execute();
  },
});
