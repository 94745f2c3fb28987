import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CategoryGroup } from '#shared/api/site/reference.ts';
import Categories from '#client/app/screens/categories.tsx';
import Home from '#client/app/screens/home.tsx';
import { findCategories } from '#client/features/site/lots/category-tree.tsx';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { lotCard, runningLot, text } from './list-fixture.ts';
import { serve, show, type Answers } from './page.tsx';

const category = (id: number, name: string, lotCount: number) => ({
  id,
  name: text(name),
  icon: 'car',
  iconUrl: '/x.svg',
  lotCount,
});
const tree: CategoryGroup[] = [
  {
    ...category(1, 'Transport', 5),
    categories: [category(11, 'Avtobuslar', 2), category(12, 'Yuk mashinalari', 3)],
  },
  { ...category(2, 'Koʻchmas mulk', 0), categories: [category(21, 'Gʻishtli uylar', 0)] },
];
const site = {
  supportPhone: '+998712000000',
  supportEmail: 'support@savdo.example',
  hours: { fromDay: 1, toDay: 5, opens: '09:00', closes: '18:00' },
  social: [],
  testMode: false,
  twins: false,
  openToNetwork: false,
  banners: [],
  demo: false,
  languages: ['uz'],
  pickerLanguages: ['uz'],
  newsUrl: null,
  appStoreUrl: null,
  playStoreUrl: null,
  mapTiles: null,
  loadTestsAllowed: false,
};
const answers = (more: Answers = {}): Answers => ({
  'GET /api/shop/shop-lots/active-lot-list': { body: [runningLot(1), runningLot(2)] },
  'GET /api/shop/shop-lots/is-reklama-list': { body: [lotCard({ id: 90, title: text('Paxta zavodi') })] },
  'GET /api/shop/shop-lots/lot-list-counter': {
    body: {
      searchResults: 9,
      newLots: 1_234,
      completed: 2,
      notHeld: 1,
      current: 27,
      live: 7,
      applicationsOpen: 18,
    },
  },
  'GET /api/shop/dictionaries/categories': { body: tree },
  'GET /api/shop/dictionaries/group': {
    body: [category(1, 'Transport', 5), category(2, 'Koʻchmas mulk', 0)],
  },
  'GET /api/shop/site/partners': {
    body: [{ id: 1, name: text('Milliy bank'), url: 'https://bank.example/', logo: '/files/bank.svg' }],
  },
  'GET /api/shop/site/info': { body: site },
  ...more,
});
const broken = { status: 503, body: { ERROR: { code: 'unavailable', message: 'Hozir javob yoʻq' } } };
const section = (name: string) => within(screen.getByRole('region', { name }));

beforeEach(async () => {
  await startI18n();
  await switchLanguage('uz');
});

describe('home', () => {
  it('leads with the current auctions, then featured lots, categories, the manual, partners and the app', async () => {
    serve(answers());
    show(<Home />, '/home');
    expect(await section('Joriy auksionlar').findByRole('link', { name: 'Lot 1' })).toHaveAttribute(
      'href',
      '/lot-view/1',
    );
    expect(await screen.findByRole('link', { name: 'Paxta zavodi' })).toBeVisible();
    expect(await screen.findByRole('link', { name: /Transport.*5 ta lot/ })).toHaveAttribute(
      'href',
      '/lot-list?group=1',
    );
    expect(await screen.findByRole('link', { name: /^Milliy bank/ })).toHaveAttribute(
      'rel',
      'noopener noreferrer',
    );
    expect(screen.getByRole('link', { name: /7.*Hozir savdoda/ })).toHaveAttribute(
      'href',
      '/lot-list?i=4&stage=live',
    );
    expect(screen.getByRole('link', { name: /18.*Arizalar qabul qilinmoqda/ })).toHaveAttribute(
      'href',
      '/lot-list?i=4&stage=applicationsOpen',
    );
    expect(screen.getByRole('link', { name: /1\s234.*Yangi lotlar/ })).toHaveAttribute(
      'href',
      '/lot-list?i=1',
    );
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
      'Ishtirok etish',
      'Zakalat',
      'Narx tasdiqlash',
      'Bir bosishda xarid',
    ]);
    const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(headings[0]).toBe('Joriy auksionlar');
  });

  it('leads to the installation of the site as an app while no store has one', async () => {
    serve(answers());
    show(<Home />, '/home');
    const install = await screen.findByRole('link', { name: 'Ilova sifatida oʻrnatish' });
    expect(install).toHaveAttribute('href', '/app-link');
  });

  it('says nothing about featured lots and partners where there are none', async () => {
    serve(
      answers({
        'GET /api/shop/shop-lots/is-reklama-list': { body: [] },
        'GET /api/shop/site/partners': { body: [] },
      }),
    );
    show(<Home />, '/home');
    await waitFor(() => expect(screen.queryByText('Hamkorlar')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.queryByText('Eʼtiborga loyiq lotlar')).not.toBeInTheDocument());
  });

  it('tells what to do when nothing is on sale', async () => {
    serve(answers({ 'GET /api/shop/shop-lots/active-lot-list': { body: [] } }));
    show(<Home />, '/home');
    const empty = section('Joriy auksionlar');
    expect(await empty.findByRole('heading', { name: 'Hozir auksionlar yoʻq' })).toBeVisible();
    expect(empty.getByRole('link', { name: 'Yangi lotlar' })).toHaveAttribute('href', '/lot-list?i=1');
  });

  it('shows what works when one block fails, and heals it by its own button', async () => {
    serve(answers({ 'GET /api/shop/shop-lots/active-lot-list': broken }));
    show(<Home />, '/home');
    const failed = await section('Joriy auksionlar').findByRole('alert');
    expect(within(failed).getByText('Hozir javob yoʻq')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Paxta zavodi' })).toBeVisible();
    expect(screen.queryByText('Narxlar darhol yangilanadi')).not.toBeInTheDocument();
    serve(answers());
    await userEvent.click(within(failed).getByRole('button', { name: 'Qayta urinish' }));
    expect(await screen.findByRole('link', { name: 'Lot 1' })).toBeVisible();
  });
});

describe('the categories', () => {
  it('lead to the list of a group and of a category', async () => {
    serve(answers());
    show(<Categories />, '/categories');
    expect(await screen.findByRole('link', { name: /Avtobuslar/ })).toHaveAttribute(
      'href',
      '/lot-list?group=1&category=11',
    );
  });

  it('are found by a part of their name in any apostrophe, and a miss leads to the lots', async () => {
    serve(answers());
    show(<Categories />, '/categories');
    await screen.findByRole('link', { name: /Avtobuslar/ });
    await userEvent.type(screen.getByRole('searchbox'), "g'ishtli");
    expect(screen.queryByRole('link', { name: /Avtobuslar/ })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: /Gʻishtli uylar/ })).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox'), ' x');
    expect(screen.getByRole('link', { name: 'Lotlar orasidan qidirish' })).toHaveAttribute(
      'href',
      '/lot-list?q=g%27ishtli+x&i=0',
    );
  });

  it('keep all categories of a group that is found itself', () => {
    expect(findCategories(tree, 'TRANSPORT')[0]?.categories).toHaveLength(2);
    expect(findCategories(tree, 'yuk')[0]?.categories.map(({ id }) => id)).toEqual([12]);
    expect(findCategories(tree, '  ')).toHaveLength(2);
  });
});
