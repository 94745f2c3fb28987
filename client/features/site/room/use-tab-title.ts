import type { TFunction } from 'i18next';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../../lib/format/money.ts';
import { serverNowMs } from '../../../lib/server-clock.ts';
import { clockDigits, countdownView } from './countdown-text.ts';
import type { RoomStoreApi } from './room-store.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import { wasOutbid } from './room-prices.ts';

/**
 * State, time left and price in the tab's title, also while the page is hidden. Of several rooms it tells of the one that
 * needs the person most: where they were outbid, otherwise the one that ends next.
 * @param nameOf what the lot is called in the title
 * @param otherwise the title while no room is known
 */
export function useTabTitle(
  stores: readonly RoomStoreApi[],
  nameOf: (lotId: number) => string,
  otherwise: string,
): void {
  const { t } = useTranslation('room');
  useEffect(() => {
    const before = document.title;
    const write = () => {
      const shown = mostUrgent(stores.flatMap((store) => store.getState().room ?? []));
      document.title = shown ? titleOf(shown, nameOf(shown.head.lotId), t) : otherwise;
    };
    write();
    // A price is told when it comes: browsers let the timers of a hidden page run once a minute.
    const leave = stores.map((store) => store.subscribe(write));
    const timer = setInterval(write, 1_000);
    return () => {
      clearInterval(timer);
      for (const unsubscribe of leave) unsubscribe();
      document.title = before;
    };
  }, [stores, nameOf, otherwise, t]);
}

function titleOf(room: RoomState, name: string, t: TFunction<'room'>): string {
  const view = countdownView(room.head, room.opensAtMs, serverNowMs());
  const time =
    view.kind === 'left' || view.kind === 'until-start' ? clockDigits(view.leftMs) : t(`title.${view.kind}`);
  const price = formatMoney(room.head.priceTiyin ?? room.startPriceTiyin);
  return `${calls(room) ? `${t('standing.outbid')} · ` : ''}${time} · ${price} · ${name}`;
}

/** The person was outbid and may still answer. */
const calls = (room: RoomState): boolean => room.head.phase !== 'closed' && wasOutbid(room);

function mostUrgent(rooms: readonly RoomState[]): RoomState | undefined {
  const place = (room: RoomState) => (calls(room) ? 0 : room.head.phase === 'closed' ? 2 : 1);
  const end = ({ head, opensAtMs }: RoomState) => (head.phase === 'waiting' ? opensAtMs : head.deadlineMs);
  return [...rooms].sort((a, b) => place(a) - place(b) || end(a) - end(b))[0];
}
