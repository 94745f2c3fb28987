/**
 * Answers that mean "no". Numbers below zero are those of JSON-RPC; the others are the provider's own. 77, 102, 302 and above
 * come from its older documents and are to be compared with the annex of the operator's contract.
 */
export const PAYNET_ERRORS = {
  unreadable: [-32700, 'Ошибка чтения JSON'],
  malformed: [-32600, 'Неверные поля запроса'],
  unknownMethod: [-32601, 'Метод не найден'],
  spent: [77, 'Отменить нельзя: деньги использованы или удержаны как задаток'],
  internal: [102, 'Системная ошибка'],
  exists: [201, 'Транзакция уже существует'],
  cancelled: [202, 'Транзакция уже отменена'],
  noTransaction: [203, 'Транзакция не найдена'],
  noClient: [302, 'Платёж не найден или не может быть оплачен'],
  noService: [305, 'Услуга не найдена'],
  missing: [411, 'Не указан обязательный параметр'],
  wrongLogin: [412, 'Неверный логин или пароль'],
  wrongAmount: [413, 'Неверная сумма'],
  wrongDate: [414, 'Неверный формат даты и времени'],
} as const satisfies Record<string, readonly [number, string]>;

export type PaynetError = keyof typeof PAYNET_ERRORS;

/** A "no" in the middle of a call. */
export class PaynetRefusal extends Error {
  readonly error: PaynetError;

  constructor(error: PaynetError) {
    super(error);
    this.name = 'PaynetRefusal';
    this.error = error;
  }
}
