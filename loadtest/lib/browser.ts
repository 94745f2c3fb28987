import { existsSync } from 'node:fs';
import { chromium, type Browser } from '@playwright/test';

/** The headless shell first: the same engine without a window takes half the processor time. */
const PLACES = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The browser of the system; undefined where there is none. */
export const chromiumPath = PLACES.find(
  (place): place is string => Boolean(place) && existsSync(place ?? ''),
);

/**
 * @param more arguments of the browser's own command line
 * @throws where the machine has no Chromium
 */
export function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  if (!chromiumPath) throw new Error('no Chromium: install the chromium package or set CHROMIUM_PATH');
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
}
