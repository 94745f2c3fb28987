import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MyApplication } from '#shared/api/cabinet/trade-applications.ts';
import type { LotDetails } from '#shared/api/site/lots.ts';
import ApplyDialog from '#client/entities/application/apply-dialog.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { TakePart } from '#client/features/site/lots/card/take-part.tsx';
import { liveOf } from '#client/entities/lot/lot-live.ts';
import { useSession } from '#client/lib/session.ts';
import { lot } from './lot-fixture.ts';
import { serve, show } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

/** News of the person, sent by hand. */
const news = vi.hoisted(() => new Map<string, () => void>());
vi.mock('#client/lib/person-updates.ts', () => ({
  usePersonUpdates: (kind: string, listener: () => void) => void news.set(kind, listener),
}));

/** Applications are still taken. */
const taking: LotDetails = { ...lot, applicationsUntilMs: Date.UTC(2099, 10, 21, 5) };
const practice: LotDetails = { ...lot, practice: true, ruleSet: 'practice', depositTiyin: 0 };
const BASE = '/api/shop/game-view/base/7';
const JOIN = 'POST /api/shop/user-order/join-practice';

function open(
  me: Partial<MyApplication>,
  shown: LotDetails = lot,
  more: Parameters<typeof serve>[0] = {},
  address = '/lot-view/7',
) {
  const asked = serve({
    [`GET ${BASE}`]: {
      body: {
        lot: shown,
        paymentWorkingDays: 3,
        result: null,
        nextLotId: null,
        sells: false,
        me: {
          role: 'visitor',
          number: null,
          status: 'none',
          needs: null,
          depositHeldTiyin: null,
          cancelUntilMs: null,
          ...me,
        },
      },
    },
    ...more,
  });
  const drawn = show(<TakePart lot={shown} live={liveOf(shown, undefined)} />, address);
  return Object.assign(asked, { drawn });
}

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  useSession.setState({ user: null, me: null, known: true });
});

