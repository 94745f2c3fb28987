import type { Plugin } from 'vite';

const CHARTS = /[\\/]node_modules[\\/]uplot[\\/]dist[\\/]uPlot\.esm\.js$/;

/** What the library evaluates when it is loaded, and what replaces it: our charts have formats and times of their own. */
const INSTEAD = [
  [`new Intl.NumberFormat(domEnv ? nav.language : 'en-US')`, `{ format: String }`],
  [`new Intl.DateTimeFormat().resolvedOptions().timeZone`, `undefined`],
] as const;

/**
 * Leaves out of the library of charts the locales that it reads and our charts do not use: a browser loads its data for them
 * at the first one, which held a slow phone for a tenth of a second in each room.
 * @throws when the library has other places
 */
export function chartWithoutLocales(): Plugin {
  return {
    name: 'chart-without-locales',
    transform(code, id) {
      if (!CHARTS.test(id.split('?')[0] ?? id)) return null;
      for (const [place] of INSTEAD)
        if (!code.includes(place)) this.error(`the library of charts has no longer: ${place}`);
      return { code: INSTEAD.reduce((text, [place, own]) => text.replace(place, own), code), map: null };
    },
  };
}
