import { describe } from 'vitest';
import { faultTests } from './room-faults.ts';
import { layoutTests } from './room-layout.ts';
import { staffTests } from './room-staff.ts';
import { sideBySideTests } from './rooms-side-by-side.ts';
import { twoPeopleTests } from './room-two-people.ts';
import { chromiumPath } from './fixtures/browser.ts';
import { startProduct } from './fixtures/product.ts';
import { productFixture } from './fixtures/product-fixture.ts';

/** One product for all who bid in rooms of their own and watch over them. */
describe.skipIf(!chromiumPath)('the room page', () => {
  const site = productFixture(() => startProduct({ RATE_LIMIT_FACTOR: '100' }));
  twoPeopleTests(site);
  sideBySideTests(site);
  layoutTests(site);
  faultTests(site);
  staffTests(site);
});
