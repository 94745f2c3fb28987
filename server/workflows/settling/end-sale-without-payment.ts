import type { LotsRepository } from '#server/domains/trade/lots/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import type { OrderMoves } from '#server/domains/trade/orders/index.ts';
import { createSettlementsRepository, type Settlement } from '#server/domains/money/settlements/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { WorkflowCrashPoint } from '../crash-steps.ts';
import { endDepositOfSale } from './deposit-of-sale.ts';
import type { MakeOffer } from './make-second-offer.ts';

/** Why a sale is lost. */
export type LostBy = 'refuse' | 'default';

export interface EndSaleDeps {
  lots: Pick<LotsRepository, 'get' | 'move'>;
  moves: Pick<OrderMoves, 'move'>;
  notifications: Pick<Notifications, 'notify'>;
  /** Cancels the protocol of the sale; it stays readable with its reason. */
  cancelProtocol(tx: AnyDb, lotId: number, reason: 'refused' | 'defaulted'): Promise<unknown>;
  crashAt: WorkflowCrashPoint;
}

/** Debarments the buyer in the given transaction; prepared ahead of it. */
export type Bar = (tx: AnyDb) => Promise<unknown>;

/** What follows from a lost sale, prepared ahead of the transaction that loses it. */
export interface LossOfSale {
  /** null: no bar. */
  bar: Bar | null;
  inviteReserve: MakeOffer;
}
export type PrepareLoss = (settlementId: number, by: LostBy) => Promise<LossOfSale>;

const WHY = { refuse: 'refused', default: 'defaulted' } as const;

export type EndSale = ReturnType<typeof createEndSale>;

/** A sale comes to nothing: its buyer refused, or did not pay in time. */
export function createEndSale({ lots, moves, notifications, ...deps }: EndSaleDeps) {
  const { cancelProtocol, crashAt } = deps;

  /** No one else is offered the lot: its price is not confirmed, and its order goes back to its customer. */
  async function loseSale(tx: AnyDb, lotId: number): Promise<void> {
    const moved = await lots.move(lotId, 'lose-price', { by: 'system' }, tx);
    if (!moved) throw new Error(`lot ${lotId} has a status in which its sale cannot be lost`);
    await giveBackOrder(tx, lotId);
  }

  /** The order of a lot whose price is not confirmed goes back to its customer. */
  async function giveBackOrder(tx: AnyDb, lotId: number): Promise<void> {
    const lot = await lots.get(lotId, tx);
    if (!lot?.order_id) return;
    const { order_id: orderId } = lot;
    // Refused where the order has not followed its lot yet: then it follows to the same end.
    await moves.move(tx, { event: 'lose-sale', orderId, lotId, by: { kind: 'system' } });
  }

  return {
    loseSale,
    giveBackOrder,

    /**
     * In the caller's transaction, which has the settlement locked: the deposit, the settlement, the protocol, the bar, and
     * the reserve participant's invitation or the end of the sale.
     */
    async end(tx: AnyDb, settlement: Settlement, how: { by: LostBy; actor: string; loss: LossOfSale }) {
      const { id, lot_id: lotId, person_id: personId } = settlement;
      const { by, actor, loss } = how;
      const settlements = createSettlementsRepository(tx);
      await endDepositOfSale(tx, settlement, { end: 'forfeit', reason: WHY[by], actor });
      await settlements.decide(settlement, by, { by: actor });
      crashAt('sale-lost-decided');
      await cancelProtocol(tx, lotId, WHY[by]);
      await loss.bar?.(tx);
      const invited = settlement.sale === 'hammer' && (await loss.inviteReserve(tx));
      if (!invited) await loseSale(tx, lotId);
      const row = await settlements.rowOf(id);
      const about = { lotId, lotTitle: row!.lot_title };
      await notifications.notify(tx, {
        personId,
        key: `settlement:${id}:${by}`,
        template: by === 'refuse' ? 'lot-refused' : 'lot-not-paid',
        params: { ...about, amountTiyin: settlement.deposit_tiyin },
      });
      if (row!.seller !== null)
        await notifications.notify(tx, {
          personId: row!.seller,
          key: `settlement:${id}:sale-lost`,
          template: invited ? 'sale-lost-reserve' : 'sale-lost',
          params: about,
        });
      crashAt('sale-lost-announced');
    },
  };
}
