import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { LiveAnnouncer } from '#client/features/site/room/live-announcer.tsx';
import { emptyRoom, say } from '#client/features/site/room/room-store.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { roomStore, showInRoom } from './room-place.tsx';

beforeEach(async () => {
  await startI18n();
  await switchLanguage('uz');
  await loadNamespaces(['room']);
  roomStore.setState(emptyRoom);
});

it('takes back what it said in another language', async () => {
  showInRoom(<LiveAnnouncer />);
  act(() => say(roomStore, 'polite', 'Yangi narx'));
  expect(screen.getByTestId('say-polite')).toHaveTextContent('Yangi narx');
  await act(() => switchLanguage('ru'));
  expect(screen.getByTestId('say-polite')).toHaveTextContent(/^$/);
});
