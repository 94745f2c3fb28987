import type { Texts } from '#server/platform/language/index.ts';
import type { LotDetails } from '#shared/api/lots.ts';
import type { Language } from '#shared/i18n/languages.ts';
import { formatMoney } from '#shared/money/money.ts';
import { lotStatusName } from '#shared/states/lot-status.ts';
import { formatDate, formatTime } from '#shared/time/tashkent.ts';
import type { PageWords } from './head-html.ts';
import type { LotPicture } from './image/lot-picture.ts';
import { imageName } from './image/image-name.ts';
import { plainWords } from './plain-words.ts';
import { breadcrumbs, lotData, priceOf } from './structured-data.ts';

/** What the image of a lot shows, in one language. */
export function lotPicture(lot: LotDetails, language: Language, texts: Texts): LotPicture {
  const said =
    (lot.result?.priceTiyin ?? null) !== null ? 'final' : lot.room.priceTiyin !== null ? 'now' : 'start';
  return {
    title: plainWords(lot.title[language], 120),
    number: texts.text(language, 'seo:image.number', { number: lot.number }),
    status: texts.text(language, `ui:status.${lotStatusName(lot.status)}`),
    statusNumber: lot.status,
    priceLabel: texts.text(language, `seo:image.${said}`),
    price: formatMoney(priceOf(lot)),
    place: lot.region[language],
    slogan: texts.text(language, 'seo:image.slogan'),
  };
}

/** Address of the image, new whenever what it shows is. */
export function imagePath(lot: LotDetails, language: Language, texts: Texts): string {
  return `/og/lot/${lot.id}.png?lang=${language}&v=${imageName(lotPicture(lot, language, texts))}`;
}

/** The words of a lot's page, its room or its result; the room leads search engines to the card. */
export function lotPage(
  lot: LotDetails,
  view: 'lot' | 'room' | 'result',
  { language, base, texts }: { language: Language; base: string; texts: Texts },
): PageWords {
  const title = plainWords(lot.title[language], 70);
  const key = view === 'lot' ? 'seo:page.lot.title' : `seo:${view}.title`;
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
    description: texts.text(language, 'seo:page.lot.description', {
      status: texts.text(language, `ui:status.${lotStatusName(lot.status)}`),
      price: formatMoney(lot.startPriceTiyin),
      place: [lot.region, lot.area].flatMap((name) => name?.[language] ?? []).join(', '),
      opens: `${formatDate(lot.opensAtMs)} ${formatTime(lot.opensAtMs).slice(0, 5)}`,
    }),
    data: [
      ...(view === 'lot' ? [lotData(lot, base, language, image)] : []),
      breadcrumbs(base, language, steps),
    ],
  };
}
