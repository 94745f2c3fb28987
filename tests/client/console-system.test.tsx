import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { SystemPage } from '#client/features/console/system/system-page.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import type { System } from '#shared/api/console/system.ts';
import { serve, show } from './page.tsx';

const SYSTEM = 'GET /api/console/system';
const RETRY = 'POST /api/console/system/retry-job';
const NOW_MS = Date.UTC(2026, 10, 20, 9);
const GB = 1_024 ** 3;

const working = (more: Partial<System> = {}): System => ({
  serverAtMs: NOW_MS,
  concerns: [],
  processes: [
    {
      id: 'p1',
      types: 'clock+worker+web',
      host: 'web-1',
      pid: 41,
      version: '0.2.0',
      commit: '0123456789abcdef',
      startedAtMs: NOW_MS - 3_600_000,
      reportedAtMs: NOW_MS - 2_000,
      silent: false,
      loopDelayMs: 12,
      memoryBytes: 210 * 1_024 * 1_024,
      waitingForDatabase: 0,
      unreached: [],
      journal: { partitions: 64, failingMs: 0 },
    },
  ],
  database: {
    version: '18.1',
    sizeBytes: 3.5 * GB,
    connections: 40,
    connectionsMax: 300,
    standbys: true,
    synchronous: false,
    longStatements: [],
  },
  redis: [
    {
      role: 'auction',
      server: 'redis-1:6379',
      found: { version: '7.0.15', replicas: 1, usedBytes: GB, maxBytes: 4 * GB, answerMs: 1 },
    },
    { role: 'jobs', server: 'redis-2:6379', found: null },
  ],
  jobs: { waiting: 3, active: 1, delayed: 0, failedCount: 0, failed: [] },
  events: { waiting: 2, oldestMs: 1_000 },
  gateways: [{ gateway: 'sms', goodAtMs: NOW_MS, badAtMs: null }],
  files: { place: '/files', warnings: [] },
  ...more,
});
const FAILED = working({
  concerns: [
    { concern: 'process-silent', about: 'journal db-1:7' },
    { concern: 'jobs-failed', about: '' },
  ],
  jobs: {
    waiting: 0,
    active: 0,
    delayed: 0,
    failedCount: 1,
    failed: [{ id: 'e-7', name: 'conclude-auction', attempts: 12, reason: 'no ink', failedAtMs: NOW_MS }],
  },
});

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['console-system', 'staff']);
  useSession.setState({ me: { id: 'me', roles: ['operator'] } as never });
});

describe('the system page', () => {
  it('says that nothing needs a look, and shows processes and servers', async () => {
    serve({ [SYSTEM]: { body: working() } });
    show(<SystemPage />, '/console/system');
    expect(await screen.findByText('Everything works: nothing needs a look.')).toBeTruthy();
    const row = screen.getAllByRole('row').find((each) => within(each).queryByText('web-1:41'));
    expect(within(row!).getByText('210 MB')).toBeTruthy();
    expect(within(row!).getByText('64 partitions')).toBeTruthy();
    expect(screen.getByText('3.5 GB')).toBeTruthy();
    expect(screen.getByText('there is one, commits do not wait for it')).toBeTruthy();
    expect(screen.getByText('1 GB of 4 GB')).toBeTruthy();
    expect(screen.getByText('Does not answer')).toBeTruthy();
  });

  it('says of each concern what it means for people and what to do', async () => {
    serve({ [SYSTEM]: { body: FAILED } });
    show(<SystemPage />, '/console/system');
    const concerns = await screen.findByRole('region', { name: 'Needs a look' });
    expect(within(concerns).getByText('journal db-1:7')).toBeTruthy();
    expect(within(concerns).getAllByText('For people')).toHaveLength(2);
    expect(within(concerns).getByText(/remove it and try the job again/)).toBeTruthy();
  });

  it('tries a failed job again with a reason, by those who may', async () => {
    const calls = serve({ [SYSTEM]: { body: FAILED }, [RETRY]: { body: { queued: true } } });
    show(<SystemPage />, '/console/system');
    await userEvent.click(await screen.findByRole('button', { name: 'Try again: conclude-auction' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(dialog.getByText('Write at least 3 letters')).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'ink is in');
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = calls.filter(({ method }) => method === 'POST');
    expect(sent.map(({ path, body }) => ({ path, body }))).toEqual([
      { path: '/api/console/system/retry-job', body: { id: 'e-7', reason: 'ink is in' } },
    ]);
  });

  it('offers an auditor nothing to press', async () => {
    useSession.setState({ me: { id: 'me', roles: ['auditor'] } as never });
    serve({ [SYSTEM]: { body: FAILED } });
    show(<SystemPage />, '/console/system');
    expect(await screen.findByText('no ink')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Try again/ })).toBeNull();
  });
});
