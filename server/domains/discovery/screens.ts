import { HELP_PAGES, type HelpPageName } from '#shared/api/pages.ts';
import { parseLanguage, type Language } from '#shared/i18n/languages.ts';

/** Screens with words of their own in `seo:page`, by their address. */
const NAMED = {
  '/': 'home',
  '/home': 'home',
  '/lot-list': 'lotList',
  '/categories': 'categories',
  '/favourites': 'favourites',
  '/news': 'news',
  '/contact': 'contact',
  '/check-protocol': 'checkProtocol',
  '/check-black-list': 'checkBlackList',
  '/app-link': 'appLink',
} as const;
export type NamedScreen = (typeof NAMED)[keyof typeof NAMED];

/** Pages of one person, which no stranger is to find: everything below these addresses exists. */
const PERSONAL = ['/redirecting', '/console', '/cabinet', '/profile', '/user', '/notifications'];

/** Personal although they have words of their own. */
const HIDDEN: readonly string[] = ['/favourites'];

export type Screen =
  | { kind: 'named'; name: NamedScreen; path: string; hidden: boolean }
  | { kind: 'info'; page: HelpPageName; path: string }
  | { kind: 'article'; id: number; path: string }
  | { kind: 'lot'; view: 'lot' | 'room' | 'result'; id: number }
  | { kind: 'personal' }
  | { kind: 'unknown' };

const VIEWS = { 'lot-view': 'lot', 'game-view': 'room', 'lot-result': 'result' } as const;
const ARTICLE = /^\/news\/([1-9]\d{0,15})$/;
const LOT = /^\/(lot-view|game-view|lot-result)\/([1-9]\d{0,15})$/;

/** The screen the browser opens for an address. `path` is its canonical address. */
export function screenOf(address: string): Screen {
  const path = address.length > 1 ? address.replace(/\/$/, '') : address;
  const name = Object.hasOwn(NAMED, path) ? NAMED[path as keyof typeof NAMED] : null;
  if (name)
    return { kind: 'named', name, path: path === '/' ? '/home' : path, hidden: HIDDEN.includes(path) };
  const [, view, digits] = LOT.exec(path) ?? [];
  const id = Number(digits);
  if (view && Number.isSafeInteger(id)) return { kind: 'lot', view: VIEWS[view as keyof typeof VIEWS], id };
  const article = Number(ARTICLE.exec(path)?.[1]);
  if (Number.isSafeInteger(article)) return { kind: 'article', id: article, path };
  const page = HELP_PAGES.find((one) => path === `/info/${one}`);
  if (page) return { kind: 'info', page, path };
  if (PERSONAL.some((start) => path === start || path.startsWith(`${start}/`))) return { kind: 'personal' };
  return { kind: 'unknown' };
}

/** Addresses for search engines besides the lots. */
export const publicPaths = (): string[] => [
  ...Object.keys(NAMED).filter((path) => path !== '/' && !HIDDEN.includes(path)),
  ...HELP_PAGES.map((page) => `/info/${page}`),
];

/** Parts of the list's address that are common enough to be painted. */
const PAINTED_QUERY = ['i', 'page', 'group', 'category'];

/** The address of a screen whose first picture the server draws; null for all others: personal, searched, embedded. */
export function paintedAddress(address: string, query: URLSearchParams): string | null {
  const screen = screenOf(address);
  const plain =
    (screen.kind === 'named' && !screen.hidden) ||
    screen.kind === 'info' ||
    screen.kind === 'article' ||
    (screen.kind === 'lot' && screen.view !== 'room');
  if (!plain) return null;
  const parts = [...query];
  const list = screen.kind === 'named' && screen.name === 'lotList';
  const common = ([name, value]: [string, string]) =>
    name === 'lang' ? parseLanguage(value) : list && PAINTED_QUERY.includes(name) && /^\d{1,4}$/.test(value);
  if (!parts.every(common)) return null;
  const path = screen.kind === 'lot' ? address : screen.path;
  return parts.length === 0 ? path : `${path}?${new URLSearchParams(parts).toString()}`;
}

/** The client's file of a screen, and its texts beside those every page has. */
const PARTS: Record<
  NamedScreen | 'info' | 'article' | 'lot' | 'room' | 'result',
  readonly [file: string, texts?: string]
> = {
  home: ['home', 'favourites'],
  lotList: ['lot-list', 'favourites'],
  categories: ['categories'],
  favourites: ['favourites', 'favourites'],
  news: ['news', 'news'],
  contact: ['contact', 'contact'],
  checkProtocol: ['check-protocol', 'checks'],
  checkBlackList: ['check-black-list', 'checks'],
  appLink: ['app-link', 'app-link'],
  info: ['info', 'info'],
  article: ['news-article', 'news'],
  lot: ['lot-view', 'card'],
  room: ['game-view', 'room'],
  result: ['lot-result', 'card'],
};

/** Parts that load by themselves and stand in a painting: it needs their styles, the page none of their scripts yet. */
const PAINTED_PARTS: Partial<Record<keyof typeof PARTS, string>> = {
  lot: 'features/lots/card/tabs/property-tab.tsx',
};

function partsOf(address: string): keyof typeof PARTS | null {
  const screen = screenOf(address);
  if (screen.kind === 'lot') return screen.view;
  if (screen.kind === 'named') return screen.name;
  return screen.kind === 'info' || screen.kind === 'article' ? screen.kind : null;
}

/** Sources of the client that the screen at an address stands on, its texts included. */
export function modulesOf(address: string, language: Language): string[] {
  const core = `i18n/texts/${language}.ts`;
  const name = partsOf(address);
  if (name === null) return [core];
  const [file, texts] = PARTS[name];
  const screen = `app/screens/${file}.tsx`;
  return texts === undefined
    ? [core, screen]
    : [core, screen, `../shared/i18n/locales/${language}/${texts}.json`];
}

/** In the bar of everyone who signed in. */
const PERSONS_PART = 'features/messages/messages-badge.tsx';

/** Sources of the client whose styles the painting of an address needs besides. */
export function paintedStyles(address: string, signedIn: boolean): string[] {
  const name = partsOf(address);
  const part = name === null ? undefined : PAINTED_PARTS[name];
  return [...(part === undefined ? [] : [part]), ...(signedIn ? [PERSONS_PART] : [])];
}
