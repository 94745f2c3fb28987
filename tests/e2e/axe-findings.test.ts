import { describe, expect, it } from 'vitest';
import { axeFindings, chromiumPath, launchBrowser } from './fixtures/browser.ts';

const page = (photo: string, colour: string) =>
  `<html lang="en"><title>A page</title><main><img ${photo}><p style="color: ${colour}; background: white">Text</p></main></html>`;

describe.skipIf(!chromiumPath)('what axe finds', () => {
  it('is all that is wrong with a page, or what its colours make wrong', async () => {
    const browser = await launchBrowser();
    try {
      const opened = await browser.newPage();
      await opened.setContent(page('src="x"', '#aaa'));
      expect(await axeFindings(opened)).toEqual(['color-contrast (serious): p', 'image-alt (critical): img']);
      expect(await axeFindings(opened, 'ofColours')).toEqual(['color-contrast (serious): p']);
      await opened.setContent(page('src="x" alt="A photo"', 'black'));
      expect(await axeFindings(opened)).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
