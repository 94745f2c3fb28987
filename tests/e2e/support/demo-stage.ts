import type { Browser } from '@playwright/test';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { LotIds } from './addresses.ts';
import { keepPictures, launchBrowser, visit } from './browser.ts';
import type { Visitor } from './browser.ts';
import { demoLotIds, startDemo } from './demo.ts';
import type { Product } from './product.ts';

/** The running demo and people at browsers of their own, who leave after each test. */
export interface DemoStage {
  readonly product: Product;
  readonly lots: LotIds;
  enter(options: Parameters<typeof visit>[2]): Promise<Visitor>;
}

/** Sets the stage for all tests of the suite it is called in; nothing on it is there before they run. */
export function demoStage(): DemoStage {
  let product: Product;
  let browser: Browser;
  let lots: LotIds;
  const visitors: Visitor[] = [];
  beforeAll(async () => {
    [product, browser] = await Promise.all([startDemo({ RATE_LIMIT_FACTOR: '100' }), launchBrowser()]);
  });
  // Rooms end while others are looked at: each test gets lots that are what it takes them for.
  beforeEach(async () => {
    lots = await demoLotIds(product);
  });
  afterEach(async (context) => {
    await keepPictures(context.task, visitors);
    for (const visitor of visitors.splice(0)) await visitor.close();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });
  return {
    get product() {
      return product;
    },
    get lots() {
      return lots;
    },
    async enter(options) {
      const visitor = await visit(browser, product.url, options);
      visitors.push(visitor);
      return visitor;
    },
  };
}
