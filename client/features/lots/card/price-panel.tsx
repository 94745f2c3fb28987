import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LotDetails } from '#shared/api/lots.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatPercent } from '#client/lib/format/money.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import type { LotLive } from '../lot-live.ts';
import { LotTimer } from '../lot-timer.tsx';
import css from './card.module.css';

/** Price and time first, then what taking part costs. */
export function PricePanel({ lot, live }: { lot: LotDetails; live: LotLive }) {
  const { t } = useTranslation('lots');
  const label =
    live.priceTiyin === null ? 'startPrice' : live.phase === 'closed' ? 'finalPrice' : 'currentPrice';
  return (
    <section className={css.panel}>
      <p className={css.priceLabel}>{t(`tile.${label}`)}</p>
      <p className={css.bigPrice}>
        <MoneyText tiyin={live.priceTiyin ?? lot.startPriceTiyin} size="huge" />
      </p>
      {live.count > 0 ? <p className={css.note}>{t('card.confirmed', { count: live.count })}</p> : null}
      <div className={css.timer}>
        <LotTimer lot={lot} live={live} />
      </div>
      <dl className={css.facts}>
        {live.priceTiyin === null ? null : (
          <Fact label={t('tile.startPrice')}>
            <MoneyText tiyin={lot.startPriceTiyin} />
          </Fact>
        )}
        <Fact label={t('card.deposit')}>
          {lot.depositTiyin === 0 ? (
            t('card.noDeposit')
          ) : (
            <>
              <MoneyText tiyin={lot.depositTiyin} />{' '}
              <span className={css.percent}>({formatPercent(lot.depositPercent)})</span>
            </>
          )}
        </Fact>
        <Fact label={t('card.firstStep')}>
          <MoneyText tiyin={lot.firstStepTiyin} />{' '}
          {lot.firstStepPercent === null ? null : (
            <span className={css.percent}>({formatPercent(lot.firstStepPercent)})</span>
          )}
        </Fact>
        <Fact label={t('card.starts')}>{formatDateTime(lot.opensAtMs)}</Fact>
        {lot.practice ? null : (
          <Fact label={t('card.applicationsUntil')}>{formatDateTime(lot.applicationsUntilMs)}</Fact>
        )}
      </dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
