import { Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { WinnerPayment } from '#shared/api/cabinet/winner-payments.ts';
import type { SaleWait } from '#shared/trade/after-sale.ts';
import { AfterSale } from '#client/entities/sale/after-sale.tsx';
import { HandOverNote } from '#client/entities/sale/hand-over-note.tsx';
import { usePaidOutParts } from '#client/entities/sale/paid-out-parts.ts';
import { PartSchedule } from '#client/entities/sale/part-schedule.tsx';
import { SettlementBadge } from '#client/entities/sale/settlement-badge.tsx';
import { StatusBadge } from '#client/entities/lot/status-badge.tsx';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatMoney } from '#client/lib/format/money.ts';
import { paths } from '#client/lib/paths.ts';
import { useLocalized } from '#client/lib/use-localized.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import { Photo } from '#client/ui/photo.tsx';
import layout from '#client/ui/layout.module.css';
import { RecordPanel } from './record-panel.tsx';
import css from './winner-payments.module.css';

/** A lot of the customer whose auction has ended: its payment with the steps that follow, or that it was not sold. */
export function SoldLot({ lot, again }: { lot: WinnerPayment; again: () => void }) {
  const { t } = useTranslation(['winner-payments', 'lots']);
  const localized = useLocalized();
  const { lotId, lotNumber, title, photo, lotStatus, orderId, endedAtMs, sale, startPriceTiyin } = lot;
  return (
    <article className={css.card} aria-labelledby={`lot-${lotId}`}>
      <div className={css.top}>
        <div className={css.photo}>
          <Photo photo={photo} decorative sizes="112px" />
        </div>
        <div className={css.facts}>
          <div className={css.badges}>
            <StatusBadge status={lotStatus} />
            {sale ? <SettlementBadge state={sale.state} /> : null}
          </div>
          <h2 id={`lot-${lotId}`}>
            <Link to={paths.lotResult(lotId)}>{localized(title)}</Link>
          </h2>
          <p className={layout.mutedSmall}>
            {t('lots:tile.number', { number: lotNumber })}
            {endedAtMs === null ? null : ` · ${formatDateTime(endedAtMs)}`}
            {orderId === null ? null : (
              <>
                {' · '}
                <Link to={paths.order(orderId)}>{t('order', { number: orderId })}</Link>
              </>
            )}
          </p>
          {sale ? <Payment sale={sale} /> : <NotSold startPriceTiyin={startPriceTiyin} />}
        </div>
      </div>
      {sale?.wait ? <Wait wait={sale.wait} /> : null}
      {sale?.parts ? <PartSchedule schedule={sale.parts} /> : null}
      {sale ? <AfterSale steps={sale.steps} reader="seller" /> : null}
      {sale?.handOver?.state === 'awaiting' && sale.handOver.recordedAtMs === null ? (
        <RecordPanel settlementId={sale.settlementId} again={again} />
      ) : null}
      {sale?.handOver ? <HandOverNote handOver={sale.handOver} /> : null}
    </article>
  );
}

/** Why nothing goes on although neither of the two has to do anything, and until when at most. */
function Wait({ wait: { why, untilMs } }: { wait: SaleWait }) {
  const { t } = useTranslation('winner-payments');
  return (
    <p className={css.wait}>
      <Hourglass size={20} aria-hidden />
      {t(`wait.${why}`, { time: untilMs === null ? '' : formatDateTime(untilMs) })}
    </p>
  );
}

function Payment({ sale }: { sale: NonNullable<WinnerPayment['sale']> }) {
  const { t } = useTranslation('winner-payments');
  const paidOutParts = usePaidOutParts();
  const { priceTiyin, paidTiyin, bidderNumber, kind, dueAtMs, decidedAtMs, payout } = sale;
  return (
    <dl className={css.sums}>
      <div>
        <dt>{t(`buyer.${kind}`, { number: bidderNumber })}</dt>
        <dd>
          <MoneyText tiyin={priceTiyin} />
        </dd>
      </div>
      <div>
        <dt>{t('paid')}</dt>
        <dd>
          <MoneyText tiyin={paidTiyin} />
        </dd>
      </div>
      <div>
        <dt>{t(decidedAtMs === null ? 'payBy' : 'decided')}</dt>
        <dd>{formatDateTime(decidedAtMs ?? dueAtMs)}</dd>
      </div>
      {payout ? (
        <div>
          <dt>{t('fee')}</dt>
          <dd>
            <MoneyText tiyin={payout.feeTiyin} />
          </dd>
        </div>
      ) : null}
      {payout?.shares.map(({ recipient, parts, amountTiyin, setOffTiyin, state, paidAtMs }) => (
        <div key={`${recipient}-${parts?.from}`}>
          <dt>
            {recipient ?? t('payout')} {paidOutParts(parts)}
          </dt>
          <dd>
            <MoneyText tiyin={amountTiyin} />, {t(`payoutState.${state}`)}
            {paidAtMs === null ? null : `, ${formatDateTime(paidAtMs)}`}
            {setOffTiyin === 0 ? null : `, ${t('setOff', { sum: formatMoney(setOffTiyin) })}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function NotSold({ startPriceTiyin }: { startPriceTiyin: number }) {
  const { t } = useTranslation('lots');
  return (
    <dl className={css.sums}>
      <div>
        <dt>{t('tile.startPrice')}</dt>
        <dd>
          <MoneyText tiyin={startPriceTiyin} />
        </dd>
      </div>
    </dl>
  );
}
