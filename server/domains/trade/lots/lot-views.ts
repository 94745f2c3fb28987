import type { LotCard, LotDetails, LotResult, Photo } from '#shared/api/site/lots.ts';
import { increment } from '#shared/auction/increment.ts';
import { suggestedPrice } from '#shared/auction/suggested-price.ts';
import { LOT_STATUS, type LotStatus } from '#shared/lifecycles/lot-status.ts';
import type { LotRow } from './lot-tables.ts';

/** Percent of the first step; null where the step is a sum. */
function firstStepPercent(rules: LotRow['rules']): number | null {
  switch (rules.increment.kind) {
    case 'percentOfStart':
      return rules.increment.percents[0] ?? null;
    case 'percentOfCurrent':
      return rules.increment.percent;
    case 'fixed':
    case 'ladder':
      return null;
  }
}

/** Widest size in lists, in pixels: two pixels of the screen for each one of the widest tile. */
const LIST_WIDTH = 800;

/** The main photo of a lot as lists show it, without the sizes that only the card needs. */
export function listPhoto([photo]: readonly Photo[]): Photo | null {
  if (!photo?.sizes) return photo ?? null;
  const sizes = photo.sizes.filter(({ width }) => width <= LIST_WIDTH);
  return { ...photo, ...sizes.at(-1), sizes };
}

const atStart = (row: LotRow) => ({ startPriceTiyin: row.start_price_tiyin, priceTiyin: null, count: 0 });

/** A lot as lists show it. */
export function lotCard(row: LotRow): LotCard {
  return {
    id: row.id,
    number: String(row.id),
    title: row.title,
    groupId: row.group_id ?? row.category_id,
    categoryId: row.category_id,
    category: row.category_name,
    regionId: row.region_id,
    region: row.region_name,
    areaId: row.area_id,
    area: row.area_name,
    photo: listPhoto(row.photos),
    status: row.status,
    tradeType: row.trade_type,
    orderType: row.order_type,
    ruleSet: row.rule_set_name,
    practice: row.practice,
    startPriceTiyin: row.start_price_tiyin,
    depositTiyin: row.deposit_tiyin,
    depositPercent: row.deposit_bp / 100,
    firstStepTiyin: increment(row.rules.increment, atStart(row)),
    firstStepPercent: firstStepPercent(row.rules),
    instalmentMonths: row.instalment_months,
    rent: row.tenure === 'rent' ? { months: row.rent_months } : null,
    publishedAtMs: row.published_at.getTime(),
    applicationsUntilMs: row.applications_until.getTime(),
    opensAtMs: row.opens_at.getTime(),
    closesAtMs: row.closes_at.getTime(),
    room: {
      phase: row.room_phase,
      priceTiyin: row.room_price_tiyin,
      count: row.room_count,
      deadlineMs: row.room_deadline_us / 1000,
      leaderNumber: row.room_leader_number,
    },
    stock: row.stock,
  };
}

/**
 * How the lot ended; null while it has not. A sale that came to nothing after the hammer is no sale, and neither is an auction
 * that was not held and whose price its only participant did not confirm.
 * @param status of an archived lot the one before
 */
export function lotResult(row: LotRow, status: LotStatus = row.status): LotResult | null {
  if (row.outcome === null || row.ended_at === null) return null;
  return {
    outcome: status === LOT_STATUS.priceNotConfirmed ? 'price-not-confirmed' : row.outcome,
    priceTiyin: row.outcome === 'sold' ? row.room_price_tiyin : null,
    // A winner who declined has won nothing.
    winnerNumber: row.winner_declines ? null : row.winner_number,
    reserveNumber: row.reserve_number,
    reservePriceTiyin: row.reserve_price_tiyin,
    participants: row.participants ?? 0,
    confirmedPrices: row.room_count,
    payUntilMs: row.pay_until?.getTime() ?? null,
    endedAtMs: row.ended_at.getTime(),
  };
}

/** Fields of the card beyond those of lists. */
export function beyondCard(row: LotRow, nextLotId: number | null): Omit<LotDetails, keyof LotCard> {
  return {
    description: row.description,
    address: row.address,
    latitude: row.latitude,
    longitude: row.longitude,
    quantity: row.quantity,
    photos: row.photos,
    customer: row.customer,
    ruleSetVersion: row.rule_set_version,
    rules: row.rules,
    firstSuggestedTiyin: suggestedPrice(row.rules, atStart(row)),
    paymentWorkingDays: row.payment_working_days,
    watchable: row.watchable,
    result: lotResult(row),
    nextLotId,
    repeats:
      // A preview has no row, and repeats nothing.
      row.repeats_lot_id && !row.practice
        ? { lotId: row.repeats_lot_id, round: row.repeat_round, cutBp: row.repeat_cut_bp }
        : null,
  };
}

/** The card of a lot with everything on it. */
export const lotDetails = (row: LotRow, nextLotId: number | null): LotDetails => ({
  ...lotCard(row),
  ...beyondCard(row, nextLotId),
});
