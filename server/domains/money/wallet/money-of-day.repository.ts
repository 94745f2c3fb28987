import { sql } from 'kysely';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { MoneyIn, MoneyMoved, MoneyOut } from '#shared/api/console/today.ts';
import { DAY_MS, startOfDay } from '#shared/time/tashkent.ts';
import type { JournalKind } from './ledger.repository.ts';

/** Movements between the platform and the world, by what staff call them; all others stay within the platform. */
const IN: Readonly<Record<MoneyIn, readonly JournalKind[]>> = {
  'top-up': ['top-up'],
  indemnity: ['indemnity-in'],
};
const OUT: Readonly<Record<MoneyOut, readonly JournalKind[]>> = {
  refund: ['pay-out-settled'],
  payout: ['sale-out-settled'],
  lost: ['forfeit-out', 'penalty-out'],
  reversal: ['top-up-reversal'],
};

export type ReadMoneyOfDay = ReturnType<typeof createReadMoneyOfDay>;

/** What came in and what left on the day of an instant, Tashkent: one scan of an index over that day. */
export const createReadMoneyOfDay =
  (db: AnyDb) =>
  async (
    nowMs: number,
  ): Promise<{ fromMs: number; in: MoneyMoved<MoneyIn>[]; out: MoneyMoved<MoneyOut>[] }> => {
    const fromMs = startOfDay(nowMs);
    const kinds = [...Object.values(IN), ...Object.values(OUT)].flat();
    const { rows } = await sql<{ kind: JournalKind; count: number; amountTiyin: number }>`
      select kind, count(*)::int as count, sum(amount_tiyin)::float8 as "amountTiyin" from ledger_journal
      where kind in (${sql.join(kinds.map((kind) => sql.lit(kind)))})
        and posted_at >= ${new Date(fromMs)} and posted_at < ${new Date(fromMs + DAY_MS)}
      group by kind`.execute(db);
    const moved = <Kind extends string>(of: Readonly<Record<Kind, readonly JournalKind[]>>) =>
      (Object.keys(of) as Kind[]).map((kind) => {
        const found = rows.filter((row) => of[kind].includes(row.kind));
        return {
          kind,
          count: found.reduce((sum, { count }) => sum + count, 0),
          amountTiyin: found.reduce((sum, { amountTiyin }) => sum + amountTiyin, 0),
        };
      });
    return { fromMs, in: moved(IN), out: moved(OUT) };
  };
