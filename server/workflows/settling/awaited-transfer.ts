import { createValueDates } from '#server/domains/money/bank-statements/index.ts';
import type { WorkingCalendar } from '#server/domains/content/reference/index.ts';
import { createPartsRepository, type Settlement } from '#server/domains/money/settlements/index.ts';
import type { MoneyJudge } from '#server/domains/money/staff-money/index.ts';
import { createWallet } from '#server/domains/money/wallet/index.ts';
import type { AnyDb } from '#server/platform/database/index.ts';
import { paymentAmount } from './payment-amount.ts';

export interface AwaitedTransferDeps {
  /** Whether two of staff are one person. */
  judge: Pick<MoneyJudge, 'isOneOf' | 'areSame'>;
  calendar(): Promise<WorkingCalendar>;
}

/** What a transfer has to bring: the parts that its payment order is for, or of a sale whose parts have begun the next one. */
async function awaitedPart(on: AnyDb, settlement: Settlement): Promise<number | null> {
  if (settlement.parts_begun_at === null) return settlement.bank_order_part;
  const parts = await createPartsRepository(on).ofSettlements([settlement.id]);
  return parts.find(({ paid_at }) => paid_at === null)?.k ?? null;
}

/**
 * A transfer counts from its value date, and staff learn of it from a later statement: until when may it still pay a settlement whose last
 * deadline has passed, and do two persons have to say that none came? null: none is awaited.
 */
export async function awaitedTransfer(
  on: AnyDb,
  settlement: Settlement,
  { judge, calendar, now }: AwaitedTransferDeps & { now: Date },
): Promise<{ until: Date; isAsked: boolean } | null> {
  const throughPart = await awaitedPart(on, settlement);
  const sum = await paymentAmount(on, settlement, throughPart, { at: now, calendar });
  if (sum === 'no-parts') throw new Error(`settlement ${settlement.id} has no such parts`);
  const restTiyin = sum.amountTiyin - (await createWallet(on).balanceOf(settlement.person_id));
  return createValueDates(on, judge).waitsUntil(settlement, { restTiyin, now });
}
