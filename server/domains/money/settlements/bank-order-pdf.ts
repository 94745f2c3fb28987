import { makePdf, type Content } from '#server/platform/pdf/index.ts';
import type { BankOrder } from '#shared/api/cabinet/winlots.ts';
import { formatMoney } from '#shared/money/money.ts';
import { tashkentDateTime } from '#shared/time/tashkent.ts';

const GREY = '#5b6573';

export interface BankOrderFacts extends BankOrder {
  /** Of the settlement: `S-17`. */
  number: string;
  payer: string;
  dueAt: Date;
}

/** Texts of the order, which is always in these two languages. */
const WORDS = {
  uz: {
    title: 'Toʻlov topshirigʻi uchun maʼlumot',
    payer: 'Toʻlovchi',
    recipient: 'Oluvchi',
    stir: 'Oluvchining STIRi',
    bank: 'Oluvchining banki',
    account: 'Hisob raqami',
    mfo: 'MFO',
    amount: 'Summa',
    purpose: 'Toʻlov maqsadi',
    due: 'Toʻlov muddati',
    note: 'Toʻlov maqsadini oʻzgartirmang: toʻlovingiz shu matn boʻyicha topiladi.',
    zone: 'Toshkent vaqti',
  },
  ru: {
    title: 'Данные для платёжного поручения',
    payer: 'Плательщик',
    recipient: 'Получатель',
    stir: 'СТИР получателя',
    bank: 'Банк получателя',
    account: 'Расчётный счёт',
    mfo: 'МФО',
    amount: 'Сумма',
    purpose: 'Назначение платежа',
    due: 'Срок оплаты',
    note: 'Не меняйте назначение платежа: по этому тексту ваш платёж будет найден.',
    zone: 'время Ташкента',
  },
} as const;

function half(facts: BankOrderFacts, language: 'uz' | 'ru'): Content[] {
  const words = WORDS[language];
  const rows: [string, string][] = [
    [words.payer, facts.payer],
    [words.recipient, facts.recipient],
    [words.stir, facts.stir],
    [words.bank, facts.bank],
    [words.account, facts.account],
    [words.mfo, facts.mfo],
    [words.amount, formatMoney(facts.amountTiyin)],
    [words.purpose, facts.purpose],
    [words.due, `${tashkentDateTime(facts.dueAt.getTime())}, ${words.zone}`],
  ];
  return [
    { text: words.title, style: 'title' },
    {
      layout: 'lightHorizontalLines',
      table: {
        headerRows: 0,
        widths: [150, '*'],
        body: rows.map(([label, value]) => [{ text: label, color: GREY }, { text: value }]),
      },
    },
    { text: words.note, margin: [0, 8, 0, 0] },
  ];
}

/** What a buyer takes to a bank to pay for a lot: Uzbek above, Russian below. */
export function bankOrderPdf(facts: BankOrderFacts): Promise<Buffer> {
  return makePdf({
    info: { title: facts.number, creator: 'Savdo', producer: 'Savdo' },
    content: [
      { text: `Savdo · ${facts.number}`, bold: true, fontSize: 13, color: '#1552c4', margin: [0, 0, 0, 14] },
      ...half(facts, 'uz'),
      { text: '', margin: [0, 16] },
      ...half(facts, 'ru'),
    ],
    defaultStyle: { fontSize: 10, lineHeight: 1.2 },
    styles: { title: { fontSize: 16, bold: true, margin: [0, 0, 0, 10] } },
  });
}
