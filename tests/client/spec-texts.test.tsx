import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState, type ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { PasswordForm } from '#client/app/dialogs/password-form.tsx';
import SessionExpiredDialog from '#client/app/dialogs/session-expired-dialog.tsx';
import { BlackListCheck } from '#client/features/site/checks/black-list-check.tsx';
import { BlackListResult } from '#client/features/site/checks/black-list-result.tsx';
import { BidPanel } from '#client/features/site/room/bid-panel.tsx';
import { ConnectionBar } from '#client/features/site/room/connection-bar.tsx';
import { TimeNotes } from '#client/features/site/room/time-notes.tsx';
import OtherAuctions from '#client/features/site/room/other-auctions.tsx';
import { RoomPage } from '#client/features/site/room/room-page.tsx';
import { RoomReady } from '#client/features/site/room/room-ready.ts';
import { emptyRoom, type RoomStoreApi } from '#client/features/site/room/room-store.ts';
import { i18n, loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useConnection } from '#client/lib/auction-socket/connection.ts';
import { LatinField } from '#client/ui/input-filters/fields.tsx';
import { Toasts } from '#client/ui/toasts.tsx';
import { LANGUAGES, type Language } from '#shared/i18n/languages.ts';
import { flatten } from '../architecture/tidy/locales.ts';
import { localeTexts } from '../fixtures/locale-files.ts';
import { head, me, room } from './room-fixtures.ts';
import { serve, show } from './page.tsx';
import { roomStore, showInRoom } from './room-place.tsx';

vi.mock('#client/features/site/room/room-session.ts', () => ({
  openRoomSession: (store: RoomStoreApi) => {
    store.setState({ status: { kind: 'refused', error: { code: 'no-access', message: '' } } });
    return () => undefined;
  },
}));

/** Texts of sections 5 and 8 of the specification, and the key each one has here. */
const TEXTS = {
  'required field must be filled': 'order-problems:required',
  'required selection': 'order-problems:selection',
  'please enter {label}': 'account:password.problem.required',
  'repeat password must equal password': 'account:password.problem.repeat',
  'passwords do not match': 'account:password.problem.repeat',
  'tax id or personal id entered fully': 'checks:blackList.problem.incomplete',
  'enter price of offer': 'order-problems:price',
  'offer below the system suggested price is rejected': 'room:bid.tooLow',
  'invalid sum': 'room:bid.notASum',
  'coordinates valid': 'order-problems:coordinates',
  'choose coordinate': 'order-problems:choose-coordinate',
  'choose a row first': 'customer-orders:bulk.chooseRow',
  'Latin letters only': 'ui:input.latin',
  'session expired, please log in again': 'layout:sessionExpired.text',
  'technical interruption on a lot, details by notification': 'room:pause.waits',
  'no right to enter this auction': 'room-later:refused.noAccess',
  'error loading current auctions list': 'room-later:others.failed',
  'try again': 'room-later:others.again',
  'connection lost, refresh the page': 'room:banner.lost',
  'bank info not found': 'order-problems:bank-info-not-found',
  'wrong e-signature password': 'e-signature:trouble.wrong-password',
  'order actions not possible in the current state': 'server:errors.order-action.not-possible',
  'record not found means honest': 'checks:blackList.honest',
} as const;

const textOf = (key: string, language: Language): string | undefined => {
  const [namespace = '', path = ''] = key.split(':');
  return flatten(localeTexts(language, namespace)).get(path);
};

/** The text on screen in Uzbek, filled. */
const said = (text: keyof typeof TEXTS, values: Record<string, string | number> = {}): string =>
  i18n.t(TEXTS[text], values);

beforeEach(async () => {
  await startI18n();
  await switchLanguage('uz');
  await loadNamespaces(['account', 'checks', 'room', 'room-later']);
  roomStore.setState(emptyRoom);
  useConnection.setState({ status: 'online', lostAtMs: null, lastAnswerMs: null });
});

it.each(Object.entries(TEXTS))('"%s" is said in four languages, each in its own words', (_text, key) => {
  const texts = LANGUAGES.map((language) => textOf(key, language));
  for (const text of texts) expect(text?.length).toBeGreaterThan(4);
  expect(new Set(texts).size).toBe(LANGUAGES.length);
});

const ignore = () => undefined;

