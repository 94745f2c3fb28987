import { createPurchasesRepository } from '#server/domains/trade/purchases/index.ts';
import type { WorkingCalendar } from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { PartSchedule } from '#shared/api/parts.ts';
import type { BankOrder, WinLot } from '#shared/api/cabinet/winlots.ts';
import { LOST_SETTLEMENTS, OPEN_SETTLEMENTS, SETTLEMENT_STATES } from '#shared/lifecycles/settlement.ts';
import { bankOrderPdf } from './bank-order-pdf.ts';
import type { SettlementRow } from './settlement-tables.ts';
import { followedSales, type AfterSaleReads } from './followed-sales.ts';
import { schedulesOf, sumOf } from './part-schedules.ts';
import { isOpen, leftOf, stepsOf, winLotView } from './settlement-views.ts';
import { createSettlementsRepository } from './settlements.repository.ts';

/** The operator's account that buyers pay to by a bank's payment order. */
type OperatorAccount = Pick<BankOrder, 'recipient' | 'stir' | 'bank' | 'account' | 'mfo'>;

export interface WinLotsDeps {
  db: AnyDb;
  /** What a person can spend, in tiyin. */
  balanceOf(personId: string): Promise<number>;
  /** The last protocol of each lot, in this order, as this person may see it; null: none. */
  protocolsOf(
    sales: readonly {
      lotId: number;
      /** Of this sale, where the lot has several. */
      settlementId: number | null;
    }[],
    personId: string,
  ): Promise<({ number: string; cause: string; word: string | null; fileUrl: string | null } | null)[]>;
  /** null: the operator has given none. */
  operatorAccount: OperatorAccount | null;
  afterSale: AfterSaleReads;
  calendar(): Promise<WorkingCalendar>;
  /** How long a sale with these deadlines waits for the statement of a bank. */
  statementUntil(terms: { dueAt: Date; graceUntil: Date | null }): Promise<Date>;
  /** Name of a person; null: unknown. */
  nameOf(personId: string): Promise<string | null>;
  now?: () => number;
}

/** States of the lots that the page shows by default, those that are over, and all. */
export const WIN_LOT_STATES = {
  open: OPEN_SETTLEMENTS,
  over: SETTLEMENT_STATES.filter((state) => !isOpen(state)),
  all: SETTLEMENT_STATES,
} as const;

export type WinLots = ReturnType<typeof createWinLots>;

