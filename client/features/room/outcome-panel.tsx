import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatMoney } from '../../lib/format/money.ts';
import { paths } from '../../lib/paths.ts';
import type { RoomState } from './room-state.ts';
import css from './room.module.css';

/** After the hammer: what came out, what happens next, and the way to the replay. */
export function OutcomePanel(props: {
  room: RoomState;
  paymentWorkingDays: number;
  nextLotId: number | null;
}) {
  const { room, paymentWorkingDays, nextLotId } = props;
  const { t } = useTranslation('room');
  const { outcome, winnerNumber, priceTiyin, lotId } = room.head;
  const won = outcome === 'sold' && winnerNumber !== null && winnerNumber === room.me.number;
  const took = room.me.number !== null;
  return (
    <section className={css.outcome} data-won={won} aria-labelledby="room-outcome" data-testid="outcome">
      <h2 id="room-outcome">{won ? t('outcome.won') : t(`outcome.${outcome ?? 'sold'}`)}</h2>
      {outcome === 'sold' && priceTiyin !== null ? (
        <p className={css.outcomePrice}>
          <b>{formatMoney(priceTiyin)}</b> · {t('prices.participant', { number: winnerNumber })}
        </p>
      ) : null}
      <p>
        {room.practice
          ? t('outcome.next.practice')
          : won
            ? t('outcome.next.won', { count: paymentWorkingDays })
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
