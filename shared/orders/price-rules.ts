import { MAX_TIYIN } from '../auction/rules.ts';
import { ORDER_LIMITS, type OrderFieldName, type OrderFields } from './order-fields.ts';
import type { Judged, OrderContext } from './problem-context.ts';

/** What it costs and how it is paid. */
export function* judgePrice(fields: OrderFields, context: OrderContext): Judged {
  yield* judgeTenure(fields);
  if (fields.startPriceTiyin === undefined) yield { field: 'startPriceTiyin', problem: 'price' };
  else yield* judgeSum('startPriceTiyin', fields.startPriceTiyin);
  yield* judgeEstimate(fields);
  yield* judgeStay(fields);
  yield* judgeInstalments(fields);
  yield* judgePaymentDays(fields, context);
}

function* judgeTenure({ tenure, rentMonths }: OrderFields): Judged {
  if (tenure === undefined) yield { field: 'tenure', problem: 'selection' };
  if (tenure !== 'rent') return;
  const { rentMonthsMin: min, rentMonths: max } = ORDER_LIMITS;
  if (rentMonths === undefined) yield { field: 'rentMonths', problem: 'required' };
  else if (rentMonths < min) yield { field: 'rentMonths', problem: 'rent-term', details: { min } };
  else if (!Number.isInteger(rentMonths)) yield { field: 'rentMonths', problem: 'not-whole' };
  else if (rentMonths > max) yield { field: 'rentMonths', problem: 'too-large', details: { max } };
}

function* judgeSum(field: OrderFieldName, tiyin: number): Judged {
  const { startPriceMinTiyin: minTiyin } = ORDER_LIMITS;
  if (tiyin > MAX_TIYIN) yield { field, problem: 'price-too-large', details: { maxTiyin: MAX_TIYIN } };
  else if (tiyin < minTiyin) yield { field, problem: 'price-too-small', details: { minTiyin } };
  else if (!Number.isInteger(tiyin)) yield { field, problem: 'price-fraction' };
}

/** An estimate is required of state property; its document may allow to start below it. */
function* judgeEstimate(fields: OrderFields): Judged {
  const { orderType, startPriceTiyin, estimatedPriceTiyin, belowEstimateAllowed } = fields;
  if (estimatedPriceTiyin === undefined) {
    if (orderType === 'state') yield { field: 'estimatedPriceTiyin', problem: 'estimate-required' };
    return;
  }
  yield* judgeSum('estimatedPriceTiyin', estimatedPriceTiyin);
  if (orderType !== 'state' || belowEstimateAllowed === true) return;
  if (startPriceTiyin !== undefined && startPriceTiyin < estimatedPriceTiyin)
    yield { field: 'startPriceTiyin', problem: 'price-below-estimate', details: { estimatedPriceTiyin } };
}

function* judgeStay({ stayDays }: OrderFields): Judged {
  const { stayDaysMin: min, stayDays: max } = ORDER_LIMITS;
  if (stayDays === undefined) yield { field: 'stayDays', problem: 'selection' };
  else if (stayDays !== 'until-sold' && !isWholeWithin(stayDays, min, max))
    yield { field: 'stayDays', problem: 'stay-days', details: { min, max } };
}

function* judgeInstalments({ instalments }: OrderFields): Judged {
  if (!instalments) return;
  const { instalmentMonthsMin: min, instalmentMonths: max, firstPartMinBp, firstPartBp } = ORDER_LIMITS;
  if (!isWholeWithin(instalments.months, min, max))
    yield { field: 'instalments', part: 'months', problem: 'months', details: { min, max } };
  if (!isWholeWithin(instalments.firstPartBp, firstPartMinBp, firstPartBp))
    yield { field: 'instalments', part: 'firstPartBp', problem: 'first-part' };
}

/** The rule set may leave fewer days than the law. */
function* judgePaymentDays({ paymentWorkingDays: days }: OrderFields, { ruleSet }: OrderContext): Judged {
  const { paymentDaysMin, paymentDays } = ORDER_LIMITS;
  const { min, max } = ruleSet?.paymentWorkingDays ?? { min: paymentDaysMin, max: paymentDays };
  if (days === undefined) yield { field: 'paymentWorkingDays', problem: 'required' };
  else if (!isWholeWithin(days, min, max))
    yield { field: 'paymentWorkingDays', problem: 'payment-days', details: { min, max } };
}

export const isWholeWithin = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;
