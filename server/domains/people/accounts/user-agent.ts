/** Letters of a User-Agent header that are examined. */
const LONGEST = 600;

/** The first match counts: many browsers also name others, so the specific ones come first. */
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

/** Browser and system of a User-Agent header by their common names; null for unknown ones. */
export function deviceOf(userAgent: string | undefined): { browser: string | null; system: string | null } {
  const text = (userAgent ?? '').slice(0, LONGEST);
  return { browser: nameIn(BROWSERS, text), system: nameIn(SYSTEMS, text) };
}

/** Device and address stored in a session, so that its owner recognises it. Names only, never the header. */
export function deviceDetails(userAgent: string | undefined, address: string): Record<string, string> {
  const { browser, system } = deviceOf(userAgent);
  return { ...(browser ? { browser } : {}), ...(system ? { system } : {}), ...(address ? { address } : {}) };
}
