import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { WebhookDeliveryView, WebhookView } from '#shared/api/cabinet/webhooks.ts';
import type { StaffWebhookDelivery } from '#shared/api/console/console-webhooks.ts';
import { WebhooksPage } from '#client/features/cabinet/webhooks/webhooks-page.tsx';
import { WebhookDeliveriesTable } from '#client/features/console/webhooks/webhook-deliveries-table.tsx';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { serve, show, type Answers } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const PATH = '/api/shop/webhooks';
const SECRET = 'whsec_c2VjcmV0';
const named = (text: string) => ({ uz: text, ru: text, 'uz-Cyrl': text, en: text });
const shown = (id: number, given: Partial<WebhookView> = {}): WebhookView => ({
  id,
  url: `https://listener.example/${id}`,
  events: ['lot.closed'],
  categoryId: null,
  regionId: 3,
  createdAtMs: Date.UTC(2026, 10, 20),
  previousUntilMs: null,
  off: null,
  ...given,
});
const delivery: WebhookDeliveryView = {
  id: 8,
  messageId: 'msg_8',
  event: 'lot.closed',
  lotId: 77,
  state: 'given-up',
  attempts: 12,
  createdAtMs: Date.UTC(2026, 10, 21),
  nextAtMs: null,
  answerStatus: 500,
  error: 'answered 500',
};
const DICTIONARIES: Answers = {
  'GET /api/shop/dictionaries/region': { body: [{ id: 3, name: named('Samarkand') }] },
  'GET /api/shop/dictionaries/categories': { body: [] },
};

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
});

