import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { OffersTable } from '#client/features/console/second-offers/second-offers-table.tsx';
import { WinLotsPage } from '#client/features/cabinet/winlots/winlots-page.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import type { MyOffer, StaffOffer } from '#shared/api/cabinet/second-offers.ts';
import { serve, show, type Answers } from './page.tsx';
import { inAll, winLots } from './sale-fixture.ts';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const LIST = 'GET /api/shop/winlot/offers';
const ACCEPT = 'POST /api/shop/winlot/accept-offer';
const DECLINE = 'POST /api/shop/winlot/decline-offer';

const shared = {
  offerId: 4,
  lotId: 7,
  title: inAll('Chevrolet Cobalt'),
  lotStatus: 12,
  kind: 'reserve',
  priceTiyin: 60_000_000_00,
  depositTiyin: 3_000_000_00,
  state: 'open',
  madeAtMs: Date.now() - 3_600_000,
  answerByMs: Date.now() + 7_200_000,
  pausedAtMs: null,
  decidedAtMs: null,
} as const;
const offer = (more: Partial<MyOffer> = {}): MyOffer => ({
  ...shared,
  lotNumber: '7',
  photo: null,
  bidderNumber: 5,
  paymentWorkingDays: 3,
  missingTiyin: 0,
  canAnswer: true,
  ...more,
});
const listed = (items: readonly unknown[]) => ({
  body: { items, open: items.length, total: items.length, page: 1, size: 20 },
});

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['cabinet', 'winlots', 'after-sale', 'lots', 'console-offers']);
});

describe('an offered lot', () => {
  const open = (answers: Answers) => {
    answers['GET /api/shop/winlot/list'] = winLots([]);
    const asked = serve(answers);
    show(
      <>
        <WinLotsPage />
        <Toasts />
      </>,
      '/profile/winlots',
    );
    return asked;
  };
  const card = async () => within(await screen.findByRole('article', { name: 'Chevrolet Cobalt' }));

  it('is accepted after its price, deposit and time to pay were shown', async () => {
    const answers: Answers = { [LIST]: listed([offer()]) };
    const asked = open(answers);
    await userEvent.click((await card()).getByRole('button', { name: 'Accept' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(
      dialog.getByText(/price is 60\s000\s000\sUZS.*3\s000\s000\sUZS is held now.*3 working days/),
    ).toBeVisible();
    answers[ACCEPT] = { body: { verdict: 'accepted', already: false, offer: offer({ state: 'accepted' }) } };
    answers[LIST] = listed([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Accept' }));
    expect(await screen.findByText('The lot is yours: pay the rest in time.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
    expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ offerId: 4 }]);
  });

  it('leads to a top-up of exactly what the deposit lacks', async () => {
    open({ [LIST]: listed([offer({ missingTiyin: 1_000_000_00 })]) });
    const link = (await card()).getByRole('link', { name: /^Top up by 1\s000\s000\sUZS$/ });
    expect(link).toHaveAttribute('href', '/profile/top-up?amount=100000000&return=%2Fprofile%2Fwinlots');
    expect((await card()).queryByRole('button', { name: 'Accept' })).toBeNull();
  });

  it.each([
    [{ verdict: 'short', missingTiyin: 5_000_00 }, /5\s000\sUZS is missing on your balance/],
    [{ verdict: 'refused', reason: 'barred' }, /You are barred from buying lots now/],
    [{ verdict: 'over' }, /The time to answer has ended/],
  ])('says why it was not accepted: %o', async (answer, text) => {
    open({ [LIST]: listed([offer()]), [ACCEPT]: { body: { ...answer, offer: offer() } } });
    await userEvent.click((await card()).getByRole('button', { name: 'Accept' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Accept' }));
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('is declined after a question', async () => {
    const answers: Answers = { [LIST]: listed([offer()]) };
    const asked = open(answers);
    await userEvent.click((await card()).getByRole('button', { name: 'Decline' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Back' }));
    expect(asked.some(({ method }) => method === 'POST')).toBe(false);
    answers[DECLINE] = { body: { verdict: 'declined', already: false, offer: offer({ state: 'declined' }) } };
    answers[LIST] = listed([]);
    await userEvent.click((await card()).getByRole('button', { name: 'Decline' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('You have declined the lot.')).toBeVisible();
  });
});

describe('offers, for staff', () => {
  it('tell who was offered what, and why one was not', async () => {
    const staff = (more: Partial<StaffOffer>): StaffOffer => ({
      ...shared,
      participant: { id: 'p-1', name: 'Anvar Namuna', number: 5 },
      obstacle: null,
      ...more,
    });
    serve({
      'GET /api/console/offers': listed([
        staff({}),
        staff({ offerId: 4, participant: null }),
        staff({ offerId: 3, state: 'void', obstacle: 'same-person', decidedAtMs: Date.now() }),
      ]),
    });
    show(<OffersTable />, '/console/offers');
    const table = within(await screen.findByRole('table'));
    expect(await table.findAllByText('waits for an answer')).toHaveLength(2);
    expect(table.getByText('same person as the winner')).toBeVisible();
    expect(table.getAllByText('Anvar Namuna')).toHaveLength(2);
    expect(table.getByText('Hidden: you have a part in this lot yourself')).toBeVisible();
  });
});
