import { formerStaff } from '#server/domains/people/accounts/index.ts';
import { differencesOfEachRequisites } from '#server/domains/trade/orders/index.ts';
import type { PaidParts, PayoutOfSale } from '#server/domains/money/settlements/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import type { MoneyJudge } from '#server/domains/money/staff-money/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { StaffPayout } from '#shared/api/console/payouts.ts';
import {
  PAYOUT_STATES,
  UNSENT_PAYOUTS,
  WAITING_PAYOUTS,
  type PayoutState,
} from '#shared/lifecycles/payout.ts';
import { payoutHolds } from './payout-holds.repository.ts';
import {
  approvalsOf,
  moneyItemOf,
  payoutOfSale,
  staffPayoutView,
  winnerPaymentView,
  type PayoutViewer,
} from './payout-views.ts';
import type { PayoutRow, PayoutStep } from './payout-tables.ts';
import { createPayoutsRepository } from './payouts.repository.ts';
import { COUNTED_ROWS_MAX } from '#shared/limits/counted-rows.ts';
import { feeOfParts, operatorFee, sharesOf } from '#shared/trade/payout-shares.ts';

export interface PayoutsDeps {
  db: AnyDb;
  judge: MoneyJudge;
  namesOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Lots whose sellers this person must not see: those they sell or take part in, under any account. */
  rivalLots(personId: string): Promise<readonly number[]>;
  now?: () => number;
}

