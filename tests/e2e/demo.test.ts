import { describe } from 'vitest';
import { consolePagesTests } from './console-pages.ts';
import { frameTests } from './frame.ts';
import { newcomerTests } from './newcomer.ts';
import { printTests } from './print.ts';
import { serverRenderedTests } from './server-rendered.ts';
import { siteTests } from './site.ts';
import { chromiumPath } from './fixtures/browser.ts';
import { demoFixture } from './fixtures/demo-fixture.ts';
import { visitorTests } from './visitor.ts';

/** One demo for all who only look at it and act as visitors do: nothing takes longer to start. */
describe.skipIf(!chromiumPath)('the demo', () => {
  const demo = demoFixture();
  describe('the site around the rooms', () => {
    siteTests(demo);
    serverRenderedTests(demo);
    frameTests(demo);
    printTests(demo);
  });
  describe('a visitor of the site', () => {
    visitorTests(demo);
  });
  describe('staff at the console', () => {
    consolePagesTests(demo);
  });
  newcomerTests(demo);
});
