import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LotDetails } from '#shared/api/site/lots.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatPercent } from '#client/lib/format/money.ts';
import { usePassed } from '#client/lib/server-now.ts';
import { MoneyText } from '#client/ui/money-text.tsx';
import type { LotLive } from '#client/entities/lot/lot-live.ts';
import { RentLine } from '#client/entities/lot/rent-line.tsx';
import layout from '#client/ui/layout.module.css';
import { LotTimer } from '../lot-timer.tsx';
import css from './card.module.css';
import { useOvertimeFacts } from './overtime-facts.ts';
import { PartsFact } from './parts-fact.tsx';
import { TimeLine } from './time-line.tsx';

/** Which price is meant: the start price until somebody confirms one, the final one after the close. */
export const priceLabel = (lot: LotDetails, live: LotLive) =>
  lot.tradeType === 'fixed-price'
    ? 'fixedPrice'
    : live.priceTiyin === null
      ? 'startPrice'
      : live.phase === 'closed'
        ? 'finalPrice'
        : 'currentPrice';

/** Price and time: what everyone looks at first. */
export function PriceNow({ lot, live }: { lot: LotDetails; live: LotLive }) {
  const { t } = useTranslation('card');
  return (
    <>
      <div>
        <p className={layout.muted}>{t(`lots:tile.${priceLabel(lot, live)}`)}</p>
        {/* The key restarts the highlight at each new price; the first one of a page is not highlighted. */}
        <p key={live.count} className={css.bigPrice} data-new={live.count > lot.room.count}>
          <MoneyText
            tiyin={live.priceTiyin ?? lot.startPriceTiyin}
            size="huge"
            live={live.phase === 'running'}
          />
        </p>
        {lot.rent ? (
          <p className={layout.mutedMedium}>
            <RentLine lot={lot} priceTiyin={live.priceTiyin ?? lot.startPriceTiyin} />
          </p>
        ) : null}
        {live.count > 0 ? (
          <p className={layout.mutedMedium}>{t('fact.confirmed', { count: live.count })}</p>
        ) : null}
      </div>
      <div className={css.timer}>
        <LotTimer lot={lot} live={live} />
      </div>
    </>
  );
}

/** What taking part costs, and the dates. */
export function CostFacts({ lot, live }: { lot: LotDetails; live: LotLive }) {
  const { t } = useTranslation('card');
  const overtime = useOvertimeFacts(lot);
  return (
    <>
      <TimeLine lot={lot} live={live} />
      <dl className={css.facts}>
        {live.priceTiyin === null ? null : (
          <Fact label={t('lots:tile.startPrice')}>
            <MoneyText tiyin={lot.startPriceTiyin} />
          </Fact>
        )}
        <Fact label={t('fact.deposit')}>
          {lot.depositTiyin === 0 ? (
            t('fact.noDeposit')
          ) : (
            <>
              <MoneyText tiyin={lot.depositTiyin} />{' '}
              <span className={css.percent}>({formatPercent(lot.depositPercent)})</span>
            </>
          )}
        </Fact>
        <Fact label={t('fact.firstStep')}>
          <MoneyText tiyin={lot.firstStepTiyin} />{' '}
          {lot.firstStepPercent === null ? null : (
            <span className={css.percent}>({formatPercent(lot.firstStepPercent)})</span>
          )}
        </Fact>
        {live.phase === 'closed'
          ? null
          : overtime.map(([label, text]) => (
              <Fact key={label} label={label}>
                {text}
              </Fact>
            ))}
        <PartsFact lot={lot} priceTiyin={live.priceTiyin ?? lot.startPriceTiyin} />
      </dl>
    </>
  );
}

/** Until when one applies; once that is past, that it is. */
export function ApplicationsUntil({ atMs }: { atMs: number }) {
  const { t } = useTranslation('card');
  const passed = usePassed(atMs);
  return t(passed ? 'fact.applicationsClosed' : 'fact.applicationsUntil', { time: formatDateTime(atMs) });
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
