import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
// Come when they are opened; read ahead, so that no time limit waits for them.
import '#client/features/site/lots/states-dialog.tsx';
import '#client/ui/dialog.tsx';
import { StatesButton } from '#client/features/site/lots/states-button.tsx';
import { text } from './list-fixture.ts';
import { serve, show } from './page.tsx';

beforeEach(async () => {
  await startI18n();
  await switchLanguage('uz');
});

describe('the states of lots', () => {
  it('are said in plain words, without an answer of the dictionary too', async () => {
    const asked = serve({});
    show(<StatesButton />);
    const button = await screen.findByRole('button', { name: 'Holatlar nimani bildiradi?' });
    expect(asked).toEqual([]);
    await userEvent.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'Lot holatlari' });
    expect(dialog.querySelectorAll('dt')).toHaveLength(17);
    expect(within(dialog).getByText('Texnik tanaffus')).toBeVisible();
    expect(within(dialog).getByText(/Texnik nosozlik tufayli xona toʻxtatilgan/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(button).toHaveFocus());
  });

  it('have the full name of the dictionary where the badge is shorter', async () => {
    const names = [
      {
        id: 5,
        code: 'priceFormed',
        colour: 'success',
        name: text('Narx shakllandi, bayonnoma tayyorlanmoqda'),
      },
      { id: 10, code: 'withdrawn', colour: 'info', name: text('Savdodan olindi') },
    ];
    serve({ 'GET /api/shop/dictionaries/lot-statuses': { body: names } });
    show(<StatesButton />);
    await userEvent.click(await screen.findByRole('button', { name: 'Holatlar nimani bildiradi?' }));
    expect(await screen.findByText('Narx shakllandi, bayonnoma tayyorlanmoqda')).toBeVisible();
    expect(screen.getAllByText('Savdodan olindi')).toHaveLength(1);
  });
});
