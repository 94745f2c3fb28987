import type { Texts } from '#server/platform/language/index.ts';
import type { LotDetails, Photo } from '#shared/api/site/lots.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { formatMoney } from '#shared/money/money.ts';
import { lotStatusName } from '#shared/lifecycles/lot-status.ts';
import { formatDate, formatTime } from '#shared/time/tashkent.ts';
import { monthlyRentTiyin } from '#shared/trade/rent.ts';
import type { HeadContent } from './head-html.ts';
import { PHOTO_WIDTH, type LotImageContent } from '../share-image/draw-lot-image.ts';
import { imageName } from '../share-image/image-name.ts';
import { plainWords } from '../html-text.ts';
import { breadcrumbs, lotData, priceOf } from './structured-data.ts';

/** The narrowest size of a stored photo that fills its place in the image; photos of an earlier release are left out. */
function photoFor(photo: Photo | undefined): string | null {
  const sizes = photo?.sizes ?? [];
  return (
    (sizes.find(({ width, height }) => Math.min(width, height) >= PHOTO_WIDTH) ?? sizes.at(-1))?.url ?? null
  );
}

const priceNameOf = (lot: LotDetails): 'final' | 'now' | 'start' =>
  (lot.result?.priceTiyin ?? null) !== null ? 'final' : lot.room.priceTiyin !== null ? 'now' : 'start';

/** Content of a lot's image in one language. */
export function lotImageContent(lot: LotDetails, language: Language, texts: Texts): LotImageContent {
  const auction = lot.tradeType === 'auction';
  return {
    title: plainWords(lot.title[language], 120),
    number: texts.text(language, 'seo:image.number', { number: lot.number }),
    status: texts.text(language, `ui:status.${lotStatusName(lot.status)}`),
    statusNumber: lot.status,
    priceLabel: texts.text(language, `seo:image.${auction ? priceNameOf(lot) : 'fixed'}`),
    price: formatMoney(priceOf(lot)),
    place: lot.region[language],
    slogan: texts.text(language, auction ? 'seo:image.slogan' : 'seo:image.sloganSale'),
    photo: photoFor(lot.photos[0]),
  };
}

/** Address of the image, which changes with its content. */
function imagePath(lot: LotDetails, language: Language, texts: Texts): string {
  return `/og/lot/${lot.id}.png?lang=${language}&v=${imageName(lotImageContent(lot, language, texts))}`;
}

const minuteOf = (ms: number): string => `${formatDate(ms)} ${formatTime(ms).slice(0, 5)}`;

/** Of a lot that is let: for how long its price is, and what that is a month. */
function rentText({ rent, startPriceTiyin }: LotDetails, language: Language, texts: Texts): string[] {
  if (!rent) return [];
  const monthly = monthlyRentTiyin(startPriceTiyin, rent.months);
  const text =
    rent.months === null || monthly === null
      ? texts.text(language, 'lots:tile.rentInPapers')
      : texts.text(language, 'lots:tile.rent', { count: rent.months, sum: formatMoney(monthly) });
  return [`${text}.`];
}

/** The head of a lot's page, its room or its result; the canonical address of the room is the lot's page. */
export function lotHead(
  lot: LotDetails,
  view: 'lot' | 'room' | 'result',
  { language, base, texts }: { language: Language; base: string; texts: Texts },
): HeadContent {
  const title = plainWords(lot.title[language], 70);
  const auction = lot.tradeType === 'auction';
  const key =
    view !== 'lot' ? `seo:${view}.title` : auction ? 'seo:page.lot.title' : 'seo:page.lot.saleTitle';
  const image = imagePath(lot, language, texts);
  const path = view === 'result' ? `/lot-result/${lot.id}` : `/lot-view/${lot.id}`;
  const steps: [string, string][] = [
    [texts.text(language, 'seo:page.home.title'), '/home'],
    [texts.text(language, 'seo:page.lotList.title'), '/lot-list'],
    [lot.category[language], `/lot-list?category=${lot.categoryId}`],
    [lot.title[language], path],
  ];
  return {
    language,
    path,
    image,
    title: texts.text(language, key, { title, number: lot.number }),
    description: [
      texts.text(language, auction ? 'seo:page.lot.description' : 'seo:page.lot.saleDescription', {
        status: texts.text(language, `ui:status.${lotStatusName(lot.status)}`),
        price: formatMoney(lot.startPriceTiyin),
        place: [lot.region, lot.area].flatMap((name) => name?.[language] ?? []).join(', '),
        opens: minuteOf(lot.opensAtMs),
        until: minuteOf(lot.closesAtMs),
      }),
      ...rentText(lot, language, texts),
    ].join(' '),
    data: [
      ...(view === 'lot' ? [lotData(lot, base, language, image)] : []),
      breadcrumbs(base, language, steps),
    ],
  };
}
