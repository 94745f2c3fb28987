import { createReadStream } from 'node:fs';
import type { FilesService } from '#server/domains/files/index.ts';
import {
  filesOf,
  type OrderActions,
  type OrderMove,
  type OrderMoves,
  type OrdersService,
} from '#server/domains/orders/index.ts';
import { createReferenceRepository, createReferenceService } from '#server/domains/reference/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { uuidOf } from '#server/platform/ids/index.ts';
import { DAY_MS, startOfDay } from '#shared/time/tashkent.ts';
import { AUCTION_LOTS, type DemoLot } from './content/index.ts';
import type { DemoWorld } from './demo-lots.ts';
import { describeLot } from './describe-lot.ts';
import { fieldsOfLot } from './order-fields.ts';
import { photoFile } from './pictures/photo.ts';

export interface CustomerOrdersDeps {
  db: AnyDb;
  orders: Pick<OrdersService, 'creating' | 'drafts'>;
  orderActions: Pick<OrderActions, 'prepare' | 'carryOut'>;
  orderMoves: Pick<OrderMoves, 'move'>;
  files: Pick<FilesService, 'addGiven'>;
  /** PKCS#7 in base64; null where this person signs by hand. */
  sign: (personId: string, document: Buffer) => Promise<string | null>;
}

type World = Pick<DemoWorld, 'customerPersonId' | 'moderatorPersonId' | 'signIns'>;
type OwnStep = 'send' | 'take-back' | 'cancel';
type StaffStep = 'return' | 'reject';
type Step = OwnStep | StaffStep;
interface Seen {
  orderId: number;
  version: number;
}

/** What became of each order since it was written; those on trade and after it come with the lots. */
const STORIES: readonly (readonly Step[])[] = [
  [],
  ['send'],
  ['send', 'return'],
  ['send', 'return', 'send'],
  ['send', 'reject'],
  ['send', 'take-back', 'cancel'],
];
const PHOTOS = 3;

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
  const { db, orders, orderMoves, files } = deps;
  const { customerPersonId: personId } = world;
  const reference = createReferenceService(createReferenceRepository(db));
  const categoryIds = new Map((await reference.categories()).map(({ code, id }) => [code, id]));
  const name = world.signIns.find(({ part }) => part === 'customer')?.name ?? '';
  const staff = { kind: 'staff', personId: world.moderatorPersonId } as const;

  const moveOf = (event: StaffStep, orderId: number): OrderMove => {
    if (event === 'return') {
      const remarks = [
        { field: 'description' as const, text: 'Опишите состояние и комплектность.' },
        { field: 'photos' as const, text: 'Нужен снимок таблички с номером.' },
      ];
      return { event, orderId, by: staff, remarks };
    }
    return { event, orderId, by: staff, reason: 'already-on-trade', why: 'Это имущество уже продаётся.' };
  };

  /** Answers the version after the step; null where the customer has to sign by hand. */
  async function step(event: Step, { orderId, version }: Seen): Promise<number | null> {
    if (event !== 'return' && event !== 'reject') return act(deps, personId, { orderId, version }, event);
    const moved = await inTransaction(db, (tx) => orderMoves.move(tx, moveOf(event, orderId)));
    if (moved.outcome !== 'moved') throw new Error(`order ${orderId}, ${event}: ${moved.outcome}`);
    return moved.order.version;
  }

  for (const [i, lot] of lotsToWrite().slice(0, STORIES.length).entries()) {
    const made = await orders.creating.create(personId, { requestId: uuidOf(`demo order ${i}`) }, '');
    const [order] = made.outcome === 'created' && !made.repeated ? made.orders : [];
    if (!order) continue;
    const opens = startOfDay(Date.now()) + (i + 4) * DAY_MS;
    const described = {
      ...describeLot(lot, categoryIds, personId),
      ...{ ruleSet: 'private' as const, publishedAt: new Date(), choices: { depositPercent: 5 } },
      ...{ opensAt: new Date(opens), closesAt: new Date(opens + DAY_MS) },
    };
    const saved = await orders.drafts.save(
      personId,
      { orderId: order.id, version: order.version },
      fieldsOfLot(described, lot.pattern, name),
    );
    for (let view = 0; view < PHOTOS; view += 1)
      await files.addGiven(filesOf(order.id), 'image', {
        uploadId: uuidOf(`order ${order.id}:${view}`),
        name: `${lot.pattern}-${view}.webp`,
        bytes: createReadStream(photoFile(lot.pattern, view)),
      });
    let version: number | null = saved.version;
    for (const event of STORIES[i] ?? []) {
      version = await step(event, { orderId: order.id, version });
      if (version === null) break;
    }
  }
}

const unexpected = () => {
  throw new Error('orders of the demo are neither withdrawn nor protested against here');
};
const NOTHING_ELSEWHERE = {
  withdrawFromTrade: unexpected,
  answerProtest: unexpected,
  protestOf: unexpected,
  repeats: { prepare: unexpected },
};

/** What the customer does with an order, by the calls of the cabinet. */
async function act(
  { orderActions, sign }: Pick<CustomerOrdersDeps, 'orderActions' | 'sign'>,
  personId: string,
  seen: Seen,
  action: OwnStep,
): Promise<number | null> {
  const actor = { personId, address: '127.0.0.1', language: 'uz' } as const;
  const ready = await orderActions.prepare({ ...seen, action }, actor, NOTHING_ELSEWHERE);
  if (ready.verdict !== 'ready')
    throw new Error(`order ${seen.orderId}, ${action}: ${JSON.stringify(ready)}`);
  const { token, consequence } = ready;
  const { toSign } = consequence;
  const pkcs7 = toSign && (await sign(personId, Buffer.from(toSign.documentBase64, 'base64')));
  if (toSign && !pkcs7) return null;
  const signature = toSign && pkcs7 ? { requestId: toSign.requestId, pkcs7 } : undefined;
  const done = await orderActions.carryOut({ token, signature }, actor, NOTHING_ELSEWHERE);
  if (done.verdict !== 'done') throw new Error(`order ${seen.orderId}, ${action}: ${JSON.stringify(done)}`);
  return done.order.version;
}
