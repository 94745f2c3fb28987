import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { CorrectLotDialog } from '#client/features/console/orders/correct-lot-dialog.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { serve, show, type Answers } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const said = { uz: 'Uchastka Chilonzorda', ru: 'Участок в Чиланзаре' };
const files = (items: unknown[]) => ({ body: { items, usedBytes: 0, limits: {} } });
const LOT: Answers = {
  'GET /api/shop/lot-card/details/42': { body: { id: 42, title: said, description: said } },
  'GET /api/shop/file/images': files([]),
};

beforeEach(async () => {
  await startI18n();
  await loadNamespaces(['console-orders', 'order']);
  await switchLanguage('en');
});

describe('the correction of a lot', () => {
  it('hides a photo and puts another first', async () => {
    const [first, second, third] = ['1', '2', '3'].map(
      (digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`,
    );
    const photo = (id: number, uploadId: string | undefined) => ({
      id,
      uploadId,
      name: `p${id}.jpg`,
      sizes: [{ url: `/p${id}`, width: 320, height: 240 }],
      blur: 'data:,',
      isMain: id === 1,
      visible: true,
      position: id - 1,
      width: 320,
      height: 240,
    });
    const asked = serve({
      ...LOT,
      'GET /api/shop/file/images': files([photo(1, first), photo(2, second), photo(3, third)]),
      'POST /api/console/lots/42/correct': { body: { corrected: ['photos'] } },
    });
    show(<CorrectLotDialog lotId={42} onClose={() => undefined} />);
    await screen.findByLabelText('Reason');
    const dialog = within(screen.getByRole('dialog'));
    const shown = await dialog.findAllByRole('checkbox', { name: 'Shown' });
    expect(shown).toHaveLength(3);
    await userEvent.type(dialog.getByLabelText('Reason'), 'The wrong building');
    for (const box of shown) await userEvent.click(box);
    await userEvent.click(dialog.getByRole('button', { name: 'Correct' }));
    expect(dialog.getByText('At least one photo has to be shown.')).toBeVisible();
    for (const box of shown.slice(1)) await userEvent.click(box);
    await userEvent.click(dialog.getAllByRole('radio', { name: 'Main' })[2]!);
    await userEvent.click(dialog.getByRole('button', { name: 'Correct' }));
    await waitFor(() =>
      expect(asked.find(({ path }) => path.endsWith('/42/correct'))?.body).toEqual({
        photos: [third, second],
        reason: 'The wrong building',
      }),
    );
    const asks = asked.filter(
      ({ path, search }) => path.endsWith('/images') && search.get('owner') === 'lot',
    );
    expect(asks[0]?.search.get('ownerId')).toBe('42');
  });

  it('sends what differs, and proposes it to a second person when somebody wants the lot', async () => {
    const answers = {
      ...LOT,
      'POST /api/console/lots/42/correct': {
        status: 409,
        body: { ERROR: { code: 'console-lots.applied-for', message: 'Somebody has applied.' } },
      },
    };
    const asked = serve({ ...answers, 'POST /api/console/decisions/propose': { body: { id: 7 } } });
    show(<CorrectLotDialog lotId={42} onClose={() => undefined} />);
    const name = await screen.findByLabelText('Name in Russian');
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Reason'), 'A slip of the pen');
    await userEvent.click(dialog.getByRole('button', { name: 'Correct' }));
    expect(dialog.getByText('Nothing is changed.')).toBeVisible();
    await userEvent.type(name, 'е');
    await userEvent.click(dialog.getByRole('button', { name: 'Correct' }));
    expect(await dialog.findByText('Somebody has applied.')).toBeVisible();
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      title: { ...said, ru: 'Участок в Чиланзарее' },
      reason: 'A slip of the pen',
    });
    await userEvent.click(dialog.getByRole('button', { name: 'Propose to a second person' }));
    await waitFor(() =>
      expect(asked.find(({ path }) => path.endsWith('/propose'))?.body).toEqual({
        kind: 'correct-lot',
        payload: {
          lotId: 42,
          title: { ...said, ru: 'Участок в Чиланзарее' },
          reason: 'A slip of the pen',
        },
        reason: 'A slip of the pen',
        document: null,
      }),
    );
  });
});
