import { useQuery } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { BadgeCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import { lotDetails, type LotDetails } from '#shared/api/site/lots.ts';
import { LOT_STATUS, type LotStatus } from '#shared/lifecycles/lot-status.ts';
import { call } from '../../../lib/api-client.ts';
import { formatTime } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { paths } from '../../../lib/paths.ts';
import { loadOlderPrices } from './http-room.ts';
import type { RoomState } from '#shared/realtime/client/room-state.ts';
import { hasAllPrices } from './room-prices.ts';
import { useRoomStore } from './room-store.ts';
import { RoomHeading } from './room-heading.tsx';
import parts from './parts.module.css';
import css from './outcome.module.css';

/** What may become of a sale after the hammer; the room itself knows only the hammer. */
const AFTER = new Map<LotStatus, 'resultCancelled' | 'priceNotConfirmed' | 'paymentOverdue'>([
  [LOT_STATUS.resultCancelled, 'resultCancelled'],
  [LOT_STATUS.priceNotConfirmed, 'priceNotConfirmed'],
  [LOT_STATUS.paymentOverdue, 'paymentOverdue'],
]);
/** The winner has paid: nothing is due any more. */
const PAID: readonly LotStatus[] = [LOT_STATUS.soldAndPaid, LOT_STATUS.paidInPart];

/** The winner has something to pay; at the close the card may be a moment behind. */
const TO_PAY: readonly LotStatus[] = [
  LOT_STATUS.biddingNow,
  LOT_STATUS.priceFormed,
  LOT_STATUS.awaitingPayment,
  LOT_STATUS.paymentOverdue,
];

interface OutcomePanelProps {
  room: RoomState;
  /** The lot as its card has it, once it is there. */
  lot: LotDetails | undefined;
}

/** After the hammer: what came out for me, what happens next, and the way to the replay. */
export default function OutcomePanel({ room, lot }: OutcomePanelProps) {
  const { t } = useTranslation(['room-later', 'room']);
  const title = useId();
  const nextLotId = lot?.nextLotId ?? null;
  const after = lot && AFTER.get(lot.status);
  const { outcome, winnerNumber, priceTiyin, lotId } = room.head;
  const sold = outcome === 'sold';
  const won = sold && winnerNumber !== null && winnerNumber === room.me.number;
  const toPay = won && !room.practice && (!lot || TO_PAY.includes(lot.status));
  const tookPart = sold && !won && room.me.number !== null;
  const own = useOwnBest(room, tookPart);
  // Who offered nothing has lost nothing.
  const lost = typeof own === 'number';
  return (
    <section
      className={`${parts.panel} ${css.outcome}`}
      data-won={won && !after}
      data-lost={lost}
      aria-labelledby={title}
      data-testid="outcome"
    >
      <RoomHeading id={title}>
        {won && !after ? <BadgeCheck size={26} aria-hidden /> : null}
        {after
          ? t(`outcome.after.${after}.title`)
          : won
            ? t('outcome.won')
            : lost
              ? t('outcome.lost')
              : t(`outcome.${outcome ?? 'sold'}`)}
      </RoomHeading>
      {sold && priceTiyin !== null ? (
        <p className={css.price}>
          {lost ? `${t('outcome.sold')}: ` : null}
          <b>{formatMoney(priceTiyin)}</b> · {t('room:prices.participant', { number: winnerNumber })}
        </p>
      ) : null}
      {tookPart && own !== undefined ? (
        <p className={css.own} data-testid="own-best">
          {own === null ? t('outcome.noOffer') : t('outcome.ownBest', { price: formatMoney(own) })}
        </p>
      ) : null}
      <p>{after ? t(`outcome.after.${after}.text`) : <Next room={room} lot={lot} won={won} />}</p>
      <div className={parts.buttons}>
        {nextLotId === null ? null : (
          <Link className={parts.primarySmall} to={paths.gameView(nextLotId)} data-testid="next-round">
            {t('outcome.nextRound')}
          </Link>
        )}
        {toPay ? (
          <Link className={parts.primarySmall} to={paths.winLots(lotId)} data-testid="to-pay">
            {t('outcome.pay')}
          </Link>
        ) : null}
        <Link
          className={nextLotId === null && !toPay ? parts.primarySmall : parts.plainSmall}
          to={paths.lotResult(lotId)}
        >
          {t('outcome.replay')}
        </Link>
        <Link className={parts.plainSmall} to={paths.home()}>
          {t('outcome.others')}
        </Link>
      </div>
    </section>
  );
}

function Next({ room, lot, won }: OutcomePanelProps & { won: boolean }) {
  const { t } = useTranslation(['room-later', 'room']);
  if (room.practice) return <NextRound lotId={lot?.nextLotId ?? null} />;
  if (won && lot && PAID.includes(lot.status)) return <>{t('outcome.next.paid')}</>;
  if (won) return <>{t('outcome.next.won', { count: lot?.paymentWorkingDays ?? 0 })}</>;
  return <>{t(room.me.number === null ? 'outcome.next.observer' : 'outcome.next.lost')}</>;
}

/** When one can practise again, as soon as the next round is published. */
function NextRound({ lotId }: { lotId: number | null }) {
  const { t } = useTranslation('room-later');
  const { data } = useQuery({
    queryKey: ['lot-details', lotId],
    queryFn: () => call(lotDetails, { params: { id: lotId! } }),
    enabled: lotId !== null,
  });
  return data
    ? t('outcome.next.practiceAt', { time: formatTime(data.opensAtMs) })
    : t('outcome.next.practice');
}

/** My best offer among all prices of the lot, null: I made none; undefined until that is known. */
function useOwnBest(room: RoomState, asked: boolean): number | null | undefined {
  const store = useRoomStore();
  // Newest first, and every price is above the one before it.
  const own = room.prices.find((price) => price.number === room.me.number);
  const complete = hasAllPrices(room);
  const known = room.prices.length;
  // Each page of older prices asks for the next until the own one is among them.
  useEffect(() => {
    if (asked && !own && !complete && known > 0) void loadOlderPrices(store);
  }, [asked, own, complete, known, store]);
  if (!asked) return undefined;
  return own?.amountTiyin ?? (complete ? null : undefined);
}
