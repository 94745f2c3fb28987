import { ROUTES, type AppRoute } from '#client/app/routes.ts';
import { RECORD_KINDS } from '#shared/api/console/record-kinds.ts';
import { HELP_PAGES, type HelpPageName } from '#shared/api/pages.ts';
import { parseLanguage, type Language } from '#shared/i18n/languages.ts';

/** The screen the browser opens for an address. */
export interface Screen {
  route: AppRoute;
  /** The address without what may vary in it. */
  path: string;
  /** The number in the address, of a lot or a news item; 0 where it has none. */
  id: number;
  /** The help page of the address. */
  page: HelpPageName | null;
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** What may vary in addresses, by its name in the table of screens. */
const PARAMETERS: Readonly<Record<string, string>> = {
  ':id': '(?<id>[1-9]\\d{0,15})',
  ':uuid': UUID,
  ':kind': `(?:${RECORD_KINDS.join('|')})`,
  ':number': '[A-Za-z0-9-]{1,40}',
  ':page': `(?<page>${HELP_PAGES.join('|')})`,
};
function patternOf(parameter: string): string {
  const pattern = PARAMETERS[parameter];
  if (pattern === undefined) throw new Error(`an address of a screen has the unknown part ${parameter}`);
  return pattern;
}
const PATTERNS = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replace(/:\w+/g, patternOf)}$`),
}));

/** Addresses of the screens without the header and the footer, as the source of a regular expression. */
export const plainAddresses = (): string =>
  PATTERNS.filter(({ route }) => ['plain', 'console'].includes(route.layout))
    .map(({ pattern }) => pattern.source)
    .join('|');

/** Null when no screen has this address. */
export function screenOf(address: string): Screen | null {
  const path = address === '/' ? '/home' : address.replace(/\/$/, '');
  for (const { route, pattern } of PATTERNS) {
    const match = pattern.exec(path);
    if (!match) continue;
    const { id = 0, page = null } = match.groups ?? {};
    return Number.isSafeInteger(Number(id))
      ? { route, path, id: Number(id), page: page as HelpPageName | null }
      : null;
  }
  return null;
}

/** Addresses for search engines besides the lots and the news. */
export const publicPaths = (): string[] =>
  ROUTES.filter(({ indexed, path }) => indexed && !/:(?:id|uuid|kind)/.test(path)).flatMap(({ path }) =>
    path.includes(':page') ? HELP_PAGES.map((page) => path.replace(':page', page)) : [path],
  );

/** The address of a screen that is rendered on the server; null for all others: personal, searched, embedded. */
export function renderedAddress(address: string, query: URLSearchParams): string | null {
  const screen = screenOf(address);
  if (!screen?.route.rendered) return null;
  const numbers = screen.route.renderedQuery ?? [];
  const parts = [...query];
  const common = ([name, value]: [string, string]) =>
    name === 'lang' ? parseLanguage(value) : numbers.includes(name) && /^\d{1,4}$/.test(value);
  if (!parts.every(common)) return null;
  return parts.length === 0 ? screen.path : `${screen.path}?${new URLSearchParams(parts).toString()}`;
}

/** In the bar of everyone who signed in. */
const SIGNED_IN_PART = 'features/cabinet/messages/messages-badge.tsx';

/** The screen around each page of the cabinet. */
const CABINET = ROUTES.filter(({ path }) => path === '/profile');

/** Sources of the client that the screen at an address consists of, its texts included. */
export function modulesOf(address: string, language: Language, signedIn: boolean): string[] {
  const core = `i18n/texts/${language}.ts`;
  const route = screenOf(address)?.route;
  const inCabinet = route?.layout === 'cabinet';
  // A visitor is sent away from a personal page, and each part of the console loads what it needs.
  if (!route || (inCabinet ? !signedIn : route.access !== 'everyone')) return [core];
  const parts = inCabinet ? [...CABINET, route] : [route];
  const texts = parts
    .flatMap((part) => part.texts)
    .map((name) => `../shared/i18n/locales/${language}/${name}.json`);
  return [core, ...parts.map(({ source }) => source), ...texts, ...(inCabinet ? [SIGNED_IN_PART] : [])];
}

/** Sources of the client whose styles the rendered page of an address needs besides. */
export function renderedStyles(address: string, signedIn: boolean): string[] {
  const parts = screenOf(address)?.route.renderedParts ?? [];
  return [...parts, ...(signedIn ? [SIGNED_IN_PART] : [])];
}

/** Names of the contracts whose answers a rendered page may show: what every visitor reads, the same for all. */
export const RENDERED_READS: readonly string[] = [...new Set(ROUTES.flatMap(({ data }) => data))];
