import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { startOfDay } from '#shared/time/tashkent.ts';
import { IncidentPage, IncidentsTable } from '#client/features/console/incidents/pages.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { formatDateShort } from '#client/lib/format/date.ts';
import { useSession } from '#client/lib/session.ts';
import { serve, show, type Answers } from './page.tsx';

const SINCE = Date.parse('2026-11-27T10:00:00+05:00');
const ONE = 'GET /api/console/incidents/7';
const REPORT = 'The cable of the second provider was cut and is joined again.';
const inAll = (text: string) => ({ uz: text, ru: text, 'uz-Cyrl': text, en: text });

const listed = {
  id: 7,
  cause: 'outage',
  title: null,
  severity: 'critical',
  state: 'open',
  sinceMs: SINCE,
  untilMs: null,
  owner: null,
};
const incident = { ...listed, report: null, rooms: 2, people: 3, messages: [] };
const event = (kind: string, more: object = {}) => ({
  atMs: SINCE,
  event: kind,
  by: null,
  text: null,
  lotId: null,
  rooms: null,
  task: null,
  decision: null,
  ...more,
});
const list = (items: unknown[], more: object = {}) => ({
  body: { items, total: items.length, page: 1, size: 50, ...more },
});
const answers: Answers = {
  'GET /api/console/incidents': list([listed], { unfinished: 1 }),
  [ONE]: { body: incident },
  [`${ONE}/timeline`]: {
    body: [
      event('rooms-interrupted', { rooms: 2 }),
      event('opened'),
      event('note', { by: 'Anna', text: 'Asked the provider.' }),
      event('task-opened', { task: 'repeat-lot', lotId: 17 }),
    ],
  },
  [`${ONE}/rooms`]: list([
    { lotId: 17, title: inAll('Chevrolet Cobalt'), fromMs: SINCE, untilMs: null, people: 3 },
  ]),
  [`${ONE}/people`]: list([{ personId: 'p-1', name: 'Ali Valiyev', rooms: 2 }]),
  'POST /api/console/incidents/7/close': { body: { ...incident, state: 'closed', report: REPORT } },
  'POST /api/console/incidents/7/messages': { body: incident },
  'POST /api/console/decisions/propose': { body: { id: 1 } },
};

function open(address = '/console/incidents/7', role = 'operator', more: Answers = {}) {
  useSession.setState({ me: { id: 's', name: 'Staff', roles: [role] } as never });
  const asked = serve({ ...answers, ...more });
  show(
    <Routes>
      <Route path="/console/incidents" element={<IncidentsTable />} />
      <Route path="/console/incidents/:id" element={<IncidentPage />} />
    </Routes>,
    address,
  );
  return asked;
}

beforeEach(async () => {
  localStorage.clear();
  await startI18n();
  await loadNamespaces(['console-incidents', 'staff', 'staff-tasks', 'console-decisions']);
  await switchLanguage('en');
});

