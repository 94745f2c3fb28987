import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
// Comes when it is opened; read ahead, so that no time limit waits for it.
import '#client/features/cabinet/selling/selling-guide.tsx';
import { SellingSection } from '#client/features/cabinet/selling/selling-section.tsx';
import { text } from './list-fixture.ts';
import { serve, show, type Answers } from './page.tsx';

const CATEGORIES = 'GET /api/shop/dictionaries/order-categories';
const FIELDS = 'GET /api/shop/dictionaries/field_list';
const STATUSES = 'GET /api/shop/dictionaries/order-statuses';

const plain = (id: number, name: string) => ({ id, name: text(name), icon: 'car', iconUrl: '/x.svg' });
const field = (code: string, kind: string, more: object = {}) => ({
  code,
  kind,
  label: text(code),
  unit: null,
  required: false,
  choices: [],
  ...more,
});
const all: Answers = {
  [CATEGORIES]: {
    body: [{ ...plain(1, 'Transport'), categories: [plain(11, 'Cars'), plain(12, 'Trucks')] }],
  },
  [FIELDS]: {
    body: [
      field('Make', 'text', { required: true }),
      field('Mileage', 'number', { unit: text('km') }),
      field('Fuel', 'choice', {
        choices: [
          { code: 'petrol', label: text('Petrol') },
          { code: 'diesel', label: text('Diesel') },
        ],
      }),
    ],
  },
  [STATUSES]: { body: [{ id: 1, code: 'sent', colour: 'primary', name: text('With the checker') }] },
};
const broken = { status: 400, body: { ERROR: { code: 'x', message: 'Not now' } } };
const press = () => userEvent.click(screen.getByRole('button', { name: 'See what will be asked' }));

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['selling']);
});

describe('the section for who wants to sell', () => {
  it('asks the server for nothing until it is opened, and closes again', async () => {
    const asked = serve(all);
    show(<SellingSection />);
    expect(asked).toEqual([]);
    await press();
    expect(await screen.findByRole('combobox', { name: 'Category of property' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Hide', expanded: true }));
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('is open at once for who follows a link to it', async () => {
    serve(all);
    show(<SellingSection />, '/contact#selling');
    expect(await screen.findByRole('combobox', { name: 'Category of property' })).toBeVisible();
  });

  it('lists what is asked in a category of the order type, with units, choices and what is required', async () => {
    const asked = serve(all);
    show(<SellingSection />);
    await press();
    await userEvent.click(await screen.findByRole('radio', { name: 'Property turned over to the state' }));
    await screen.findByRole('option', { name: 'Trucks' });
    const categories = asked.filter(({ path }) => path.endsWith('order-categories'));
    expect(categories.map(({ search }) => search.get('orderType'))).toEqual(['private', 'state']);
    await userEvent.selectOptions(screen.getByRole('combobox'), 'Cars');
    expect(await screen.findByRole('heading', { name: 'Cars: details asked' })).toBeVisible();
    expect(asked.at(-1)?.search.get('category')).toBe('11');
    expect(screen.getByText('Details: 3, of them required: 1')).toBeVisible();
    const line = (name: string) => screen.getByText(name).closest('li');
    expect(line('Make')).toHaveTextContent('MakerequiredText');
    expect(line('Mileage')).toHaveTextContent('MileageNumber, km');
    expect(line('Fuel')).toHaveTextContent('FuelOne of: Petrol, Diesel');
  });

  it('names the states of an order by the dictionary, and in words of its own without it', async () => {
    serve(all);
    show(<SellingSection />);
    await press();
    const way = within(await screen.findByRole('region', { name: 'The way of an order' }));
    expect(await way.findByText('With the checker')).toBeVisible();
    expect(way.getAllByRole('listitem')).toHaveLength(10);
    expect(way.getByText('Approved')).toBeVisible();
  });

  it('says what could not be had and tries again, while the steps of an order are shown', async () => {
    serve({ [CATEGORIES]: broken, [FIELDS]: broken, [STATUSES]: broken });
    show(<SellingSection />);
    await press();
    expect(await screen.findByText(/The list of categories could not be loaded/)).toBeVisible();
    expect(screen.getByRole('combobox')).toBeDisabled();
    expect(screen.getByText('Sent for checking')).toBeVisible();
    serve({ ...all, [FIELDS]: broken });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('option', { name: 'Cars' });
    await userEvent.selectOptions(screen.getByRole('combobox'), 'Cars');
    expect(await screen.findByText('The list of details could not be loaded')).toBeVisible();
    serve(all);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Mileage')).toBeVisible();
  });
});
