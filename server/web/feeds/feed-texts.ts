import type { Language } from '#shared/i18n/languages.ts';
import { formatMoney } from '#shared/money/money.ts';
import type { LotCard } from '#shared/api/site/lots.ts';
import { escaped, plainWords } from '../html-text.ts';

export interface LotFeed {
  /** The site's address without a slash at the end. */
  base: string;
  /** The feed's own address, from the slash on. */
  path: string;
  language: Language;
  title: string;
  /** Newest first. */
  lots: readonly LotCard[];
}

const addressOf = ({ base, language }: LotFeed, { id }: LotCard): string =>
  `${base}/lot-view/${id}?lang=${language}`;

/** One id in every language and feed: a reader shows a lot once. */
const idOf = ({ base }: LotFeed, { id }: LotCard): string => `${base}/lot-view/${id}`;

const titleOf = ({ language }: LotFeed, { number, title }: LotCard): string =>
  `${number} ${plainWords(title[language])}`;

const summaryOf = ({ language }: LotFeed, { category, region, startPriceTiyin }: LotCard): string =>
  [plainWords(category[language]), plainWords(region[language]), `${formatMoney(startPriceTiyin)} UZS`].join(
    ' · ',
  );

const instant = (ms: number): string => new Date(ms).toISOString();

/** RFC 4287. */
export function atomFeed(feed: LotFeed): string {
  const { base, path, language, title, lots } = feed;
  const entries = lots.map((lot) => {
    const published = instant(lot.publishedAtMs);
    return [
      '<entry>',
      `<id>${escaped(idOf(feed, lot))}</id>`,
      `<title>${escaped(titleOf(feed, lot))}</title>`,
      `<link href="${escaped(addressOf(feed, lot))}"/>`,
      `<published>${published}</published><updated>${published}</updated>`,
      `<category term="${lot.categoryId}" label="${escaped(plainWords(lot.category[language]))}"/>`,
      `<summary>${escaped(summaryOf(feed, lot))}</summary>`,
      '</entry>',
    ].join('');
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `<id>${escaped(base + path)}</id><title>${escaped(title)}</title>`,
    `<link rel="self" type="application/atom+xml" href="${escaped(base + path)}"/><link href="${escaped(base)}/"/>`,
    `<updated>${instant(lots[0]?.publishedAtMs ?? 0)}</updated><author><name>Savdo</name></author>`,
    ...entries,
    '</feed>\n',
  ].join('\n');
}

/** JSON Feed 1.1; `_savdo` has what programs compute with: sums in tiyin, instants. */
export function jsonFeed(feed: LotFeed): object {
  const { base, path, language, title, lots } = feed;
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: `${base}/`,
    feed_url: base + path,
    language,
    items: lots.map((lot) => ({
      id: idOf(feed, lot),
      url: addressOf(feed, lot),
      title: titleOf(feed, lot),
      content_text: summaryOf(feed, lot),
      date_published: instant(lot.publishedAtMs),
      tags: [plainWords(lot.category[language]), plainWords(lot.region[language])],
      _savdo: {
        number: lot.number,
        trade_type: lot.tradeType,
        category_id: lot.categoryId,
        region_id: lot.regionId,
        start_price_tiyin: lot.startPriceTiyin,
        deposit_tiyin: lot.depositTiyin,
        applications_until: instant(lot.applicationsUntilMs),
        opens_at: instant(lot.opensAtMs),
        closes_at: instant(lot.closesAtMs),
      },
    })),
  };
}
