import { describe } from 'vitest';
import { paintedTests } from './painted.ts';
import { siteTests } from './site.ts';
import { chromiumPath } from './support/browser.ts';
import { demoStage } from './support/demo-stage.ts';
import { visitorTests } from './visitor.ts';

/** One demo for all who only look at it and act as visitors do: it is the dearest thing to start. */
describe.skipIf(!chromiumPath)('the demo', () => {
  const stage = demoStage();
  describe('the site around the rooms', () => {
    siteTests(stage);
    paintedTests(stage);
  });
  describe('a visitor of the site', () => {
    visitorTests(stage);
  });
});
