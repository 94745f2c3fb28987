import { NotInRuleSet, type ReferenceService } from '#server/domains/content/reference/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import type { OrderCost } from '#shared/api/cabinet/orders.ts';
import type { OrderProblem } from '#shared/orders/order-problems.ts';
import type { OrderJudge } from './judge-order.ts';
import { ownOrder } from './own-order.ts';
import { costOfOrder } from './terms-of-order.ts';

export interface CostDeps {
  db: AnyDb;
  reference: Pick<ReferenceService, 'ruleSetAt' | 'baseAmountAt' | 'workingCalendar'>;
  judge: Pick<OrderJudge, 'judge'>;
}

/** Fields without which its cost is unknown. */
const PRICED: readonly OrderProblem['field'][] = [
  'orderType',
  'tradeType',
  'ruleSet',
  'choices',
  'startPriceTiyin',
  'quantity',
  'stayDays',
  'paymentWorkingDays',
];

/** What selling by an order costs, and how it is traded if approved now. @throws 404 for orders of other people */
export const createOrderCost =
  ({ db, reference, judge }: CostDeps) =>
  async (personId: string, orderId: number, at = new Date()): Promise<OrderCost> => {
    const { id, fields } = await ownOrder(db, personId, orderId);
    const { problems } = await judge.judge({ id, personId, fields }, at);
    const unpriced = problems.filter(({ field }) => PRICED.includes(field));
    const { ruleSet: name, startPriceTiyin } = fields;
    if (unpriced.length > 0 || name === undefined || startPriceTiyin === undefined)
      return { terms: null, problems: unpriced };
    const [ruleSet, base, calendar] = await Promise.all([
      reference.ruleSetAt(name, at),
      reference.baseAmountAt(at),
      reference.workingCalendar(),
    ]);
    try {
      const on = { ruleSet, baseAmountTiyin: base.amountTiyin, calendar, at };
      return { terms: costOfOrder({ ...fields, startPriceTiyin }, on), problems: [] };
    } catch (error) {
      // Not retried: the rule set refuses these figures, which is an answer; other errors are faults.
      if (!(error instanceof NotInRuleSet)) throw error;
      return { terms: null, problems: [{ field: 'choices', problem: 'terms' }] };
    }
  };
