import { randomUUID } from 'node:crypto';
import {
  createLotCardRepository,
  createLotSearchRepository,
  createLotsRepository,
  liveStocks,
  publishLot,
  type NewLot,
} from '#server/domains/trade/lots/index.ts';
import { addPublishedOrder } from '#server/domains/trade/orders/index.ts';
import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import { createTradeApplicationsRepository } from '#server/domains/trade/trade-applications/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { DemoLot } from './content/index.ts';
import { applyForBot, giveForLot } from './deposits.ts';
import { describeLot } from './describe-lot.ts';
import { fieldsOfLot } from './order-fields.ts';
import { documentsOf } from './lot-documents.ts';
import { botsOf, type BotAccount } from './assign-bots.ts';
import type { TradePlan } from './trade-plans.ts';

export interface DemoWorld {
  password: string;
  /** People a newcomer may sign in as. */
  signIns: { part: string; name: string; login: string; note: string }[];
  bots: BotAccount[];
  customerPersonId: string;
  operatorPersonId: string;
  secondOperatorPersonId: string;
  administratorPersonId: string;
  moderatorPersonId: string;
  /** Sign-ins that may take part in auctions and have play money. */
  buyerPersonIds: string[];
  /** Sign-ins that have signed the offer and have no money. */
  unfundedPersonIds: string[];
  /** Pays a price by parts. */
  partsBuyerPersonId: string;
  /** Lot whose room the demo's operator stops once it runs, as after a fault; null: none. */
  toSuspend: number | null;
}

/** Who approved the order of a lot, and in whose name it was sent. */
export interface Ordered {
  moderatorId: string;
  customerName: string;
}

interface OfOrder {
  /** A number below those of customers' orders: several lots may share it. */
  orderId?: number | null;
  /** The lot comes from an order of its own. */
  order?: Ordered;
}

/** Rule sets are for state or for private property, and the plan chooses the set. */
const orderTypeOf = (lot: DemoLot, { ruleSet }: TradePlan): DemoLot['orderType'] =>
  ruleSet === 'practice' ? lot.orderType : ruleSet === 'private' ? 'private' : 'state';

/** Operations of the demo on lots, with their repositories. */
/** The customer of the demo sends the orders, and its moderator approves them. */
export const orderedBy = ({ signIns, moderatorPersonId }: DemoWorld): Ordered => ({
  moderatorId: moderatorPersonId,
  customerName: signIns.find(({ part }) => part === 'customer')?.name ?? '',
});

export const demoLots = (db: AnyDb) => {
  const reference = createReferenceService(createReferenceRepository(db));
  const lots = createLotsRepository(db);
  const applications = createTradeApplicationsRepository(db);
  const card = createLotCardRepository(db);

  /** The order that the customer of a lot sent for it. */
  const orderOf = async (described: NewLot, { moderatorId, customerName }: Ordered): Promise<number> =>
    addPublishedOrder(db, {
      personId: described.customerPersonId ?? '',
      requestId: randomUUID(),
      moderatorId,
      fields: fieldsOfLot(described, await reference.categories(), customerName),
      publishedAt: described.publishedAt,
    });

  /** Publishes one demo lot by a plan. Returns its id. */
  async function publish(lot: DemoLot, plan: TradePlan & OfOrder, customerPersonId: string): Promise<number> {
    const categoryIds = new Map((await reference.categories()).map(({ code, id }) => [code, id]));
    const described = {
      ...describeLot({ ...lot, orderType: orderTypeOf(lot, plan) }, categoryIds, customerPersonId),
      ...plan,
    };
    const orderId = plan.orderId ?? (plan.order ? await orderOf(described, plan.order) : null);
    const id = await publishLot(lots, reference, { ...described, orderId });
    await card.addDocuments(documentsOf(lot).map((document) => ({ ...document, lotId: id })));
    return id;
  }

  /** Bots of a lot apply, each with its deposit. */
  async function applyForBots(
    lot: { id: number; practice: boolean },
    bots: readonly BotAccount[],
  ): Promise<void> {
    const depositTiyin = (await lots.get(lot.id))?.deposit_tiyin ?? 0;
    for (const { personId } of botsOf(lot, bots))
      await applyForBot(db, { lotId: lot.id, personId, depositTiyin });
  }

  return {
    lots,
    applyForBots,
    giveForLot: (won: Parameters<typeof giveForLot>[1]) => giveForLot(db, won),
    reference,
    card,
    search: createLotSearchRepository(db),
    stocks: (lotIds: readonly number[]) => liveStocks(db, lotIds),
    applications,
    publish,
    /** The same for a room that opens at once: its bots apply now, before applications close. */
    async publishWithBots(
      lot: DemoLot,
      plan: TradePlan & OfOrder,
      world: Pick<DemoWorld, 'bots' | 'customerPersonId'>,
    ): Promise<number> {
      const id = await publish(lot, plan, world.customerPersonId);
      await applyForBots({ id, practice: false }, world.bots);
      return id;
    },
  };
};
export type DemoLots = ReturnType<typeof demoLots>;
