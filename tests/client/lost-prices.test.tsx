import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BoardRoom } from '#shared/api/console/console-rooms.ts';
import { LOT_STATUS } from '#shared/lifecycles/lot-status.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { useRoomColumns } from '#client/features/console/rooms/room-columns.tsx';
import { RoomDialog } from '#client/features/console/rooms/room-dialog.tsx';
import type { RoomVerb } from '#client/features/console/rooms/use-room-move.tsx';
import { serve, show } from './page.tsx';
// Comes later in a browser; read ahead, so that no time limit waits for it.
import '#client/ui/dialog.tsx';

const held: BoardRoom = {
  lotId: 1,
  number: '1',
  title: { uz: 'Uy', 'uz-Cyrl': 'Уй', ru: 'Дом', en: 'House' },
  status: LOT_STATUS.suspended,
  practice: false,
  phase: 'paused',
  pauseCause: 'outage',
  pauseReason: null,
  resumeAtMs: null,
  proposedResumeAtMs: null,
  loss: { count: 2, prices: [{ amountTiyin: 77_700, atMs: 1 }] },
  priceTiyin: 1_000,
  count: 1,
  leaderNumber: 1,
  participants: 2,
  connected: 2,
  viewers: 3,
  opensAtMs: 1,
  deadlineMs: 2,
  extensions: 0,
  outcome: null,
  answerP50Ms: null,
  answerP99Ms: null,
  journalLagMs: 0,
  refusals: {},
};

/** The row of the board with its actions. */
function Row() {
  const [verb, setVerb] = useState<RoomVerb | null>(null);
  const columns = useRoomColumns({
    mayAct: true,
    onAct: (_room, act) => setVerb(act),
    onHistory: () => undefined,
  });
  return (
    <>
      {columns.map(({ key, cell }) => (
        <div key={key} data-testid={key}>
          {cell(held)}
        </div>
      ))}
      {verb ? <RoomDialog room={held} verb={verb} onClose={() => setVerb(null)} /> : null}
    </>
  );
}

beforeEach(async () => {
  await startI18n();
  await loadNamespaces(['console']);
  await switchLanguage('en');
});
afterEach(() => vi.unstubAllGlobals());

it('a room that lost answered bids cannot be resumed by one person, and shows what was lost to who asks', async () => {
  const asked = serve({ 'POST /api/console/rooms/1/continue': { body: { requestId: 5, expiresAtMs: 1 } } });
  show(<Row />);
  expect(screen.getByTestId('phase').textContent).toContain('2 confirmed entries were lost');
  const actions = within(screen.getByTestId('actions'));
  expect(actions.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Continue',
    'Withdraw',
    '',
  ]);

  await userEvent.click(actions.getByRole('button', { name: 'Continue' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('listitem').textContent).toContain('777');
  await userEvent.type(dialog.getByRole('textbox'), 'The database was restored');
  await userEvent.click(dialog.getByRole('button', { name: 'Send the request' }));
  expect(asked.at(-1)).toMatchObject({
    path: '/api/console/rooms/1/continue',
    body: { reason: 'The database was restored' },
  });
});
