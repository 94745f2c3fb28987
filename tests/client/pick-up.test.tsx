import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import AfterSaleOfLot from '#client/entities/sale/after-sale-of-lot.tsx';
import { WinLotsPage } from '#client/features/cabinet/winlots/winlots-page.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { lot, text } from './lot-fixture.ts';
import { serve, show } from './page.tsx';
import { winLot, winLots } from './sale-fixture.ts';

const PAID = winLot({ state: 'paid', canPay: false, paidTiyin: 57_000_000_00 });

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['cabinet', 'winlots', 'after-sale', 'layout']);
  serve({
    'GET /api/shop/winlot/list': winLots([PAID]),
    'GET /api/shop/winlot/after-sale/7': {
      body: { lotId: 7, sale: 'hammer', state: 'paid', priceTiyin: 60_000_000_00, steps: PAID.steps },
    },
    'GET /api/shop/lot-card/details/7': {
      body: {
        ...lot,
        region: text('Toshkent shahri'),
        address: text('Chilonzor, 5'),
        customer: { ...lot.customer, name: text('Namuna MChJ'), phone: '+998901112233' },
      },
    },
    'GET /api/shop/site/info': {
      body: {
        supportPhone: '+998712000000',
        hours: { fromDay: 1, toDay: 5, opens: '09:00', closes: '18:00' },
      },
    },
  });
});

it.each([
  ['a won lot', <WinLotsPage key="won" />],
  ['the result, to its buyer,', <AfterSaleOfLot key="result" lotId={7} reader="buyer" />],
])(
  '%s names who hands the thing over, where, by which phone and hours, and which papers to bring',
  async (_, page) => {
    show(page, '/profile/winlots');
    const pickUp = within(await screen.findByRole('region', { name: 'Collecting the property' }));
    expect(pickUp.getByText('Namuna MChJ')).toBeVisible();
    expect(pickUp.getByText('Toshkent shahri, Chilonzor, 5')).toBeVisible();
    expect(pickUp.getByRole('link', { name: /90 111/ })).toHaveAttribute('href', 'tel:+998901112233');
    expect(pickUp.getByText(/^Passport or ID card and /)).toBeVisible();
    expect(await pickUp.findByText(/Mon–Fri, 09:00–18:00/)).toBeVisible();
  },
);
