import { expect, test } from 'vitest';
import { createWinnerPayments } from '#server/domains/money/settlements/winner-payments.service.ts';
import {
  settlementsExport,
  winnerPaymentsExport,
  wonLotsExport,
} from '#server/domains/money/settlements/settlement-exports.ts';
import { workingCalendar } from '#server/domains/content/reference/index.ts';
import { loadTexts } from '#server/platform/language/index.ts';
import type { ExportSource } from '#server/platform/modules/index.ts';
import { lateFeeOf, type LateFeeRule } from '#shared/trade/part-schedule.ts';
import {
  DAY,
  FIRST,
  SECOND,
  STAFF,
  THIRD,
  withPartSales,
  type PartSales,
} from '../../fixtures/part-sales.ts';
import { PRICE } from '../../fixtures/sold-lots.ts';

const texts = loadTexts();
const calendar = async () => workingCalendar([]);
/** Of the rule sets of these sales. */
const FEE: LateFeeRule = { bpPerDay: 10, capBp: 500 };
let sales: PartSales;
withPartSales((entered) => {
  sales = entered;
});

async function rowOf(source: ExportSource, personId: string, lotId: number) {
  const language = 'en' as const;
  const text = (key: string | string[], values = {}) => texts.text(language, key, values);
  const asked = { personId, roles: [], filters: {}, limit: 100, offset: 0, after: null, language };
  const { rows } = await source.page({ ...asked, text });
  return rows.find(({ lotNumber, number }) => String(lotNumber ?? number) === String(lotId));
}

test('lists of sales say of a price that is paid by parts what is paid, what comes next, and what being late costs', async () => {
  const { db } = sales.database;
  const { afterSale } = sales.sold;
  const begun = await sales.begun(0);
  const whole = await sales.sold.open(PRICE);
  await sales.late(begun.id, DAY / 2);
  const fee = lateFeeOf({ amountTiyin: SECOND, dueAtMs: 0 }, FEE, 1);
  const lists = (seller: string, buyer: string) =>
    [
      [wonLotsExport(db, calendar), buyer],
      [winnerPaymentsExport(createWinnerPayments({ db, afterSale, calendar })), seller],
      [settlementsExport(sales.sold.console), STAFF],
    ] as const;
  const none = { parts: null, nextPart: null, late: null, lateFees: null };
  for (const [source, reader] of lists(whole.seller, whole.personId))
    expect(await rowOf(source, reader, whole.lotId)).toMatchObject(none);
  const late = { parts: '1 of 4 parts paid', nextPart: SECOND, late: SECOND + fee, lateFees: 0 };
  for (const [source, reader] of lists(begun.seller, begun.personId))
    expect(await rowOf(source, reader, begun.lotId)).toMatchObject(late);
  await sales.sold.give(begun.personId, SECOND + fee);
  await sales.sold.paying.pay(begun.id, begun.personId, 1);
  const paid = { parts: '2 of 4 parts paid', nextPart: THIRD, late: 0, lateFees: fee };
  for (const [source, reader] of lists(begun.seller, begun.personId))
    expect(await rowOf(source, reader, begun.lotId)).toMatchObject(paid);
  expect(FIRST + SECOND + 2 * THIRD).toBe(PRICE);
});
