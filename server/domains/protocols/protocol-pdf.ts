import { makePdf, type Content } from '#server/platform/pdf/index.ts';
import type { Protocol } from '#shared/api/checks.ts';
import { formatMoney } from '#shared/money/money.ts';

const GREY = '#5b6573';

/** The words of the paper itself, which is in two languages whatever the reader's. */
const WORDS = {
  uz: {
    title: 'Auksion natijasi toʻgʻrisidagi bayonnoma',
    number: 'Bayonnoma raqami',
    date: 'Imzolangan sana',
    lot: 'Lot',
    property: 'Mulk',
    price: 'Yakuniy narx',
    winner: 'Gʻolib',
    taxId: 'STIR',
    personalId: 'JShShIR',
    address: 'Manzil',
    word: 'Tekshiruv soʻzi',
    check: 'Bayonnoma amalda ekanini shu manzilda tekshiring:',
    masked:
      'Tekshiruv soʻzini bilgan har kim bu nusxani koʻra oladi, shu sababli shaxsiy maʼlumotlar yashirilgan.',
  },
  ru: {
    title: 'Протокол о результатах торгов',
    number: 'Номер протокола',
    date: 'Дата подписания',
    lot: 'Лот',
    property: 'Имущество',
    price: 'Итоговая цена',
    winner: 'Победитель',
    taxId: 'СТИР',
    personalId: 'ПИНФЛ',
    address: 'Адрес',
    word: 'Проверочное слово',
    check: 'Действует ли протокол, проверьте по адресу:',
    masked: 'Эту копию видит каждый, кто знает проверочное слово, поэтому личные данные скрыты.',
  },
} as const;

const dayText = (day: string): string => day.split('-').reverse().join('.');

/** What is printed: an open part, and the masked winner. */
export type PrintedProtocol = Omit<Protocol, 'files' | 'word' | 'winner'> & {
  winner: NonNullable<Protocol['winner']>;
};

/** Where the paper is checked, and the word that belongs to it. */
export interface PaperCheck {
  address: string;
  word: string;
}

function half(protocol: PrintedProtocol, language: 'uz' | 'ru', { address, word }: PaperCheck): Content[] {
  const words = WORDS[language];
  const { winner } = protocol;
  const rows: [string, string | null][] = [
    [words.number, protocol.number],
    [words.date, dayText(protocol.date)],
    [words.lot, `№ ${protocol.lot.number}`],
    [words.property, protocol.lot.title[language]],
    [words.price, formatMoney(protocol.priceTiyin)],
    [words.winner, winner.name],
    [words.taxId, winner.taxId],
    [words.personalId, winner.personalId],
    [words.address, winner.address?.[language] ?? null],
    [words.word, word],
  ];
  return [
    { text: words.title, style: 'title' },
    {
      layout: 'lightHorizontalLines',
      table: {
        headerRows: 0,
        widths: [150, '*'],
        body: rows
          .filter(([, value]) => value !== null)
          .map(([label, value]) => [{ text: label, color: GREY }, { text: value ?? '' }]),
      },
    },
    { text: [`${words.check} `, { text: address, link: address, color: '#1f5fd0' }], style: 'note' },
    { text: words.masked, style: 'note', color: GREY },
  ];
}

/**
 * The paper: Uzbek above, Russian below, and a QR code of the address where it is checked with the check word beside it.
 * @param protocol as the check shows it to who has the word, masked
 */
export function protocolPdf(protocol: PrintedProtocol, check: PaperCheck): Promise<Buffer> {
  return makePdf({
    info: { title: protocol.number, creator: 'Savdo', producer: 'Savdo' },
    content: [
      ...half(protocol, 'uz', check),
      { text: '', margin: [0, 14] },
      ...half(protocol, 'ru', check),
      {
        margin: [0, 18, 0, 0],
        columns: [
          { qr: check.address, fit: 120, width: 130 },
          {
            width: '*',
            stack: [
              { text: `${WORDS.uz.word} · ${WORDS.ru.word}`, color: GREY, fontSize: 9 },
              { text: check.word, fontSize: 20, bold: true, characterSpacing: 1 },
            ],
          },
        ],
      },
    ],
    defaultStyle: { fontSize: 10, lineHeight: 1.2 },
    styles: {
      title: { fontSize: 16, bold: true, margin: [0, 0, 0, 10] },
      note: { fontSize: 9, margin: [0, 8, 0, 0] },
    },
  });
}
