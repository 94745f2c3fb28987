import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StatusPage } from '#client/features/site/status/status-page.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import type { PlatformStatus } from '#shared/api/site/status.ts';
import { SERVICE_LEVEL_NAMES, STATUS_DAYS } from '#shared/status/service-levels.ts';
import { serve, show } from './page.tsx';

const none = () => Array.from({ length: STATUS_DAYS }, () => 0);
const STATUS: PlatformStatus = {
  parts: [
    { part: 'site', state: 'working' },
    { part: 'bids', state: 'working' },
    { part: 'sign-in', state: 'working' },
    { part: 'payments', state: 'off' },
  ],
  isStale: false,
  readAtMs: 1_795_824_000_000,
  firstDay: '2026-08-31',
  levels: SERVICE_LEVEL_NAMES.map((level) => ({
    level,
    good: level === 'bids' ? none().with(0, 9_989).with(89, 2_000) : none(),
    total: level === 'bids' ? none().with(0, 10_000).with(89, 2_000) : none(),
  })),
  incidents: [
    {
      cause: 'outage',
      severity: 'critical',
      state: 'closed',
      sinceMs: 1_795_824_000_000,
      untilMs: 1_795_824_600_000,
      messages: [
        {
          atMs: 1_795_824_300_000,
          text: { uz: 'Zallar', ru: 'Залы', 'uz-Cyrl': 'Заллар', en: 'Rooms waited.' },
        },
      ],
    },
  ],
  technicalBreak: null,
};
const answered = (change: Partial<PlatformStatus> = {}) =>
  serve({ 'GET /api/shop/status': { body: { ...STATUS, ...change } } });

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['status']);
});
afterEach(() => vi.unstubAllGlobals());

describe('the page of the state of the platform', () => {
  it('says in words what works, and has each day with cases in a table behind its bars', async () => {
    answered();
    show(<StatusPage />, '/status');
    expect(await screen.findByText('Everything works')).toBeVisible();
    expect(screen.getByText('Payments:').closest('li')).toHaveTextContent('not offered here');
    const bids = within(
      screen.getByRole('heading', { name: 'Bids answered within 100 ms' }).closest('section')!,
    );
    expect(bids.getByRole('img')).toHaveAccessibleName(/^2 days with cases, the promise missed on 1/);
    const rows = bids.getAllByRole('row', { hidden: true }).map(({ textContent }) => textContent);
    expect(rows.slice(1)).toEqual([
      '28.11.2026100.00 %2000 / 2000met',
      '31.08.202699.89 %9989 / 10000missed',
    ]);
    const hammers = screen.getByRole('heading', { name: /^Auctions ended/ }).closest('section')!;
    expect(hammers).toHaveTextContent('No cases yet.');
    expect(screen.getByText('Rooms waited.')).toBeVisible();
  });

  it('says what does not work, that it may be old, and until when rooms wait', async () => {
    answered({
      parts: [{ part: 'bids', state: 'disturbed' }],
      isStale: true,
      technicalBreak: { begunAtMs: 1_795_824_000_000, resumeAtMs: 1_795_827_600_000 },
      incidents: [],
    });
    show(<StatusPage />, '/status');
    expect(await screen.findByText('Something does not work now')).toBeVisible();
    expect(screen.getByText(/cannot be read just now/)).toHaveTextContent(/as of/);
    expect(screen.getByText(/go on by themselves at/)).toBeVisible();
    expect(screen.getByText('None in the last 90 days.')).toBeVisible();
  });
});
