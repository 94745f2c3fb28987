/** Outgoing money: refund requests of people, decisions of staff, and destinations. */
import { randomUUID } from 'node:crypto';
import { createNotifications } from '#server/domains/content/notifications/index.ts';
import { createActionLog } from '#server/domains/staff/action-log/index.ts';
import type { CardTokens } from '#server/integrations/card-tokens/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { Account } from './destinations.repository.ts';
import { createDestinations } from './destinations.ts';
import { refundReference, type OutgoingWallet, type RefundLimits, type RefundPorts } from './refund-ports.ts';
import { createRefundDecisions } from './refunds.decide.ts';
import { createRefundsRepository } from './refunds.repository.ts';
import { createRefunds } from './refunds.service.ts';

export { ownView as refundView } from './refund-view.ts';

export interface RefundingDeps {
  db: AnyDb;
  walletIn: (tx: AnyDb) => OutgoingWallet;
  requisitesOf: (personId: string) => Promise<Account | null>;
  cardTokens: CardTokens | null;
  /** Is it the code of a bank? null: there is no directory. */
  isMfo: (mfo: string) => Promise<boolean | null>;
  isSamePerson: RefundPorts['isSamePerson'];
  judge: RefundPorts['judge'];
  debts: RefundPorts['debts'];
  limits: RefundLimits;
}

export type Refunding = ReturnType<typeof createRefunding>;

export function createRefunding(deps: RefundingDeps) {
  const { db, walletIn, requisitesOf, cardTokens, isMfo, isSamePerson, judge, debts, limits } = deps;
  const notifications = createNotifications(db);
  const repository = createRefundsRepository(db);
  const ports: RefundPorts = {
    db,
    walletIn,
    isSamePerson,
    judge,
    debts,
    limits,
    notify: (tx, news) => {
      const { kind, refund } = news;
      const to = { personId: refund.person_id, key: `${kind}:${refundReference(refund)}` };
      if (kind === 'debts-set-off')
        return notifications.notify(tx, {
          ...to,
          template: kind,
          params: { amountTiyin: news.amountTiyin },
        });
      const amountTiyin = refund.amount_tiyin - refund.set_off_tiyin;
      const params = { refundId: String(refund.id), amountTiyin };
      return kind === 'refund-refused'
        ? notifications.notify(tx, {
            ...to,
            template: kind,
            params: { ...params, reason: refund.reason ?? '' },
          })
        : notifications.notify(tx, { ...to, template: kind, params });
    },
    record: (tx, action) => createActionLog(tx).record({ type: 'refund', result: 'done', ...action }),
  };
  const destinations = createDestinations({
    db,
    requisitesOf,
    cardTokens,
    isMfo,
    tokenInUse: (token) => repository.tokenInUse(token),
    tellAdded: (tx, { personId, ending }) =>
      notifications.notify(tx, {
        personId,
        key: `payout-destination-added:${randomUUID()}`,
        template: 'payout-destination-added',
        params: { ending },
      }),
  });
  const refunds = createRefunds({ ...ports, findDestination: destinations.find });
  const decisions = createRefundDecisions(ports);
  /** Decisions within a transaction. */
  const decisionsIn = (tx: AnyDb) => createRefundDecisions({ ...ports, db: tx });
  return { refunds, destinations, decisions, decisionsIn };
}
