import type { LocalizedText } from '#shared/i18n/localized.ts';
import { LOT_STATUS, type LotStatus, type LotStatusName } from '#shared/lifecycles/lot-status.ts';

const names = (uz: string, ru: string, uzCyrl: string, en: string): LocalizedText => ({
  uz,
  ru,
  'uz-Cyrl': uzCyrl,
  en,
});

/** Statuses as the dictionary gives them. */
export const LOT_STATUS_NAMES: Record<LotStatusName, LocalizedText> = {
  acceptingApplications: names(
    'Arizalar qabul qilinmoqda',
    'Приём заявок',
    'Аризалар қабул қилинмоқда',
    'Accepting applications',
  ),
  onSaleAtFixedPrice: names(
    'Belgilangan narxda sotuvda',
    'Продаётся по фиксированной цене',
    'Белгиланган нархда сотувда',
    'On sale at a fixed price',
  ),
  startingSoon: names(
    'Arizalar qabuli yakunlandi, auksion yaqin',
    'Приём заявок завершён, скоро торги',
    'Аризалар қабули якунланди, аукцион яқин',
    'Applications closed, starting soon',
  ),
  biddingNow: names('Auksion ketmoqda', 'Идут торги', 'Аукцион кетмоқда', 'Bidding now'),
  priceFormed: names(
    'Narx shakllandi, bayonnoma tayyorlanmoqda',
    'Цена сформирована, готовится протокол',
    'Нарх шаклланди, баённома тайёрланмоқда',
    'Price formed, protocol under way',
  ),
  awaitingPayment: names(
    'Gʻolib toʻlovi kutilmoqda',
    'Ожидается оплата победителя',
    'Ғолиб тўлови кутилмоқда',
    "Awaiting the winner's payment",
  ),
  soldAndPaid: names('Sotildi va toʻlandi', 'Продан и оплачен', 'Сотилди ва тўланди', 'Sold and paid'),
  suspended: names(
    'Toʻxtatilgan, texnik uzilish',
    'Приостановлен, технический перерыв',
    'Тўхтатилган, техник узилиш',
    'Suspended, technical interruption',
  ),
  notHeld: names('Auksion boʻlib oʻtmadi', 'Торги не состоялись', 'Аукцион бўлиб ўтмади', 'Not held'),
  withdrawn: names('Savdodan olindi', 'Снят с торгов', 'Савдодан олинди', 'Withdrawn'),
  noPriceGiven: names(
    'Narx taklif qilinmadi',
    'Завершён, цена не предложена',
    'Нарх таклиф қилинмади',
    'Finished with no price given',
  ),
  offeredToOne: names(
    'Yagona yoki zaxira ishtirokchiga taklif qilindi',
    'Предложен единственному или резервному участнику',
    'Ягона ёки захира иштирокчига таклиф қилинди',
    'Offered to the sole or reserve participant',
  ),
  priceNotConfirmed: names(
    'Narx tasdiqlanmadi',
    'Цена не подтверждена',
    'Нарх тасдиқланмади',
    'Price not confirmed',
  ),
  archived: names(
    'Arxivlangan, qayta savdoga chiqarilgan',
    'В архиве, заменён повторными торгами',
    'Архивланган, қайта савдога чиқарилган',
    'Archived, replaced by a repeat',
  ),
  paymentOverdue: names(
    'Toʻlov muddati oʻtgan',
    'Оплата просрочена',
    'Тўлов муддати ўтган',
    'Payment overdue',
  ),
  resultCancelled: names(
    'Natija bekor qilingan',
    'Результат отменён',
    'Натижа бекор қилинган',
    'Result cancelled',
  ),
  paidInPart: names(
    'Qisman toʻlangan, boʻlib toʻlash davom etmoqda',
    'Оплачен частично, идёт рассрочка',
    'Қисман тўланган, бўлиб тўлаш давом этмоқда',
    'Paid in part, instalments running',
  ),
};

const BY_NUMBER = new Map(
  Object.entries(LOT_STATUS).map(([code, number]) => [number, LOT_STATUS_NAMES[code as LotStatusName]]),
);

/** The dictionary's name of a status by its number. */
export const lotStatusName = (status: LotStatus): LocalizedText => BY_NUMBER.get(status)!;
