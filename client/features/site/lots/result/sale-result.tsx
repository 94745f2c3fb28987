import { CircleCheck, CircleX, ShoppingBag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { LotResultAnswer } from '#shared/api/site/lots.ts';
import { useBoard } from '#client/lib/auction-socket/use-board.ts';
import { formatDateTime } from '#client/lib/format/date.ts';
import { formatCount } from '#client/lib/format/locale.ts';
import { paths } from '#client/lib/paths.ts';
import { liveOf } from '#client/entities/lot/lot-live.ts';
import { RentLine } from '#client/entities/lot/rent-line.tsx';
import { useMyPurchases } from '#client/entities/purchase/my-purchases.ts';
import { ButtonLink } from '#client/ui/button-link.tsx';
import { MoneyText } from '#client/ui/money-text.tsx';
import layout from '#client/ui/layout.module.css';
import card from '../card/card.module.css';
import { MyBought } from '../card/buy/my-part.tsx';
import { StockFigures } from '../card/buy/stock-figures.tsx';
import css from './result.module.css';

/** How a sale at a fixed price ended, or how it goes while it is not over: no room, no bids, several buyers. */
export default function SaleResult({ answer }: { answer: LotResultAnswer }) {
  const { t } = useTranslation(['purchases', 'lots']);
  const { lot, result, protocolNumber, protocolWord } = answer;
  const { stock } = liveOf(lot, useBoard([lot.id]).get(lot.id));
  const bought = useMyPurchases(lot.id).data?.bought ?? [];
  const sold = stock?.sold ?? 0;
  const Icon = !result ? ShoppingBag : sold > 0 ? CircleCheck : CircleX;
  const head = !result
    ? t('result.on')
    : sold > 0
      ? t('result.sold', { sold: formatCount(sold), units: formatCount(stock?.units ?? sold) })
      : t(result.outcome === 'withdrawn' ? 'result.withdrawn' : 'result.unsold');
  return (
    <div className={css.columns}>
      <div className={layout.fluidStack5}>
        <section className={css.outcome} data-sold={sold > 0}>
          <div className={css.head}>
            <Icon size={36} strokeWidth={1.75} aria-hidden />
            <div>
              <h2>{head}</h2>
              <p>
                {result
                  ? t('result.ended', { time: formatDateTime(result.endedAtMs, { seconds: true }) })
                  : t('result.onText')}
              </p>
            </div>
          </div>
          {stock ? <StockFigures stock={stock} /> : null}
          <p className={css.price}>
            <span>{t('quantity.unitPrice')}</span>
            <MoneyText tiyin={lot.startPriceTiyin} size="large" />
            <RentLine lot={lot} priceTiyin={lot.startPriceTiyin} />
          </p>
          {result ? (
            <dl className={card.rows}>
              <div>
                <dt>{t('result.buyers')}</dt>
                <dd>{formatCount(result.participants)}</dd>
              </div>
            </dl>
          ) : null}
          {bought.length > 0 ? <MyBought purchases={bought} lotId={lot.id} /> : null}
        </section>
      </div>
      <section className={css.next} aria-labelledby="what-next">
        <h2 id="what-next">{t('next.title')}</h2>
        <p>{t('result.next')}</p>
        {protocolNumber === null ? null : (
          <p>
            <Link to={paths.checkProtocol(protocolNumber, protocolWord ?? undefined)}>
              {t('result.protocol', { number: protocolNumber })}
            </Link>
          </p>
        )}
        <ButtonLink to={paths.lotView(lot.id)} size="md" fullWidth>
          {t('result.toCard')}
        </ButtonLink>
        <ButtonLink to={paths.lotList()} size="md" fullWidth variant="default">
          {t('state.others')}
        </ButtonLink>
      </section>
    </div>
  );
}
