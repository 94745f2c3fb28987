import { createHash } from 'node:crypto';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { SignaturesService } from '#server/domains/people/signatures/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { conflict, notFound } from '#server/platform/errors/index.ts';
import { newSecret, uuidOf } from '#server/platform/ids/index.ts';
import type { ActionRefused, DoActAnswer, DoActResAnswer } from '#shared/api/cabinet/order-actions.ts';
import { isProtestAction, possibleActions, type OrderAction } from '#shared/lifecycles/order-actions.ts';
import type { CreateOrders } from '../create-order.ts';
import type { ModeratedRow } from '../flows/moderated-order-tables.ts';
import { createOrderFlowsRepository } from '../flows/order-flows.repository.ts';
import type { OrderMoves } from '../flows/order-moves.ts';
import {
  createActionTokensRepository,
  madeAt,
  type DoneAnswer,
  type StoredToken,
} from './action-tokens.repository.ts';
import { answerOf, refusal } from './action-answers.ts';
import { answerProtestWith, protestOver } from './protest-action.ts';
import type { ClosingPort } from './closing-port.ts';
import { documentOfOrder } from './document-of-order.ts';
import {
  stateOf,
  type Actor,
  type Asked,
  type Confirmed,
  type Elsewhere,
  type WithdrawFromTrade,
} from './action-parts.ts';
import { createObstacles, type ObstaclesDeps } from './obstacles.ts';
import type { RepeatTerms, RelistingRequests } from './relisting-requests.ts';
import type { Withdrawals } from './withdrawals.ts';

export interface OrderActionsDeps extends ObstaclesDeps {
  db: AnyDb;
  /** Canonical JSON of the order with its files. */
  canonical(order: ModeratedRow): Promise<string>;
  signatures: Pick<SignaturesService, 'prepare' | 'accept'>;
  moves: OrderMoves;
  withdrawals: Withdrawals;
  closing: ClosingPort;
  creating: Pick<CreateOrders, 'duplicate'>;
  actions: Pick<ActionLog, 'record'>;
}

