import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { StaffTasks } from '#client/features/console/tasks/staff-tasks.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { chooseShortcuts } from '#client/ui/use-shortcuts.ts';
import { serve, show, type Answers, type Asked } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const NOW = Date.parse('2026-12-04T12:00:00+05:00');
const LIST = 'GET /api/console/tasks';

const task = (id: number, more: object = {}) => ({
  id,
  kind: 'repeat-lot',
  lotId: 100 + id,
  lotTitle: { uz: `Uy ${id}`, 'uz-Cyrl': `Уй ${id}`, ru: `Дом ${id}`, en: `House ${id}` },
  lotStatus: 1,
  orderId: null,
  bankLineId: null,
  bidderNumber: null,
  priceTiyin: null,
  reason: null,
  dueAtMs: NOW + 3_600_000,
  createdAtMs: NOW,
  owner: null,
  done: null,
  ...more,
});
const list = (items: unknown[]) => ({
  body: { items, total: items.length, page: 1, size: 20, open: items.length, overdue: 0, serverAtMs: NOW },
});
const three = () => [task(1), task(2), task(3, { kind: 'decide-protest' })];

const press = (code: string, key = code.slice(-1).toLowerCase()) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { code, key });
const rows = () => screen.getAllByRole('row').slice(1);
const address = () => screen.getByTestId('address').textContent;

async function open(answers: Answers, at = '/console/tasks') {
  const asked = serve(answers);
  const shown = show(<StaffTasks />, at);
  await screen.findByText('House 1');
  return { asked, ...shown };
}

beforeEach(async () => {
  localStorage.clear();
  await startI18n();
  await loadNamespaces(['staff', 'staff-tasks']);
  await switchLanguage('en');
  chooseShortcuts(true);
  useSession.setState({ me: { id: 's', name: 'Staff', roles: ['operator'] } as never });
});

