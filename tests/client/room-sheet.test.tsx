import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import Acting from '#client/features/room/acting.tsx';
import { emptyRoom, useRoom } from '#client/features/room/room-store.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { head, me, price, room } from './room-fixtures.ts';
import { show } from './page.tsx';

function Sheet() {
  const [open, setOpen] = useState(false);
  const shown = { ...room({ me }), head: head(1, { priceTiyin: 1_150_000_00 }), prices: [price(1)] };
  return <Acting room={shown} open={open} onToggle={() => setOpen(!open)} onDrawn={() => undefined} />;
}

beforeEach(async () => {
  await startI18n();
  await loadNamespaces(['room']);
  await switchLanguage('en');
  useRoom.setState({ lotId: 7, ...emptyRoom });
});

it('tells the last price in the sheet that lies over it', async () => {
  show(<Sheet />);
  expect(screen.queryByText('1 150 000 UZS')).toBeNull();
  await userEvent.click(screen.getByRole('button', { expanded: false }));
  expect(screen.getByText('1 150 000 UZS')).toBeInTheDocument();
});
