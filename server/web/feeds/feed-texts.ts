import type { LotCard, LotResult } from '#shared/api/site/lots.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { formatMoney } from '#shared/money/money.ts';
import { escaped, plainWords } from '../html-text.ts';

export interface FeedEntry {
  lot: LotCard;
  /** Of an auction that ended, with its name in words; null in a feed of lots. */
  ended: { result: LotResult; outcome: string } | null;
}

export interface Feed {
  /** The site's address without a slash at the end. */
  base: string;
  /** The feed's own address, from the slash on. */
  path: string;
  language: Language;
  title: string;
  /** Newest first. */
  entries: readonly FeedEntry[];
}

/** One id in every language and feed of a kind: a reader shows a lot once, and its result once. */
const idOf = ({ base }: Feed, { lot, ended }: FeedEntry): string =>
  `${base}/${ended ? 'lot-result' : 'lot-view'}/${lot.id}`;

const addressOf = (feed: Feed, entry: FeedEntry): string => `${idOf(feed, entry)}?lang=${feed.language}`;

const titleOf = ({ language }: Feed, { lot: { number, title } }: FeedEntry): string =>
  `${number} ${plainWords(title[language])}`;

const instant = (ms: number): string => new Date(ms).toISOString();

const publishedAtMs = ({ lot, ended }: FeedEntry): number => ended?.result.endedAtMs ?? lot.publishedAtMs;

function summaryOf({ language }: Feed, { lot, ended }: FeedEntry): string {
  const { category, region, startPriceTiyin } = lot;
  const price = ended ? ended.result.priceTiyin : startPriceTiyin;
  return [
    ...(ended ? [ended.outcome] : []),
    plainWords(category[language]),
    plainWords(region[language]),
    ...(price === null ? [] : [`${formatMoney(price)} UZS`]),
  ].join(' · ');
}

/** RFC 4287. */
export function atomFeed(feed: Feed): string {
  const { base, path, language, title } = feed;
  const entries = feed.entries.map((entry) => {
    const published = instant(publishedAtMs(entry));
    const { categoryId, category } = entry.lot;
    return [
      '<entry>',
      `<id>${escaped(idOf(feed, entry))}</id>`,
      `<title>${escaped(titleOf(feed, entry))}</title>`,
      `<link href="${escaped(addressOf(feed, entry))}"/>`,
      `<published>${published}</published><updated>${published}</updated>`,
      `<category term="${categoryId}" label="${escaped(plainWords(category[language]))}"/>`,
      `<summary>${escaped(summaryOf(feed, entry))}</summary>`,
      '</entry>',
    ].join('');
  });
  const [newest] = feed.entries;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${escaped(base + path)}</id><title>${escaped(title)}</title>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(base + path)}"/><link href="${escaped(base)}/"/>`,
    `<updated>${instant(newest ? publishedAtMs(newest) : 0)}</updated><author><name>Savdo</name></author>`,
    ...entries,
    '</feed>\n',
  ].join('\n');
}

/** What programs compute with: sums in tiyin, instants. Of a result its numbers; whose they are is not said. */
function figuresOf({ lot, ended }: FeedEntry): object {
  const of = {
    number: lot.number,
    trade_type: lot.tradeType,
    category_id: lot.categoryId,
    region_id: lot.regionId,
    start_price_tiyin: lot.startPriceTiyin,
    deposit_tiyin: lot.depositTiyin,
    applications_until: instant(lot.applicationsUntilMs),
    opens_at: instant(lot.opensAtMs),
    closes_at: instant(lot.closesAtMs),
  };
  if (!ended) return of;
  const { outcome, priceTiyin, participants, confirmedPrices, endedAtMs } = ended.result;
  return Object.assign(of, {
    outcome,
    price_tiyin: priceTiyin,
    participants,
    confirmed_prices: confirmedPrices,
    ended_at: instant(endedAtMs),
  });
}

/** JSON Feed 1.1, with figures in `_savdo`. */
export function jsonFeed(feed: Feed): object {
  const { base, path, language, title } = feed;
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: `${base}/`,
    feed_url: base + path,
    language,
    items: feed.entries.map((entry) => ({
      id: idOf(feed, entry),
      url: addressOf(feed, entry),
      title: titleOf(feed, entry),
      content_text: summaryOf(feed, entry),
      date_published: instant(publishedAtMs(entry)),
      tags: [plainWords(entry.lot.category[language]), plainWords(entry.lot.region[language])],
      _savdo: figuresOf(entry),
    })),
  };
}