describe('a form says', () => {
  const password = () => {
    show(<PasswordForm busy={false} failure={null} onSubmit={ignore} onClose={ignore} />);
    return screen.getByLabelText(i18n.t('account:password.new'));
  };

  it('"please enter {label}" for what is empty', async () => {
    password();
    await userEvent.click(screen.getByRole('button', { name: i18n.t('account:password.save') }));
    const label = i18n.t('account:password.new');
    expect(screen.getByText(said('please enter {label}', { label }))).toBeVisible();
  });

  it('that the repeated password must equal the first', async () => {
    await userEvent.type(password(), 'toʻrt soʻzli ibora');
    await userEvent.type(screen.getByLabelText(i18n.t('account:password.repeat')), 'boshqa ibora');
    await userEvent.tab();
    expect(screen.getByText(said('repeat password must equal password'))).toBeVisible();
  });

  it('that a tax or personal id must be entered fully', async () => {
    serve({});
    show(<BlackListCheck />);
    await userEvent.type(screen.getByRole('textbox'), '30123');
    await userEvent.click(screen.getByRole('button', { name: i18n.t('checks:check') }));
    const code = i18n.t('checks:stir');
    expect(screen.getByText(said('tax id or personal id entered fully', { code }))).toBeVisible();
  });

  it('that only Latin letters are taken', async () => {
    function Title() {
      const [value, setValue] = useState('');
      return <LatinField label="Nomi" value={value} onChange={setValue} />;
    }
    show(
      <>
        <Title />
        <Toasts />
      </>,
    );
    await userEvent.type(screen.getByLabelText('Nomi'), 'uй');
    expect(await screen.findByText(said('Latin letters only'))).toBeVisible();
    expect(screen.getByLabelText('Nomi')).toHaveValue('u');
  });
});

describe('the room says', () => {
  const bid = async (typed: string): Promise<void> => {
    showInRoom(
      <RoomReady value>
        <BidPanel room={room({ me })} />
      </RoomReady>,
    );
    await waitFor(() => expect(screen.getByTestId('offer-field')).toBeEnabled());
    await userEvent.type(screen.getByTestId('offer-field'), typed);
  };

  it('that a sum is none', async () => {
    await bid('0');
    expect(screen.getByText(said('invalid sum'))).toBeVisible();
  });

  it('that an offer is below the suggested price', async () => {
    await bid('99');
    const price = '100 UZS';
    const shown = screen.getByTestId('offer-hint');
    expect(shown).toHaveTextContent(said('offer below the system suggested price is rejected', { price }));
  });

  it('that the lot is interrupted and news will follow', () => {
    show(<TimeNotes room={room({ head: head(3, { phase: 'paused', pauseCause: 'outage' }) })} />);
    expect(
      screen.getByText(said('technical interruption on a lot, details by notification'), { exact: false }),
    ).toBeVisible();
  });

  it('that one has no right to enter', async () => {
    serve({});
    show(<RoomPage lotId={7} notFound={null} />);
    expect(await screen.findByRole('alert')).toHaveTextContent(said('no right to enter this auction'));
  });

  it('that the list of current auctions did not load, and tries again', async () => {
    const asked = serve({
      'GET /api/shop/shop-lots/active-lot-list': {
        status: 400,
        body: { ERROR: { code: 'internal', message: 'x' } },
      },
    });
    show(<OtherAuctions lotIds={[7]} />);
    expect(
      await screen.findByText(said('error loading current auctions list'), { exact: false }),
    ).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: said('try again') }));
    await waitFor(() => expect(asked).toHaveLength(2));
  });

  it('that the connection is lost and the page may be refreshed', async () => {
    showInRoom(<ConnectionBar />);
    act(() => useConnection.setState({ status: 'connecting', lostAtMs: Date.now() - 60_000 }));
    expect(await screen.findByTestId('connection-lost')).toHaveTextContent(
      said('connection lost, refresh the page'),
    );
  });
});

const shows = (text: keyof typeof TEXTS, ui: ReactNode): void => {
  show(ui);
  expect(screen.getByText(said(text))).toBeVisible();
};

it('a session that ended asks to log in again', () =>
  shows('session expired, please log in again', <SessionExpiredDialog />));

it('a participant without a record is honest', () =>
  shows('record not found means honest', <BlackListResult entries={[]} />));
