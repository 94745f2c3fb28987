import { describe } from 'vitest';
import { paymentTests } from './after-the-hammer-payment.ts';
import { repeatTests, undoneTests } from './after-the-hammer-undone.ts';
import { consoleMoneyTests } from './console-money.ts';
import { chromiumPath } from './fixtures/browser.ts';
import { salesFixture } from './fixtures/sales.ts';

/** One product for everything that follows a sale, at the console too. */
describe.skipIf(!chromiumPath)('after the hammer', () => {
  const sales = salesFixture();
  paymentTests(sales);
  undoneTests(sales);
  repeatTests(sales);
  describe('staff at the console', () => {
    consoleMoneyTests(sales);
  });
});
