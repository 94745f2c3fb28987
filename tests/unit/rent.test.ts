import { expect, test } from 'vitest';
import { loadTexts } from '#server/platform/language/index.ts';
import { lotHead, lotImageContent } from '#server/web/head/lot-page-head.ts';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { monthlyRentTiyin } from '#shared/trade/rent.ts';
import { lot } from '../client/lot-fixture.ts';

const texts = loadTexts();
const head = (part: Partial<LotDetails>, language: 'ru' | 'en') =>
  lotHead({ ...lot, ...part }, 'lot', { language, base: 'https://savdo.example', texts });
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test.each([
  [1_200_000_00, 12, 100_000_00],
  [1_000_00, 1, 1_000_00],
  [100, 3, 33],
  [2, 3, 0],
  [Number.MAX_SAFE_INTEGER, 7, Math.floor(Number.MAX_SAFE_INTEGER / 7)],
  [100, null, null],
  [100, 0, null],
  [100, -1, null],
  [100, 1.5, null],
])('%d tiyin for %s months are %s a month, rounded down', (price, months, monthly) => {
  expect(monthlyRentTiyin(price, months)).toBe(monthly);
});

test('search engines read for how long a lot is let and what that is a month, and that it is let', () => {
  const rented = head({ rent: { months: 12 }, startPriceTiyin: 1_200_000_00 }, 'ru');
  expect(plain(rented.description)).toContain('Аренда: 12 месяцев, 100 000 UZS в месяц.');
  expect(JSON.stringify(rented.data)).toContain('LeaseOut');
  expect(plain(head({ rent: { months: 2 }, startPriceTiyin: 300_00 }, 'ru').description)).toContain(
    'Аренда: 2 месяца, 150 UZS в месяц.',
  );
  expect(head({ rent: { months: null } }, 'en').description).toContain('the term is in the lot’s papers.');
  const sold = head({}, 'en');
  expect(sold.description).not.toContain('ent:');
  expect(JSON.stringify(sold.data)).not.toContain('LeaseOut');
});

test('a lot at a fixed price is called no auction', () => {
  const sale = head({ tradeType: 'fixed-price', status: 2 }, 'en');
  expect(plain(sale.description)).toContain('Price: 50 000 000 UZS.');
  expect(`${sale.title} ${sale.description}`).not.toMatch(/auction|Start price/i);
  expect(sale.title).toContain('at a fixed price');
  const image = lotImageContent({ ...lot, tradeType: 'fixed-price' }, 'en', texts);
  expect([image.priceLabel, image.slogan]).toEqual(['Price', 'One-click purchase']);
  expect(lotImageContent(lot, 'en', texts)).toMatchObject({ priceLabel: 'Start price' });
});
