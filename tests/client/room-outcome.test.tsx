import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ObserverPanel } from '#client/features/site/room/observer-panel.tsx';
import OutcomePanel from '#client/features/site/room/outcome-panel.tsx';
import { emptyRoom, useRoom } from '#client/features/site/room/room-store.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { LOT_STATUS, type LotStatus } from '#shared/lifecycles/lot-status.ts';
import { lot } from './lot-fixture.ts';
import { head, me, price, room } from './room-fixtures.ts';
import { serve } from './page.tsx';
import { roomStore, showInRoom } from './room-place.tsx';

const closed = head(9, {
  phase: 'closed',
  outcome: 'sold',
  winnerNumber: 2,
  leaderNumber: 2,
  priceTiyin: 900_00,
  count: 3,
});
const sale = (change: Parameters<typeof room>[0] = {}) =>
  room({ me, practice: false, head: closed, prices: [price(7, 1), price(8, 3), price(9, 2)], ...change });

/** The panel as the room page draws it: with the room of the store. */
function Stored() {
  const state = useRoom((store) => store.room);
  return state ? <OutcomePanel room={state} lot={lot} /> : null;
}
const open = (state: ReturnType<typeof sale>) => {
  roomStore.setState({ ...emptyRoom, room: state });
  showInRoom(<Stored />);
};

beforeEach(async () => {
  await startI18n();
  await switchLanguage('ru');
  await loadNamespaces(['room', 'room-later']);
});

describe('after the close', () => {
  it('tells the loser plainly, with the own best offer beside the price', () => {
    open(sale());
    expect(screen.getByRole('heading')).toHaveTextContent('Вы не выиграли');
    expect(screen.getByTestId('outcome')).toHaveTextContent('Продано: 900 UZS');
    expect(screen.getByTestId('own-best')).toHaveTextContent('Ваше лучшее предложение: 700 UZS.');
  });

  it('looks for the own best offer among prices that are not on the page yet', async () => {
    serve({ 'GET /api/shop/game-view/entries/7': { body: { prices: [price(7, 1)] } } });
    open(sale({ prices: [price(8, 3), price(9, 2)] }));
    expect(await screen.findByTestId('own-best')).toHaveTextContent('700 UZS');
  });

  it('says so when the loser offered nothing', () => {
    open(sale({ prices: [price(7, 3), price(8, 3), price(9, 2)] }));
    expect(screen.getByTestId('own-best')).toHaveTextContent('Вы не предлагали цену.');
    expect(screen.getByRole('heading')).toHaveTextContent('Продано');
    expect(screen.getByTestId('outcome')).not.toHaveTextContent('Вы не выиграли');
  });

  it('tells the winner, and who only watched, in their own words', () => {
    open(sale({ me: { ...me, number: 2 } }));
    expect(screen.getByRole('heading')).toHaveTextContent('Вы победили');
    expect(screen.queryByTestId('own-best')).toBeNull();
  });

  it('leads the winner, and no one else, to paying while something is due', () => {
    const won = sale({ me: { ...me, number: 2 } });
    const panel = (state: ReturnType<typeof sale>, status: LotStatus) =>
      showInRoom(<OutcomePanel room={state} lot={{ ...lot, status }} />);
    const { unmount } = panel(won, LOT_STATUS.awaitingPayment);
    expect(screen.getByRole('link', { name: 'Оплатить лот' })).toHaveAttribute(
      'href',
      '/profile/winlots?lot=7',
    );
    unmount();
    for (const [state, status] of [
      [won, LOT_STATUS.soldAndPaid],
      [sale(), LOT_STATUS.awaitingPayment],
      [{ ...won, practice: true }, LOT_STATUS.awaitingPayment],
    ] as const) {
      const shown = panel(state, status);
      expect(screen.queryByTestId('to-pay')).toBeNull();
      shown.unmount();
    }
  });

  it('speaks of no payment that is due once it was made', () => {
    showInRoom(
      <OutcomePanel
        room={sale({ me: { ...me, number: 2 } })}
        lot={{ ...lot, status: LOT_STATUS.soldAndPaid }}
      />,
    );
    expect(screen.getByTestId('outcome')).toHaveTextContent('Оплата получена.');
    expect(screen.getByTestId('outcome')).not.toHaveTextContent('Оплата в течение');
  });
});

describe('after a round of practice', () => {
  const practised = sale({ practice: true, me: { ...me, number: 2 } });

  it('names the time of the next round as soon as it is published, and leads to its room', async () => {
    const opensAtMs = Date.parse('2026-11-26T12:05:00+05:00');
    serve({ 'GET /api/shop/lot-card/details/8': { body: { ...lot, id: 8, practice: true, opensAtMs } } });
    showInRoom(<OutcomePanel room={practised} lot={{ ...lot, practice: true, nextLotId: 8 }} />);
    expect(await screen.findByText(/Следующий раунд начнётся 12:05/)).toBeVisible();
    expect(screen.getByTestId('next-round')).toHaveAttribute('href', '/game-view/8');
  });

  it('says where that time will be while there is none', () => {
    serve({});
    showInRoom(<OutcomePanel room={practised} lot={{ ...lot, practice: true }} />);
    expect(screen.getByText(/Время следующего раунда появится здесь/)).toBeVisible();
  });
});

describe('who only watches', () => {
  const watching = room({ me: { ...me, role: 'observer', number: null, notBiddingBecause: 'not-admitted' } });
  const untilMs = async (applicationsUntilMs: number) => {
    showInRoom(
      <ObserverPanel room={{ ...watching, practice: false }} lot={{ ...lot, applicationsUntilMs }} />,
    );
    await screen.findByRole('link', { name: 'К карточке лота' });
    return screen.getByTestId('observer');
  };

  it('reads of a past deadline that it is past', async () => {
    expect(await untilMs(Date.now() - 60_000)).toHaveTextContent(/Приём заявок закончился/);
  });

  it('reads of a coming deadline that applications are taken', async () => {
    expect(await untilMs(Date.now() + 3_600_000)).toHaveTextContent(
      /Присоединиться ещё можно: заявки принимаются до/,
    );
  });

  it('is not asked to sign in to take part once applications are over', async () => {
    const visitor = room({
      practice: false,
      me: { ...me, role: 'observer', number: null, notBiddingBecause: 'not-signed-in' },
    });
    const late = { ...lot, applicationsUntilMs: Date.now() - 60_000 };
    const { unmount } = showInRoom(<ObserverPanel room={visitor} lot={late} />);
    expect(screen.getByTestId('observer')).toHaveTextContent(
      /Приём заявок закончился .*Если вы подавали заявку, войдите/,
    );
    expect(screen.getByTestId('observer')).not.toHaveTextContent('Войдите, чтобы участвовать');
    unmount();
    showInRoom(
      <ObserverPanel room={visitor} lot={{ ...lot, applicationsUntilMs: Date.now() + 3_600_000 }} />,
    );
    expect(screen.getByTestId('observer')).toHaveTextContent(
      /Присоединиться ещё можно.*Войдите, чтобы участвовать/,
    );
  });

  it('is not sent to apply for a lot of its own', async () => {
    serve({ 'GET /api/shop/game-view/base/7': { body: { sells: true, me: { status: 'none' } } } });
    showInRoom(<ObserverPanel room={{ ...watching, practice: false }} lot={lot} />);
    expect(await screen.findByText(/Это ваш лот/)).toBeVisible();
    expect(screen.queryByRole('link')).toBeNull();
  });
});
