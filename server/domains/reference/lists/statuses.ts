import type { DictionaryItem } from '#shared/api/reference.ts';
import type { StatusColour } from '#shared/states/lot-status.ts';
import { names } from './names.ts';

type Line = readonly [code: string, colour: StatusColour | null, uz: string, ru: string, en: string];

/** Ids count from 1 in this order, so a new line goes to the end. */
const dictionaryOf = (lines: readonly Line[]): DictionaryItem[] =>
  lines.map(([code, colour, uz, ru, en], at) => ({ id: at + 1, code, colour, name: names(uz, ru, en) }));

export const ORDER_METHODS = dictionaryOf([
  ['auction', null, 'Auksion', 'Аукцион', 'Auction'],
  [
    'fixed-price',
    null,
    'Belgilangan narxda sotish',
    'Продажа по фиксированной цене',
    'Sale at a fixed price',
  ],
]);

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

export const REFUND_STATUSES = dictionaryOf([
  ['created', 'info', 'Ariza yaratilgan', 'Заявка создана', 'Requested'],
  ['under-review', 'primary', 'Koʻrib chiqilmoqda', 'На рассмотрении', 'Under review'],
  ['sent-to-bank', 'warning', 'Bankka yuborilgan', 'Отправлена в банк', 'Sent to the bank'],
  ['paid', 'success', 'Pul qaytarilgan', 'Деньги возвращены', 'Paid out'],
  ['rejected', 'danger', 'Rad etilgan', 'Отклонена', 'Rejected'],
  ['cancelled', 'info', 'Bekor qilingan', 'Отменена', 'Cancelled'],
]);

export const PAYMENT_STATUSES = dictionaryOf([
  ['created', 'info', 'Yaratilgan', 'Создан', 'Created'],
  ['pending', 'warning', 'Kutilmoqda', 'Ожидается', 'Pending'],
  ['paid', 'success', 'Toʻlangan', 'Оплачен', 'Paid'],
  ['failed', 'danger', 'Amalga oshmagan', 'Не прошёл', 'Failed'],
  ['cancelled', 'info', 'Bekor qilingan', 'Отменён', 'Cancelled'],
  ['refunded', 'primary', 'Qaytarilgan', 'Возвращён', 'Refunded'],
]);

export const APPLICATION_STATUSES = dictionaryOf([
  ['sent', 'primary', 'Yuborilgan', 'Отправлена', 'Sent'],
  ['accepted', 'success', 'Qabul qilingan', 'Принята', 'Accepted'],
  ['rejected', 'danger', 'Rad etilgan', 'Отклонена', 'Rejected'],
  ['cancelled', 'info', 'Bekor qilingan', 'Отменена', 'Cancelled'],
  ['won', 'success', 'Gʻolib', 'Победа', 'Won'],
  ['not-won', 'info', 'Gʻolib boʻlmadi', 'Без победы', 'Not won'],
]);
