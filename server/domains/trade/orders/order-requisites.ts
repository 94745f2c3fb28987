import { isDeepStrictEqual } from 'node:util';
import { demandFreshSignIn, type AccountsService } from '#server/domains/people/accounts/index.ts';
import type { ActionLog } from '#server/domains/staff/action-log/index.ts';
import type { Notifications } from '#server/domains/content/notifications/index.ts';
import { conflict, notFound, ruleForbids } from '#server/platform/errors/index.ts';
import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import {
  refuseUnlessRight,
  sentOrRefuse,
  type CodeSent,
  type OneTimeCodes,
  type VerifyOutcome,
} from '#server/platform/one-time-codes/index.ts';
import type { Session } from '#server/platform/sessions/index.ts';
import { isOpenOrder } from '#shared/lifecycles/order.ts';
import type { OrderFieldName, OrderRequisites } from '#shared/orders/order-fields.ts';
import { requisitesProblems } from '#shared/orders/order-problems.ts';
import type { OrderFlows } from './flows/order-flows.ts';
import type { OrderJudge } from './judge-order.ts';
import { createRequisitesChangesRepository } from './requisites-changes.repository.ts';
import type { StoredOrder } from './order-tables.ts';
import { createOrdersRepository } from './orders.repository.ts';
import { demandVersion, lockedOrder, notEditable, ownOrder } from './own-order.ts';
import { isPayoutSent } from './sent-payout.repository.ts';
import { storedFields } from './stored-fields.ts';

export interface RequisitesDeps {
  db: AnyDb;
  accounts: Pick<AccountsService, 'byId'>;
  judge: Pick<OrderJudge, 'contextOf'>;
  flows: Pick<OrderFlows, 'answerRemarks'>;
  codes: OneTimeCodes;
  codesIn(tx: AnyDb): OneTimeCodes;
  notify: Notifications['notify'];
  actions: Pick<ActionLog, 'record'>;
}

export interface OrderRequisitesService {
  /**
   * A code to the confirmed phone and e-mail of the person. 403 `sign-in-again`, 404, 409 `orders.not-editable` and `orders.payout-sent`, and the refusals
   * `codes.*`.
   */
  sendCode(session: Session, orderId: number, address: string): Promise<CodeSent>;
  /** With the right code. The same requisites again change nothing. Also 409 `orders.changed`, 422 `orders.requisites`. */
  change(
    session: Session,
    wanted: { orderId: number; version: number; requisites: OrderRequisites; code: string },
    address: string,
  ): Promise<{ version: number }>;
}

const purposeOf = (orderId: number, personId: string) => ({
  purpose: 'order-requisites',
  subject: `order:${orderId}`,
  personId,
});

/** Asked under the order's lock before a change: a payout that is sent meanwhile reads the requisites under the same lock. */
async function demandTaking(on: AnyDb, { id, status }: StoredOrder): Promise<void> {
  if (!isOpenOrder(status)) throw notEditable(status);
  if (await isPayoutSent(on, id)) throw conflict('orders.payout-sent');
}

const ABOUT: readonly OrderFieldName[] = ['requisites'];

/** Where the money of an order goes: changed after a fresh sign-in with a code, and recorded for staff. */
export function createOrderRequisites(deps: RequisitesDeps): OrderRequisitesService {
  const { db, accounts, judge, flows, codes, codesIn, notify, actions } = deps;

  return {
    async sendCode(session, orderId, address) {
      const { personId } = session.person;
      const order = await ownOrder(db, personId, orderId);
      demandFreshSignIn(session);
      await demandTaking(db, order);
      const person = await accounts.byId(personId);
      if (!person) throw notFound();
      // What is only stated may be somebody else's, whose codes would be used up.
      const channels = {
        phone: person.phoneConfirmed ? person.phone : null,
        email: person.emailConfirmed ? person.email : null,
      };
      return sentOrRefuse(await codes.issue({ ...purposeOf(orderId, personId), channels, address }));
    },

    async change(session, { orderId, version, requisites: given, code }, address) {
      const { personId } = session.person;
      const { requisites } = storedFields({ requisites: given });
      const before = await ownOrder(db, personId, orderId);
      demandFreshSignIn(session);
      await demandTaking(db, before);
      // The first answer was lost.
      if (isDeepStrictEqual(before.fields.requisites, requisites)) return { version: before.version };
      const fields = { ...before.fields, ...(requisites && { requisites }) };
      const context = await judge.contextOf({ id: orderId, personId, fields });
      const problems = requisitesProblems(requisites, context);
      if (problems.length > 0) throw ruleForbids('orders.requisites', { details: { problems } });
      // A wrong try is counted: its transaction commits like a right one.
      const done = await inTransaction(
        db,
        async (tx): Promise<Exclude<VerifyOutcome, 'right'> | StoredOrder> => {
          const row = await lockedOrder(tx, personId, orderId);
          await demandTaking(tx, row);
          demandVersion(row, version);
          const verdict = await codesIn(tx).verify({ ...purposeOf(orderId, personId), code });
          if (verdict !== 'right') return verdict;
          const changed = await createOrdersRepository(tx).writeRequisites(orderId, requisites);
          const id = await createRequisitesChangesRepository(tx).add({
            orderId,
            personId,
            before: row.fields.requisites ?? null,
            after: requisites!,
          });
          await flows.answerRemarks(tx, orderId, ABOUT);
          await notify(tx, {
            personId,
            key: `order-requisites:${id}`,
            template: 'order-requisites-changed',
            params: { orderId },
          });
          const entry = { type: 'order', action: 'requisites-changed', result: 'done' } as const;
          await actions.record({ personId, address, ...entry }, tx);
          return changed;
        },
      );
      if (typeof done === 'string') {
        refuseUnlessRight(done);
        throw new Error(`a code that was ${done} is refused`);
      }
      return { version: done.version };
    },
  };
}
