import { act, render, screen, within, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ActionsTable } from '#client/features/cabinet/actions/actions-table.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { Toasts } from '#client/ui/toasts.tsx';
import { serve, show, type Answers } from './page.tsx';

const LIST = 'GET /api/shop/user/actions';
const row = (id: number, more: object = {}) => ({
  id,
  type: 'sign-in',
  action: 'sign-in',
  result: 'done',
  code: null,
  atMs: Date.UTC(2026, 2, 1, 19, 5),
  ...more,
});
const list = (items: unknown[], total = items.length) => ({
  [LIST]: { body: { items, total, page: 1, size: 20 } },
});

async function open(answers: Answers, at = '/profile/actions') {
  const asked = serve(answers);
  show(<ActionsTable />, at);
  return asked;
}

beforeEach(async () => {
  await startI18n();
  await loadNamespaces(['actions', 'cabinet']);
  await switchLanguage('en');
});

describe('a table of the cabinet', () => {
  it('names every cell by its column, for the cards of a phone', async () => {
    await open(
      list([row(2, { result: 'refused', code: 'disabled' }), row(1, { type: 'new', action: 'thing' })]),
    );
    await screen.findByText('Another action');
    const [, first, second] = screen.getAllByRole('row');
    const cells = within(first as HTMLElement).getAllByRole('cell');
    expect(cells.map((cell) => [cell.dataset.label, cell.textContent])).toEqual([
      ['Action', 'Sign-in'],
      ['Time', '02.03.2026 00:05'],
      ['Result', 'refused'],
      ['Reason code', 'disabled'],
    ]);
    expect(within(second as HTMLElement).getByText('Another action')).toBeVisible();
  });

  it('moves no awaited row to where a first one comes', async () => {
    await open(list([row(1)]));
    const awaited = screen.getAllByRole('row', { hidden: true });
    await screen.findByText('Sign-in');
    for (const each of screen.getAllByRole('row').slice(1)) expect(awaited).not.toContain(each);
  });

  it('keeps page and filters in the address, and asks the server for them', async () => {
    const asked = await open(list([row(1)], 55), '/profile/actions?page=2');
    await screen.findByText('Sign-in');
    expect(asked.at(-1)?.search.get('page')).toBe('2');
    await userEvent.selectOptions(screen.getByLabelText('Result'), 'refused');
    expect(screen.getByTestId('address')).toHaveTextContent('/profile/actions?result=refused');
    await screen.findByText('Sign-in');
    expect(Object.fromEntries(asked.at(-1)?.search ?? [])).toEqual({ page: '1', result: 'refused' });
    await userEvent.click(screen.getByRole('link', { name: 'Page 3' }));
    expect(screen.getByTestId('address')).toHaveTextContent('/profile/actions?result=refused&page=3');
  });

  it('is taken along with the same filters', async () => {
    await open(list([row(1)]), '/profile/actions?from=2026-01-01&result=done&page=2');
    const csv = await screen.findByRole('link', { name: 'CSV file' });
    expect(csv).toHaveAttribute(
      'href',
      '/api/shop/export/actions?from=2026-01-01&result=done&format=csv&language=en',
    );
  });

  it('is saved while it says how far it is, and can be stopped', async () => {
    await open(list([row(1)]));
    let body: ReadableStreamDefaultController<Uint8Array> | undefined;
    let aborted = false;
    const ask = globalThis.fetch;
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
      if (!address.includes('/export/')) return ask(address, init);
      const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) });
      init.signal?.addEventListener('abort', () => {
        aborted = true;
        body?.error(init.signal?.reason);
      });
      const headers = { 'content-disposition': 'attachment; filename="savdo-actions.csv"' };
      return Promise.resolve(new Response(stream, { headers }));
    });
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    URL.createObjectURL = () => 'blob:1';
    URL.revokeObjectURL = () => undefined;

    await userEvent.click(await screen.findByRole('link', { name: 'CSV file' }));
    await screen.findByRole('button', { name: 'Stop: 0.0 MB so far' });
    // What downloads comes with the first press.
    await waitFor(() => expect(body).toBeDefined());
    act(() => body!.enqueue(new Uint8Array(3 * 1024 * 1024)));
    await screen.findByRole('button', { name: 'Stop: 3.0 MB so far' });
    act(() => body!.close());
    await screen.findByRole('link', { name: 'CSV file' });
    expect(saved).toEqual(['savdo-actions.csv']);

    await userEvent.click(screen.getByRole('link', { name: 'Excel file' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Stop/ }));
    await screen.findByRole('link', { name: 'Excel file' });
    expect([aborted, saved]).toEqual([true, ['savdo-actions.csv']]);
  });

  it('that is refused as a file says why', async () => {
    const message = 'One file holds at most 200000 entries.';
    await open({
      ...list([row(1)]),
      'GET /api/shop/export/actions': {
        status: 422,
        body: { ERROR: { code: 'exports.too-many', message } },
      },
    });
    render(<Toasts />);
    await userEvent.click(await screen.findByRole('link', { name: 'CSV file' }));
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('says that nothing is there, and with filters how to see more', async () => {
    await open(list([]), '/profile/actions?result=refused');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    expect(screen.getByTestId('address')).toHaveTextContent(/^\/profile\/actions$/);
    expect(await screen.findByRole('heading', { name: 'No actions yet' })).toBeVisible();
  });

  it('that cannot be read says so and is asked for again', async () => {
    const answers: Answers = {
      [LIST]: { status: 503, body: { ERROR: { code: 'unavailable', message: 'Away for a moment.' } } },
    };
    await open(answers);
    expect(await screen.findByText('Away for a moment.')).toBeVisible();
    Object.assign(answers, list([row(1)]));
    await userEvent.click(screen.getByRole('button', { name: /try again/i }));
    expect(await screen.findByText('Sign-in')).toBeVisible();
  });
});