/** Payouts to sellers: planned when a sale is paid, shown to staff and sellers. */
export function createPayouts({ db, judge, namesOf, rivalLots, now = Date.now }: PayoutsDeps) {
  function verdictsOf(
    rows: readonly PayoutRow[],
    steps: readonly PayoutStep[],
    { personId: by }: PayoutViewer,
  ) {
    const before = (row: PayoutRow) => approvalsOf(steps, row).map(({ actor }) => actor);
    return judge.judgeAll(
      db,
      rows.map((row) => ({ item: moneyItemOf(row), acting: { by, before: before(row) } })),
    );
  }

  /** What pays the sellers' debts, by the payout: of one that is to be sent, as much as it would be now. */
  async function setOffsOf(rows: readonly PayoutRow[]): Promise<ReadonlyMap<number, number>> {
    const unsent = rows.filter(
      ({ recipient, state }) => !recipient && (UNSENT_PAYOUTS as readonly string[]).includes(state),
    );
    const owed = await createWallet(db).setOffsOf(unsent.map(({ seller_id: id }) => id));
    return new Map(
      rows.map((row) => {
        const { id, amount_tiyin: amount, set_off_tiyin: before } = row;
        return [
          id,
          unsent.includes(row) ? before + Math.min(amount - before, owed.get(row.seller_id)!) : before,
        ];
      }),
    );
  }

  async function shown(rows: readonly PayoutRow[], viewer: PayoutViewer): Promise<StaffPayout[]> {
    const payouts = createPayoutsRepository(db);
    const steps = await payouts.steps(rows.map(({ id }) => id));
    const people = [...rows.map(({ seller_id }) => seller_id), ...steps.map(({ actor }) => actor)];
    const [names, holds, left, verdicts, setOffs, requisites, changes, newShares, hidden] = await Promise.all(
      [
        namesOf([...new Set(people)]),
        payoutHolds(db, [...new Set(rows.map(({ settlement_id }) => settlement_id))]),
        formerStaff(
          db,
          steps.map(({ actor }) => actor),
          'decidePayouts',
        ),
        verdictsOf(rows, steps, viewer),
        setOffsOf(rows),
        payouts.requisitesNow(rows),
        payouts.requisitesChangedAfterSales(rows.map(({ settlement_id }) => settlement_id)),
        payouts.newShares(rows.flatMap(({ id, recipient }) => (recipient ? [id] : []))),
        rivalLots(viewer.personId),
      ],
    );
    const own = rows.filter(({ recipient }) => !recipient);
    const differences = await differencesOfEachRequisites(
      db,
      own.map((row) => ({
        personId: row.seller_id,
        requisites: row.state === 'planned' ? requisites.get(row.id) : row.requisites,
        exceptPayoutId: row.id,
      })),
    );
    return rows.map((row, at) =>
      staffPayoutView(row, {
        setOffTiyin: setOffs.get(row.id)!,
        steps,
        names,
        hidden,
        viewer,
        holds,
        left,
        nowMs: now(),
        requisitesNow: requisites.get(row.id) ?? null,
        requisitesDiffer: differences[own.indexOf(row)] ?? [newShares.get(row.id) ?? []].flat(),
        requisitesChangedAt: row.recipient ? null : (changes.get(row.settlement_id) ?? null),
        verdict: verdicts[at]!,
      }),
    );
  }

  return {
    /**
     * Plans what the seller of a paid sale gets, once, in the caller's transaction: the price without the operator's fee, by the
     * rule set frozen into the lot, which may name others to share it. Of paid parts: their sum without their share of the fee, and
     * what the buyer paid for being late, of which the operator takes none. A lot of the operator itself has no seller and no payout.
     */
    async plan(tx: AnyDb, settlementId: number, paid?: PaidParts): Promise<void> {
      const payouts = createPayoutsRepository(tx);
      const sale = await payouts.paidSale(settlementId);
      if (!sale) throw new Error(`there is no settlement ${settlementId}`);
      if (sale.seller_id === null) return;
      // A rule set may name any percent up to 100; something is left for the seller.
      const fee = operatorFee(sale.price_tiyin, sale.fee_percent);
      const shares = sale.shares ?? undefined;
      const planned = { settlementId, sellerId: sale.seller_id, notBefore: sale.protest_until };
      if (!paid) {
        const whole = sharesOf(sale.price_tiyin, fee, shares);
        return payouts.plan({ ...planned, part: 0, throughPart: null }, whole);
      }
      const [before, parts] = await Promise.all([
        payouts.ofSettlements([settlementId]),
        payouts.paidParts([settlementId]),
      ]);
      const partFee = feeOfParts(
        { feeTiyin: fee, priceTiyin: sale.price_tiyin },
        {
          paidTiyin: parts.reduce((sum, part) => sum + part.amount_tiyin, 0),
          takenTiyin: before.reduce((sum, payout) => sum + payout.fee_tiyin, 0),
        },
      );
      const sum = paid.amountTiyin + paid.lateFeeTiyin;
      await payouts.plan(
        { ...planned, part: paid.from, throughPart: paid.through },
        sharesOf(sum, Math.min(partFee, sum - 1), shares),
      );
    },

    /** By settlement; those not planned are missing. */
    async ofSettlements(ids: readonly number[]): Promise<ReadonlyMap<number, NonNullable<PayoutOfSale>>> {
      const found = await createPayoutsRepository(db).ofSettlements(ids);
      const sales = Map.groupBy(found, ({ settlement_id }) => settlement_id);
      return new Map(
        [...sales].flatMap(([id, payouts]) => {
          const view = payoutOfSale(payouts);
          return view ? [[id, view] as const] : [];
        }),
      );
    },

    async list(
      viewer: PayoutViewer,
      query: {
        state: 'waiting' | 'all' | PayoutState;
        lotId?: number;
        page: number;
        size: number;
        most?: number;
      },
    ) {
      const { state, lotId, page, size, most = COUNTED_ROWS_MAX } = query;
      const states =
        state === 'waiting' ? WAITING_PAYOUTS : state === 'all' ? PAYOUT_STATES : ([state] as const);
      const payouts = createPayoutsRepository(db);
      const order = state === 'waiting' ? 'earliest' : 'newest';
      const [found, waiting] = await Promise.all([
        payouts.page(
          { states, ...(lotId === undefined ? {} : { lotId }) },
          { limit: size, offset: (page - 1) * size, order, most },
        ),
        payouts.count({ states: WAITING_PAYOUTS }),
      ]);
      return { ...found, items: await shown(found.items, viewer), waiting, page, size };
    },

    async one(payoutId: number, viewer: PayoutViewer): Promise<StaffPayout> {
      const row = await createPayoutsRepository(db).rowOf(payoutId);
      if (!row) throw new Error(`there is no payout ${payoutId}`);
      const [view] = await shown([row], viewer);
      return view!;
    },

    async salesOf(sellerId: string, { page, size }: { page: number; size: number }) {
      const sales = await createPayoutsRepository(db).salesOf(sellerId, {
        limit: size,
        offset: (page - 1) * size,
      });
      const ids = sales.items.map(({ id }) => id);
      const repository = createPayoutsRepository(db);
      const [payouts, parts] = await Promise.all([repository.ofSettlements(ids), repository.paidParts(ids)]);
      const items = sales.items.map((sale) =>
        winnerPaymentView(
          sale,
          payouts.filter((payout) => payout.settlement_id === sale.id),
          parts.filter((part) => part.settlement_id === sale.id),
        ),
      );
      return { items, total: sales.total, page, size };
    },
  };
}
export type Payouts = ReturnType<typeof createPayouts>;
