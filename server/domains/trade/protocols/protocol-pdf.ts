import { makePdf, SIGNED_CODE_CORRECTION, type Content } from '#server/platform/pdf/index.ts';
import type { LocalizedText } from '#shared/i18n/localized.ts';
import type { ProtocolCause } from '#shared/lifecycles/protocol-causes.ts';
import { CANCEL_REASONS } from '#shared/lifecycles/protocol.ts';
import { formatMoney } from '#shared/money/money.ts';
import { monthlyRentTiyin } from '#shared/trade/rent.ts';
import { dayText, tashkentDateTime } from '#shared/time/tashkent.ts';
import type { ProtocolFacts, RoomFacts } from './protocol-facts.ts';
import type { Copy } from './protocol-tables.ts';
import { WORDS, type PaperLanguage } from './protocol-texts.ts';

const GREY = '#5b6573';
const LINK = '#1f5fd0';

/** A party as this copy names it. */
export interface PaperParty {
  name: string | LocalizedText;
  taxId: string | null;
  personalId: string | null;
  phone: string | null;
  region: LocalizedText | null;
  address: LocalizedText | null;
}

export interface Operator {
  name: string;
  site: string;
  address: LocalizedText | null;
  phone: string;
  email: string;
}

/** What one copy of a protocol says. */
export interface ProtocolPaper {
  number: string;
  cause: ProtocolCause;
  /** `YYYY-MM-DD` in Tashkent. */
  date: string;
  lotId: number;
  lotTitle: LocalizedText;
  /** Null: recorded before documents stated them. */
  facts: ProtocolFacts | null;
  /** Null in minutes. */
  sale: { priceTiyin: number; winnerNumber: number; winner: PaperParty } | null;
  customer: PaperParty | null;
  operator: Operator;
  /** Null: in force. The reason as it is stored. */
  cancelled: { at: Date; reason: string } | null;
  copy: Copy;
  /** URL of the check, and the check word as it is printed. */
  check: { address: string; word: string };
  /** Text of the signed code. */
  code: string;
  /** Null: as it was made first. */
  issued: { issue: number; at: Date } | null;
}

/** Label, and value; a row without a value is left out. A section's heading has no label. */
type Row = readonly [label: string | null, value: string | null];

/** An instant in Tashkent to the millisecond. */
const exactTime = (ms: number): string => `${tashkentDateTime(ms)}.${String(ms % 1000).padStart(3, '0')}`;

/** In groups, so that it wraps in a column. */
const hashText = (hash: string): string => hash.match(/.{1,16}/g)?.join(' ') ?? '';

const textOf = (count: number | null): string | null => (count === null ? null : String(count));

/** Of a lease: what its price for the whole term is a month. */
function monthlyText(priceTiyin: number, { rentMonths }: ProtocolFacts): string | null {
  const tiyin = monthlyRentTiyin(priceTiyin, rentMonths);
  return tiyin === null ? null : formatMoney(tiyin);
}

function roomRows(room: RoomFacts, language: PaperLanguage): Row[] {
  const words = WORDS[language];
  const price = (tiyin: number | null, number: number | null): string | null =>
    tiyin === null
      ? null
      : `${formatMoney(tiyin)}${number === null ? '' : ` (${words.participant} ${number})`}`;
  const time = (ms: number | null): string | null => (ms === null ? null : exactTime(ms));
  return [
    [null, words.section.auction],
    [words.opened, time(room.openedAtMs)],
    [words.lastPrice, time(room.lastPriceAtMs)],
    [words.closed, time(room.closedAtMs)],
    [words.participants, room.participants.join(', ') || words.noParticipants],
    [words.confirmed, String(room.confirmedPrices)],
    [words.hammerPrice, price(room.hammerPriceTiyin, room.hammerNumber)],
    [words.secondPrice, price(room.secondPriceTiyin, room.secondNumber)],
    [words.log, `${room.logEntries} ${words.entries}, SHA-256 ${hashText(room.logHash)}`],
  ];
}

function termRows(paper: ProtocolPaper, language: PaperLanguage): Row[] {
  const words = WORDS[language];
  const { facts } = paper;
  const of: Row[] = [
    [null, words.section.lot],
    [words.lot, `№ ${paper.lotId}`],
    [words.property, paper.lotTitle[language]],
  ];
  if (!facts) return of;
  return [
    ...of,
    [words.order, facts.orderId === null ? null : `№ ${facts.orderId}`],
    [words.place, facts.address[language]],
    [words.quantity, String(facts.quantity)],
    [words.rent, textOf(facts.rentMonths)],
    [words.monthly, monthlyText(facts.startPriceTiyin, facts)],
    [words.rules, `${words.ruleSet[facts.ruleSet.name]}, ${words.version} ${facts.ruleSet.version}`],
    ...(facts.purchase
      ? ([
          [words.description, facts.purchase.description?.[language] ?? null],
          [words.unitPrice, formatMoney(facts.purchase.unitPriceTiyin)],
        ] as Row[])
      : ([
          [words.startPrice, formatMoney(facts.startPriceTiyin)],
          [words.firstStep, formatMoney(facts.firstStepTiyin)],
          [words.deposit, formatMoney(facts.depositTiyin)],
          [words.payment, String(facts.paymentWorkingDays)],
        ] as Row[])),
    [words.instalments, textOf(facts.instalmentMonths)],
  ];
}

function partyRows(heading: string, party: PaperParty | null, language: PaperLanguage): Row[] {
  if (!party) return [];
  const words = WORDS[language];
  return [
    [null, heading],
    [words.name, typeof party.name === 'string' ? party.name : party.name[language]],
    [words.taxId, party.taxId],
    [words.personalId, party.personalId],
    [words.region, party.region?.[language] ?? null],
    [words.address, party.address?.[language] ?? null],
    [words.phone, party.phone],
  ];
}

