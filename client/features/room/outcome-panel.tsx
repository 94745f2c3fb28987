import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LotDetails } from '#shared/api/lots.ts';
import { LOT_STATUS, type LotStatus } from '#shared/states/lot-status.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { paths } from '../../lib/paths.ts';
import type { RoomState } from './room-state.ts';
import css from './room.module.css';

/** What may become of a sale after the hammer; the room itself knows only the hammer. */
const AFTER = new Map<LotStatus, 'resultCancelled' | 'priceNotConfirmed' | 'paymentOverdue'>([
  [LOT_STATUS.resultCancelled, 'resultCancelled'],
  [LOT_STATUS.priceNotConfirmed, 'priceNotConfirmed'],
  [LOT_STATUS.paymentOverdue, 'paymentOverdue'],
]);

interface OutcomePanelProps {
  room: RoomState;
  /** The lot as its card has it, once it is there. */
  lot: LotDetails | undefined;
}

/** After the hammer: what came out, what happens next, and the way to the replay. */
export function OutcomePanel({ room, lot }: OutcomePanelProps) {
  const { t } = useTranslation('room');
  const nextLotId = lot?.nextLotId ?? null;
  const after = lot && AFTER.get(lot.status);
  const { outcome, winnerNumber, priceTiyin, lotId } = room.head;
  const won = outcome === 'sold' && winnerNumber !== null && winnerNumber === room.me.number;
  const took = room.me.number !== null;
  return (
    <section
      className={css.outcome}
      data-won={won && !after}
      aria-labelledby="room-outcome"
      data-testid="outcome"
    >
      <h2 id="room-outcome">
        {after
          ? t(`outcome.after.${after}.title`)
          : won
            ? t('outcome.won')
            : t(`outcome.${outcome ?? 'sold'}`)}
      </h2>
      {outcome === 'sold' && priceTiyin !== null ? (
        <p className={css.outcomePrice}>
          <b>{formatMoney(priceTiyin)}</b> · {t('prices.participant', { number: winnerNumber })}
        </p>
      ) : null}
      <p>
        {after
          ? t(`outcome.after.${after}.text`)
          : room.practice
            ? t('outcome.next.practice')
            : won
              ? t('outcome.next.won', { count: lot?.paymentWorkingDays ?? 0 })
              : t(took ? 'outcome.next.lost' : 'outcome.next.observer')}
      </p>
      <div className={css.questionButtons}>
        {nextLotId === null ? null : (
          <Link className={css.primarySmall} to={paths.gameView(nextLotId)} data-testid="next-round">
            {t('outcome.nextRound')}
          </Link>
        )}
        <Link className={nextLotId === null ? css.primarySmall : css.plainSmall} to={paths.lotResult(lotId)}>
          {t('outcome.replay')}
        </Link>
        <Link className={css.plainSmall} to={paths.home()}>
          {t('outcome.others')}
        </Link>
      </div>
    </section>
  );
}
