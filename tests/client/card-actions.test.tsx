import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LotDetails } from '#shared/api/site/lots.ts';
import type { MyApplication } from '#shared/api/cabinet/trade-applications.ts';
import type { ProfileFacts } from '#shared/validation/profile-facts.ts';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { CostFacts } from '#client/features/site/lots/card/price-panel.tsx';
import { StickyAction } from '#client/features/site/lots/card/sticky-action.tsx';
import { TakePart } from '#client/features/site/lots/card/take-part.tsx';
import { liveOf } from '#client/entities/lot/lot-live.ts';
import { depositLimit } from '#client/entities/application/deposit-limit.ts';
import { useSession } from '#client/lib/session.ts';
import { lot } from './lot-fixture.ts';
import { serve, show } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const BASE = 'GET /api/shop/game-view/base/7';
const JOIN = 'POST /api/shop/user-order/join-practice';
const APPLYING = { role: 'observer', needs: 'application' } as const;
/** Applications are still taken. */
const taking: LotDetails = { ...lot, applicationsUntilMs: Date.UTC(2099, 10, 21, 5) };
const practice: LotDetails = { ...lot, practice: true, ruleSet: 'practice', depositTiyin: 0 };

const baseOf = (me: Partial<MyApplication>, shown: LotDetails = taking) => ({
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
});

/** The panel of the card is out of sight. */
class OutOfSight {
  readonly #observe: IntersectionObserverCallback;
  constructor(observe: IntersectionObserverCallback) {
    this.#observe = observe;
  }
  observe(): void {
    this.#observe([{ isIntersecting: false } as IntersectionObserverEntry], this as never);
  }
  disconnect(): void {}
}

function openBar(
  me: Partial<MyApplication>,
  shown: LotDetails = taking,
  more: Parameters<typeof serve>[0] = {},
) {
  const asked = serve({ [BASE]: baseOf(me, shown), ...more });
  const place = createRef<HTMLDivElement>();
  show(
    <>
      <div ref={place} />
      <StickyAction lot={shown} live={liveOf(shown, undefined)} place={place} />
    </>,
    '/lot-view/7',
  );
  return asked;
}

beforeEach(async () => {
  vi.stubGlobal('IntersectionObserver', OutOfSight);
  await startI18n();
  await switchLanguage('en');
  useSession.setState({ user: null, me: null, known: true });
});
afterEach(() => vi.unstubAllGlobals());