function reasonText(reason: string, language: PaperLanguage): string {
  const known = CANCEL_REASONS.find((each) => each === reason);
  return known ? WORDS[language].cancelReason[known] : reason;
}

/** One language's column, top to bottom. Both have the same rows, so that they face each other. */
function column(paper: ProtocolPaper, language: PaperLanguage): Row[] {
  const words = WORDS[language];
  const { sale, operator, cancelled } = paper;
  const purchase = paper.facts?.purchase;
  return [
    [null, words.title[paper.cause]],
    [words.number, paper.number],
    [words.date, dayText(paper.date)],
    [
      words.cancelled,
      cancelled && `${tashkentDateTime(cancelled.at.getTime())}. ${reasonText(cancelled.reason, language)}`,
    ],
    ...termRows(paper, language),
    ...(paper.facts?.room ? roomRows(paper.facts.room, language) : []),
    [null, words.section.outcome],
    [words.basis, words.ground[paper.cause]],
    [words.price, sale && formatMoney(sale.priceTiyin)],
    [words.priceMonthly, sale && paper.facts && monthlyText(sale.priceTiyin, paper.facts)],
    ...(purchase
      ? ([
          [words.bought, String(purchase.quantity)],
          [words.boughtAt, exactTime(purchase.soldAtMs)],
          [words.sale, `№ ${purchase.saleNumber}`],
        ] as Row[])
      : ([[words.winner, sale && `${words.participant} ${sale.winnerNumber}`]] as Row[])),
    ...partyRows(purchase ? words.section.buyer : words.section.winner, sale?.winner ?? null, language),
    ...partyRows(words.section.customer, paper.customer, language),
    [null, words.section.operator],
    [words.name, `${operator.name}, ${operator.site}`],
    [words.address, operator.address?.[language] ?? null],
    [words.phone, operator.phone || null],
    [words.email, operator.email || null],
    [words.word, paper.check.word],
  ];
}

const cell = ([label, value]: Row, first: boolean): Content =>
  label === null
    ? { text: value ?? '', bold: true, fontSize: first ? 13 : 10, margin: [0, first ? 0 : 6, 0, 2] }
    : { text: [{ text: `${label}: `, color: GREY }, value ?? ''] };

const note = (paper: ProtocolPaper, language: PaperLanguage): Content => {
  const words = WORDS[language];
  const { address } = paper.check;
  const copy = paper.copy === 'winner' && paper.cause === 'purchase' ? 'buyer' : paper.copy;
  return {
    stack: [
      { text: [`${words.check} `, { text: address, link: address, color: LINK }] },
      { text: words.copy[copy], color: GREY, margin: [0, 4, 0, 0] },
      ...(paper.issued
        ? [
            {
              text: `${words.issue} ${paper.issued.issue}, ${tashkentDateTime(paper.issued.at.getTime())}`,
              color: GREY,
              margin: [0, 4, 0, 0] as [number, number, number, number],
            },
          ]
        : []),
    ],
    fontSize: 8,
  };
};

const signedCodeText = ({ operator }: ProtocolPaper, language: PaperLanguage): string =>
  `${WORDS[language].signedCode} ${operator.site}/verify`;

/**
 * The document: Uzbek and Russian side by side, a QR code of the check's URL, the check word and the signed code below. The file carries the signed code as well, as an attachment.
 */
export function protocolPdf(paper: ProtocolPaper): Promise<Buffer> {
  const uz = column(paper, 'uz');
  const ru = column(paper, 'ru');
  const body = uz.flatMap((row, i) =>
    row[1] === null ? [] : [[cell(row, i === 0), cell(ru[i] ?? row, i === 0)]],
  );
  return makePdf({
    info: { title: paper.number, creator: 'Savdo', producer: 'Savdo' },
    files: {
      code: {
        src: `data:text/plain;base64,${Buffer.from(paper.code).toString('base64')}`,
        name: `${paper.number}-code.txt`,
        description: `${WORDS.uz.signedCode} · ${WORDS.ru.signedCode}`,
      },
    },
    ...(paper.cancelled
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
      text: `${paper.number} · ${page}/${pages}`,
      alignment: 'center',
      color: GREY,
      fontSize: 8,
      margin: [0, 20, 0, 0],
    }),
    content: [
      { layout: 'lightHorizontalLines', table: { headerRows: 0, widths: ['*', '*'], body } },
      {
        unbreakable: true,
        stack: [
          {
            margin: [0, 12, 0, 0],
            columns: [note(paper, 'uz'), note(paper, 'ru')],
            columnGap: 16,
          },
          {
            margin: [0, 12, 0, 0],
            columns: [
              { qr: paper.check.address, fit: 120, width: 130 },
              {
                width: '*',
                stack: [
                  { text: `${WORDS.uz.word} · ${WORDS.ru.word}`, color: GREY, fontSize: 9 },
                  { text: paper.check.word, fontSize: 20, bold: true, characterSpacing: 1 },
                  { text: signedCodeText(paper, 'uz'), color: GREY, fontSize: 8, margin: [0, 12, 0, 0] },
                  { text: signedCodeText(paper, 'ru'), color: GREY, fontSize: 8, margin: [0, 4, 0, 0] },
                ],
              },
              { qr: paper.code, eccLevel: SIGNED_CODE_CORRECTION, fit: 170, width: 170 },
            ],
          },
        ],
      },
    ],
    defaultStyle: { fontSize: 9, lineHeight: 1.15 },
  });
}