type Moved = 'send' | 'take-back' | 'cancel' | 'close';
const LOGGED: Readonly<Record<Moved, string>> = {
  send: 'sent',
  'take-back': 'taken-back',
  cancel: 'cancelled',
  close: 'closed',
};

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** What customers do with their orders: first what it would do, then, with a token, the action itself, once. */
export function createOrderActions(deps: OrderActionsDeps) {
  const { db, canonical, signatures, moves, withdrawals, creating, actions, closing } = deps;
  const orders = createOrderFlowsRepository(db);
  const tokens = createActionTokensRepository(db);
  const { claimedByNow, notClosed, obstacle } = createObstacles(deps);

  /** @throws 404 for orders of others, 409 `orders.changed` and `order-action.not-possible` */
  function demand(
    row: ModeratedRow | undefined,
    personId: string,
    { version, action }: Omit<Asked, 'orderId'>,
  ) {
    if (row?.person_id !== personId || row.status === 'gone') throw notFound();
    const possible = possibleActions(row.status, { protested: isProtestAction(action) });
    if (!possible.includes(action))
      throw conflict('order-action.not-possible', {
        details: { state: row.status, possible },
        values: { state: row.status },
      });
    if (row.version !== version) throw conflict('orders.changed', { details: { version: row.version } });
    return row;
  }

  /** @throws for other actions */
  const wishOf = (
    repeats: RelistingRequests,
    row: ModeratedRow,
    action: OrderAction,
    cutBp: number | null,
  ) => {
    if (action !== 'repeat' && action !== 'stop-repeats') throw new TypeError(`${action} repeats nothing`);
    return repeats.prepare({ orderId: row.id, action, personId: row.person_id, cutBp });
  };

  async function consequenceOf(row: ModeratedRow, { action, copies = 1 }: Asked, actor: Actor) {
    const next = action === 'withdraw-from-trade' ? await withdrawals.next(row.person_id) : null;
    const request =
      action === 'send'
        ? await signatures.prepare(actor.personId, {
            kind: 'order',
            subject: String(row.id),
            language: actor.language,
            document: documentOfOrder(row.version, await canonical(row)),
          })
        : null;
    return {
      request,
      consequence: {
        to: stateOf(action) ?? row.status,
        penaltyTiyin: next?.penaltyTiyin ?? 0,
        withdrawalCount: next?.count ?? null,
        copies: action === 'duplicate' ? copies : 0,
        repeat: null as RepeatTerms | null,
        toSign: request && {
          requestId: request.id,
          documentBase64: request.document.toString('base64'),
          expiresAt: request.expiresAt.toISOString(),
        },
      },
    };
  }

  /** The token once more under its lock, and the order in the version that it was made for. */
  async function begun(
    tx: AnyDb,
    token: StoredToken,
  ): Promise<{ done: DoneAnswer } | { order: ModeratedRow }> {
    const locked = await createActionTokensRepository(tx).lock(token.token_hash, token.person_id);
    if (locked?.answer) return { done: { ...locked.answer, repeated: true } };
    const row = await createOrderFlowsRepository(tx).lock(token.order_id);
    return { order: demand(row, token.person_id, { version: token.order_version, action: token.action }) };
  }

  async function finish(tx: AnyDb, token: StoredToken, answer: DoneAnswer): Promise<DoneAnswer> {
    await createActionTokensRepository(tx).done(token.token_hash, answer);
    return answer;
  }

  async function moved(tx: AnyDb, token: StoredToken, event: Moved, address: string): Promise<DoneAnswer> {
    const { person_id: personId, order_id: orderId } = token;
    const result = await moves.move(tx, { event, orderId, by: { kind: 'customer', personId } });
    // The order is locked in a state that allows it.
    if (result.outcome !== 'moved') throw new Error(`order ${orderId} was not moved: ${result.outcome}`);
    const entry = {
      type: 'order',
      action: LOGGED[event],
      result: 'done',
      reason: `order:${orderId}`,
    } as const;
    await actions.record({ ...entry, personId, address }, tx);
    return finish(tx, token, answerOf(token, result.order));
  }

  /** Changes of the state that need nothing besides the order. */
  const change = (token: StoredToken, event: Moved, address: string): Promise<DoneAnswer | ActionRefused> =>
    inTransaction(db, async (tx) => {
      const at = await begun(tx, token);
      if ('done' in at) return at.done;
      const refused = event === 'take-back' ? claimedByNow(at.order) : null;
      return refused ?? moved(tx, token, event, address);
    });

  /** Nothing else decides about the lots of the order meanwhile. */
  async function close(token: StoredToken, address: string): Promise<DoneAnswer | ActionRefused> {
    const closed = await closing.within(token.order_id, async (tx) => {
      const at = await begun(tx, token);
      return 'done' in at ? at.done : moved(tx, token, 'close', address);
    });
    return 'obstacle' in closed ? notClosed(closed)! : closed;
  }

  async function send(
    token: StoredToken,
    signature: Confirmed['signature'],
    { personId, address }: Actor,
  ): Promise<DoActResAnswer> {
    if (!signature) return { verdict: 'signature', reason: 'missing' };
    if (signature.requestId !== token.signature_request_id)
      return { verdict: 'signature', reason: 'other-document' };
    const { order_id: orderId, order_version: version } = token;
    const row = demand(await orders.byId(orderId), personId, { version, action: 'send' });
    const stopped = await obstacle(row, 'send');
    if (stopped) return stopped;
    let done: DoneAnswer | null = null;
    const signed = await signatures.accept(personId, 'order', signature, address, async (tx, document) => {
      const at = await begun(tx, token);
      if ('done' in at) return;
      done = await moved(tx, token, 'send', address);
      await createOrderFlowsRepository(tx).sent(orderId, document.id);
    });
    if (signed.outcome === 'refused') {
      await actions.record({
        personId,
        type: 'order',
        action: 'sent',
        result: 'refused',
        reason: signed.reason,
        address,
      });
      return { verdict: 'signature', reason: signed.reason };
    }
    if (done) return done;
    // The same signature was accepted in another request.
    const first = (await tokens.find(token.token_hash, personId))?.answer;
    if (!first) throw conflict('order-action.expired');
    return { ...first, repeated: true };
  }

  async function duplicate(token: StoredToken, { personId, address }: Actor): Promise<DoActResAnswer> {
    const row = await orders.byId(token.order_id);
    const order = demand(row, personId, { version: token.order_version, action: 'duplicate' });
    const copies = {
      orderId: order.id,
      copies: token.copies ?? 1,
      // The same token makes the same orders.
      requestId: uuidOf(token.token_hash),
    };
    const result = await creating.duplicate(personId, copies, address);
    if (result.outcome === 'gone') throw conflict('order-action.expired');
    if (result.outcome === 'refused')
      return refusal(result.reason, {
        missingFacts: [...result.missingFacts],
        barredUntil: result.barredUntil,
      });
    const createdIds = result.orders.map(({ id }) => id);
    return finish(db, token, { ...answerOf(token, order), createdIds });
  }

  async function withdraw(
    token: StoredToken,
    { personId, address }: Actor,
    withdrawFromTrade: WithdrawFromTrade,
  ): Promise<DoActResAnswer> {
    const { order_id: orderId, order_version: version } = token;
    // By this token: an order that was withdrawn before, and is on trade again, is withdrawn once more.
    const done = () => withdrawals.ofOrderSince(orderId, madeAt(token));
    if (!(await done())) {
      demand(await orders.byId(orderId), personId, { version, action: 'withdraw-from-trade' });
      const { outcome } = await withdrawFromTrade(orderId, personId, token.stated_penalty_tiyin);
      // Another order was withdrawn meanwhile: the person has not agreed to so much.
      if (outcome === 'costs-more') throw conflict('order-action.expired');
      if (outcome === 'has-price') return refusal('has-price');
      if (outcome === 'busy') return refusal('busy');
    }
    const row = await orders.byId(orderId);
    const withdrawal = await done();
    // The lot ended by itself or by staff first.
    if (!row || !withdrawal || row.person_id !== personId)
      throw conflict('order-action.not-possible', {
        details: { state: row?.status, possible: row ? possibleActions(row.status) : [] },
        values: { state: row?.status ?? 'gone' },
      });
    return inTransaction(db, async (tx) => {
      const locked = await createActionTokensRepository(tx).lock(token.token_hash, personId);
      if (locked?.answer) return { ...locked.answer, repeated: true };
      const entry = {
        type: 'order',
        action: 'withdrawn',
        result: 'done',
        reason: `order:${orderId}`,
      } as const;
      await actions.record({ ...entry, personId, address }, tx);
      const answer = { ...answerOf(token, row), penaltyTiyin: withdrawal.penalty_tiyin };
      return finish(tx, token, answer);
    });
  }

  async function wish(
    token: StoredToken,
    { personId, address }: Actor,
    repeats: RelistingRequests,
  ): Promise<DoActResAnswer> {
    const { order_id: orderId, order_version: version, action } = token;
    const row = demand(await orders.byId(orderId), personId, { version, action });
    const prepared = await wishOf(repeats, row, action, token.cut_bp);
    if (prepared.outcome === 'refused') return refusal(prepared.reason);
    return inTransaction(db, async (tx) => {
      const at = await begun(tx, token);
      if ('done' in at) return at.done;
      const order = await prepared.perform(tx);
      if (typeof order === 'string') return refusal(order);
      const done = action === 'repeat' ? 'repeat-asked' : 'repeat-stopped';
      const entry = { type: 'order', action: done, result: 'done', reason: `order:${orderId}` } as const;
      await actions.record({ ...entry, personId, address }, tx);
      return finish(tx, token, answerOf(token, order));
    });
  }

  /** @throws as `demand` */
  function perform(
    token: StoredToken,
    signature: Confirmed['signature'],
    actor: Actor,
    { withdrawFromTrade, answerProtest, repeats }: Elsewhere,
  ): Promise<DoActResAnswer> {
    switch (token.action) {
      case 'send':
        return send(token, signature, actor);
      case 'take-back':
      case 'cancel':
        return change(token, token.action, actor.address);
      case 'close':
        return close(token, actor.address);
      case 'duplicate':
        return duplicate(token, actor);
      case 'withdraw-from-trade':
        return withdraw(token, actor, withdrawFromTrade);
      case 'edit':
        // Nothing changes: the form opens.
        return inTransaction(db, async (tx) => {
          const at = await begun(tx, token);
          return 'done' in at ? at.done : finish(tx, token, answerOf(token, at.order));
        });
      case 'accept-protest':
      case 'reject-protest':
        return answerProtestWith({ begun, finish, actions }, token, actor, answerProtest);
      case 'repeat':
      case 'stop-repeats':
        return wish(token, actor, repeats);
    }
  }

  return {
    /** See `order-action/do-act`. */
    async prepare(
      asked: Asked,
      actor: Actor,
      elsewhere: Pick<Elsewhere, 'protestOf' | 'repeats'>,
    ): Promise<DoActAnswer> {
      const row = demand(await orders.byId(asked.orderId), actor.personId, asked);
      const stopped = isProtestAction(asked.action)
        ? await protestOver(asked, actor.personId, (...which) => elsewhere.protestOf(...which))
        : await obstacle(row, asked.action);
      if (stopped) return stopped;
      const { consequence, request } = await consequenceOf(row, asked, actor);
      if (asked.action === 'repeat' || asked.action === 'stop-repeats') {
        const prepared = await wishOf(elsewhere.repeats, row, asked.action, asked.cutBp ?? null);
        if (prepared.outcome === 'refused') return refusal(prepared.reason);
        consequence.repeat = prepared.terms;
      }
      const token = newSecret();
      const expiresAt = await tokens.add({
        hash: hashOf(token),
        personId: actor.personId,
        orderId: row.id,
        version: row.version,
        action: asked.action,
        copies: consequence.copies || null,
        cutBp: asked.cutBp ?? null,
        protestId: asked.protestId ?? null,
        reason: asked.reason ?? null,
        signatureRequestId: request?.id ?? null,
        statedPenaltyTiyin: asked.action === 'withdraw-from-trade' ? consequence.penaltyTiyin : null,
      });
      const { action } = asked;
      return { verdict: 'ready', action, token, expiresAtMs: expiresAt.getTime(), consequence };
    },

    /** See `order-action/do-act-res`. */
    async carryOut(
      { token: secret, signature }: Confirmed,
      actor: Actor,
      elsewhere: Elsewhere,
    ): Promise<DoActResAnswer> {
      const token = await tokens.find(hashOf(secret), actor.personId);
      if (!token) throw notFound();
      if (token.answer) return { ...token.answer, repeated: true };
      if (token.expired) throw conflict('order-action.expired');
      const first = async (): Promise<DoneAnswer | null> => {
        const answer = (await tokens.find(token.token_hash, actor.personId))?.answer;
        return answer ? { ...answer, repeated: true } : null;
      };
      // Of two requests with one token the second finds the order changed by the first, which is no obstacle to it.
      try {
        const result = await perform(token, signature, actor, elsewhere);
        return result.verdict === 'done' ? result : ((await first()) ?? result);
      } catch (error) {
        const answer = await first();
        if (answer) return answer;
        throw error;
      }
    },
  };
}

export type OrderActions = ReturnType<typeof createOrderActions>;
