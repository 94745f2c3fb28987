import { describe } from 'vitest';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { chromiumPath } from './fixtures/browser.ts';
import { salesFixture } from './fixtures/sales.ts';
import { purchaseByPartsTests } from './one-click-by-parts.ts';
import { lastUnitTests } from './one-click-last-unit.ts';
import { paymentInPartsTests } from './payment-in-parts.ts';

/** One product for everything about sales at a fixed price and by parts. */
describe.skipIf(!chromiumPath)('one click and payment by parts', () => {
  const sales = salesFixture();
  describe('one click', () => {
    lastUnitTests(sales);
  });
  describe('a purchase by parts', () => {
    purchaseByPartsTests(sales);
  });
  // Comes last: from there on being late costs something. The sample has a late part in the purchase above.
  describe.runIf(COMPLETE)('a price paid in parts', () => {
    paymentInPartsTests(sales);
  });
});