describe('taking part', () => {
  it('sends an unsigned person to sign in and back to the same card', async () => {
    open({ needs: 'sign-in' }, { ...lot, applicationsUntilMs: Date.now() + 60_000 });
    expect(await screen.findByRole('link', { name: 'Register' })).toHaveAttribute(
      'href',
      '/api/shop/auth/login?return=%2Flot-view%2F7&register=1',
    );
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/api/shop/auth/login?return=%2Flot-view%2F7',
    );
    expect(screen.getByRole('link', { name: 'Watch without taking part' })).toHaveAttribute(
      'href',
      '/game-view/7',
    );
  });

  it('is still possible while bidding runs, as it says, and not where applications are over', async () => {
    const { unmount } = open({ role: 'observer', needs: 'application' }, taking, {
      'GET /api/shop/user/balance': { body: 9_000_000 },
    }).drawn;
    expect(await screen.findByText('Bidding has begun, and you can still join.')).toBeVisible();
    unmount();
    open({ role: 'observer', needs: 'applications-closed' });
    expect(await screen.findByText(/^Applications closed/)).toBeVisible();
    expect(screen.queryByText(/you can still join/)).toBeNull();
  });

  it('is no matter for the seller of the lot, who is led to the own orders', async () => {
    const base = { lot: taking, paymentWorkingDays: 3, result: null, nextLotId: null, sells: true };
    open({}, taking, {
      [`GET ${BASE}`]: { body: { ...base, me: { role: 'observer', status: 'none', needs: 'application' } } },
      'GET /api/shop/user/balance': { body: 0 },
    });
    expect(await screen.findByText(/This is your own lot/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'My orders' })).toHaveAttribute('href', '/profile/orders');
    expect(screen.queryByRole('button', { name: /Apply/ })).toBeNull();
    expect(screen.queryByText(/more is needed|short/)).toBeNull();
  });

  it('says until when the application can be cancelled, or that it cannot be any more', async () => {
    await loadNamespaces(['applications', 'code-entry']);
    const soon = { ...lot, applicationsUntilMs: Date.now() + 5 * 60_000 };
    const dialogOf = (shown: LotDetails) => {
      serve({ 'GET /api/shop/lot-card/details/7': { body: shown } });
      return show(<ApplyDialog lotId={7} depositTiyin={250_000_000} from="card" onClose={() => undefined} />);
    };
    const { unmount } = dialogOf(soon);
    expect(await screen.findByText(/cannot be cancelled: applications close in less than 10/)).toBeVisible();
    expect(screen.queryByText(/You can cancel the application until/)).toBeNull();
    unmount();
    dialogOf({ ...lot, applicationsUntilMs: Date.parse('2099-11-21T10:00:00+05:00') });
    expect(await screen.findByText(/You can cancel the application until .*9:50/)).toBeVisible();
  });

  it('leads back to the tab that was open', async () => {
    open({ needs: 'sign-in' }, lot, {}, '/lot-view/7?tab=documents');
    expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toMatch(
      /return=%2Flot-view%2F7%3Ftab%3Ddocuments$/,
    );
  });

  it('tells a visitor who comes too late so, and lets those who applied sign in', async () => {
    open({ needs: 'sign-in' }, { ...lot, applicationsUntilMs: Date.now() - 60_000 });
    expect(await screen.findByText(/Applications closed .* If you have applied, sign in/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Watch without taking part' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      '/api/shop/auth/login?return=%2Flot-view%2F7',
    );
  });

  it('admits to a practice room at once and leads into it', async () => {
    const asked = open({ role: 'observer', needs: 'join-practice' }, practice, {
      [JOIN]: { body: { verdict: 'admitted', lotId: 7, number: 12, already: false } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Join the room' }));
    expect(await screen.findByText('/game-view/7')).toBeVisible();
    expect(asked.find((call) => call.method === 'POST')?.body).toEqual({ lotId: 7 });
  });

  it('says in words why a practice room does not admit, and stays', async () => {
    open({ role: 'observer', needs: 'join-practice' }, practice, {
      [JOIN]: { body: { verdict: 'refused', lotId: 7, reason: 'closed' } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Join the room' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This practice auction has closed.');
    expect(screen.getByTestId('address')).toHaveTextContent('/lot-view/7');
  });

  it('shows the deposit of a paid lot, what the balance is short of and the way to top it up and back', async () => {
    open({ role: 'observer', needs: 'application' }, taking, {
      'GET /api/shop/user/balance': { body: 2_000_000.5 },
    });
    expect(await screen.findByText(/deposit of 2\s500\s000\sUZS/)).toHaveTextContent(
      '21 November 2099, 10:00',
    );
    expect(await screen.findByText(/short by 499\s999\.50\sUZS/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Top up the balance' })).toHaveAttribute(
      'href',
      '/profile/top-up?lot=7&amount=49999950&return=%2Flot-view%2F7',
    );
    expect(screen.getByRole('link', { name: /^Watch without taking part/ })).toBeVisible();
  });

  it('applies with a code: sent once, entered digit by digit, confirmed at the sixth', async () => {
    const asked = open({ role: 'observer', needs: 'application' }, taking, {
      'GET /api/shop/user/balance': { body: 9_000_000 },
      'POST /api/shop/user-order/send-code': {
        body: {
          verdict: 'sent',
          resendAfterMs: 60_000,
          expiresAtMs: Date.now() + 300_000,
          to: { phone: '+998 90 •••-••-67', email: null },
        },
      },
      'POST /api/shop/user-order/create-user-order': { body: { verdict: 'code', problem: 'wrong' } },
      'GET /api/shop/lot-card/details/7': { body: taking },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Apply' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send a code' }));
    expect(await screen.findByText(/\+998 90 •••-••-67/)).toBeVisible();
    await waitFor(() => expect(screen.getByLabelText('Confirmation code')).toHaveFocus());
    expect(screen.getByText(/will be held/)).not.toBeVisible();
    expect(within(screen.getByRole('dialog')).getByText('Chevrolet Cobalt')).toBeVisible();
    expect(screen.getByRole('button', { name: /Send again in (1:00|0:[345]\d)/ })).toBeDisabled();
    await userEvent.type(screen.getByLabelText('Confirmation code'), '12 34 56');
    expect(await screen.findByRole('alert')).toHaveTextContent('The code is wrong.');
    const codes = asked.filter(({ path }) => path.endsWith('create-user-order')).map(({ body }) => body);
    expect(codes).toEqual([{ lotId: 7, code: '123456' }]);
  });

  it.each([
    [{ reason: 'consent' }, /sign the public offer/, ['Sign the offer']],
    [{ reason: 'profile', missingFacts: ['phone'] }, /confirmed phone number/, ['Complete the profile']],
    [{ reason: 'short-balance', missingTiyin: 100 }, /short by 1\sUZS/, ['Top up the balance']],
    [{ reason: 'barred', barredUntil: '2027-01-31' }, /31\.01\.2027/, []],
  ])('says in words why it cannot be applied, and what to do: %o', async (refused, words, remedies) => {
    open({ role: 'observer', needs: 'application' }, taking, {
      'GET /api/shop/user/balance': { body: 9_000_000 },
      'POST /api/shop/user-order/send-code': {
        body: {
          verdict: 'refused',
          missingTiyin: null,
          depositTiyin: 100,
          missingFacts: [],
          barredUntil: null,
          ...refused,
        },
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Apply' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send a code' }));
    expect(await screen.findByText(words)).toBeVisible();
    const links = within(screen.getByRole('dialog')).queryAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(remedies);
    for (const link of links) expect(link).toBeVisible();
  });

  it('shows what is held, and cancels with a code until the last minutes', async () => {
    const asked = open(
      {
        role: 'bidder',
        status: 'admitted',
        number: 12,
        depositHeldTiyin: 250_000_000,
        cancelUntilMs: Date.now() + 60_000,
      },
      lot,
      {
        'POST /api/shop/user-order/send-code-cancel-user-order': {
          body: { verdict: 'refused', reason: 'has-price' },
        },
      },
    );
    expect(await screen.findByText(/deposit of 2\s500\s000\sUZS is held/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /^Cancel the application \(until/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Send a code' }));
    expect(await screen.findByText(/You have confirmed a price/)).toBeVisible();
    expect(asked.some(({ path }) => path.endsWith('cancel_user_order'))).toBe(false);
  });

  it('shows by itself what became of an application elsewhere', async () => {
    const asked = open({ role: 'bidder', number: 12, status: 'admitted' });
    expect(await screen.findByText(/12/)).toBeVisible();
    expect(asked.filter(({ path }) => path === BASE)).toHaveLength(1);
    act(() => news.get('applications')?.());
    await waitFor(() => expect(asked.filter(({ path }) => path === BASE)).toHaveLength(2));
  });

  it('does not invite to apply once the deadline is past, whatever was answered before', async () => {
    open({ role: 'observer', needs: 'application' }, lot, {
      'GET /api/shop/user/balance': { body: 9_000_000 },
    });
    expect(await screen.findByText(/Applications closed 21 November, 10:00/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull();
  });

  it('tells when applications have closed', async () => {
    open({ role: 'observer', needs: 'applications-closed' });
    expect(await screen.findByText(/Applications closed 21 November, 10:00/)).toBeVisible();
  });

  it('shows the participant number and the way into the room', async () => {
    open({ role: 'bidder', status: 'admitted', number: 12 });
    expect(await screen.findByText('You are participant 12')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the auction' })).toHaveAttribute('href', '/game-view/7');
  });

  it('leads on to the next round of a practice room', async () => {
    open({}, { ...practice, status: 5, nextLotId: 8, room: { ...lot.room, phase: 'closed' } });
    expect(await screen.findByRole('link', { name: 'Next auction' })).toHaveAttribute('href', '/lot-view/8');
  });

  it('leads to the result once the room is closed', async () => {
    open({}, { ...lot, status: 5, room: { ...lot.room, phase: 'closed' } });
    expect(await screen.findByRole('link', { name: 'See the result' })).toHaveAttribute(
      'href',
      '/lot-result/7',
    );
  });
});
