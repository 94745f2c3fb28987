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
    check: 'Bayonnoma amalda ekanini shu manzilda tekshiring:',
    masked: 'Bu nusxa hamma uchun ochiq, shu sababli shaxsiy maʼlumotlar yashirilgan.',
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
    check: 'Действует ли протокол, проверьте по адресу:',
    masked: 'Эта копия открыта для всех, поэтому личные данные скрыты.',
  },
} as const;

const dayText = (day: string): string => day.split('-').reverse().join('.');

function half(protocol: Omit<Protocol, 'files'>, language: 'uz' | 'ru', address: string): Content[] {
  const words = WORDS[language];
  const rows: [string, string | null][] = [
    [words.number, protocol.number],
    [words.date, dayText(protocol.date)],
    [words.lot, `№ ${protocol.lot.number}`],
    [words.property, protocol.lot.title[language]],
    [words.price, formatMoney(protocol.priceTiyin)],
    [words.winner, protocol.winnerName],
    [words.taxId, protocol.taxId],
    [words.personalId, protocol.personalId],
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
 * The paper anyone may have: Uzbek above, Russian below, and a QR code of the address where it is checked.
 * @param protocol as the check shows it, masked
 */
export function protocolPdf(protocol: Omit<Protocol, 'files'>, checkAddress: string): Promise<Buffer> {
  return makePdf({
    info: { title: protocol.number, creator: 'Savdo', producer: 'Savdo' },
    content: [
      ...half(protocol, 'uz', checkAddress),
      { text: '', margin: [0, 14] },
      ...half(protocol, 'ru', checkAddress),
      { qr: checkAddress, fit: 120, margin: [0, 18, 0, 0] },
    ],
    defaultStyle: { fontSize: 10, lineHeight: 1.2 },
    styles: {
      title: { fontSize: 16, bold: true, margin: [0, 0, 0, 10] },
      note: { fontSize: 9, margin: [0, 8, 0, 0] },
    },
  });
}
