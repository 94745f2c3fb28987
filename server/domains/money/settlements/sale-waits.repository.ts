import { sql } from 'kysely';
import type { WorkingCalendar } from '#server/domains/content/reference/index.ts';
import { postponedProtestUntil } from '#server/domains/trade/trade-applications/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { DONE_HAND_OVERS, type HandOverState } from '#shared/lifecycles/hand-over.ts';
import { OPEN_PROTESTS } from '#shared/lifecycles/protest.ts';
import { OPEN_SETTLEMENTS, type SettlementState } from '#shared/lifecycles/settlement.ts';
import type { SaleWait } from '#shared/trade/after-sale.ts';
import type { FollowedSale } from './followed-sales.ts';
import type { SaleInSteps } from './settlement-tables.ts';
import { heldUpUntil } from './standing-still.ts';

interface Reasons {
  id: number;
  /** The buyer's account stands still. */
  shut: boolean;
  /** A protest is open. */
  protested: boolean;
  /** Until when admitted protests stop the sale at most. */
  stopsUntil: Date | null;
  lotId: number;
  ended_at: Date | null;
  protest_until: Date | null;
}

/** What these sales wait for besides their parties, and until when at most, by settlement; those that wait for nothing are missing. */
export async function saleWaits(
  on: AnyDb,
  sales: readonly SaleInSteps[],
  {
    followed,
    calendar,
    now,
  }: { followed(settlementId: number): FollowedSale; calendar: WorkingCalendar; now: Date },
): Promise<ReadonlyMap<number, SaleWait>> {
  const { rows } = await sql<Reasons>`
    select s.id, lot.id as "lotId", lot.ended_at, lot.protest_until,
      exists (select from account_standstill a where a.person_id::text = s.person_id) as shut,
      exists (select from protest p where p.lot_id = s.lot_id and p.state = any(${OPEN_PROTESTS})) as protested,
      (
        select min(p.stops_until) from protest p where p.lot_id = s.lot_id and p.pauses and p.state = any(${OPEN_PROTESTS})
      ) as "stopsUntil"
    from settlement s join lot on lot.id = s.lot_id where s.id = any(${sales.map(({ id }) => id)})`.execute(
    on,
  );
  const reasons = new Map(rows.map((row) => [row.id, row]));

  async function standstill(personId: string, begun: Date): Promise<SaleWait | null> {
    const held = await heldUpUntil(on, calendar, { personId, begun });
    return held && held.until > now ? { why: 'standstill', untilMs: held.until.getTime() } : null;
  }

  async function waitOf(sale: SaleInSteps, reason: Reasons): Promise<SaleWait | null> {
    const { shut, protested, stopsUntil, lotId, ...window } = reason;
    if ((OPEN_SETTLEMENTS as readonly SettlementState[]).includes(sale.state)) {
      if (sale.paused_at !== null)
        return { why: 'protested-payment', untilMs: stopsUntil?.getTime() ?? null };
      return shut ? standstill(sale.person_id, sale.created_at) : null;
    }
    const { payout, handOver } = followed(sale.id);
    if (sale.state !== 'paid' || sale.seller === null || payout?.state === 'paid') return null;
    // At a fixed price no one protests.
    if (sale.sale !== 'purchase') {
      if (protested) return { why: 'protested-payout', untilMs: null };
      const until = await postponedProtestUntil(on, { ...window, id: lotId }, { calendar, now });
      if (until !== null && until > now) return { why: 'time-to-protest', untilMs: until.getTime() };
    }
    const isHandedOver =
      handOver !== null && (DONE_HAND_OVERS as readonly HandOverState[]).includes(handOver.state);
    return shut && !isHandedOver ? standstill(sale.person_id, sale.decided_at ?? sale.created_at) : null;
  }

  const waits = new Map<number, SaleWait>();
  for (const sale of sales) {
    const reason = reasons.get(sale.id);
    const wait = reason ? await waitOf(sale, reason) : null;
    if (wait) waits.set(sale.id, wait);
  }
  return waits;
}
