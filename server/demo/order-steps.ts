import { createReadStream } from 'node:fs';
import type { FilesService } from '#server/domains/content/files/index.ts';
import {
  filesOf,
  type Elsewhere,
  type Moderation,
  type OrderActions,
  type OrdersService,
} from '#server/domains/trade/orders/index.ts';
import { uuidOf } from '#server/platform/ids/index.ts';
import { photoFile } from './pictures/photo.ts';

/** What customers and staff of the demo do with orders: the calls of the cabinet and of the console. */
export interface OrderCalls {
  orders: Pick<OrdersService, 'creating' | 'drafts'>;
  orderActions: Pick<OrderActions, 'prepare' | 'carryOut'>;
  moderation: Pick<Moderation, 'approve' | 'giveBack' | 'reject'>;
  files: Pick<FilesService, 'addGiven'>;
  /** PKCS#7 in base64; null where this person signs by hand. */
  sign: (personId: string, document: Buffer) => Promise<string | null>;
}

export interface SeenOrder {
  orderId: number;
  version: number;
}

export const DEMO_ADDRESS = '127.0.0.1';
const PHOTOS = 3;

const unexpected = () => {
  throw new Error('this step of the demo concerns its order alone');
};
const NOTHING_ELSEWHERE: Elsewhere = {
  withdrawFromTrade: unexpected,
  answerProtest: unexpected,
  protestOf: unexpected,
  repeats: { prepare: unexpected },
};

type Action = 'send' | 'take-back' | 'cancel' | 'withdraw-from-trade' | 'accept-protest' | 'reject-protest';

/**
 * The customer acts on an order. Answers the version after it; null where the person has to sign by hand.
 * @throws when the product refuses
 */
export async function actOnOrder(
  { orderActions, sign }: Pick<OrderCalls, 'orderActions' | 'sign'>,
  personId: string,
  asked: SeenOrder & { action: Action; protestId?: number; reason?: string },
  elsewhere: Partial<Elsewhere> = {},
): Promise<number | null> {
  const { orderId, action } = asked;
  const actor = { personId, address: DEMO_ADDRESS, language: 'uz' } as const;
  const others = { ...NOTHING_ELSEWHERE, ...elsewhere };
  const ready = await orderActions.prepare(asked, actor, others);
  if (ready.verdict !== 'ready') throw new Error(`order ${orderId}, ${action}: ${JSON.stringify(ready)}`);
  const { token, consequence } = ready;
  const { toSign } = consequence;
  const pkcs7 = toSign && (await sign(personId, Buffer.from(toSign.documentBase64, 'base64')));
  if (toSign && !pkcs7) return null;
  const signature = toSign && pkcs7 ? { requestId: toSign.requestId, pkcs7 } : undefined;
  const done = await orderActions.carryOut({ token, signature }, actor, others);
  if (done.verdict !== 'done') throw new Error(`order ${orderId}, ${action}: ${JSON.stringify(done)}`);
  return done.order.version;
}

/** The photos of a kind of lot, as files of its order. Safe to repeat. */
export async function addPhotos(
  { files }: Pick<OrderCalls, 'files'>,
  orderId: number,
  pattern: string,
): Promise<void> {
  for (let view = 0; view < PHOTOS; view += 1)
    await files.addGiven(filesOf(orderId), 'image', {
      uploadId: uuidOf(`order ${orderId}:${view}`),
      name: `${pattern}-${view}.webp`,
      bytes: createReadStream(photoFile(pattern, view)),
    });
}