describe('the bar at the edge of a phone', () => {
  it('opens the dialog in which one applies', async () => {
    openBar(APPLYING);
    await userEvent.click(await screen.findByRole('button', { name: 'Apply' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send a code' })).toBeVisible();
  });

  it('joins a practice room and leads into it', async () => {
    const asked = openBar({ role: 'observer', needs: 'join-practice' }, practice, {
      [JOIN]: { body: { verdict: 'admitted', lotId: 7, number: 12, already: false } },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Join the room' }));
    expect(await screen.findByText('/game-view/7')).toBeVisible();
    expect(asked.find((call) => call.method === 'POST')?.body).toEqual({ lotId: 7 });
  });

  it('is not there where nothing can be done', async () => {
    openBar({ role: 'observer', needs: 'applications-closed' }, { ...lot, watchable: false });
    expect(await screen.findByText('/lot-view/7')).toBeVisible();
    expect(screen.queryByRole('region')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });
});

describe('where one applies', () => {
  const facts: ProfileFacts = {
    nationalId: true,
    name: true,
    phoneConfirmed: true,
    emailConfirmed: true,
    address: true,
    bankRequisites: true,
    offerSigned: true,
  };
  const profileWith = (part: Partial<ProfileFacts>) => ({
    body: { kind: 'natural', facts: { ...facts, ...part } },
  });

  it('says what the profile lacks, with the way to each, first what stops the application', async () => {
    useSession.setState({ user: { name: 'A', user_name: '1', percentage: 42 } });
    serve({
      [BASE]: baseOf(APPLYING),
      'GET /api/shop/user/balance': { body: 9_000_000 },
      'GET /api/shop/profile': profileWith({ nationalId: false, offerSigned: false, address: false }),
    });
    show(<TakePart lot={taking} live={liveOf(taking, undefined)} />);
    const needed = (await screen.findByText(/^Before you apply/)).closest('p')!;
    expect(within(needed).getByRole('link', { name: 'PINFL' })).toHaveAttribute(
      'href',
      '/profile/my-data#identity',
    );
    expect(within(needed).getByRole('link', { name: 'signed offer' })).toHaveAttribute(
      'href',
      '/profile/contracts',
    );
    const later = screen.getByText(/^Still missing/).closest('p')!;
    expect(within(later).getByRole('link', { name: 'address' })).toHaveAttribute(
      'href',
      '/profile/my-data#address',
    );
    expect(needed.compareDocumentPosition(later)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('asks nothing and says nothing of a complete profile', async () => {
    useSession.setState({ user: { name: 'A', user_name: '1', percentage: 100 } });
    const asked = serve({ [BASE]: baseOf(APPLYING), 'GET /api/shop/user/balance': { body: 9_000_000 } });
    show(<TakePart lot={taking} live={liveOf(taking, undefined)} />);
    expect(await screen.findByRole('button', { name: 'Apply' })).toBeVisible();
    expect(screen.queryByText(/^Before you apply|^Still missing/)).toBeNull();
    expect(asked.some(({ path }) => path.endsWith('/profile'))).toBe(false);
  });
});

describe('what the rules of a lot limit', () => {
  const limited: LotDetails = {
    ...taking,
    rules: { ...lot.rules, limitFromPrice: 3, limitOffStep: true, limitPercent: 5 },
  };
  const BALANCE = { 'GET /api/shop/user/balance': { body: 9_000_000 } };
  const LOT = 'GET /api/shop/lot-card/details/7';

  it('is shown where one applies: how far the deposit alone carries', async () => {
    serve({ [BASE]: baseOf(APPLYING, limited), [LOT]: { body: limited }, ...BALANCE });
    show(<TakePart lot={limited} live={liveOf(limited, undefined)} />);
    // 2 500 000 is 5 % of 50 000 000.
    const words = /^With this deposit alone you can offer up to 50.000.000.UZS/;
    expect(await screen.findByText(words)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Apply' }));
    expect(await within(await screen.findByRole('dialog')).findByText(words)).toBeVisible();
  });

  it('is not spoken of where there is no limit', async () => {
    serve({ [BASE]: baseOf(APPLYING), [LOT]: { body: taking }, ...BALANCE });
    show(<TakePart lot={taking} live={liveOf(taking, undefined)} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Apply' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
    expect(screen.queryByText(/With this deposit alone/)).toBeNull();
  });

  it('is never below the first suggested price, nor counted from it under rules that named no percent', () => {
    const dear = { ...limited, depositTiyin: 1_000, firstSuggestedTiyin: 5_000_000_000 };
    expect(depositLimit(dear)).toBe(5_000_000_000);
    const { limitPercent: _, ...earlier } = limited.rules;
    expect(depositLimit({ ...dear, depositPercent: 5, rules: earlier })).toBe(20_000);
    expect(depositLimit({ ...dear, rules: { ...limited.rules, limitPercent: 0 } })).toBeNull();
  });

  it('is on the card before the start: the latest end and the night stop', () => {
    const waiting: LotDetails = {
      ...taking,
      closesAtMs: Date.UTC(2099, 10, 21, 13),
      room: { ...lot.room, phase: 'waiting' },
      rules: {
        ...lot.rules,
        overtime: { windowMs: 600_000, extendToMs: 600_000, capMs: 3_600_000, dailyStop: 1_320 },
      },
    };
    serve({});
    const { unmount } = show(<CostFacts lot={waiting} live={liveOf(waiting, undefined)} />);
    expect(
      screen.getByText('an offer in the last 10 minutes extends the auction by 10 minutes'),
    ).toBeVisible();
    expect(screen.getByText(/^never extended past 21.November.2099, 19:00$/)).toBeVisible();
    expect(screen.getByText('not extended past 22:00')).toBeVisible();
    unmount();
    show(<CostFacts lot={taking} live={liveOf(taking, undefined)} />);
    expect(screen.queryByText(/extended past/)).toBeNull();
  });
});

describe('the dates of a lot', () => {
  const at = (hour: number) => Date.UTC(2099, 10, 21, hour);
  const dated: LotDetails = {
    ...taking,
    opensAtMs: at(6),
    closesAtMs: at(9),
    room: { ...lot.room, phase: 'waiting', deadlineMs: at(9) },
  };
  const moments = (shown: LotDetails) => {
    const { unmount } = show(<CostFacts lot={shown} live={liveOf(shown, undefined)} />);
    const line = within(screen.getByRole('list', { name: 'Dates' })).getAllByRole('listitem');
    const read = line.map(({ textContent, dataset }) => [
      textContent?.replace(/\s/g, ' '),
      dataset.passed ?? null,
    ]);
    unmount();
    return read;
  };

  it('are one line in their order, where one may join while bidding runs too', () => {
    serve({});
    const [apply, starts, ends] = [
      ['Apply by21 November 2099, 10:00', 'false'],
      ['Bidding starts21 November 2099, 11:00', 'false'],
      ['Earliest end21 November 2099, 14:00', 'false'],
    ];
    const pays = ['Winner payswithin 3 working days of the close', null];
    expect(moments(dated)).toEqual([apply, starts, ends, pays]);
    expect(moments({ ...dated, applicationsUntilMs: at(7) })).toEqual([
      starts,
      ['Apply by21 November 2099, 12:00', 'false'],
      ends,
      pays,
    ]);
    const running = { ...lot.room, phase: 'running' as const, deadlineMs: at(9) };
    expect(moments({ ...dated, opensAtMs: 1, room: running }).map(([, passed]) => passed)).toEqual([
      'true',
      'false',
      'false',
      null,
    ]);
  });

  it('name the end that was where bidding is over, and of a practice room no payment', () => {
    serve({});
    const closed = { ...lot.room, phase: 'closed' as const, deadlineMs: at(9) + 60_000 };
    expect(moments({ ...dated, room: closed })[2]?.[0]).toMatch(/^Bidding closed.*14:01$/);
    expect(moments({ ...dated, practice: true }).map(([said]) => said)).toEqual([
      expect.stringMatching(/^Bidding starts/),
      expect.stringMatching(/^Earliest end/),
    ]);
  });
});
