import { describe, vi } from 'vitest';
import { chromiumPath } from './fixtures/browser.ts';
import { salesFixture } from './fixtures/sales.ts';
import { lastUnitTests } from './one-click-last-unit.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 480_000 });

/** One product for everything about sales at a fixed price. */
describe.skipIf(!chromiumPath)('one click', () => {
  const sales = salesFixture();
  lastUnitTests(sales);
});
