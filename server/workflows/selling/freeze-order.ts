import { frozenLot, NotForPublication, type LotsRepository } from '#server/domains/trade/lots/index.ts';
import { tradeWindow, type OrderJudge, type OrderOnTrade } from '#server/domains/trade/orders/index.ts';
import { NotInRuleSet, type ReferenceService } from '#server/domains/content/reference/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { OrderProblem } from '#shared/orders/problem-codes.ts';
import { isCode, buildLotFromOrder } from './build-lot-from-order.ts';

export interface FreezeOrderDeps {
  judge: Pick<OrderJudge, 'judge'>;
  lots: Pick<LotsRepository, 'placeNames' | 'insert'>;
  reference: Pick<
    ReferenceService,
    'ruleSetToFreeze' | 'baseAmountToFreeze' | 'categories' | 'workingCalendar' | 'knownFieldsOf'
  >;
}

type FrozenOrder =
  | { row: Awaited<ReturnType<typeof frozenLot>>; title: LocalizedText }
  /** Why it cannot be traded. */
  | { problems: readonly OrderProblem[] };

/**
 * Staff may have edited dictionaries since the order was sent: categories, their fields, units, districts, banks. What was approved is
 * traded as it is, and no one alone keeps it from trade.
 */
const isOfOrder = ({ field, problem }: OrderProblem): boolean =>
  field !== 'facts' &&
  problem !== 'category-hidden' &&
  problem !== 'category-not-for-order-type' &&
  problem !== 'mfo-unknown' &&
  !(problem === 'unknown-choice' && (field === 'unit' || field === 'areaId'));

/** Freezes what an order offers, with the rule set and the base amount in force at that instant, into the row of a lot. */
export function createFreezeOrder({ judge, lots, reference }: FreezeOrderDeps) {
  return async (order: OrderOnTrade, customer: { name: string }, at: Date): Promise<FrozenOrder> => {
    const problems = (await judge.judge(order, at)).problems.filter(isOfOrder);
    if (problems.length > 0) return { problems };
    const { ruleSet: name, categoryId } = order.fields;
    const [ruleSet, calendar, asked] = await Promise.all([
      name && reference.ruleSetToFreeze(name, at),
      reference.workingCalendar(),
      categoryId === undefined ? [] : reference.knownFieldsOf(categoryId),
    ]);
    const window = ruleSet ? tradeWindow(order.fields, ruleSet.figures, calendar, at) : null;
    const codes = new Set(asked.flatMap(({ code, kind }) => (isCode(kind) ? [code] : [])));
    const lot = buildLotFromOrder(order, {
      customer,
      publishedAt: at,
      window,
      isCode: (code) => codes.has(code),
    });
    try {
      return { row: await frozenLot(lots, reference, lot), title: lot.title };
    } catch (error) {
      // Not retried: the rules refuse these terms, and the customer has to change them. Other errors are faults.
      if (!(error instanceof NotInRuleSet)) throw error;
      const problem = error instanceof NotForPublication ? error.refusal : 'terms';
      return { problems: [{ field: problem === 'terms' ? 'choices' : 'tradeType', problem }] as const };
    }
  };
}
