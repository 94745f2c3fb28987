import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../lib/format/money.ts';
import { clockDigits, countdownView } from './countdown-text.ts';
import { useRoomStore } from './room-store.ts';
import type { RoomState } from './room-state.ts';
import { serverNowMs } from '../../../lib/server-clock.ts';

/** Time left and price in the tab's title, also while the page is hidden. */
export function useTabTitle(lotName: string): void {
  const { t } = useTranslation('room');
  const store = useRoomStore();
  useEffect(() => {
    const before = document.title;
    const write = () => {
      const { room } = store.getState();
      document.title = room ? titleOf(room) : lotName;
    };
    const titleOf = (room: RoomState) => {
      const view = countdownView(room.head, room.opensAtMs, serverNowMs());
      const time =
        view.kind === 'left' || view.kind === 'until-start'
          ? clockDigits(view.leftMs)
          : t(`title.${view.kind}`);
      return `${time} · ${formatMoney(room.head.priceTiyin ?? room.startPriceTiyin)} · ${lotName}`;
    };
    write();
    const timer = setInterval(write, 1_000);
    return () => {
      clearInterval(timer);
      document.title = before;
    };
  }, [lotName, store, t]);
}
