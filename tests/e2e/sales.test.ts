import { describe, vi } from 'vitest';
import { paymentTests } from './after-the-hammer-payment.ts';
import { repeatTests, undoneTests } from './after-the-hammer-undone.ts';
import { consoleMoneyTests } from './console-money.ts';
import { chromiumPath } from './fixtures/browser.ts';
import { COMPLETE } from '../fixtures/complete-run.ts';
import { salesFixture } from './fixtures/sales.ts';
import { purchaseByPartsTests } from './one-click-by-parts.ts';
import { lastUnitTests } from './one-click-last-unit.ts';
import { paymentInPartsTests } from './payment-in-parts.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 480_000 });

/** One product for all sales: what follows the hammer, units at a fixed price, prices paid in parts. */
describe.skipIf(!chromiumPath)('sales', () => {
  const sales = salesFixture();
  describe('after the hammer', () => {
    paymentTests(sales);
    undoneTests(sales);
    repeatTests(sales);
  });
  describe('one click', () => {
    lastUnitTests(sales);
  });
  describe('a purchase by parts', () => {
    purchaseByPartsTests(sales);
  });
  describe('staff at the console', () => {
    consoleMoneyTests(sales);
  });
  // Comes last: from there on being late costs something. The sample has parts that are late in the purchase above.
  describe.runIf(COMPLETE)('a price paid in parts', () => {
    paymentInPartsTests(sales);
  });
});
