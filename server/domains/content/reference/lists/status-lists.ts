import type { DictionaryItem } from '#shared/api/site/reference.ts';
import type { StatusColour } from '#shared/lifecycles/lot-status.ts';
import { PAYMENT_COLOURS, PAYMENT_STATUSES as PAYMENT } from '#shared/lifecycles/payment.ts';
import { REFUND_COLOURS, REFUND_STATUSES as REFUND } from '#shared/lifecycles/refund.ts';
import {
  APPLICATION_COLOURS,
  APPLICATION_STATUSES as APPLICATION,
} from '#shared/lifecycles/trade-application.ts';
import { names } from './localized-names.ts';

type Line = readonly [code: string, colour: StatusColour | null, uz: string, ru: string, en: string];

/** Ids count from 1 in this order, so a new line goes to the end. */
const dictionaryOf = (lines: readonly Line[]): DictionaryItem[] =>
  lines.map(([code, colour, uz, ru, en], at) => ({ id: at + 1, code, colour, name: names(uz, ru, en) }));

/** The same for statuses with a lifecycle, in its order and with its colours. */
const dictionaryOfStatuses = <Status extends string>(
  statuses: readonly Status[],
  colours: Readonly<Record<Status, StatusColour>>,
  texts: Readonly<Record<Status, readonly [uz: string, ru: string, en: string]>>,
): DictionaryItem[] => dictionaryOf(statuses.map((code) => [code, colours[code], ...texts[code]]));

export const ORDER_STATUSES = dictionaryOf([
  ['created', 'info', 'Shakllantirilmoqda', 'Формируется', 'Being written'],
  ['sent', 'primary', 'Tekshiruvga yuborilgan', 'Отправлен на проверку', 'Sent for checking'],
  ['returned', 'warning', 'Tuzatishga qaytarilgan', 'Возвращён на доработку', 'Returned for correction'],
  ['rejected', 'danger', 'Rad etilgan', 'Отклонён', 'Rejected'],
  ['approved', 'success', 'Tasdiqlangan', 'Одобрен', 'Approved'],
  ['on-trade', 'primary', 'Savdoda', 'На торгах', 'On trade'],
  ['traded', 'success', 'Auksion oʻtkazilgan', 'Торги проведены', 'Traded'],
  ['awaiting-payment', 'warning', 'Toʻlov kutilmoqda', 'Ожидается оплата', 'Awaiting payment'],
  ['finished', 'success', 'Yakunlangan', 'Завершён', 'Finished'],
  ['cancelled', 'info', 'Bekor qilingan', 'Отменён', 'Cancelled'],
]);

export const REFUND_STATUSES = dictionaryOfStatuses(REFUND, REFUND_COLOURS, {
  created: ['Ariza yaratilgan', 'Заявка создана', 'Requested'],
  'under-review': ['Koʻrib chiqilmoqda', 'На рассмотрении', 'Under review'],
  'sent-to-bank': ['Bankka yuborilgan', 'Отправлена в банк', 'Sent to the bank'],
  paid: ['Pul qaytarilgan', 'Деньги возвращены', 'Paid out'],
  rejected: ['Rad etilgan', 'Отклонена', 'Rejected'],
  cancelled: ['Bekor qilingan', 'Отменена', 'Cancelled'],
});

export const PAYMENT_STATUSES = dictionaryOfStatuses(PAYMENT, PAYMENT_COLOURS, {
  created: ['Yaratilgan', 'Создан', 'Created'],
  pending: ['Kutilmoqda', 'Ожидается', 'Pending'],
  paid: ['Toʻlangan', 'Оплачен', 'Paid'],
  failed: ['Amalga oshmagan', 'Не прошёл', 'Failed'],
  cancelled: ['Bekor qilingan', 'Отменён', 'Cancelled'],
  refunded: ['Qaytarilgan', 'Возвращён', 'Refunded'],
});

export const APPLICATION_STATUSES = dictionaryOfStatuses(APPLICATION, APPLICATION_COLOURS, {
  sent: ['Yuborilgan', 'Отправлена', 'Sent'],
  accepted: ['Qabul qilingan', 'Принята', 'Accepted'],
  rejected: ['Rad etilgan', 'Отклонена', 'Rejected'],
  cancelled: ['Bekor qilingan', 'Отменена', 'Cancelled'],
  won: ['Gʻolib', 'Победа', 'Won'],
  'not-won': ['Gʻolib boʻlmadi', 'Без победы', 'Not won'],
});