describe('listeners', () => {
  it('are registered by address and news, and their secret is shown once', async () => {
    const answers: Answers = {
      ...DICTIONARIES,
      [`GET ${PATH}`]: { body: [] },
      [`POST ${PATH}`]: { body: { secret: SECRET, shown: shown(1) } },
    };
    const asked = serve(answers);
    show(<WebhooksPage />);
    expect(await screen.findByText('No listeners')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'New listener' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Register' }));
    expect(dialog.getByText('Name an address that begins with https://')).toBeVisible();
    await userEvent.type(dialog.getByLabelText(/^Address/), 'https://listener.example/1');
    for (const name of ['Lot published', 'Auction opened', 'Result cancelled'])
      await userEvent.click(dialog.getByLabelText(name));
    await userEvent.selectOptions(dialog.getByLabelText('Region'), 'Samarkand');
    answers[`GET ${PATH}`] = { body: [shown(1)] };
    await userEvent.click(dialog.getByRole('button', { name: 'Register' }));
    expect(await screen.findByText(SECRET)).toBeVisible();
    expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({
      url: 'https://listener.example/1',
      events: ['lot.closed'],
      categoryId: null,
      regionId: 3,
    });
    await userEvent.click(screen.getByRole('button', { name: 'I have stored it' }));
    expect(await screen.findByText('https://listener.example/1')).toBeVisible();
    expect(screen.queryByText(SECRET)).toBeNull();
    expect(await screen.findByText('Region: Samarkand')).toBeVisible();
  });

  it('show what was sent, and it is sent again', async () => {
    const asked = serve({
      ...DICTIONARIES,
      [`GET ${PATH}`]: { body: [shown(1)] },
      [`GET ${PATH}/1/deliveries`]: { body: { items: [delivery], total: 1 } },
      'POST /api/shop/webhook-deliveries/8/replay': { body: { ...delivery, state: 'waiting' } },
    });
    show(<WebhooksPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Deliveries' }));
    expect(await screen.findByText('answered 500')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
  });

  it('are switched on again where they failed, and not where staff has switched them off', async () => {
    const off = { atMs: Date.UTC(2026, 10, 22), reason: null };
    const asked = serve({
      ...DICTIONARIES,
      [`GET ${PATH}`]: {
        body: [
          shown(1, { off: { ...off, why: 'failing' } }),
          shown(2, { off: { ...off, why: 'staff', reason: 'Floods a neighbour' } }),
        ],
      },
      [`POST ${PATH}/1/switch-on`]: { body: shown(1) },
    });
    show(<WebhooksPage />);
    expect(await screen.findByText('Reason: Floods a neighbour')).toBeVisible();
    const buttons = screen.getAllByRole('button', { name: 'Switch on' });
    expect(buttons).toHaveLength(1);
    await userEvent.click(buttons[0]!);
    await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
  });

  it('are deleted after a question', async () => {
    const asked = serve({
      ...DICTIONARIES,
      [`GET ${PATH}`]: { body: [shown(1)] },
      [`DELETE ${PATH}/1`]: { body: { deleted: true } },
    });
    show(<WebhooksPage />);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(asked.some(({ method }) => method === 'DELETE')).toBe(true));
  });
});

describe('deliveries in the console', () => {
  const row: StaffWebhookDelivery = {
    ...delivery,
    webhookId: 1,
    url: 'https://listener.example/1',
    off: false,
    owner: { id: '0b7c6a3e-2f6e-4c8f-9a55-6a1f3ac0d001', name: 'Anvar' },
  };

  it('name the listener, which is switched off with a reason', async () => {
    const path = `/api/console/people/${row.owner.id}/webhooks/1/switch-off`;
    const asked = serve({
      'GET /api/console/webhook-deliveries': {
        body: { items: [row], total: 1, page: 1, size: 20 },
      },
      'GET /api/console/switched-off-hosts': { body: [] },
      [`POST ${path}`]: { body: { off: true } },
    });
    useSession.setState({ me: { id: 's', name: 'Staff', roles: ['operator'] } as never });
    show(<WebhookDeliveriesTable />);
    await userEvent.click(await screen.findByRole('button', { name: /^Switch off:/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Switch off' }));
    expect(dialog.getByText('At least 3 characters')).toBeVisible();
    await userEvent.type(dialog.getByLabelText(/^Reason/), 'Floods a neighbour');
    await userEvent.click(dialog.getByRole('button', { name: 'Switch off' }));
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Floods a neighbour' }),
    );
  });

  it('name hosts that are off for everybody, and one is switched off and another on again', async () => {
    const HOSTS = '/api/console/switched-off-hosts';
    const flooder = {
      host: 'flooder.example',
      by: 'Dilnoza',
      reason: 'Answers with adverts',
      atMs: Date.UTC(2026, 10, 22),
    };
    const asked = serve({
      'GET /api/console/webhook-deliveries': { body: { items: [row], total: 1, page: 1, size: 20 } },
      [`GET ${HOSTS}`]: { body: [flooder] },
      [`POST ${HOSTS}/switch-off`]: { body: { off: true } },
      [`POST ${HOSTS}/switch-on`]: { body: { off: false } },
    });
    const sent = (to: string) =>
      asked.find(({ method, path }) => method === 'POST' && path.endsWith(to))?.body;
    useSession.setState({ me: { id: 's', name: 'Staff', roles: ['operator'] } as never });
    show(<WebhookDeliveriesTable />);
    const hosts = within(await screen.findByRole('table', { name: 'Hosts that are switched off' }));
    expect(await hosts.findByText('flooder.example')).toBeVisible();
    expect(hosts.getByText('Answers with adverts')).toBeVisible();
    // Each of the two lists of the page has its own.
    expect(screen.getAllByRole('button', { name: 'Columns' })).toHaveLength(2);

    await userEvent.click(await screen.findByRole('button', { name: /^Switch the host off:/ }));
    const off = within(await screen.findByRole('dialog'));
    expect(off.getByLabelText('Host')).toHaveValue('listener.example');
    await userEvent.clear(off.getByLabelText('Host'));
    await userEvent.type(off.getByLabelText(/^Reason/), 'Floods a neighbour');
    await userEvent.click(off.getByRole('button', { name: 'Switch the host off' }));
    expect(off.getByText('Name a host, without https:// and without a path')).toBeVisible();
    expect(sent('off')).toBeUndefined();
    await userEvent.type(off.getByLabelText('Host'), 'listener.example');
    await userEvent.click(off.getByRole('button', { name: 'Switch the host off' }));
    await waitFor(() =>
      expect(sent('off')).toEqual({ host: 'listener.example', reason: 'Floods a neighbour' }),
    );

    await userEvent.click(await screen.findByRole('button', { name: 'Switch on: flooder.example' }));
    const on = within(await screen.findByRole('dialog', { name: 'Send to flooder.example again?' }));
    await userEvent.type(on.getByLabelText(/^Reason/), 'Its owner has mended it');
    await userEvent.click(on.getByRole('button', { name: 'Switch on' }));
    await waitFor(() =>
      expect(sent('on')).toEqual({ host: 'flooder.example', reason: 'Its owner has mended it' }),
    );
  });
});
