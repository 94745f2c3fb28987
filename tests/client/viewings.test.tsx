import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ViewingsPage } from '#client/features/cabinet/viewings/viewings-page.tsx';
import { ViewingsTable } from '#client/features/console/viewings/viewings-table.tsx';
import { Viewings } from '#client/features/site/lots/card/viewings/viewings.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import type { MyBooking, OfferedViewing, SellerViewing, StaffViewing } from '#shared/api/site/viewings.ts';
import { serve, show, type Answers } from './page.tsx';
import { inAll } from './sale-fixture.ts';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const at = (inMs: number) => {
  const startsAtMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + inMs;
  return { startsAtMs, endsAtMs: startsAtMs + HOUR_MS };
};
const LIST = 'GET /api/shop/lot-card/viewings/7';
const MINE = 'GET /api/shop/viewings/lot/7';
const BOOK = 'POST /api/shop/viewings/book';
const free: OfferedViewing = { id: 3, ...at(2 * DAY_MS), left: 2 };
const full: OfferedViewing = { id: 4, ...at(3 * DAY_MS), left: 0 };
const booking: MyBooking = { id: 21, viewingId: 3, state: 'booked', ...at(2 * DAY_MS) };
const list = (items: OfferedViewing[]) => ({ body: { items } });
const mine = (own: MyBooking | null, refusal: string | null = null) => ({ body: { booking: own, refusal } });

const signIn = (signedIn: boolean) =>
  useSession.setState({
    user: signedIn ? { name: 'Xaridor', user_name: 'xaridor', percentage: 100 } : null,
    known: true,
  });

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['viewings', 'console-viewings', 'cabinet', 'lots']);
  signIn(true);
});

/** @returns what was asked, and the answers, which a test may change */
function card(given: Answers) {
  const answers: Answers = { [LIST]: list([free, full]), [MINE]: mine(null), ...given };
  const asked = serve(answers);
  show(
    <>
      <Viewings lotId={7} />
      <Toasts />
    </>,
    '/lot-view/7',
  );
  return { asked, answers };
}

/** Files that were given to the browser to save. */
function savedFiles(): Blob[] {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:calendar';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  return files;
}

describe('viewings on a card', () => {
  it('are read by everybody, and a visitor is led to sign in', async () => {
    signIn(false);
    const { asked } = card({});
    const region = await screen.findByRole('region', { name: 'See it in person' });
    expect(within(region).getByText('2 places free')).toBeVisible();
    expect(within(region).getByText('no place left')).toBeVisible();
    expect(within(region).getByRole('link', { name: 'Sign in and choose a time' })).toHaveAttribute(
      'href',
      expect.stringContaining('return=%2Flot-view%2F7'),
    );
    expect(asked.some(({ path }) => path.includes('/viewings/lot/'))).toBe(false);
  });

  it('take one press, and then show the number and keep it in the calendar', async () => {
    const files = savedFiles();
    const { asked, answers } = card({ [BOOK]: { body: { verdict: 'booked', already: false, booking } } });
    const user = userEvent.setup();
    const come = await screen.findByRole('button', { name: /^Come at / });
    answers[MINE] = mine(booking);
    await user.click(come);
    expect(await screen.findByText('You have a place. Say number 21 there.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Come at / })).toBeNull();
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ viewingId: 3 });
    await user.click(screen.getByRole('button', { name: 'Add to calendar' }));
    const file = await files[0]!.text();
    expect(file).toContain('UID:viewing-21@');
    expect(file.replaceAll('\r\n ', '')).toContain('number 21');
  });

  it('name why a place is not given, and show what is left', async () => {
    const { answers } = card({
      [LIST]: list([free]),
      [BOOK]: { body: { verdict: 'refused', reason: 'full' } },
    });
    const come = await screen.findByRole('button', { name: /^Come at / });
    answers[LIST] = list([{ ...free, left: 0 }]);
    await userEvent.click(come);
    expect(await screen.findByText('The last place has just been taken.')).toBeVisible();
    expect(await screen.findByText('no place left')).toBeVisible();
  });

  it('are given back', async () => {
    const { asked, answers } = card({
      [MINE]: mine(booking),
      'POST /api/shop/viewings/cancel': {
        body: { verdict: 'cancelled', booking: { ...booking, state: 'cancelled' } },
      },
    });
    const giveBack = await screen.findByRole('button', { name: 'Give the place back' });
    answers[MINE] = mine(null);
    await userEvent.click(giveBack);
    expect(await screen.findByText('The place is given back.')).toBeVisible();
    expect(await screen.findByRole('button', { name: /^Come at / })).toBeVisible();
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ bookingId: 21 });
  });

  it('ask for another time only where there is one', async () => {
    const calledOff = mine({ ...booking, state: 'called-off' });
    card({ [LIST]: list([]), [MINE]: calledOff });
    expect(await screen.findByText(/^Your viewing at .* was called off\.$/)).toBeVisible();
  });

  it('promise no place at a viewing that is over', async () => {
    card({ [MINE]: mine({ ...booking, ...at(-2 * DAY_MS) }) });
    expect(await screen.findByText(/^You had a place at /)).toBeVisible();
    expect(screen.queryByText(/Say number/)).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('are not there where the seller offers none', async () => {
    const { asked } = card({ [LIST]: list([]) });
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(screen.queryByRole('region')).toBeNull();
  });
});

