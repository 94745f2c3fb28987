import type { Language } from '#shared/i18n/languages.ts';

/** What a feed is of: newly published lots, or auctions that ended. */
export const FEED_KINDS = ['lots', 'results'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** Key of a feed's title. */
export const FEED_TITLES: Readonly<Record<FeedKind, string>> = {
  lots: 'seo:page.lotList.title',
  results: 'seo:feed.results',
};

/** Filters of a feed as its address has them, in their order. */
export const FEED_FILTERS = ['category', 'region'] as const;
export type FeedFilter = Partial<Record<(typeof FEED_FILTERS)[number], number>>;

/** null: not a number that can be an id. */
export const feedId = (value: unknown): number | null =>
  typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : null;

/** The address of a feed from the slash on. */
export function feedPath(
  kind: FeedKind,
  ending: 'atom' | 'json',
  { language, filter = {} }: { language: Language; filter?: FeedFilter },
): string {
  const search = new URLSearchParams({ lang: language });
  for (const [name, id] of Object.entries(filter)) search.set(name, String(id));
  return `/feeds/${kind}.${ending}?${search}`;
}