describe('incidents', () => {
  it('are listed by what opened them, and lead to their page', async () => {
    open('/console/incidents');
    const link = await screen.findByRole('link', { name: 'Outage of rooms' });
    expect(link.getAttribute('href')).toBe('/console/incidents/7');
    expect(screen.getByText(/1 not closed/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Open an incident' })).toBeVisible();
  });

  it('are opened on a phone without unfolding its filters, from a past time in Tashkent', async () => {
    const wide = window.matchMedia;
    window.matchMedia = (query) => ({ ...wide(query), matches: query.includes('max-width: 800px') });
    try {
      const asked = open('/console/incidents', 'operator', {
        'POST /api/console/incidents': { body: incident },
      });
      await userEvent.click(await screen.findByRole('button', { name: 'Open an incident' }));
      const dialog = within(await screen.findByRole('dialog'));
      await userEvent.type(dialog.getByLabelText('What happened'), 'The second provider is away');
      const since = within(dialog.getByRole('group', { name: 'Since' }));
      const day = since.getByLabelText('Day');
      const time = since.getByLabelText('Time (Tashkent)');
      const typed = async (field: HTMLElement, text: string) => {
        await userEvent.clear(field);
        await userEvent.type(field, text);
      };
      await typed(time, '25:00');
      await userEvent.click(dialog.getByRole('button', { name: 'Open an incident' }));
      expect(dialog.getByText(/^Choose a past time/)).toBeVisible();
      const beganMs = Date.now() - 86_400_000;
      await typed(day, formatDateShort(beganMs));
      await typed(time, '00:05');
      await userEvent.click(dialog.getByRole('button', { name: 'Open an incident' }));
      await waitFor(() =>
        expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
          sinceMs: startOfDay(beganMs) + 5 * 60_000,
        }),
      );
    } finally {
      window.matchMedia = wide;
    }
  });

  it('are read by auditors, who change nothing', async () => {
    open('/console/incidents', 'auditor');
    await screen.findByRole('link', { name: 'Outage of rooms' });
    expect(screen.queryByRole('button', { name: 'Open an incident' })).toBeNull();
  });

  it('have a timeline with rooms, notes and tasks in words', async () => {
    open();
    const note = (await screen.findByText('Asked the provider.')).closest('li');
    expect(within(note!).getByText('Anna')).toBeVisible();
    expect(screen.getByText('Rooms stopped: 2')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Lot no. 17' }).getAttribute('href')).toBe('/console/rooms/17');
  });

  it.each([
    ['rooms', 'Chevrolet Cobalt', '/console/rooms/17'],
    ['people', 'Ali Valiyev', '/console/accounts/p-1'],
  ])('list the %s concerned', async (tab, name, address) => {
    open(`/console/incidents/7?tab=${tab}`);
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(address);
  });

  it('are closed with a report of some length, which the page shows', async () => {
    const asked = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Close the incident' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox'), 'Short');
    await userEvent.click(dialog.getByRole('button', { name: 'Close the incident' }));
    expect(await dialog.findByText('Write at least 20 letters.')).toBeVisible();
    await userEvent.clear(dialog.getByRole('textbox'));
    await userEvent.type(dialog.getByRole('textbox'), REPORT);
    await userEvent.click(dialog.getByRole('button', { name: 'Close the incident' }));
    await waitFor(() =>
      expect(asked.find(({ path }) => path.endsWith('/close'))?.body).toEqual({ report: REPORT }),
    );
  });

  it('are written about to everybody concerned, in Uzbek and Russian', async () => {
    const asked = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Write to participants' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('3 people get the message once each.')).toBeVisible();
    const uz = dialog.getByLabelText('Uzbek text, in Latin letters');
    await userEvent.type(uz, 'Аукционлар тўхтаб қолди бугун');
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await dialog.findByText('Write in Latin letters.')).toBeVisible();
    await userEvent.clear(uz);
    await userEvent.type(uz, 'Auksionlar bugun toʻxtab qoldi.');
    await userEvent.type(dialog.getByLabelText('Russian text'), 'Аукционы сегодня прерывались.');
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
    await waitFor(() =>
      expect(asked.find(({ path }) => path.endsWith('/messages'))?.body).toMatchObject({
        uz: 'Auksionlar bugun toʻxtab qoldi.',
        ru: 'Аукционы сегодня прерывались.',
      }),
    );
  });

  it('are written about to many people, and to everyone, by a proposal that a colleague reads', async () => {
    const asked = open('/console/incidents/7', 'operator', { [ONE]: { body: { ...incident, people: 51 } } });
    await userEvent.click(await screen.findByRole('button', { name: 'Write to participants' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(
      dialog.getByLabelText('Uzbek text, in Latin letters'),
      'Auksionlar bugun toʻxtab qoldi.',
    );
    await userEvent.type(dialog.getByLabelText('Russian text'), 'Аукционы сегодня прерывались.');
    await userEvent.click(dialog.getByRole('button', { name: 'Propose' }));
    expect(await dialog.findByText('Write at least 10 letters.')).toBeVisible();
    await userEvent.type(dialog.getByLabelText('Reason for the colleague'), 'They wait for an explanation.');
    await userEvent.click(dialog.getByRole('button', { name: 'Propose' }));
    await waitFor(() =>
      expect(asked.find(({ path }) => path.endsWith('/propose'))?.body).toMatchObject({
        kind: 'incident-message',
        payload: { incidentId: 7, uz: 'Auksionlar bugun toʻxtab qoldi.', isPublic: false },
        reason: 'They wait for an explanation.',
      }),
    );
    expect(asked.some(({ path }) => path.endsWith('/messages'))).toBe(false);
  });

  it('are shown to everyone on the status page by a proposal, however few they concern', async () => {
    const asked = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Write to participants' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(
      dialog.getByLabelText('Uzbek text, in Latin letters'),
      'Auksionlar bugun toʻxtab qoldi.',
    );
    await userEvent.type(dialog.getByLabelText('Russian text'), 'Аукционы сегодня прерывались.');
    const everyone = dialog.getByRole('checkbox', { name: /Show to everyone on the status page/ });
    expect(everyone).not.toBeChecked();
    await userEvent.click(everyone);
    await userEvent.type(dialog.getByLabelText('Reason for the colleague'), 'People ask what happened.');
    await userEvent.click(dialog.getByRole('button', { name: 'Propose' }));
    await waitFor(() =>
      expect(asked.find(({ path }) => path.endsWith('/propose'))?.body).toMatchObject({
        kind: 'incident-message',
        payload: { incidentId: 7, isPublic: true },
        reason: 'People ask what happened.',
      }),
    );
    expect(asked.some(({ path }) => path.endsWith('/messages'))).toBe(false);
    // Taken back, one person writes alone to the three again.
    await userEvent.click(await screen.findByRole('button', { name: 'Write to participants' }));
    const again = within(await screen.findByRole('dialog'));
    await userEvent.click(again.getByRole('checkbox'));
    expect(again.getByRole('button', { name: 'Propose' })).toBeVisible();
    await userEvent.click(again.getByRole('checkbox'));
    expect(again.getByRole('button', { name: 'Send' })).toBeVisible();
    expect(again.queryByLabelText('Reason for the colleague')).toBeNull();
  });

  it('ask for a colleague where the server says that one person has written to enough people today', async () => {
    open('/console/incidents/7', 'operator', {
      'POST /api/console/incidents/7/messages': {
        status: 409,
        body: { ERROR: { code: 'incidents.second-person', message: 'Two persons write to so many.' } },
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Write to participants' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(
      dialog.getByLabelText('Uzbek text, in Latin letters'),
      'Auksionlar bugun toʻxtab qoldi.',
    );
    await userEvent.type(dialog.getByLabelText('Russian text'), 'Аукционы сегодня прерывались.');
    await userEvent.click(dialog.getByRole('button', { name: 'Send' }));
    expect(await dialog.findByLabelText('Reason for the colleague')).toBeVisible();
  });
});
