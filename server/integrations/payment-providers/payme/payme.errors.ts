interface Message {
  ru: string;
  uz: string;
  en: string;
}

const said = (uz: string, ru: string, en: string): Message => ({ ru, uz, en });

/** Answers that mean "no", by the provider's numbers. −31050 and below are defined by us. */
export const PAYME_ERRORS = {
  notPost: [
    -32300,
    said('Soʻrov POST usulida yuborilmagan', 'Запрос отправлен не методом POST', 'Not a POST request'),
  ],
  unreadable: [-32700, said('JSON oʻqilmadi', 'Не удалось прочитать JSON', 'The JSON could not be read')],
  malformed: [
    -32600,
    said('Soʻrov maydonlari notoʻgʻri', 'Неверные поля запроса', 'Fields of the request are wrong'),
  ],
  unknownMethod: [-32601, said('Bunday usul yoʻq', 'Метод не найден', 'There is no such method')],
  noRights: [-32504, said('Huquq yetarli emas', 'Недостаточно привилегий', 'Not allowed')],
  internal: [-32400, said('Ichki xatolik', 'Внутренняя ошибка', 'Internal error')],
  noReceipt: [-32001, said('Chek topilmadi', 'Чек не найден', 'Receipt not found')],
  wrongAmount: [-31001, said('Summa notoʻgʻri', 'Неверная сумма', 'Wrong amount')],
  noTransaction: [-31003, said('Tranzaksiya topilmadi', 'Транзакция не найдена', 'Transaction not found')],
  cannotCancel: [
    -31007,
    said(
      'Bekor qilib boʻlmaydi: pul ishlatilgan yoki zakalatda',
      'Отменить нельзя: деньги использованы или удержаны как задаток',
      'Cannot be cancelled: the money is used or held as a deposit',
    ),
  ],
  impossible: [
    -31008,
    said(
      'Bu holatda amalni bajarib boʻlmaydi',
      'В этом состоянии операция невозможна',
      'Not possible in this state',
    ),
  ],
  noPerson: [-31050, said('Foydalanuvchi topilmadi', 'Пользователь не найден', 'User not found')],
  noPayment: [-31050, said('Toʻlov topilmadi', 'Платёж не найден', 'Payment not found')],
  notPayable: [
    -31051,
    said(
      'Toʻlov allaqachon amalga oshirilgan yoki muddati tugagan',
      'Платёж уже проведён, проводится или его срок истёк',
      'The payment is done, under way or out of date',
    ),
  ],
} as const satisfies Record<string, readonly [number, Message]>;

export type PaymeError = keyof typeof PAYME_ERRORS;

/** A "no" in the middle of a call. */
export class PaymeRefusal extends Error {
  readonly error: PaymeError;
  /** Name of the account field or of the method that is wrong. */
  readonly data: string | null;

  constructor(error: PaymeError, data: string | null = null) {
    super(error);
    this.name = 'PaymeRefusal';
    this.error = error;
    this.data = data;
  }
}
