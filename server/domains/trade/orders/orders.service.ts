import type { AccountsService } from '#server/domains/people/accounts/index.ts';
import { createCreateOrders, type CreateDeps, type CreateOrders } from './create-order.ts';
import { createOrderJudge, type JudgeDeps, type OrderJudge } from './judge-order.ts';
import { createOrderCost } from './order-cost.ts';
import { createOrderDrafts, type DraftDeps, type OrderDrafts } from './order-drafts.ts';
import { createOrderReading, type OrderReading } from './order-reading.ts';
import {
  createOrderRequisites,
  type OrderRequisitesService,
  type RequisitesDeps,
} from './order-requisites.ts';
import { createOrderTabs, type OrderTabs, type TabsDeps } from './order-tabs.ts';
import type { OrderFlows } from './flows/order-flows.ts';

export interface OrdersDeps
  extends
    JudgeDeps,
    Omit<CreateDeps, 'flows'>,
    Omit<DraftDeps, 'judge' | 'flows'>,
    Omit<RequisitesDeps, 'judge' | 'flows' | 'accounts'>,
    Pick<TabsDeps, 'cardsOf'> {
  reference: JudgeDeps['reference'] &
    TabsDeps['reference'] &
    Parameters<typeof createOrderCost>[0]['reference'];
  accounts: Pick<AccountsService, 'byId' | 'byIds'>;
  flows: OrderFlows;
}

export interface OrdersService {
  judge: OrderJudge;
  creating: CreateOrders;
  drafts: OrderDrafts;
  reading: OrderReading;
  tabs: OrderTabs;
  requisites: OrderRequisitesService;
  /** @throws 404 for orders of other people */
  cost: ReturnType<typeof createOrderCost>;
}

export function createOrdersService(deps: OrdersDeps): OrdersService {
  const judge = createOrderJudge(deps);
  const parts = { ...deps, judge };
  return {
    judge,
    creating: createCreateOrders(deps),
    drafts: createOrderDrafts(parts),
    reading: createOrderReading(parts),
    tabs: createOrderTabs(parts),
    requisites: createOrderRequisites(parts),
    cost: createOrderCost(parts),
  };
}