describe('viewings of my lots', () => {
  const own: SellerViewing = {
    id: 3,
    lotId: 7,
    title: inAll('Cobalt'),
    address: inAll('Tashkent, Navoi 1'),
    ...at(2 * DAY_MS),
    places: 5,
    state: 'offered',
    reason: null,
    bookings: [21, 22],
    canCallOff: true,
  };
  const lots = [{ id: 7, title: inAll('Cobalt'), address: inAll('Tashkent, Navoi 1') }];
  const MY_LOTS = 'GET /api/shop/viewings/my-lots';

  function cabinet(given: Answers) {
    const answers: Answers = {
      [MY_LOTS]: { body: { items: [own], total: 1, page: 1, size: 10, lots } },
      ...given,
    };
    const asked = serve(answers);
    show(
      <>
        <ViewingsPage />
        <Toasts />
      </>,
      '/profile/viewings',
    );
    return { asked, answers };
  }

  it('are offered by the hour of Tashkent, and a refusal is named at the time', async () => {
    const OFFER = 'POST /api/shop/viewings/offer';
    const { asked, answers } = cabinet({ [OFFER]: { body: { verdict: 'refused', reason: 'too-soon' } } });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Offer a time' }));
    const dialog = await screen.findByRole('dialog');
    const confirm = within(dialog).getByRole('button', { name: 'Offer a time' });
    await user.click(confirm);
    expect(within(dialog).getByText('Choose a day and an hour.')).toBeVisible();
    expect(asked.some(({ method }) => method === 'POST')).toBe(false);
    await user.type(within(dialog).getByLabelText('Day and hour'), '2026-12-01T10:30');
    await user.click(confirm);
    expect(await within(dialog).findByText('Choose a time at least an hour from now.')).toBeVisible();
    answers[OFFER] = { body: { verdict: 'offered', already: false, viewing: own } };
    await user.click(confirm);
    expect(await screen.findByText('The time is on the card of the lot.')).toBeVisible();
    expect(asked.findLast(({ method }) => method === 'POST')?.body).toEqual({
      lotId: 7,
      startsAtMs: Date.parse('2026-12-01T10:30:00+05:00'),
      minutes: 60,
      places: 5,
    });
  });

  it('show numbers, go to the calendar, and are called off with a reason', async () => {
    const files = savedFiles();
    const { asked } = cabinet({
      'POST /api/shop/viewings/call-off': {
        body: { verdict: 'called-off', viewing: { ...own, state: 'called-off' } },
      },
    });
    expect(await screen.findByText(/Taken: 2 of 5\. Numbers that come: № 21, № 22/)).toBeVisible();
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Add to calendar' }));
    expect((await files[0]!.text()).replaceAll('\r\n ', '')).toContain(String.raw`№ 21\, № 22`);
    await user.click(screen.getByRole('button', { name: 'Call off' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(within(dialog).getByRole('textbox'), 'Short');
    await user.click(within(dialog).getByRole('button', { name: 'Call off' }));
    expect(within(dialog).getByText('Write at least 10 letters.')).toBeVisible();
    await user.type(within(dialog).getByRole('textbox'), ' of time, sorry');
    await user.click(within(dialog).getByRole('button', { name: 'Call off' }));
    expect(await screen.findByText('The viewing is called off.')).toBeVisible();
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      viewingId: 3,
      reason: 'Short of time, sorry',
    });
  });

  it('lead to requests where no lot is on trade', async () => {
    cabinet({ [MY_LOTS]: { body: { items: [], total: 0, page: 1, size: 10, lots: [] } } });
    expect(await screen.findByText('None of your lots is on trade now.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Offer a time' })).toBeNull();
  });
});

describe('viewings in the console', () => {
  it('name who comes', async () => {
    const row: StaffViewing = {
      id: 3,
      lotId: 7,
      title: inAll('Cobalt'),
      address: inAll('Tashkent, Navoi 1'),
      ...at(2 * DAY_MS),
      places: 5,
      state: 'offered',
      reason: null,
      seller: { id: 'p-2', name: 'Sotuvchi' },
      visitors: [{ booking: 21, person: { id: 'p-1', name: 'Xaridor' } }],
    };
    serve({ 'GET /api/console/viewings': { body: { items: [row], total: 1, page: 1, size: 20 } } });
    show(<ViewingsTable />, '/console/viewings');
    expect((await screen.findAllByText('№ 21 Xaridor'))[0]).toBeVisible();
    expect(screen.getByText(/Sotuvchi/)).toBeVisible();
  });
});
