import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CategoriesPage } from '#client/features/console/categories/categories-page.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import type { CategoryField, ConsoleCategory } from '#shared/api/console/console-categories.ts';
import { serve, show, type Answers } from './page.tsx';

const named = (text: string) => ({ uz: text, ru: text, 'uz-Cyrl': text, en: text });
const field = (code: string, given: Partial<CategoryField> = {}): CategoryField => ({
  code,
  label: named(code),
  kind: 'text',
  unit: null,
  required: false,
  min: null,
  max: null,
  whole: false,
  choices: [],
  removed: false,
  ...given,
});
const category = (given: Partial<ConsoleCategory> = {}): ConsoleCategory => ({
  id: 7,
  version: 3,
  parentId: 1,
  name: named('Cars'),
  icon: 'car',
  iconUrl: '/icons/category/7.svg',
  hidden: false,
  lotCount: 2,
  fieldCount: 1,
  orderTypes: ['private'],
  ownFields: true,
  fields: [field('brand'), field('colour', { removed: true })],
  groupFields: [field('year')],
  changes: [{ version: 3, action: 'fields', by: 'Operator', atMs: 1 }],
  ...given,
});
const ITEM = 'GET /api/console/categories/7';
const FIELDS = 'PUT /api/console/categories/7/fields';

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['categories', 'content', 'orders', 'staff', 'console-decisions']);
});
afterEach(() => vi.unstubAllGlobals());

function open(answers: Answers, role: 'operator' | 'moderator' = 'operator') {
  useSession.setState({ me: { roles: [role] } as never });
  const asked = serve(answers);
  show(<CategoriesPage />, '/console/categories?item=7');
  return asked;
}
const preview = async () => screen.findByRole('region', { name: 'Preview' });

describe('the fields of a category', () => {
  it('are edited beside the form of an order, which follows, and are sent with what is not asked any more', async () => {
    const asked = open({ [ITEM]: { body: category() }, [FIELDS]: { body: category({ version: 4 }) } });
    const user = userEvent.setup();
    const form = within(await preview());
    expect(form.getAllByRole('textbox', { name: /^brand/ })).toHaveLength(2);
    expect(form.queryByText(/colour/)).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Add a field' }));
    await user.selectOptions(screen.getByLabelText('Kind of answer'), 'number');
    const labels = within(screen.getByRole('group', { name: 'Name of the field' }));
    await user.type(labels.getByLabelText('Uzbek'), 'Yurgan masofasi');
    // The Cyrillic name is made while the Latin one is typed.
    expect(labels.getByLabelText('Uzbek (Cyrillic)')).toHaveAttribute('placeholder', 'Юрган масофаси');
    await user.click(screen.getByLabelText('An answer is required'));
    await user.click(screen.getByRole('button', { name: 'Save the fields' }));
    // Names in other languages are missing: nothing is sent.
    expect(screen.getByText('Names are missing')).toBeVisible();
    expect(asked.some(({ method }) => method === 'PUT')).toBe(false);

    await user.type(labels.getByLabelText('Russian'), 'Пробег');
    await user.type(labels.getByLabelText('English'), 'Mileage');
    expect(form.getByRole('textbox', { name: 'Mileage' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove: brand' }));
    expect(form.queryByRole('textbox', { name: /^brand/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Save the fields' }));
    await waitFor(() => expect(asked.some(({ method }) => method === 'PUT')).toBe(true));
    expect(asked.find(({ method }) => method === 'PUT')!.body).toMatchObject({
      version: 3,
      ownFields: true,
      fields: [
        { code: 'brand', removed: true },
        { code: 'colour', removed: true },
        {
          code: null,
          kind: 'number',
          required: true,
          choices: [],
          label: { uz: 'Yurgan masofasi', ru: 'Пробег', 'uz-Cyrl': '', en: 'Mileage' },
        },
      ],
    });
  });

  it('of one that was saved keep their kind, and are those of the group until it has its own', async () => {
    open({ [ITEM]: { body: category({ ownFields: false, fields: [] }) } });
    const user = userEvent.setup();
    const form = within(await preview());
    expect(form.getAllByRole('textbox', { name: /^year/ })).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Add a field' })).toBeNull();
    await user.click(screen.getByLabelText('This category has its own fields'));
    await user.click(screen.getByRole('button', { name: 'Edit: year' }));
    expect(screen.getByLabelText('Kind of answer')).toBeDisabled();
    expect(screen.getByText(/Kind and unit of a saved field do not change/)).toBeVisible();
  });

  it('changed elsewhere meanwhile lose nothing that was typed until the new version is opened', async () => {
    open({
      [ITEM]: { body: category() },
      [FIELDS]: {
        status: 409,
        body: { ERROR: { code: 'categories.changed', message: 'Somebody else has changed this.' } },
      },
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Remove: brand' }));
    await user.click(screen.getByRole('button', { name: 'Save the fields' }));
    expect(await screen.findByText('Somebody else has changed this.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Restore: brand' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Open the new version' }));
    expect(await screen.findByRole('button', { name: 'Remove: brand' })).toBeVisible();
  });

  it('has a name that lots are shown by: another one is proposed to a second person, and what was typed stays', async () => {
    const asked = open({
      [ITEM]: { body: category() },
      'PUT /api/console/categories/7': {
        status: 409,
        body: { ERROR: { code: 'categories.two-persons', message: 'Lots say this name.' } },
      },
      'POST /api/console/decisions/propose': { body: { id: 7 } },
    });
    const user = userEvent.setup();
    await user.type(
      within(await screen.findByRole('group', { name: 'Name' })).getByLabelText('Russian'),
      '!',
    );
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const dialog = within(await screen.findByRole('dialog'));
    // What changes, in the language in which it does, and in no other.
    expect(dialog.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Cars → Cars!']);
    expect(dialog.getByText('Russian')).toBeVisible();
    await user.type(dialog.getByLabelText('Reason'), 'The law has another name');
    await user.click(dialog.getByRole('button', { name: 'Propose' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asked.find(({ method }) => method === 'POST')!.body).toEqual({
      kind: 'rename-entry',
      payload: { entry: 'category', id: 7, names: { ...named('Cars'), ru: 'Cars!' } },
      reason: 'The law has another name',
      document: null,
    });
    expect(asked.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  it('are only read by those who may not write dictionaries', async () => {
    open({ [ITEM]: { body: category() } }, 'moderator');
    expect(within(await preview()).getAllByRole('textbox', { name: /^brand/ })).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /Save|Add|Remove|Hide/ })).toBeNull();
  });
});
