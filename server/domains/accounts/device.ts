/** Longest User-Agent header that is looked at. */
const LONGEST = 600;

/** The first that fits: many browsers name others, too, so the particular ones come first. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/YaBrowser\//, 'Yandex Browser'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/MiuiBrowser\//, 'Mi Browser'],
  [/OPR\/|Opera/, 'Opera'],
  [/UCBrowser\//, 'UC Browser'],
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/FxiOS\/|Firefox\//, 'Firefox'],
  [/CriOS\/|Chrome\/|Chromium\//, 'Chrome'],
  [/Version\/[\d.]+.*Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const nameIn = (list: readonly (readonly [RegExp, string])[], text: string): string | null =>
  list.find(([pattern]) => pattern.test(text))?.[1] ?? null;

/** Browser and system of a User-Agent header, as people know them by name; null for what is none of the known. */
export function deviceOf(userAgent: string | undefined): { browser: string | null; system: string | null } {
  const text = (userAgent ?? '').slice(0, LONGEST);
  return { browser: nameIn(BROWSERS, text), system: nameIn(SYSTEMS, text) };
}

/** What a session keeps of the place it was opened at, so that its owner recognises it. Names only, never the header. */
export function keptDevice(userAgent: string | undefined, address: string): Record<string, string> {
  const { browser, system } = deviceOf(userAgent);
  return { ...(browser ? { browser } : {}), ...(system ? { system } : {}), ...(address ? { address } : {}) };
}
