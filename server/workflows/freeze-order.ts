import { frozenLot, NotForPublication, type LotsRepository } from '#server/domains/lots/index.ts';
import { tradeWindow, type OrderJudge, type OrderOnTrade } from '#server/domains/orders/index.ts';
import { NotInRuleSet, type ReferenceService } from '#server/domains/reference/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { OrderProblem } from '#shared/orders/problem-codes.ts';
import { lotOfOrder } from './lot-of-order.ts';

export interface FreezeOrderDeps {
  judge: Pick<OrderJudge, 'judge'>;
  lots: Pick<LotsRepository, 'placeNames' | 'insert'>;
  reference: Pick<
    ReferenceService,
    'ruleSetAt' | 'baseAmountAt' | 'categories' | 'workingCalendar' | 'fieldsOf'
  >;
}

type FrozenOrder =
  | { row: Awaited<ReturnType<typeof frozenLot>>; title: LocalizedText }
  /** Why it cannot be traded. */
  | { problems: readonly OrderProblem[] };

/** Freezes what an order offers, with the rule set and the base amount in force at that instant, into the row of a lot. */
export function createFreezeOrder({ judge, lots, reference }: FreezeOrderDeps) {
  return async (order: OrderOnTrade, customer: { name: string }, at: Date): Promise<FrozenOrder> => {
    const { problems } = await judge.judge(order, at);
    if (problems.length > 0) return { problems };
    const { ruleSet: name, categoryId } = order.fields;
    const [ruleSet, calendar, asked] = await Promise.all([
      name && reference.ruleSetAt(name, at),
      reference.workingCalendar(),
      categoryId === undefined ? null : reference.fieldsOf(categoryId),
    ]);
    const window = ruleSet ? tradeWindow(order.fields, ruleSet.figures, calendar, at) : null;
    const choices = new Set(asked?.filter(({ kind }) => kind === 'choice').map(({ code }) => code));
    const lot = lotOfOrder(order, {
      ...{ customer, publishedAt: at, window },
      isChoice: (code) => choices.has(code),
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
