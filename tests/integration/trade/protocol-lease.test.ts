import { expect, test } from 'vitest';
import { protocolPdf, type ProtocolPaper } from '#server/domains/trade/protocols/protocol-pdf.ts';
import { formatMoney } from '#shared/money/money.ts';
import { readPdf } from '../../fixtures/pdf-text.ts';

const inAll = (text: string) => ({ uz: text, ru: text, 'uz-Cyrl': text, en: text });
const START_TIYIN = 100_000_00;
const FINAL_TIYIN = 155_000_01;

const paper = (rentMonths: number | null): ProtocolPaper => ({
  number: 'P-2026-000001',
  cause: 'hammer',
  date: '2026-11-20',
  lotId: 7,
  lotTitle: inAll('Ombor'),
  facts: {
    v: 1,
    orderId: null,
    address: inAll('Toshkent'),
    quantity: 1,
    orderType: 'private',
    ruleSet: { name: 'private', version: 1 },
    startPriceTiyin: START_TIYIN,
    firstStepTiyin: 1_000_00,
    depositTiyin: 0,
    paymentWorkingDays: 3,
    instalmentMonths: null,
    rentMonths,
    room: null,
    customerName: inAll('Sotuvchi'),
    customerAddress: null,
    customer: null,
    winner: null,
  },
  sale: {
    priceTiyin: FINAL_TIYIN,
    winnerNumber: 4,
    winner: { name: 'Anvar', taxId: null, personalId: null, phone: null, region: null, address: null },
  },
  customer: null,
  cancelled: null,
  copy: 'public',
  operator: { name: 'Savdo', site: 'savdo.example', address: null, phone: '', email: '' },
  check: { address: 'https://savdo.example/check', word: 'word' },
  code: 'SVP1:',
  issued: null,
});
const textOf = async (rentMonths: number | null) =>
  readPdf(await protocolPdf(paper(rentMonths))).text.replaceAll(/\s+/g, ' ');

test('the protocol of a lease states its term and what both prices are a month, rounded down', async () => {
  const text = await textOf(7);
  const monthly = (tiyin: number) => formatMoney(Math.floor(tiyin / 7)).replaceAll(/\s+/g, ' ');
  for (const stated of [
    'Ijara muddati, oy (narx butun muddat uchun): 7',
    'Срок аренды, месяцев (цена за весь срок): 7',
    `Boshlangʻich narx bir oyga: ${monthly(START_TIYIN)}`,
    `Итоговая цена за месяц: ${monthly(FINAL_TIYIN)}`,
  ])
    expect(text, stated).toContain(stated);
});

test('the protocol of property that is sold speaks of no month', async () => {
  expect(await textOf(null)).not.toMatch(/bir oyga|Срок аренды/);
});