describe('a list of staff', () => {
  it('is walked by j and k, and x selects the row with the keyboard, which its box and the bar say', async () => {
    await open({ [LIST]: list(three()) });
    press('KeyJ');
    expect(rows()[0]).toHaveFocus();
    press('KeyJ');
    expect(rows()[1]).toHaveFocus();
    press('KeyX');
    expect(rows().map((row) => row.dataset.selected)).toEqual(['false', 'true', 'false']);
    expect(within(rows()[1]!).getByRole('checkbox', { name: 'Select' })).toBeChecked();
    expect(screen.getByText('Selected: 1')).toBeVisible();
    press('KeyK');
    press('KeyK');
    expect(rows()[0]).toHaveFocus();
    press('KeyX');
    press('KeyX');
    expect(screen.getByText('Selected: 1')).toBeVisible();
  });

  it('is walked on from the box that was pressed', async () => {
    await open({ [LIST]: list(three()) });
    await userEvent.click(within(rows()[0]!).getByRole('checkbox', { name: 'Select' }));
    press('KeyJ');
    expect(rows()[1]).toHaveFocus();
    press('KeyX');
    expect(screen.getByText('Selected: 2')).toBeVisible();
  });

  it('says that it could not be read again, beside the rows of before', async () => {
    const answers: Answers = { [LIST]: list(three()) };
    const { queries } = await open(answers);
    answers[LIST] = { status: 500, body: { ERROR: { code: 'internal', message: 'The server failed' } } };
    await act(() => queries.invalidateQueries());
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText(/The server failed/)).toBeVisible();
    expect(screen.getByText('House 1')).toBeVisible();
    answers[LIST] = list(three());
    await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('opens by Enter what the row is about', async () => {
    await open({ [LIST]: list(three()) });
    press('KeyJ');
    press('Enter', 'Enter');
    expect(address()).toBe('/lot-view/101');
  });

  it('does the same to the selected rows with one note, and says row by row what became of it', async () => {
    const answers: Answers = {
      [LIST]: list(three()),
      'POST /api/console/tasks/1/done': { body: { finished: true } },
      'POST /api/console/tasks/2/done': {
        status: 409,
        body: { ERROR: { code: 'staff-tasks.done', message: 'It was done already.' } },
      },
    };
    const { asked } = await open(answers);
    await userEvent.click(screen.getByRole('button', { name: 'Select all on the page (3)' }));
    // Of the third only the decision that it asks for is the end.
    await userEvent.click(screen.getByRole('button', { name: 'Done (2)' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox'), 'agreed by telephone');
    await userEvent.click(dialog.getByRole('button', { name: 'Done (2)' }));
    expect(await screen.findByText('Finished. Done: 1 of 2')).toBeVisible();
    const results = within(screen.getByRole('dialog')).getAllByRole('listitem');
    expect(results.map((result) => result.dataset.done)).toEqual(['true', 'false']);
    expect(results[1]).toHaveTextContent('It was done already.');
    const sent = asked.filter(({ method }) => method === 'POST');
    expect(sent.map(({ path, body }) => [path, body])).toEqual([
      ['/api/console/tasks/1/done', { note: 'agreed by telephone' }],
      ['/api/console/tasks/2/done', { note: 'agreed by telephone' }],
    ]);
    await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!);
    expect(screen.getByText('Selected: 0')).toBeVisible();
  });

  it('waits as long as the server asks, and stops when somebody stops it', async () => {
    const answers: Answers = {
      [LIST]: list(three()),
      'POST /api/console/tasks/1/done': {
        status: 429,
        body: { ERROR: { code: 'too-often', message: 'Too often.', details: { retryAfterSeconds: 30 } } },
      },
      'POST /api/console/tasks/2/done': { body: { finished: true } },
    };
    const { asked } = await open(answers);
    const sent = () => asked.filter(({ method }) => method === 'POST').map(({ path }) => path);
    press('KeyJ');
    press('KeyX');
    press('KeyJ');
    press('KeyX');
    await userEvent.click(screen.getByRole('button', { name: 'Done (2)' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox'), 'agreed by telephone');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      fireEvent.click(dialog.getByRole('button', { name: 'Done (2)' }));
      await waitFor(() => expect(sent()).toHaveLength(1));
      await act(() => vi.advanceTimersByTimeAsync(29_000));
      expect(sent()).toHaveLength(1);
      await act(() => vi.advanceTimersByTimeAsync(2_000));
      await waitFor(() => expect(sent()).toHaveLength(2));
      fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
      expect(await screen.findByText('Finished. Done: 0 of 2')).toBeVisible();
      expect(new Set(sent())).toEqual(new Set(['/api/console/tasks/1/done']));
    } finally {
      vi.useRealTimers();
    }
  });

  it('goes on with the rest when rows that are done leave the list', async () => {
    const answers: Answers = {
      [LIST]: list([task(1), task(2)]),
      'POST /api/console/tasks/1/done': {
        status: 429,
        body: { ERROR: { code: 'too-often', message: 'Too often.', details: { retryAfterSeconds: 1 } } },
      },
      'POST /api/console/tasks/2/done': { body: { finished: true } },
    };
    const { queries } = await open(answers);
    await userEvent.click(screen.getByRole('button', { name: 'Select all on the page (2)' }));
    await userEvent.click(screen.getByRole('button', { name: 'Done (2)' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox'), 'agreed by telephone');
    await userEvent.click(dialog.getByRole('button', { name: 'Done (2)' }));
    answers[LIST] = list([]);
    await act(() => queries.invalidateQueries({ queryKey: ['console-tasks'] }));
    await waitFor(() => expect(screen.queryByText('House 1')).toBeNull());
    answers['POST /api/console/tasks/1/done'] = { body: { finished: true } };
    expect(await screen.findByText('Finished. Done: 2 of 2', {}, { timeout: 5_000 })).toBeVisible();
  });

  const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);
  const CHOICES = '/api/console/list-choices/console-tasks';
  const ALL = ['Select', 'Task', 'Lot or order', 'Deadline', 'Owner', 'Result'];
  const view = { name: 'All of them', filters: { state: 'all' } };
  const sentChoices = (asked: Asked[]) =>
    asked
      .filter(({ method, path }) => method === 'POST' && path.startsWith(CHOICES))
      .map(({ path, body }) => [path.slice(CHOICES.length), body]);

  it('shows the columns and the views that the person has chosen, which the server stores', async () => {
    const answers: Answers = {
      [LIST]: list(three()),
      [`POST ${CHOICES}/columns`]: { body: { hidden: ['due'], views: [] } },
      [`POST ${CHOICES}/save-view`]: { body: { hidden: ['due'], views: [view] } },
    };
    const first = await open(answers, '/console/tasks?state=all&page=2&search=Karimov');
    expect(heads()).toEqual(ALL);
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Deadline' }));
    expect(heads()).toEqual(['Select', 'Task', 'Lot or order', 'Owner', 'Result']);
    await userEvent.click(screen.getByRole('button', { name: 'Saved views' }));
    expect(screen.getByText('No saved views yet.')).toBeVisible();
    await userEvent.type(screen.getByLabelText(/^Name of the view/), 'All of them');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('link', { name: 'All of them' })).toBeVisible();
    // Whom somebody searched for is in no view.
    expect(sentChoices(first.asked)).toEqual([
      ['/columns', { hidden: ['due'] }],
      ['/save-view', view],
    ]);
    first.unmount();

    answers[`GET ${CHOICES}`] = { body: { hidden: ['due', 'no-such-column'], views: [view] } };
    answers[`POST ${CHOICES}/remove-view`] = { body: { hidden: ['due'], views: [] } };
    await open(answers);
    expect(heads()).toEqual(['Select', 'Task', 'Lot or order', 'Owner', 'Result']);
    await userEvent.click(screen.getByRole('button', { name: 'Saved views' }));
    await userEvent.click(screen.getByRole('link', { name: 'All of them' }));
    expect(address()).toBe('/console/tasks?state=all');
    await userEvent.click(screen.getByRole('button', { name: 'Saved views' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove the view “All of them”' }));
    expect(await screen.findByText('No saved views yet.')).toBeVisible();
  });

  it('says why columns and views could not be read or changed', async () => {
    const refused = (message: string) => ({ status: 422, body: { ERROR: { code: 'refused', message } } });
    const answers: Answers = {
      [LIST]: list(three()),
      [`GET ${CHOICES}`]: refused('The server failed'),
      [`POST ${CHOICES}/columns`]: refused('Not these columns'),
      [`POST ${CHOICES}/save-view`]: refused('Twenty at most'),
    };
    await open(answers);
    expect(heads()).toEqual(ALL);
    const alert = within(screen.getByRole('alert'));
    expect(alert.getByText(/The server failed/)).toBeVisible();
    answers[`GET ${CHOICES}`] = { body: { hidden: [], views: [] } };
    await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Columns' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Deadline' }));
    expect(await screen.findByText('Not these columns')).toBeVisible();
    await waitFor(() => expect(heads()).toEqual(ALL));
    await userEvent.click(screen.getByRole('button', { name: 'Saved views' }));
    await userEvent.type(screen.getByLabelText(/^Name of the view/), 'One more');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Twenty at most')).toBeVisible();
    expect(screen.getByLabelText(/^Name of the view/)).toHaveValue('One more');
  });

  it('takes over once what an earlier version stored in this browser, without searches for a person', async () => {
    const KEY = 'savdo.list.s./console/tasks';
    const stored = {
      hidden: ['due'],
      views: [
        { name: 'All of them', query: 'state=all' },
        { name: 'Karimov', query: 'state=all&search=Karimov' },
        { name: 'Here already', query: 'state=done' },
        { name: 'One too many', query: 'lot=3' },
      ],
    };
    localStorage.setItem(KEY, JSON.stringify(stored));
    const there = { name: 'Here already', filters: {} };
    const answers: Answers = {
      [LIST]: list(three()),
      [`GET ${CHOICES}`]: { body: { hidden: [], views: [there] } },
      [`POST ${CHOICES}/columns`]: { body: { hidden: ['due'], views: [there] } },
      [`POST ${CHOICES}/save-view`]: { status: 500, body: { ERROR: { code: 'internal', message: 'no' } } },
    };
    const first = await open(answers);
    expect(heads()).not.toContain('Deadline');
    expect(localStorage.getItem(KEY)).not.toBeNull();
    first.unmount();

    answers[`GET ${CHOICES}`] = { body: { hidden: ['due'], views: [there] } };
    answers[`POST ${CHOICES}/save-view`] = { body: { hidden: ['due'], views: [there, view] } };
    const second = await open(answers);
    expect(sentChoices(second.asked)).toEqual([
      ['/save-view', view],
      ['/save-view', { name: 'One too many', filters: { lot: '3' } }],
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Saved views' }));
    expect(screen.getByRole('link', { name: 'All of them' })).toBeVisible();
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it('selects nothing for those who only look', async () => {
    useSession.setState({ me: { id: 'a', name: 'Auditor', roles: ['auditor'] } as never });
    await open({ [LIST]: list(three()) });
    press('KeyJ');
    press('KeyX');
    expect(rows()[0]).toHaveFocus();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByText(/^Selected/)).toBeNull();
  });
});
