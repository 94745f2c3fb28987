import {
  createLotCardRepository,
  createLotSearchRepository,
  createLotsRepository,
  publishLot,
} from '#server/domains/lots/index.ts';
import { createReferenceRepository, createReferenceService } from '#server/domains/reference/index.ts';
import { createTradeApplicationsRepository } from '#server/domains/trade-applications/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { DemoLot } from './content/index.ts';
import { spendDeposit, takeSeat, type Seat } from './deposits.ts';
import { describeLot } from './describe-lot.ts';
import { documentsOf } from './lot-documents.ts';
import { botsOf, type SeatedBot } from './seats.ts';
import type { TradePlan } from './trade-plans.ts';

export interface DemoWorld {
  password: string;
  /** People a newcomer may sign in as. */
  signIns: { part: string; name: string; login: string; note: string }[];
  bots: SeatedBot[];
  customerPersonId: string;
  operatorPersonId: string;
  /** Sign-ins that may take part in auctions and have play money. */
  buyerPersonIds: string[];
  /** Sign-ins that have signed the offer and have no money. */
  unfundedPersonIds: string[];
  /** Lot whose room the demo's operator stops once it runs; null when this start published none. */
  toSuspend: number | null;
}

/** Rule sets are for state or for private property, and the plan chooses the set. */
const orderTypeOf = (lot: DemoLot, { ruleSet }: TradePlan): DemoLot['orderType'] =>
  ruleSet === 'practice' ? lot.orderType : ruleSet === 'private' ? 'private' : 'state';

/** What the demo does with lots, and the repositories it does it with. */
export const demoLots = (db: AnyDb) => {
  const reference = createReferenceService(createReferenceRepository(db));
  const lots = createLotsRepository(db);
  const applications = createTradeApplicationsRepository(db);
  const card = createLotCardRepository(db);

  /** Publishes one demo lot by a plan. Returns its id. */
  async function publish(
    lot: DemoLot,
    plan: TradePlan & { roomOpenedAt?: Date; instalmentMonths?: number | null; orderId?: number | null },
    customerPersonId: string,
  ): Promise<number> {
    const categoryIds = new Map((await reference.categories()).map(({ code, id }) => [code, id]));
    const id = await publishLot(lots, reference, {
      ...describeLot({ ...lot, orderType: orderTypeOf(lot, plan) }, categoryIds, customerPersonId),
      ...plan,
    });
    await card.addDocuments(documentsOf(lot).map((document) => ({ ...document, lotId: id })));
    return id;
  }

  /** Bots of a lot apply, each with its deposit. */
  async function seatBots(lot: { id: number; practice: boolean }, bots: readonly SeatedBot[]): Promise<void> {
    const depositTiyin = (await lots.get(lot.id))?.deposit_tiyin ?? 0;
    for (const { personId } of botsOf(lot, bots))
      await takeSeat(db, { lotId: lot.id, personId, depositTiyin });
  }

  return {
    lots,
    seatBots,
    takeSeat: (seat: Seat) => takeSeat(db, seat),
    spendDeposit: (lotId: number, personId: string) => spendDeposit(db, lotId, personId),
    reference,
    card,
    search: createLotSearchRepository(db),
    applications,
    publish,
    /** The same for a room that opens at once: its bots apply now, before applications close. */
    async publishWithBots(
      lot: DemoLot,
      plan: TradePlan & { orderId?: number | null },
      world: Pick<DemoWorld, 'bots' | 'customerPersonId'>,
    ): Promise<number> {
      const id = await publish(lot, plan, world.customerPersonId);
      await seatBots({ id, practice: false }, world.bots);
      return id;
    },
  };
};
export type DemoLotsDoor = ReturnType<typeof demoLots>;
