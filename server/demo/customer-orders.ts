import {
  createReferenceRepository,
  createReferenceService,
} from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { uuidOf } from '#server/platform/ids/index.ts';
import { DAY_MS, startOfDay } from '#shared/time/tashkent.ts';
import { AUCTION_LOTS, type DemoLot } from './content/index.ts';
import type { DemoWorld } from './demo-lots.ts';
import { describeLot } from './describe-lot.ts';
import { fieldsOfLot } from './order-fields.ts';
import { actOnOrder, addPhotos, DEMO_ADDRESS, type OrderCalls, type SeenOrder } from './order-steps.ts';

export interface CustomerOrdersDeps extends OrderCalls {
  db: AnyDb;
}

type World = Pick<DemoWorld, 'customerPersonId' | 'moderatorPersonId' | 'signIns'>;
type OwnStep = 'send' | 'take-back' | 'cancel';
type StaffStep = 'return' | 'reject';
type Step = OwnStep | StaffStep;

/** What became of each order since it was written; those on trade and after it come with the lots. */
const STORIES: readonly (readonly Step[])[] = [
  [],
  ['send'],
  ['send', 'return'],
  ['send', 'return', 'send'],
  ['send', 'reject'],
  ['send', 'take-back', 'cancel'],
];

const REMARKS = [
  { field: 'description' as const, text: 'Опишите состояние и комплектность.' },
  { field: 'photos' as const, text: 'Нужен снимок таблички с номером.' },
];

/** Private lots of different kinds, that are in no hurry. */
function lotsToWrite(): DemoLot[] {
  const one = new Map<string, DemoLot>();
  for (const lot of AUCTION_LOTS)
    if (lot.orderType === 'private' && lot.key !== lot.pattern) one.set(lot.pattern, lot);
  return [...one.values()];
}

/**
 * Orders of the demo's customer in every state before trade, made by the calls of the customer and of staff. Safe to
 * repeat: an order that exists is left as it is.
 */
export async function writeCustomerOrders(deps: CustomerOrdersDeps, world: World): Promise<void> {
  const { db, orders, moderation } = deps;
  const { customerPersonId: personId } = world;
  const reference = createReferenceService(createReferenceRepository(db));
  const categories = await reference.categories();
  const categoryIds = new Map(categories.map(({ code, id }) => [code, id]));
  const name = world.signIns.find(({ part }) => part === 'customer')?.name ?? '';
  const moderator = { personId: world.moderatorPersonId, address: DEMO_ADDRESS };

  /** Answers the version after the step; null where the customer has to sign by hand. */
  function step(event: Step, seen: SeenOrder): Promise<number | null> {
    if (event === 'return')
      return moderation.giveBack(seen, { reason: 'incomplete', remarks: REMARKS }, moderator);
    if (event !== 'reject') return actOnOrder(deps, personId, { ...seen, action: event });
    const why = { reason: 'already-on-trade', text: 'Это имущество уже продаётся.' };
    return moderation.reject(seen, why, moderator);
  }

  for (const [i, lot] of lotsToWrite().slice(0, STORIES.length).entries()) {
    const made = await orders.creating.create(personId, { requestId: uuidOf(`demo order ${i}`) }, '');
    const [order] = made.outcome === 'created' && !made.repeated ? made.orders : [];
    if (!order) continue;
    const opens = startOfDay(Date.now()) + (i + 4) * DAY_MS;
    const described = {
      ...describeLot(lot, categoryIds, personId),
      ruleSet: 'private' as const,
      publishedAt: new Date(),
      choices: { depositPercent: 5 },
      opensAt: new Date(opens),
      closesAt: new Date(opens + DAY_MS),
    };
    const saved = await orders.drafts.save(
      personId,
      { orderId: order.id, version: order.version },
      fieldsOfLot(described, categories, name),
    );
    await addPhotos(deps, order.id, lot.pattern);
    let version: number | null = saved.version;
    for (const event of STORIES[i] ?? []) {
      version = await step(event, { orderId: order.id, version });
      if (version === null) break;
    }
  }
}
