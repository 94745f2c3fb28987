import type { LotDetails } from '#shared/api/site/lots.ts';
import type { NewsArticle } from '#shared/api/site/news.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { addressIn } from './head-html.ts';
import { plainWords } from '../html-text.ts';

const CONTEXT = 'https://schema.org';
/** Of an offer that lets the thing; without it an offer sells. */
const LEASE_OUT = 'http://purl.org/goodrelations/v1#LeaseOut';

/** Who we are and how to search here. */
export function siteData(base: string, language: Language): object[] {
  return [
    {
      '@context': CONTEXT,
      '@type': 'Organization',
      '@id': `${base}/#organization`,
      name: 'Savdo',
      url: `${base}/home`,
      logo: `${base}/icon-512.png`,
    },
    {
      '@context': CONTEXT,
      '@type': 'WebSite',
      name: 'Savdo',
      url: addressIn(base, '/home', language),
      inLanguage: language,
      publisher: { '@id': `${base}/#organization` },
      potentialAction: {
        '@type': 'SearchAction',
        target: { '@type': 'EntryPoint', urlTemplate: `${base}/lot-list?i=0&q={search_term_string}` },
        'query-input': 'required name=search_term_string',
      },
    },
  ];
}

/** The way from the first page to this one. @param steps names and paths, the first page first */
export function breadcrumbs(base: string, language: Language, steps: readonly [string, string][]): object {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name: plainWords(name),
      item: addressIn(base, path, language),
    })),
  };
}

/** One news item. */
export function newsData(article: NewsArticle, base: string): object {
  const { id, title, summary, language, publishedAtMs, correctedAtMs } = article;
  return {
    '@context': CONTEXT,
    '@type': 'NewsArticle',
    headline: plainWords(title),
    description: plainWords(summary),
    inLanguage: language,
    url: addressIn(base, `/news/${id}`, language),
    datePublished: new Date(publishedAtMs).toISOString(),
    dateModified: new Date(correctedAtMs ?? publishedAtMs).toISOString(),
    publisher: { '@id': `${base}/#organization` },
  };
}

const { acceptingApplications, onSaleAtFixedPrice, startingSoon, biddingNow } = LOT_STATUS;
const { suspended, awaitingPayment, priceFormed, soldAndPaid, paidInPart } = LOT_STATUS;
const AVAILABILITY = new Map<number, string>([
  ...[acceptingApplications, startingSoon].map((status) => [status, 'PreOrder'] as const),
  ...[onSaleAtFixedPrice, biddingNow, suspended].map((status) => [status, 'InStock'] as const),
  ...[awaitingPayment, priceFormed, soldAndPaid, paidInPart].map((status) => [status, 'SoldOut'] as const),
]);

/** The current or the final price of a lot. */
export const priceOf = (lot: LotDetails): number =>
  lot.result?.priceTiyin ?? lot.room.priceTiyin ?? lot.startPriceTiyin;

/** Tiyin as the decimal number of UZS these formats ask for. */
const decimal = (tiyin: number): string =>
  `${Math.floor(tiyin / 100)}.${String(tiyin % 100).padStart(2, '0')}`;

/** A lot as a product with one offer. */
export function lotData(lot: LotDetails, base: string, language: Language, image: string): object {
  const url = addressIn(base, `/lot-view/${lot.id}`, language);
  const photos = lot.photos.map((photo) => new URL(photo.url, base).href);
  return {
    '@context': CONTEXT,
    '@type': 'Product',
    name: plainWords(lot.title[language]),
    description: plainWords(lot.description[language], 5_000),
    sku: lot.number,
    category: lot.category[language],
    url,
    image: photos.length > 0 ? photos : [base + image],
    offers: {
      '@type': 'Offer',
      url,
      ...(lot.rent ? { businessFunction: LEASE_OUT } : {}),
      priceCurrency: 'UZS',
      price: decimal(priceOf(lot)),
      availability: `${CONTEXT}/${AVAILABILITY.get(lot.status) ?? 'Discontinued'}`,
      validFrom: new Date(lot.publishedAtMs).toISOString(),
      availabilityStarts: new Date(lot.opensAtMs).toISOString(),
      availabilityEnds: new Date(lot.result?.endedAtMs ?? lot.closesAtMs).toISOString(),
      seller: {
        '@type': lot.customer.ownerType === 'natural' ? 'Person' : 'Organization',
        name: plainWords(lot.customer.name[language]),
      },
    },
  };
}
