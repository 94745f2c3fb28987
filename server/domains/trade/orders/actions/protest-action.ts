import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { badRequest, notFound } from '#server/platform/errors/index.ts';
import type { ActionRefused, DoActResAnswer } from '#shared/api/cabinet/order-actions.ts';
import type { ProtestAnswer } from '#shared/lifecycles/protest.ts';
import type { ModeratedRow } from '../flows/moderated-order-tables.ts';
import { answerOf, refusal } from './action-answers.ts';
import type { DoneAnswer, StoredToken } from './action-tokens.repository.ts';

/** A customer answers a protest against the result of the order's lot. */
interface ProtestAnswerOfOrder {
  orderId: number;
  protestId: number;
  personId: string;
  verdict: ProtestAnswer;
  text: string;
}

/**
 * One transaction, which locks the sales of the lot before the order: `begin` answers false when it was done before, `finish`
 * notes that it is done. `over`: it was answered or decided already, or its time has passed.
 */
export type AnswerProtestOfOrder = (
  asked: ProtestAnswerOfOrder,
  within: { begin(tx: AnyDb): Promise<boolean>; finish(tx: AnyDb): Promise<void> },
) => Promise<'answered' | 'repeated' | 'over' | 'none'>;

/** @throws 404 for protests against other lots, 400 without one or without reasons */
export async function protestOver(
  {
    orderId,
    protestId,
    reason,
  }: { orderId: number; protestId?: number | undefined; reason?: string | undefined },
  personId: string,
  protestOf: (orderId: number, personId: string, protestId: number) => Promise<'open' | 'over' | 'none'>,
): Promise<ActionRefused | null> {
  if (protestId === undefined || reason === undefined) throw badRequest('order-action.no-reason');
  const is = await protestOf(orderId, personId, protestId);
  if (is === 'none') throw notFound();
  return is === 'over' ? refusal('protest-over') : null;
}

export interface TokenInHand {
  /** The token under its lock, and its order. */
  begun(tx: AnyDb, token: StoredToken): Promise<{ done: DoneAnswer } | { order: ModeratedRow }>;
  finish(tx: AnyDb, token: StoredToken, answer: DoneAnswer): Promise<DoneAnswer>;
  actions: Pick<ActionLog, 'record'>;
}

/** Carries out the answer to a protest that a token announced. */
export async function answerProtestWith(
  { begun, finish, actions }: TokenInHand,
  token: StoredToken,
  { personId, address }: { personId: string; address: string },
  answerProtest: AnswerProtestOfOrder,
): Promise<DoActResAnswer> {
  const { order_id: orderId, protest_id: protestId, reason: text } = token;
  if (protestId === null || text === null) throw new Error('a token of a protest names none');
  const verdict = token.action === 'accept-protest' ? 'accepted' : 'rejected';
  let done: DoneAnswer | null = null;
  let order: ModeratedRow | null = null;
  const outcome = await answerProtest(
    { orderId, protestId, personId, verdict, text },
    {
      async begin(tx) {
        const at = await begun(tx, token);
        if ('done' in at) done = at.done;
        else order = at.order;
        return 'order' in at;
      },
      async finish(tx) {
        const entry = { type: 'order', action: `protest-${verdict}`, result: 'done' } as const;
        await actions.record({ ...entry, personId, address, reason: `order:${orderId}` }, tx);
        done = await finish(tx, token, answerOf(token, order!));
      },
    },
  );
  if (done) return done;
  if (outcome === 'none') throw notFound();
  return refusal('protest-over');
}
