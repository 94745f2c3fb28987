import { makePdf, type Content } from '#server/platform/pdf/index.ts';
import { formatMoney } from '#shared/money/money.ts';
import { tashkentDateTime } from '#shared/time/tashkent.ts';

const GREY = '#5b6573';
const RED = '#b3261e';

export interface ReceiptFacts {
  number: string;
  paidAt: Date;
  amountTiyin: number;
  paymentId: number;
  payer: string;
  provider: string;
  providerNumber: string | null;
  /** When the provider took it back; null: it did not. */
  returnedAt: Date | null;
}

/** Texts of the receipt, which is always in these two languages. */
const WORDS = {
  uz: {
    title: 'Toʻlov cheki',
    number: 'Chek raqami',
    paidAt: 'Toʻlangan vaqt',
    payer: 'Toʻlovchi',
    purpose: 'Toʻlov maqsadi',
    purposeText: 'Balansni toʻldirish',
    payment: 'Toʻlov raqami',
    provider: 'Toʻlov tizimi',
    providerNumber: 'Toʻlov tizimidagi raqam',
    amount: 'Summa',
    returned: 'Toʻlov qaytarilgan',
    zone: 'Toshkent vaqti',
  },
  ru: {
    title: 'Квитанция об оплате',
    number: 'Номер квитанции',
    paidAt: 'Время оплаты',
    payer: 'Плательщик',
    purpose: 'Назначение платежа',
    purposeText: 'Пополнение баланса',
    payment: 'Номер платежа',
    provider: 'Платёжная система',
    providerNumber: 'Номер в платёжной системе',
    amount: 'Сумма',
    returned: 'Платёж возвращён',
    zone: 'время Ташкента',
  },
} as const;

function half(facts: ReceiptFacts, language: 'uz' | 'ru'): Content[] {
  const words = WORDS[language];
  const time = (at: Date) => `${tashkentDateTime(at.getTime())}, ${words.zone}`;
  const rows: [string, string | null][] = [
    [words.number, facts.number],
    [words.paidAt, time(facts.paidAt)],
    [words.payer, facts.payer],
    [words.purpose, words.purposeText],
    [words.payment, String(facts.paymentId)],
    [words.provider, facts.provider],
    [words.providerNumber, facts.providerNumber],
  ];
  return [
    { text: words.title, style: 'title' },
    {
      layout: 'lightHorizontalLines',
      table: {
        headerRows: 0,
        widths: [170, '*'],
        body: [
          ...rows
            .filter(([, value]) => value !== null)
            .map(([label, value]) => [{ text: label, color: GREY }, { text: value ?? '' }]),
          [
            { text: words.amount, color: GREY },
            { text: formatMoney(facts.amountTiyin), bold: true },
          ],
        ],
      },
    },
    ...(facts.returnedAt
      ? [{ text: `${words.returned}: ${time(facts.returnedAt)}`, color: RED, bold: true, style: 'note' }]
      : []),
  ];
}

/** Receipt of a paid top-up: Uzbek above, Russian below. */
export function topUpReceipt(facts: ReceiptFacts): Promise<Buffer> {
  return makePdf({
    info: { title: facts.number, creator: 'Savdo', producer: 'Savdo' },
    content: [
      { text: 'Savdo', bold: true, fontSize: 13, color: '#1552c4', margin: [0, 0, 0, 14] },
      ...half(facts, 'uz'),
      { text: '', margin: [0, 16] },
      ...half(facts, 'ru'),
    ],
    defaultStyle: { fontSize: 10, lineHeight: 1.2 },
    styles: {
      title: { fontSize: 16, bold: true, margin: [0, 0, 0, 10] },
      note: { margin: [0, 8, 0, 0] },
    },
  });
}
