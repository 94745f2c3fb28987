import { publicPinfl } from '#server/domains/people/accounts/index.ts';
import { makePdf, type Content } from '#server/platform/pdf/index.ts';
import { formatMoney } from '#shared/money/money.ts';
import { formatDate, tashkentDateTime } from '#shared/time/tashkent.ts';
import { WORDS, type ActLanguage } from './act-texts.ts';
import type { ActFacts, ActParty } from './hand-over-tables.ts';

const GREY = '#5b6573';

export interface Act {
  number: string;
  facts: ActFacts;
  confirmedAt: Date;
  /** null: in force. */
  cancelledAt: Date | null;
  operator: { name: string; site: string };
}

/** Label, and value; a row without a value is left out. A section's heading has no label. */
type Row = readonly [label: string | null, value: string | null];

function partyRows(heading: string, party: ActParty, role: string | null, language: ActLanguage): Row[] {
  const words = WORDS[language];
  const { name, stir, pinfl } = party;
  return [
    [null, heading],
    [words.fullName, typeof name === 'string' ? name : name[language]],
    [words.stir, stir],
    // Both sides read the one act: neither learns the number of the other there.
    [words.pinfl, pinfl && publicPinfl(pinfl)],
    [words.basis, role],
  ];
}

/** One language's column, top to bottom. Both have the same rows, so that they face each other. */
function column({ number, facts, confirmedAt, cancelledAt, operator }: Act, language: ActLanguage): Row[] {
  const words = WORDS[language];
  const buyer =
    facts.sale === 'purchase'
      ? words.sale[facts.sale]
      : `${words.sale[facts.sale]}, ${words.participant} ${facts.bidderNumber}`;
  return [
    [null, words.title],
    [words.number, number],
    [words.date, formatDate(confirmedAt.getTime())],
    [words.cancelled, cancelledAt && `${tashkentDateTime(cancelledAt.getTime())}. ${words.cancelledWhy}`],
    [null, words.property],
    [words.lot, `№ ${facts.lotId}`],
    [words.order, facts.orderId === null ? null : `№ ${facts.orderId}`],
    [words.protocol, facts.protocolNumber],
    [words.name, facts.lotTitle[language]],
    [words.address, facts.address[language]],
    [words.quantity, String(facts.quantity)],
    [words.price, formatMoney(facts.priceTiyin)],
    facts.paidAtMs === null ? [words.payment, words.byParts] : [words.paid, tashkentDateTime(facts.paidAtMs)],
    ...partyRows(words.gave, facts.seller, null, language),
    ...partyRows(words.took, facts.buyer, buyer, language),
    [null, words.confirmed],
    [words.date, tashkentDateTime(confirmedAt.getTime())],
    [words.basis, words.ground[facts.ground]],
    [words.note, facts.note],
    [null, `${operator.name}, ${operator.site}`],
  ];
}

const cell = ([label, value]: Row, first: boolean): Content =>
  label === null
    ? { text: value ?? '', bold: true, fontSize: first ? 13 : 10, margin: [0, first ? 0 : 6, 0, 2] }
    : { text: [{ text: `${label}: `, color: GREY }, value ?? ''] };

/** The acceptance act: Uzbek and Russian side by side. */
export function actPdf(act: Act): Promise<Buffer> {
  const uz = column(act, 'uz');
  const ru = column(act, 'ru');
  const body = uz.flatMap((row, i) =>
    row[1] === null ? [] : [[cell(row, i === 0), cell(ru[i] ?? row, i === 0)]],
  );
  return makePdf({
    info: { title: act.number, creator: 'Savdo', producer: 'Savdo' },
    ...(act.cancelledAt
      ? {
          watermark: {
            text: `${WORDS.uz.cancelled.toUpperCase()} · ${WORDS.ru.cancelled.toUpperCase()}`,
            color: '#b42318',
            opacity: 0.22,
            bold: true,
          },
        }
      : {}),
    footer: (page: number, pages: number) => ({
      text: `${act.number} · ${page}/${pages}`,
      alignment: 'center',
      color: GREY,
      fontSize: 8,
      margin: [0, 20, 0, 0],
    }),
    content: [
      { layout: 'lightHorizontalLines', table: { headerRows: 0, widths: ['*', '*'], body } },
      {
        margin: [0, 12, 0, 0],
        columns: [WORDS.uz.electronic, WORDS.ru.electronic].map((text) => ({
          text,
          color: GREY,
          fontSize: 8,
        })),
        columnGap: 16,
      },
    ],
    defaultStyle: { fontSize: 9, lineHeight: 1.15 },
  });
}
