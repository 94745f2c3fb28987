import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Rehearsal } from '#shared/api/console/rehearsals.ts';
import { Rehearsals } from '#client/features/console/rooms/rehearsals.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useSession } from '#client/lib/session.ts';
import { serve, show } from './page.tsx';

const PATH = '/api/console/rehearsals';
const JOIN = '/api/shop/user-order/join-practice';
const NOW = Date.parse('2026-12-04T12:10:00+05:00');

const inAll = (text: string) => ({ uz: text, 'uz-Cyrl': text, ru: text, en: text });
const rehearsal = (lotId: number, more: Partial<Rehearsal> = {}): Rehearsal => ({
  lotId,
  title: inAll('Rehearsal: private sale'),
  ruleSet: 'private',
  startPriceTiyin: 1_000_000_00,
  bots: 3,
  startedBy: 'Dilnoza',
  startedAtMs: NOW,
  phase: 'running',
  opensAtMs: NOW + 60_000,
  endsAtMs: NOW + 1_800_000,
  priceTiyin: 1_200_000_00,
  count: 4,
  outcome: null,
  endedBy: null,
  ...more,
});

const signIn = (role: string) =>
  useSession.setState({ me: { id: 's', name: 'Staff', roles: [role] } as never });

beforeEach(async () => {
  await startI18n();
  await loadNamespaces(['console', 'console-rehearsals', 'staff']);
  await switchLanguage('en');
  signIn('operator');
});

describe('rehearsals', () => {
  it('are started by chosen rules, with every wrong field named before anything is sent', async () => {
    const asked = serve({
      [`GET ${PATH}`]: { body: [] },
      [`POST ${PATH}`]: { body: { lotId: 7, opensAtMs: NOW } },
    });
    const sent = () => asked.find(({ method }) => method === 'POST')?.body;
    show(<Rehearsals />);
    expect(await screen.findByText('No rehearsals yet')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Start a rehearsal…' }));
    const dialog = within(await screen.findByRole('dialog'));
    // The rules of the simplified sale prescribe the step.
    expect(dialog.queryByLabelText('Step')).toBeNull();
    expect(dialog.getByText('These rules prescribe the step themselves.')).toBeVisible();
    await userEvent.selectOptions(dialog.getByLabelText('Rules'), 'private');
    const type = async (label: string, text: string) => {
      await userEvent.clear(dialog.getByLabelText(label));
      if (text !== '') await userEvent.type(dialog.getByLabelText(label), text);
    };
    await type('Start price', '');
    await type('Step', '5');
    await type('Minutes', '4');
    await type('Played participants', '11');
    await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
    expect(dialog.getByText('Enter a sum')).toBeVisible();
    expect(dialog.getByText('Enter a sum of at most the start price, or nothing')).toBeVisible();
    expect(dialog.getByText('Enter a whole number from 5 to 240')).toBeVisible();
    expect(dialog.getByText('Enter a whole number from 0 to 10')).toBeVisible();
    expect(sent()).toBeUndefined();

    await type('Start price', '1000000');
    await type('Step', '70000');
    await type('Minutes', '15');
    await type('Played participants', '2');
    await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
    await waitFor(() =>
      expect(sent()).toEqual({
        ruleSet: 'private',
        startPriceTiyin: 1_000_000_00,
        stepTiyin: 70_000_00,
        minutes: 15,
        bots: 2,
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('send no step that was typed for other rules, and show why a start was refused', async () => {
    const asked = serve({
      [`GET ${PATH}`]: { body: [] },
      [`POST ${PATH}`]: {
        status: 409,
        body: { ERROR: { code: 'rehearsals.too-many', message: '5 rehearsals run already.' } },
      },
    });
    show(<Rehearsals />);
    await userEvent.click(await screen.findByRole('button', { name: 'Start a rehearsal…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.selectOptions(dialog.getByLabelText('Rules'), 'state-live');
    await userEvent.type(dialog.getByLabelText('Step'), '70000');
    await userEvent.selectOptions(dialog.getByLabelText('Rules'), 'state-shop');
    await userEvent.click(dialog.getByRole('button', { name: 'Start' }));
    expect(await dialog.findByText('5 rehearsals run already.')).toBeVisible();
    expect(asked.find(({ method }) => method === 'POST')?.body).toMatchObject({
      ruleSet: 'state-shop',
      stepTiyin: null,
    });
  });

  it('lead into the room of one that runs, and end it with a reason', async () => {
    const asked = serve({
      [`GET ${PATH}`]: {
        body: [rehearsal(7), rehearsal(6, { outcome: 'withdrawn', phase: 'closed', endedBy: 'Jasur' })],
      },
      [`POST ${PATH}/7/end`]: { body: { ended: true } },
      [`POST ${JOIN}`]: { body: { verdict: 'admitted', lotId: 7, number: 12, already: false } },
    });
    show(<Rehearsals />);
    expect(await screen.findByText('ended by Jasur')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    expect(screen.getByLabelText('End')).toBeChecked();
    expect(screen.queryByRole('button', { name: 'End: № 6' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'End: № 7' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'End' }));
    expect(dialog.getByText('Write the reason in at least 5 letters')).toBeVisible();
    await userEvent.type(dialog.getByLabelText(/^Reason/), 'Everybody has tried it');
    await userEvent.click(dialog.getByRole('button', { name: 'End' }));
    await waitFor(() =>
      expect(asked.find(({ path }) => path === `${PATH}/7/end`)?.body).toEqual({
        reason: 'Everybody has tried it',
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Join and bid: № 7' }));
    await waitFor(() => expect(screen.getByTestId('address')).toHaveTextContent('/game-view/7'));
  });

  it('are only watched and joined by those who may not start them', async () => {
    serve({ [`GET ${PATH}`]: { body: [rehearsal(7)] } });
    signIn('auditor');
    show(<Rehearsals />);
    expect(await screen.findByRole('button', { name: 'Join and bid: № 7' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Start a rehearsal…' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'End: № 7' })).toBeNull();
  });
});
