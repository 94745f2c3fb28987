import type { RuleSetName } from '../api/site/lots.ts';
import { basisPoints } from '../auction/amounts.ts';
import type { IncrementRule } from '../auction/rules.ts';
import { problemOfBankAccount, problemOfMfo } from '../validation/bank-requisites.ts';
import type { FigureProblem } from './figure-texts.ts';
import type { RuleSetFigures } from './rule-set-figures.ts';

type Problems = Generator<FigureProblem, void, undefined>;

function* ofRange(path: string, range: { min: number; usual: number; max: number }, unit = ''): Problems {
  if (range.max < range.min) yield { path: `${path}.max${unit}`, problem: 'below-least', min: range.min };
  else if (range.usual < range.min)
    yield { path: `${path}.usual${unit}`, problem: 'below-least', min: range.min };
  else if (range.usual > range.max)
    yield { path: `${path}.usual${unit}`, problem: 'above-most', max: range.max };
}

const percents = (range: { minPercent: number; usualPercent: number; maxPercent: number }) => ({
  min: range.minPercent,
  usual: range.usualPercent,
  max: range.maxPercent,
});

function* ofIncrement(path: string, rule: IncrementRule): Problems {
  if (rule.kind === 'percentOfStart' && rule.percents.some((percent) => percent === 0))
    yield { path: `${path}.percents`, problem: 'never-raises' };
}

function* ofShares(figures: RuleSetFigures): Problems {
  const shares = figures.payoutShares ?? [];
  if (shares.length === 0) return;
  const sum = shares.reduce((so, { percent }) => so + basisPoints(percent), 0);
  if (sum !== 10_000 || shares.length > 10) yield { path: 'payoutShares', problem: 'sum-of-shares' };
  if (shares.filter(({ account }) => !account).length > 1)
    yield { path: 'payoutShares', problem: 'two-sellers' };
  for (const [at, { account }] of shares.entries()) {
    if (!account) continue;
    const path = `payoutShares.${at}`;
    if (account.bankName.trim() === '') yield { path: `${path}.bankName`, problem: 'empty' };
    if (account.holderName.trim() === '') yield { path: `${path}.holderName`, problem: 'empty' };
    if (problemOfBankAccount(account.account)) yield { path: `${path}.account`, problem: 'account' };
    if (problemOfMfo(account.mfo)) yield { path: `${path}.mfo`, problem: 'mfo' };
  }
}

/**
 * What is wrong between figures that are each possible. The kind of window belongs to the set and stays.
 * @param inForce the version it follows
 */
export function figureProblems(
  name: RuleSetName,
  figures: RuleSetFigures,
  inForce: Pick<RuleSetFigures, 'window'>,
): FigureProblem[] {
  return [...judge(name, figures, inForce)];
}

function* judge(
  name: RuleSetName,
  figures: RuleSetFigures,
  inForce: Pick<RuleSetFigures, 'window'>,
): Problems {
  const { window, deposit, paymentWorkingDays, lateFee, repeat, overtime } = figures;
  yield* ofIncrement('increment', figures.increment);
  if (figures.incrementAbove)
    yield* ofIncrement('incrementAbove.increment', figures.incrementAbove.increment);
  yield* ofRange('deposit', percents(deposit), 'Percent');
  yield* ofRange('paymentWorkingDays', paymentWorkingDays);
  if (window.kind !== inForce.window.kind) yield { path: 'window.kind', problem: 'window-kind' };
  if (window.kind === 'workingDays' && window.days === 1 && window.closesMinute <= window.opensMinute)
    yield { path: 'window.closesMinute', problem: 'ends-before-start' };
  if (overtime && overtime.extendToMs > 0 && overtime.windowMs === 0)
    yield { path: 'overtime.windowMs', problem: 'too-small', min: 1 };
  if (lateFee && lateFee.capPercent < lateFee.percentPerDay)
    yield { path: 'lateFee.capPercent', problem: 'below-least', min: lateFee.percentPerDay };
  if (repeat) {
    yield* ofRange('repeat.cut', percents(repeat.cut), 'Percent');
    if (repeat.cut.inAllPercent < repeat.cut.maxPercent)
      yield { path: 'repeat.cut.inAllPercent', problem: 'below-least', min: repeat.cut.maxPercent };
    if (repeat.cut.inAllPercent === 100)
      yield { path: 'repeat.cut.inAllPercent', problem: 'too-large', max: 99.99 };
  }
  if (figures.operatorFeePercent === 100)
    yield { path: 'operatorFeePercent', problem: 'too-large', max: 99.99 };
  if (name === 'practice' && deposit.maxPercent > 0)
    yield { path: 'deposit.maxPercent', problem: 'no-money-here' };
  if (name !== 'practice' && paymentWorkingDays.min === 0)
    yield { path: 'paymentWorkingDays.min', problem: 'too-small', min: 1 };
  yield* ofShares(figures);
}