/** Lots that people have won, and what has happened since. */
export function createWinLots(deps: WinLotsDeps) {
  const { db, now = Date.now } = deps;
  const settlements = createSettlementsRepository(db);

  /** What a payment order must say, to be found again among the lines of a statement. */
  const bankOrderOf = (row: SettlementRow, amountTiyin: number): BankOrder | null =>
    deps.operatorAccount && {
      ...deps.operatorAccount,
      purpose: `Savdo S-${row.id}, lot ${row.lot_id}: ${row.lot_title.ru}`.slice(0, 200),
      amountTiyin,
    };

  const schedules = (rows: readonly SettlementRow[]) =>
    schedulesOf(db, rows, { calendar: deps.calendar, now: new Date(now()) });

  const scheduleOf = async (row: SettlementRow): Promise<PartSchedule | null> =>
    (await schedules([row]))(row.id);

  /** Sales of one person: what is shown of them is read for all at once. */
  async function views(rows: readonly SettlementRow[], personId: string): Promise<WinLot[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const asked = rows.map(({ id, lot_id: lotId, sale }) => ({
      lotId,
      settlementId: sale === 'purchase' ? id : null,
    }));
    const [balanceTiyin, protocols, followed, partsOf, corrected] = await Promise.all([
      deps.balanceOf(personId),
      deps.protocolsOf(asked, personId),
      followedSales(deps.afterSale, ids),
      schedules(rows),
      createPurchasesRepository(db).correctedOf(ids),
    ]);
    return rows.map((row, at) => {
      const protocol = protocols[at] ?? null;
      const parts = partsOf(row.id);
      return winLotView(row, {
        balanceTiyin,
        // A lost sale's protocol gives way to that of the next one, which is another person's.
        protocol:
          protocol?.cause === row.sale
            ? { number: protocol.number, word: protocol.word, pdf: protocol.fileUrl }
            : null,
        bankOrder: bankOrderOf(row, leftOf(row, parts)),
        followed: followed(row.id),
        parts,
        isCorrected: corrected.has(row.id),
        nowMs: now(),
      });
    });
  }

  return {
    async list(
      personId: string,
      query: {
        state: 'open' | 'over' | 'all';
        lotId?: number | undefined;
        paymentId?: number | undefined;
        page: number;
        size: number;
      },
    ) {
      const { state, page, size, ...only } = query;
      const filter = { ...only, personId, states: WIN_LOT_STATES[state] };
      const [found, open] = await Promise.all([
        settlements.page(filter, { limit: size, offset: (page - 1) * size, order: 'deadline' }),
        settlements.count({ personId, states: OPEN_SETTLEMENTS }),
      ]);
      return { items: await views(found.items, personId), open, total: found.total, page, size };
    },

    /** The person's last settlement of a lot, or the one of theirs that is named; null: they have not won it. */
    find: (lotId: number, personId: string, settlementId?: number): Promise<SettlementRow | null> =>
      settlements.lastOf(lotId, personId, settlementId),

    /** As the buyer sees it now. */
    async shown(settlementId: number): Promise<WinLot> {
      const row = await settlements.rowOf(settlementId);
      if (!row) throw new Error(`there is no settlement ${settlementId}`);
      const [shown] = await views([row], row.person_id);
      return shown!;
    },

    /** Notes that the buyer accepts the lot. */
    accept: (settlementId: number): Promise<void> => settlements.accept(settlementId),

    /**
     * A filled-in payment order for everything that is left or the parts up to this one; null: not to be paid, or the operator has no account. It is noted that the buyer has one:
     * the sale is not lost before the statement of its last day has come, or should have.
     */
    async bankOrder(
      lotId: number,
      personId: string,
      of: { throughPart: number | null; settlementId?: number | undefined } = { throughPart: null },
    ): Promise<{ name: string; body: Buffer } | null> {
      const { throughPart } = of;
      const row = await settlements.lastOf(lotId, personId, of.settlementId);
      if (!row || !isOpen(row.state)) return null;
      const schedule = await scheduleOf(row);
      if (throughPart !== null && !schedule?.parts.some(({ k }) => k === throughPart)) return null;
      const asked = schedule?.parts.filter(({ k }) => k <= (throughPart ?? k)) ?? [];
      const amountTiyin =
        throughPart === null ? leftOf(row, schedule) : sumOf(asked.map(({ toPayTiyin }) => toPayTiyin));
      const order = amountTiyin > 0 ? bankOrderOf(row, amountTiyin) : null;
      if (!order) return null;
      const terms = { dueAt: row.due_at, graceUntil: row.grace_until };
      await settlements.orderAtBank(row.id, {
        waitsUntil: await deps.statementUntil(terms),
        throughPart,
        amountTiyin,
      });
      const payer = (await deps.nameOf(personId)) ?? '';
      const body = await bankOrderPdf({ ...order, payer, number: `S-${row.id}`, dueAt: row.due_at });
      return { name: `S-${row.id}.pdf`, body };
    },

    /**
     * Steps after the last sale of a lot, or the one that is named, for its buyer, its seller and staff; null for others. A
     * buyer's last one is their own.
     */
    async afterSale(lotId: number, viewer: { personId: string; isStaff: boolean }, settlementId?: number) {
      const mine = await settlements.lastOf(lotId, viewer.personId, settlementId);
      const last = await settlements.lastOfLot(lotId, settlementId);
      const all = viewer.isStaff || last?.seller === viewer.personId;
      const row = all ? last : mine;
      if (!row) return null;
      const followed = await followedSales(deps.afterSale, [row.id]);
      return {
        lotId,
        settlementId: row.id,
        sale: row.sale,
        ...(row.quantity === null ? {} : { quantity: row.quantity }),
        state: row.state,
        priceTiyin: row.price_tiyin,
        handOver: followed(row.id).handOver,
        parts: await scheduleOf(row),
        steps: stepsOf(row, followed(row.id), now()),
      };
    },

    /** Sales of a lot that have come to nothing are no obstacle to another one. */
    isSold: async (lotId: number): Promise<boolean> =>
      (await settlements.count({ lotId, notStates: LOST_SETTLEMENTS })) > 0,
  };
}
