import { describe, vi } from 'vitest';
import { chromiumPath } from './fixtures/browser.ts';
import { salesFixture } from './fixtures/sales.ts';
import { paymentInPartsTests } from './payment-in-parts.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 480_000 });

describe.skipIf(!chromiumPath)('a price paid in parts', () => {
  paymentInPartsTests(salesFixture());
});
